import { useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type Change, changeText } from '#domain/reservations/changes.ts';
import { bookingMarks } from '#domain/timeline/barContents.ts';
import type { Instant } from '#domain/time/time.ts';
import { useClock } from '#web/ui/page/school.tsx';
import type { Marks } from './BookingMarks.tsx';
import type { Schedule } from './useSchedule.ts';

/** What is marked on each booking, by its key: on those that are here, and on those that summaries of days name. */
export function useMarks(schedule: Schedule, changes: readonly Change[], now: Instant): Marks {
  const clock = useClock();
  const { bookings, days, conflictsOf, upkeep, crossings, checks } = schedule;
  const words = useMemo(
    () => new Map(changes.map((change) => [change.booking.key, changeText(change, clock, now)])),
    [changes, clock, now],
  );
  const named = useMemo(() => namedIn(days ?? []), [days]);
  return useMemo(() => {
    const all = [...bookings, ...Array.from(named.values(), ({ booking }) => booking)];
    const marks = bookingMarks({ bookings: all, conflictsOf, upkeep, crossings, checks, changes: words, now });
    const merged = new Map(marks);
    for (const [key, { conflict }] of named) {
      if (conflict) merged.set(key, { ...merged.get(key), conflict: merged.get(key)?.conflict ?? conflict });
    }
    return merged;
  }, [bookings, named, conflictsOf, upkeep, crossings, checks, words, now]);
}

type Named = { readonly booking: TimedBooking; readonly conflict: 'definite' | 'possible' | undefined };

/** A summary says of a notable booking that it is in conflict; that it is a definite one, only where all of its day are. */
function namedIn(days: NonNullable<Schedule['days']>): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>();
  for (const { conflicts, notable } of days) {
    const certainty = conflicts?.possible === 0 ? 'definite' : 'possible';
    for (const { why, booking } of notable) {
      if (found.get(booking.key)?.conflict) continue;
      found.set(booking.key, { booking, conflict: why === 'conflict' ? certainty : undefined });
    }
  }
  return found;
}
