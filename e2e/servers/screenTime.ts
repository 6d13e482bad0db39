import { vi } from 'vitest';
import { timeHeader } from '#contract/gateway/ages.ts';
import type { Instant } from '#domain/time/time.ts';
import { noteTime, now, readClocks } from '#web/device/screenClock.ts';

/** Stops the device's clocks at an instant that the gateway confirms; `vi.advanceTimersByTime` moves them. */
export function stopScreenAt(instant: Instant): void {
  vi.useFakeTimers({ now: instant, toFake: ['Date', 'performance'] });
  confirmTime(instant);
}

/** Answers of the gateway with its time. The first contradicts all that was known, so that the second counts to the millisecond. */
export function confirmTime(instant: Instant): void {
  for (const time of [instant + 3_600_000, instant]) {
    noteTime(new Headers({ [timeHeader]: String(time) }), readClocks());
    now();
  }
}
