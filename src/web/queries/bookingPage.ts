import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { operations } from '#contract/operations.ts';
import { toBooking } from '#domain/bookings.ts';
import type { ListState } from '#domain/listState.ts';
import { distinctBy, pageOddities, recordOddities } from '#domain/pageChecks.ts';
import { checkFilters } from '#domain/reservationChecks.ts';
import { checkWords } from '#domain/reservationCheckWords.ts';
import { useListPage } from './listPage.ts';
import { readingOf } from './reading.ts';

/** One page of the list of reservations, and what is odd about it. */
export function useBookingPage(school: Config, list: Pick<ListState, 'query' | 'pageSize'>) {
  const zone = useMemo(() => ({ name: school.timeZone, zoneless: school.zonelessTimes }), [school]);
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
  const check = isCurrent
    ? checkWords(checkFilters(bookings, query.filters ?? {}, zone.name), operations.listReservations, zone)
    : null;
  return {
    result,
    query,
    page,
    bookings,
    totalItems: answer?.totalItems ?? 0,
    setAside: answer?.setAside ?? [],
    reading: readingOf('listReservations', result),
    retry: () => void result.refetch(),
    scope: check?.scope ?? null,
    notes: [
      problem,
      ...(isCurrent ? pageOddities(answer, query) : []),
      ...(check?.notes ?? []),
      ...recordOddities('reservations', repeated),
    ],
  };
}
