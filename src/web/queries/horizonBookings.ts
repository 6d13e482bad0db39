import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { isTimed, type TimedBooking } from '#domain/bookings.ts';
import { addDays, type Day, daySpan } from '#domain/time.ts';
import { readingOf } from './reading.ts';
import { type Pace, reservationWindow } from './reservations.ts';

/** How far the bookings of a forecast are read, in days: back for the recent rate, ahead for what is booked. */
export const horizonDays = { back: 14, ahead: 14 } as const;

/** A month of bookings is many pages: it is asked seldom, and behind whatever a person waits for. */
const pace: Pace = { callClass: 'sweep', interval: 15 * 60_000 };

/** The bookings that forecasts walk; null while there are none. */
export function useHorizonBookings(school: Config, today: Day) {
  const { back, ahead } = horizonDays;
  const span = useMemo(
    () => daySpan(addDays(today, -back), school.timeZone, back + ahead + 1),
    [today, school.timeZone, back, ahead],
  );
  const result = useQuery(reservationWindow(school, span, pace));
  const timed: readonly TimedBooking[] | null = useMemo(
    () => result.data?.value.bookings.filter(isTimed) ?? null,
    [result.data],
  );
  return {
    timed,
    reading: { ...readingOf('listReservations', result), interval: pace.interval },
    refetch: result.refetch,
  };
}
