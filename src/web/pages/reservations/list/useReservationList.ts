import { useMemo } from 'react';
import { isTimed } from '#domain/reservations/bookings.ts';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import type { Day } from '#domain/time/time.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { usePeopleNames } from '#web/queries/reservations.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState } from '#web/ui/page/urlState.ts';

/** The page of reservations that the address asks for, and what is odd about it. */
export function useReservationList(day: Day) {
  const school = useSchool();
  const usual = useMemo(
    () => spanFilters(day, { name: school.timeZone, zoneless: school.zonelessTimes }).weeks,
    [day, school],
  );
  const list = useListState('listReservations', 50, usual);
  const page = useBookingPage(school, list);
  const untimed = page.bookings.filter((booking) => !isTimed(booking)).length;
  return {
    ...page,
    list,
    names: usePeopleNames(),
    notes: [...page.notes, untimed > 0 ? `${untimed} without a readable span of time.` : null],
  };
}
