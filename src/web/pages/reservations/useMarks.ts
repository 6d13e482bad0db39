import { useMemo } from 'react';
import { type Change, changeText } from '#domain/schedule/changes.ts';
import { bookingMarks } from '#domain/schedule/bookingMarks.ts';
import type { Instant } from '#domain/time.ts';
import { useClock } from '#web/ui/school.tsx';
import type { Schedule } from './useSchedule.ts';

/** What is marked on each booking, by its key. */
export function useMarks(schedule: Schedule, changes: readonly Change[], now: Instant) {
  const clock = useClock();
  const { bookings, conflictsOf, upkeep, crossings } = schedule;
  const words = useMemo(
    () => new Map(changes.map((change) => [change.booking.key, changeText(change, clock, now)])),
    [changes, clock, now],
  );
  return useMemo(
    () => bookingMarks({ bookings, conflictsOf, upkeep, crossings, changes: words, now }),
    [bookings, conflictsOf, upkeep, crossings, words, now],
  );
}
