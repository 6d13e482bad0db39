import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setupNote, watchClock } from './useEndurance.ts';

describe('the setup note on a display', () => {
  test('is not shown when the browser can do everything', () => {
    expect(setupNote({ maySleep: false, canStartOffline: true, isKept: true })).toBeNull();
  });

  test.each([
    [{ maySleep: true, canStartOffline: true, isKept: true }, 'In this browser the screen may go to sleep.'],
    [
      { maySleep: false, canStartOffline: false, isKept: false },
      'In this browser the board cannot start without the server, no data is kept for a restart.',
    ],
  ])('says what the browser cannot do: %j', (abilities, note) => {
    expect(setupNote(abilities)).toBe(note);
  });
});

describe('the clock watch', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-12T17:05:00Z') }));
  afterEach(() => void vi.useRealTimers());

  test('is silent while time passes', () => {
    const onJump = vi.fn<() => void>();
    const stop = watchClock(onJump);
    vi.advanceTimersByTime(3_600_000);
    expect(onJump).not.toHaveBeenCalled();
    stop();
  });

  test.each([-3_600_000, 20_000, 7_200_000])('reports once that the clock was set by %i ms', (milliseconds) => {
    const onJump = vi.fn<() => void>();
    const stop = watchClock(onJump);
    vi.advanceTimersByTime(12_000);
    vi.setSystemTime(Date.now() + milliseconds);
    vi.advanceTimersByTime(60_000);
    expect(onJump).toHaveBeenCalledTimes(1);
    stop();
  });

  test('stops on request', () => {
    const onJump = vi.fn<() => void>();
    watchClock(onJump)();
    vi.setSystemTime(Date.now() + 7_200_000);
    vi.advanceTimersByTime(60_000);
    expect(onJump).not.toHaveBeenCalled();
  });
});
