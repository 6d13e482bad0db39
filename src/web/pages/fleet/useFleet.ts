import { useCallback, useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type Aircraft, byTail, groupByModel, matchesAircraft } from '#domain/fleet/fleet.ts';
import {
  countBreaches,
  distinctBy,
  pageOddities,
  recordOddities,
  unreadOddities,
  windowOddities,
} from '#domain/answers/pageChecks.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { type AssessedAircraft, byAttention } from '#domain/readiness/fleetAssessment.ts';
import { listQuery } from '#web/queries/api.ts';
import { useFleetAssessment } from '#web/queries/fitness.ts';
import { useListPage } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';

/** The aircraft that the address asks for, each with what it is doing, whether it is fit, and what comes next. */
export function useFleet(list: ListControls, search: string, isGrouped: boolean) {
  const school = useSchool();
  const now = useMinute();
  const { result: aircraft, page, problem } = useListPage(school, 'listAircraft', list);
  const refresh = useRefresh();

  const answer = aircraft.data?.value;
  const distinct = useMemo(() => distinctBy(answer?.records ?? [], (one) => one.aircraftId), [answer]);
  const { rows: loaded, near, index, ...assessed } = useFleetAssessment(school, distinct.items, now, useClock());
  const isComplete = answer !== undefined && distinct.items.length >= answer.totalItems - answer.setAside.length;
  const rows = useMemo(() => arrange(loaded, search, isGrouped, isComplete), [loaded, search, isGrouped, isComplete]);

  const query = { ...list.query, offset: page };
  const ignored = countBreaches(distinct.items, list.query.filters?.['statusId'], (one: Aircraft) => one.status?.id);
  const notes = [
    problem,
    ...(answer && !aircraft.isPlaceholderData ? pageOddities(answer, query) : []),
    ...(near.window ? windowOddities(near.window) : []),
    ...recordOddities('aircraft', distinct.repeated, aircraft.isPlaceholderData ? 0 : ignored),
    ...unreadOddities('aircraft', distinct.items),
  ];
  return {
    now,
    page,
    notes,
    rows,
    loaded,
    isComplete,
    query,
    checkOf: useCallback((booking: TimedBooking) => dispatchCheckOf(booking, index), [index]),
    totalItems: answer?.totalItems ?? 0,
    setAside: [{ what: 'aircraft', records: answer?.setAside ?? [] }, ...assessed.setAside],
    reading: readingOf('listAircraft', aircraft),
    beside: Object.values(assessed.readings),
    retry: () => refresh(listQuery(school, 'listAircraft', query).queryKey, ...assessed.queryKeys),
  };
}

/** By model, or the worst first; one server page of several keeps the service's order, for any other would be a lie. */
function arrange(
  rows: readonly AssessedAircraft[],
  search: string,
  isGrouped: boolean,
  isComplete: boolean,
): readonly AssessedAircraft[] {
  const found = search === '' ? rows : rows.filter((row) => matchesAircraft(row.aircraft, search));
  const order = isGrouped ? (a: AssessedAircraft, b: AssessedAircraft) => byTail(a.aircraft, b.aircraft) : byAttention;
  const ordered = isComplete ? found.toSorted(order) : found;
  return isGrouped ? groupByModel(ordered).flatMap((group) => group.rows) : ordered;
}
