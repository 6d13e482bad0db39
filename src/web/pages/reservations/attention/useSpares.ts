import { useCallback, useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { sparesFor } from '#domain/conflicts/spares.ts';
import { pilotsCheckout } from '#domain/readiness/checkPeople.ts';
import { groundedIn } from '#domain/readiness/readinessIndex.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Schedule } from '#web/pages/reservations/useSchedule.ts';

/** Finds the aircraft that could take over a booking, from all bookings that are here: those in view and those of the forecast. */
export function useSpares({ bookings, ahead, fleet, due, answered, readiness }: Schedule, now: Instant) {
  const all = useMemo(() => {
    const byKey = new Map([...(ahead ?? []), ...bookings].map((booking) => [booking.key, booking]));
    return [...byKey.values()].toSorted((a, b) => a.start - b.start);
  }, [bookings, ahead]);
  return useCallback(
    (booking: TimedBooking) => {
      const grounding = groundedIn(readiness);
      const checkoutFor = (aircraft: Aircraft, of: TimedBooking) => pilotsCheckout(of, aircraft, readiness);
      return sparesFor(booking, { bookings: all, fleet: fleet ?? [], due, answered, grounding, checkoutFor, now });
    },
    [all, fleet, due, answered, readiness, now],
  );
}
