import { useMemo } from 'react';
import { type Day, daySpan, wallText } from '#domain/time.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { useSchool } from '#web/ui/school.tsx';
import { useListState } from '#web/ui/urlState.ts';

/** The page of one person's reservations that the address asks for: those that are not over before `day`, where it says nothing. */
export function useUpcoming(userId: string, day: Day) {
  const school = useSchool();
  const usual = useMemo(() => {
    const { timeZone, zonelessTimes } = school;
    const midnight = wallText(daySpan(day, timeZone).start, zonelessTimes === 'utc' ? 'UTC' : timeZone);
    return { endTime: { operator: 'gt', values: [midnight] } } as const;
  }, [day, school]);
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
