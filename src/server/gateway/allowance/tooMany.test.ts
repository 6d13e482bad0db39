import { describe, expect, it } from 'vitest';
import { pauseAfter } from './paced.ts';

function refusal(body: string, retryAfter: number | null = null) {
  return { status: 429, body: Buffer.from(body), retryAfter };
}

const inWords = '{"statusCode":429,"message":"Rate limit is exceeded. Try again in 12 seconds."}';

describe('the pause after a 429', () => {
  it.each([
    ['the header', refusal(inWords, 7), 7],
    ['an object of the service', refusal(inWords), 12],
    ['an error array', refusal('[{"code":429,"message":"Wait for 3 s, please."}]'), 3],
    ['plain text', refusal('Try again in 2 minutes'), 120],
    ['nothing', refusal('[]'), 5],
    ['words without a time', refusal('[{"code":429,"message":"Too many requests."}]'), 5],
    ['a slip in the header', refusal('[]', 86_400), 120],
    ['a pause of no time', refusal('[]', 0), 0],
  ])('by %s', (_, answer, seconds) => {
    expect(pauseAfter(answer)).toBe(seconds);
  });
});
