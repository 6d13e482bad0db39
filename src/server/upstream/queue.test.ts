import { describe, expect, it } from 'vitest';
import { ageClock, pauseAfter } from './queue.ts';

const hour = 3_600_000;

describe('the clock for ages', () => {
  it('follows the steady clock, counts sleep, and never runs backward', () => {
    let monotonic = 0;
    let wall = Date.UTC(2026, 10, 20);
    const clock = ageClock(
      () => monotonic,
      () => wall,
    );
    const go = (byMs: number, wallByMs = byMs) => {
      monotonic += byMs;
      wall += wallByMs;
      return clock();
    };
    expect(go(500)).toBe(500);
    // The two clocks drift apart a little.
    expect(go(500, 600)).toBe(1_000);
    // Asleep for an hour: the steady clock stood still.
    const woken = go(0, hour);
    expect(woken).toBeGreaterThanOrEqual(1_000 + hour);
    // Set back by an hour, then forward again.
    expect(go(1_000, 1_000 - hour)).toBe(woken + 1_000);
    expect(go(1_000)).toBe(woken + 2_000);
    expect(go(0, hour)).toBe(woken + 2_000 + hour);
  });
});

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
