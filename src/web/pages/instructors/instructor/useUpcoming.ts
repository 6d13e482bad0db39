import { useMemo } from 'react';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import type { Day } from '#domain/time/time.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState } from '#web/ui/page/urlState.ts';

/** The page of one person's reservations that the address asks for: those of six weeks from `day` on, where it says nothing. */
export function useUpcoming(userId: string, day: Day) {
  const school = useSchool();
  const usual = useMemo(
    () => spanFilters(day, { name: school.timeZone, zoneless: school.zonelessTimes }).weeks,
    [day, school],
  );
  const stated = useListState('listReservations', 25, usual);
  // The person is in the path of the page, and nothing in its address can say another.
  const list = {
    ...stated,
    operation: { ...stated.operation, filters: stated.operation.filters.filter(({ name }) => name !== 'userId') },
    query: {
      ...stated.query,
      filters: { ...stated.query.filters, userId: { operator: 'eq', values: [userId] } as const },
    },
  };
  return { ...useBookingPage(school, list), list };
}
