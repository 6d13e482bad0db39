import { useMemo } from 'react';
import { operations } from '#contract/operations.ts';
import { toBooking } from '#domain/bookings.ts';
import { distinctBy, pageOddities } from '#domain/pageChecks.ts';
import { checkFilters } from '#domain/reservationChecks.ts';
import { checkWords } from '#domain/reservationCheckWords.ts';
import { type Day, daySpan, wallText } from '#domain/time.ts';
import { useListPage } from '#web/queries/listPage.ts';
import { readingOf } from '#web/queries/reading.ts';
import { useSchool } from '#web/ui/school.tsx';
import { useListState } from '#web/ui/urlState.ts';

/** The page of one person's reservations that the address asks for: those that are not over before `day`, where it says nothing. */
export function useUpcoming(userId: string, day: Day) {
  const school = useSchool();
  const zone = useMemo(() => ({ name: school.timeZone, zoneless: school.zonelessTimes }), [school]);
  const usual = useMemo(() => {
    const midnight = wallText(daySpan(day, zone.name).start, zone.zoneless === 'utc' ? 'UTC' : zone.name);
    return { endTime: { operator: 'gt', values: [midnight] } } as const;
  }, [day, zone]);
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
  const { result, page, problem } = useListPage(school, 'listReservations', list);
  const answer = result.data?.value;
  const { items: bookings, repeated } = useMemo(
    () =>
      distinctBy(
        (answer?.records ?? []).map((record) => toBooking(record, zone)),
        (booking) => booking.key,
      ),
    [answer, zone],
  );
  const query = { ...list.query, offset: page };
  const isCurrent = answer !== undefined && !result.isPlaceholderData;
  const check = checkWords(checkFilters(bookings, query.filters, zone.name), operations.listReservations, zone);
  return {
    list,
    query,
    page,
    bookings,
    totalItems: answer?.totalItems ?? 0,
    setAside: answer?.setAside ?? [],
    reading: readingOf('listReservations', result),
    retry: () => void result.refetch(),
    notes: [
      problem,
      ...(isCurrent ? [...pageOddities(answer, query), ...check.notes] : []),
      repeated > 0 ? `The service sent ${repeated} twice on this page; each is shown once.` : null,
    ],
  };
}
