import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  AllowanceSpent,
  connectTo,
  directly,
  spacing,
  adviceFor,
  failureOf,
  failureOfError,
  failureWords,
} from './connection.ts';

const emptyList = JSON.stringify({ totalItems: 0, offset: 0, limit: null, items: null });

/** A connection to a real server with these answers, and the requests and pauses that it recorded. */
async function connect(answer: RequestListener) {
  const requests: { readonly url: string | undefined; readonly key: unknown }[] = [];
  const rests: number[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push({ url: incoming.url, key: incoming.headers['x-subscription-key'] });
    answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bases = { core: `${origin}/a`, scheduling: `${origin}/b/v1.0`, reports: `${origin}/c` };
  const wait = async (milliseconds: number) => rests.push(milliseconds);
  const send = directly({ upstream: { bases, key: 'demo-key' }, rateLimit: 60, fetch, wait });
  return { connection: connectTo(77, send), requests, rests };
}

describe('a connection', () => {
  it('calls the address of the area with the key, and pauses between two calls', async () => {
    const { connection, requests, rests } = await connect((_, outgoing) => outgoing.end(emptyList));
    const answer = await connection.ask('listReservations', { limit: 4 });
    expect(answer).toMatchObject({ failure: null, rows: [], page: { totalItems: 0 } });
    await connection.ask('reportFlights');
    expect(requests).toEqual([
      { url: '/b/v1.0/operators/77/reservations?limit=4', key: 'demo-key' },
      { url: '/c/operators/77/flights', key: 'demo-key' },
    ]);
    expect(rests).toEqual([2000]);
    expect(connection.calls()).toBe(2);
  });

  it('does not follow a redirect with the key', async () => {
    const { connection, requests } = await connect((_, outgoing) => outgoing.writeHead(302, { location: '/x' }).end());
    expect(await connection.ask('listAircraft')).toMatchObject({ failure: { kind: 'redirected' } });
    expect(requests).toHaveLength(1);
  });

  it('ends after a 429, and remembers the headers about limits', async () => {
    const { connection } = await connect((_, outgoing) => {
      outgoing.writeHead(429, { 'retry-after': '9', 'X-RateLimit-Limit': '60' }).end();
    });
    await expect(connection.ask('listAircraft')).rejects.toThrow(AllowanceSpent);
    expect([...connection.limitHeaders]).toEqual([
      ['retry-after', '9'],
      ['x-ratelimit-limit', '60'],
    ]);
  });

  it.each([
    ['', 'It is empty.'],
    ['<html>', 'It is not JSON.'],
    ['{"message":"fine"}', 'The answer is not a paged list.'],
    ['null', 'The answer is not a paged list.'],
  ])('cannot read %j as a list', async (body, detail) => {
    const { connection } = await connect((_, outgoing) => outgoing.end(body));
    expect(await connection.ask('listUsers')).toEqual({ failure: { kind: 'unreadable', detail, retryAfter: null } });
  });
});

describe('the pause between calls', () => {
  it('uses half of the allowance, and is never shorter than a tenth of a second', () => {
    expect([60, 5, 1_000_000].map(spacing)).toEqual([2000, 24_000, 100]);
  });
});

const words = (status: number, body = '', retryAfter: string | null = null) =>
  failureWords(failureOf(status, body, retryAfter)!);

describe('an answer', () => {
  it('with a success status is no failure', () => {
    expect(failureOf(200, '', null)).toBeNull();
  });

  it.each([
    [401, '{"statusCode":401,"message":"Access denied."}', 'the key was not accepted (401, “Access denied.”)'],
    [403, '[{"code":403,"message":"No."}]', 'this key has no access (403, “No.”)'],
    [404, '', 'there is nothing at this address (404)'],
    [400, '{"errors":[{"message":"limit?"}]}', 'the request was rejected (400, “limit?”)'],
    [503, '<html>', 'the service failed (503)'],
    [504, '', 'no answer in time (504)'],
    [302, '', 'the service redirected the call to another address, to which the key is not sent (302)'],
  ])('of %i with %s says what happened', (status, body, detail) => {
    expect(words(status, body)).toBe(detail);
  });

  it('of 400 that names operatorId concerns the operator', () => {
    const failure = failureOf(400, 'operatorId is not valid for this subscription.', null)!;
    expect(failureWords(failure)).toMatch(/^the operator id was not accepted \(400, /);
    expect(adviceFor([failure])).toEqual([expect.stringContaining('API_OPERATOR_ID')]);
  });
});

describe('the wait after a 429', () => {
  const limited = '{"statusCode":429,"message":"Rate limit is exceeded. Try again in 37 seconds."}';

  it('comes from the header', () => {
    expect(words(429, limited, '12')).toMatch(/; try again in 12 s$/);
  });

  it('may be a date', () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    expect(failureOf(429, '', date)?.retryAfter).toBeOneOf([29, 30]);
  });

  it('comes from the message if there is no header', () => {
    expect(words(429, limited)).toMatch(/; try again in 37 s$/);
  });

  it('is a minute if neither names one', () => {
    expect(words(429)).toMatch(/; try again in a minute$/);
  });
});

describe('a call without an answer', () => {
  it('took too long', () => {
    expect(failureWords(failureOfError(new DOMException('', 'TimeoutError')))).toBe('no answer in time');
  });

  it('found no connection, with the network’s code', () => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
    expect(failureWords(failureOfError(error))).toBe('no connection (ENOTFOUND)');
  });
});

describe('advice', () => {
  it('appears once for several failures of one kind', () => {
    const failures = [401, 401, 500].map((status) => failureOf(status, '', null)!);
    expect(adviceFor(failures)).toEqual([
      expect.stringContaining('API_SUBSCRIPTION_KEY'),
      expect.stringContaining('Try again later'),
    ]);
  });
});
