import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Aircraft, byTail, fleetRows, type FleetRow, groupByModel, matchesAircraft } from '#domain/fleet.ts';
import { countBreaches, distinctBy, pageOddities, recordOddities, windowOddities } from '#domain/pageChecks.ts';
import { dayOf, daySpan } from '#domain/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useListPage } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { knownFrom, windowQuery } from '#web/queries/replica.ts';
import { useMinute } from '#web/ui/now.ts';
import { useSchool } from '#web/ui/school.tsx';
import type { ListControls } from '#web/ui/urlState.ts';

/** The aircraft that the address asks for, each with what it is doing and what comes next, from two questions in all. */
export function useFleet(list: ListControls, search: string, isGrouped: boolean) {
  const school = useSchool();
  const now = useMinute();
  const { result: aircraft, page, problem } = useListPage(school, 'listAircraft', list);
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => daySpan(today, school.timeZone, 2), [today, school.timeZone]);
  const refresh = useRefresh();
  const bookingsQuery = windowQuery(school, span);
  const bookings = useQuery(bookingsQuery);

  const answer = aircraft.data?.value;
  const window = bookings.data?.value;
  const distinct = useMemo(() => distinctBy(answer?.records ?? [], (one) => one.aircraftId), [answer]);
  const booked = knownFrom(window, now);
  const loaded = useMemo(() => fleetRows(distinct.items, booked, now), [distinct, booked, now]);
  const isComplete = answer !== undefined && distinct.items.length >= answer.totalItems - answer.setAside.length;
  const rows = useMemo(() => arrange(loaded, search, isGrouped, isComplete), [loaded, search, isGrouped, isComplete]);

  const query = { ...list.query, offset: page };
  const ignored = countBreaches(distinct.items, list.query.filters?.['statusId'], (one: Aircraft) => one.status?.id);
  const notes = [
    problem,
    ...(answer && !aircraft.isPlaceholderData ? pageOddities(answer, query) : []),
    ...(window ? windowOddities(window) : []),
    ...recordOddities('aircraft', distinct.repeated, aircraft.isPlaceholderData ? 0 : ignored),
  ];
  return {
    now,
    page,
    notes,
    rows,
    loaded,
    isComplete,
    query,
    totalItems: answer?.totalItems ?? 0,
    setAside: [
      { what: 'aircraft', records: answer?.setAside ?? [] },
      { what: 'reservations', records: window?.setAside ?? [] },
    ],
    reading: readingOf('listAircraft', aircraft),
    beside: [readingOf('reservations', bookings)],
    retry: () => refresh(listQuery(school, 'listAircraft', query).queryKey, bookingsQuery.queryKey),
  };
}

/** By model or by tail; one server page of several keeps the service's order, for any other would be a lie. */
function arrange(
  rows: readonly FleetRow[],
  search: string,
  isGrouped: boolean,
  isComplete: boolean,
): readonly FleetRow[] {
  const found = search === '' ? rows : rows.filter((row) => matchesAircraft(row.aircraft, search));
  const ordered = isComplete ? found.toSorted((a, b) => byTail(a.aircraft, b.aircraft)) : found;
  return isGrouped ? groupByModel(ordered).flatMap((group) => group.rows) : ordered;
}
