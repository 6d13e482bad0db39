import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aircraftPath, always, emptyList, openStand, type Reply } from '#e2e/servers/teststand.ts';

/** The entries of an error answer; each must have the form of section 7 and a message. */
function entriesOf(reply: Reply): { code: number; message: string }[] {
  const entries = JSON.parse(reply.body.toString()) as { code: number; message: string }[];
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  for (const entry of entries) expect(entry).toMatchObject({ message: expect.stringMatching(/\w/), category: 0 });
  return entries;
}

/** The limit is long, for a busy machine; only tests of answers that never end set a short one. */
async function failureOf(answer: RequestListener, limits = { timeoutMs: 60_000, bodyBytes: 10_000 }) {
  const stand = await openStand(answer, { limits });
  const reply = await stand.ask(aircraftPath);
  return { stand, reply, said: entriesOf(reply)[0]?.message };
}

const head = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\n\r\n`;
const page = { 'content-type': 'text/html' };

describe('an upstream that does not answer', () => {
  it.each<[string, RequestListener]>([
    ['never', () => undefined],
    ['with headers alone', (_, outgoing) => outgoing.writeHead(200).flushHeaders()],
    ['a byte at a time', (_, outgoing) => drip(outgoing)],
  ])('in time (%s) leads to 504 with a message', async (_, answer) => {
    const { reply, said } = await failureOf(answer, { timeoutMs: 400, bodyBytes: 10_000 });
    expect(reply.status).toBe(504);
    expect(reply.headers['cache-status']).toBe('flightline; fwd=miss; detail=timeout');
    expect(said).toMatch(/took too long/);
  });

  it.each<[string, RegExp, RequestListener]>([
    ['cuts the connection at once', /closed the connection before/, (incoming) => incoming.socket.destroy()],
    [
      'cuts it within the body',
      /in the middle of its answer/,
      (incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-length': '1000' });
        outgoing.write('{"items": [', () => incoming.socket.destroy());
      },
    ],
    ['speaks something else', /not valid JSON/, (incoming) => void incoming.socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['sends no head', /not valid JSON/, (incoming) => void incoming.socket.end(emptyList)],
    ['sends a head of 100 kB', /not valid JSON/, (incoming) => void incoming.socket.end(head(`x: ${'a'.repeat(1e5)}`))],
    ['contradicts its length', /not valid JSON/, (incoming) => void incoming.socket.end(head('content-length: -1'))],
    ['has no status', /not valid JSON/, (incoming) => void incoming.socket.end('HTTP/1.1 000 X\r\n\r\n')],
  ])('but %s leads to 502 with a message', async (_, words, answer) => {
    const { reply, said } = await failureOf(answer);
    expect(reply.status).toBe(502);
    expect(said).toMatch(words);
  });

  it('and does not exist leads to 502', async () => {
    const nobody = 'http://127.0.0.1:9';
    const upstream = { bases: { core: nobody, scheduling: nobody, reports: nobody }, key: 'nobody-asks' };
    const stand = await openStand(always(200, emptyList), { upstream });
    const reply = await stand.ask(aircraftPath);
    expect(reply.status).toBe(502);
    expect(entriesOf(reply)[0]?.message).toMatch(/cannot be reached.*settings/);
  });
});

describe('an unusable answer', () => {
  it('is a redirect, which is not followed', async () => {
    const { reply, said, stand } = await failureOf(always(302, '', { location: '/elsewhere' }));
    expect(reply.status).toBe(502);
    expect(reply.headers).not.toHaveProperty('location');
    expect(said).toMatch(/another address/);
    expect(stand.calls).toHaveLength(1);
  });

  it.each<[string, RequestListener]>([
    ['markup', always(200, '<html>Sign in</html>', page)],
    ['nothing', always(200, '')],
    ['no content', always(204, '')],
    ['a part of the whole', always(206, emptyList)],
    ['half of a list', always(200, emptyList.slice(0, -5))],
    ['a number', always(200, '42')],
    ['plain text under a coding', always(200, emptyList, { 'content-encoding': 'gzip' })],
    ['an unknown coding', always(200, emptyList, { 'content-encoding': 'zstd' })],
    ['two codings', always(200, gzipSync(gzipSync(emptyList)), { 'content-encoding': 'gzip, gzip' })],
  ])('is %s with status 200', async (_, answer) => {
    const { reply, said } = await failureOf(answer);
    expect(reply.status).toBe(502);
    expect(said).toMatch(/not valid JSON/);
  });

  it.each<[string, RequestListener]>([
    ['as it comes', always(200, JSON.stringify('x'.repeat(20_000)))],
    ['when unpacked', always(200, gzipSync(`[${' '.repeat(5_000_000)}]`), { 'content-encoding': 'gzip' })],
  ])('is too large %s', async (_, answer) => {
    const { reply, said } = await failureOf(answer);
    expect(reply.status).toBe(502);
    expect(said).toMatch(/too large/);
  });
});

describe('an error of the upstream', () => {
  it.each([400, 401, 403, 404, 429, 500, 503])('%i is passed on with its status and body', async (status) => {
    const body = JSON.stringify([{ code: 17, message: 'The vendor says no.', category: 3 }]);
    const stand = await openStand(always(status, body));
    const reply = await stand.ask(aircraftPath);
    expect([reply.status, reply.body.toString()]).toEqual([status, body]);
  });

  it.each([
    [
      502,
      '<html><h1>Bad Gateway</h1></html>',
      page,
      'The flight service answered 502 without saying why. Try again in a minute.',
    ],
    [500, '', {}, 'The flight service answered 500 without saying why. Try again in a minute.'],
    [403, 'No such licence.', { 'content-type': 'text/plain' }, 'No such licence.'],
    [
      500,
      'rubbish',
      { 'content-encoding': 'gzip' },
      'The flight service answered 500 without saying why. Try again in a minute.',
    ],
  ])('%i with a body that is not JSON becomes the error array', async (status, body, headers, message) => {
    const stand = await openStand(always(status, body, headers));
    const reply = await stand.ask(aircraftPath);
    expect(reply.status).toBe(status);
    expect(entriesOf(reply)).toEqual([expect.objectContaining({ code: status, message })]);
  });
});

function drip(outgoing: Parameters<RequestListener>[1]): void {
  outgoing.writeHead(200);
  const timer = setInterval(() => outgoing.write(' '), 20);
  outgoing.on('close', () => clearInterval(timer));
}
