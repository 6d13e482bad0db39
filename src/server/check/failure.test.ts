import { describe, expect, it } from 'vitest';
import { adviceFor, failureOf, failureOfError, failureWords } from './failure.ts';

const words = (status: number, body = '', retryAfter: string | null = null) =>
  failureWords(failureOf(status, body, retryAfter)!);

describe('an answer', () => {
  it('is no failure with a status of success', () => {
    expect(failureOf(200, '', null)).toBeNull();
  });

  it.each([
    [401, '{"statusCode":401,"message":"Access denied."}', 'the key was not accepted (401, “Access denied.”)'],
    [403, '[{"code":403,"message":"No."}]', 'this key has no access (403, “No.”)'],
    [404, '', 'there is nothing at this address (404)'],
    [400, '{"errors":[{"message":"limit?"}]}', 'the question was refused (400, “limit?”)'],
    [503, '<html>', 'the service has a fault (503)'],
    [504, '', 'no answer in time (504)'],
    [302, '', 'the service sent the call to another address, to which the key does not go (302)'],
  ])('of %i with %s says what happened', (status, body, said) => {
    expect(words(status, body)).toBe(said);
  });

  it('of 400 that names operatorId is about the operator', () => {
    const failure = failureOf(400, 'operatorId is not valid for this subscription.', null)!;
    expect(failureWords(failure)).toMatch(/^the operator id was not accepted \(400, /);
    expect(adviceFor([failure])).toEqual([expect.stringContaining('API_OPERATOR_ID')]);
  });
});

describe('the wait after a 429', () => {
  const limited = '{"statusCode":429,"message":"Rate limit is exceeded. Try again in 37 seconds."}';

  it('is that of the header', () => {
    expect(words(429, limited, '12')).toMatch(/; try again in 12 s$/);
  });

  it('may be a date', () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    expect(failureOf(429, '', date)?.retryAfter).toBeOneOf([29, 30]);
  });

  it('is that of the text where there is no header', () => {
    expect(words(429, limited)).toMatch(/; try again in 37 s$/);
  });

  it('is a minute where nothing tells it', () => {
    expect(words(429)).toMatch(/; try again in a minute$/);
  });
});

describe('a call without an answer', () => {
  it('took too long', () => {
    expect(failureWords(failureOfError(new DOMException('', 'TimeoutError')))).toBe('no answer in time');
  });

  it('found no connection, with the code of the network', () => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
    expect(failureWords(failureOfError(error))).toBe('no connection (ENOTFOUND)');
  });
});

describe('advice', () => {
  it('is given once for many failures of a kind', () => {
    const failures = [401, 401, 500].map((status) => failureOf(status, '', null)!);
    expect(adviceFor(failures)).toEqual([
      expect.stringContaining('API_SUBSCRIPTION_KEY'),
      expect.stringContaining('Try again later'),
    ]);
  });
});
