import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setupNote, watchClock } from './useEndurance.ts';

describe('the note for whoever sets a display up', () => {
  test('is not shown where the browser can do everything', () => {
    expect(setupNote({ maySleep: false, canStartOffline: true, isKept: true })).toBeNull();
  });

  test.each([
    [{ maySleep: true, canStartOffline: true, isKept: true }, 'In this browser the screen may go to sleep.'],
    [
      { maySleep: false, canStartOffline: false, isKept: false },
      'In this browser the board cannot start without the server, no data is kept for a restart.',
    ],
  ])('names what it cannot do: %j', (abilities, note) => {
    expect(setupNote(abilities)).toBe(note);
  });
});

describe('the watch over the clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-12T17:05:00Z') }));
  afterEach(() => void vi.useRealTimers());

  test('says nothing while time passes', () => {
    const onJump = vi.fn<() => void>();
    const stop = watchClock(onJump);
    vi.advanceTimersByTime(3_600_000);
    expect(onJump).not.toHaveBeenCalled();
    stop();
  });

  test.each([-3_600_000, 20_000, 7_200_000])('tells once that the clock was set by %i ms', (milliseconds) => {
    const onJump = vi.fn<() => void>();
    const stop = watchClock(onJump);
    vi.advanceTimersByTime(12_000);
    vi.setSystemTime(Date.now() + milliseconds);
    vi.advanceTimersByTime(60_000);
    expect(onJump).toHaveBeenCalledTimes(1);
    stop();
  });

  test('ends when it is told to', () => {
    const onJump = vi.fn<() => void>();
    watchClock(onJump)();
    vi.setSystemTime(Date.now() + 7_200_000);
    vi.advanceTimersByTime(60_000);
    expect(onJump).not.toHaveBeenCalled();
  });
});
