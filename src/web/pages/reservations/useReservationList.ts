import { useMemo } from 'react';
import { operations } from '#contract/operations.ts';
import { isTimed, toBooking } from '#domain/bookings.ts';
import { distinctBy, pageOddities } from '#domain/pageChecks.ts';
import { checkFilters } from '#domain/reservationChecks.ts';
import { checkWords } from '#domain/reservationCheckWords.ts';
import { spanFilters } from '#domain/reservationSpans.ts';
import type { Day } from '#domain/time.ts';
import { useListPage } from '#web/queries/listPage.ts';
import { useLoadedPeople } from '#web/queries/loadedReservations.ts';
import { readingOf } from '#web/queries/reading.ts';
import { useSchool } from '#web/ui/school.tsx';
import { useListState } from '#web/ui/urlState.ts';

/** The page of reservations that the address asks for, and what is odd about it. */
export function useReservationList(day: Day) {
  const school = useSchool();
  const zone = useMemo(() => ({ name: school.timeZone, zoneless: school.zonelessTimes }), [school]);
  const usual = useMemo(() => spanFilters(day, zone).from, [day, zone]);
  const list = useListState('listReservations', 50, usual);
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
  const untimed = bookings.filter((booking) => !isTimed(booking)).length;
  return {
    list,
    query,
    page,
    bookings,
    names: useLoadedPeople(school, result.data),
    totalItems: answer?.totalItems ?? 0,
    setAside: answer?.setAside ?? [],
    reading: readingOf('listReservations', result),
    retry: () => void result.refetch(),
    scope: check?.scope ?? null,
    notes: [
      problem,
      ...(isCurrent ? pageOddities(answer, query) : []),
      ...(check?.notes ?? []),
      repeated > 0 ? `The service sent ${repeated} twice on this page; each is shown once.` : null,
      untimed > 0 ? `${untimed} without a readable span of time.` : null,
    ],
  };
}
