import { describe, expect, it } from 'vitest';
import { ageClock } from './clock.ts';

const hour = 3_600_000;

describe('the clock for ages', () => {
  it('goes on with the steady one, counts sleep, and does not run backward', () => {
    let steady = 0;
    let wall = Date.UTC(2026, 10, 20);
    const clock = ageClock(
      () => steady,
      () => wall,
    );
    const go = (byMs: number, wallByMs = byMs) => {
      steady += byMs;
      wall += wallByMs;
      return clock();
    };
    expect(go(500)).toBe(500);
    // The two drift apart a little, as they do.
    expect(go(500, 600)).toBe(1_000);
    // Asleep for an hour: the steady clock stood still.
    const woken = go(0, hour);
    expect(woken).toBeGreaterThanOrEqual(1_000 + hour);
    // Set back by an hour, and forward again.
    expect(go(1_000, 1_000 - hour)).toBe(woken + 1_000);
    expect(go(1_000)).toBe(woken + 2_000);
    expect(go(0, hour)).toBe(woken + 2_000 + hour);
  });
});
