import { useQuery } from '@tanstack/react-query';
import { useMemo, useEffect, useState } from 'react';
import { byName, type Instructor, matchesInstructor } from '#domain/duty/instructors.ts';
import { byFreedom, doingOf, type RosterRow, rosterOf } from '#domain/duty/roster.ts';
import { countBreaches, distinctBy, pageOddities, recordOddities, windowOddities } from '#domain/answers/pageChecks.ts';
import { addDays, type Day, daySpan, type Instant, dayOf } from '#domain/time/time.ts';
import { listQuery, recordQuery } from '#web/queries/api.ts';
import { useListPage } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { knownFrom, windowQuery } from '#web/queries/replica.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { type ListControls, useUrlText } from '#web/ui/page/urlState.ts';
import { type Quarter, quarters } from '#domain/duty/quarters.ts';
import type { Booking } from '#domain/reservations/bookings.ts';
import { locationsIn } from '#domain/reservations/locations.ts';
import { remember, remembered } from '#web/ui/page/remembered.ts';

type Look = {
  readonly date: Day;
  readonly at: Instant;
  readonly search: string;
  /** Whether somebody is wanted at that instant: then who is free comes first. */
  readonly isAsked: boolean;
};

/** The instructors that the address asks for, each with a day, from two questions in all. */
export function useRoster(list: ListControls, { date, at, search, isAsked }: Look) {
  const school = useSchool();
  const now = useMinute();
  const { result: instructors, page, problem } = useListPage(school, 'listInstructors', list);
  // The day before goes along, because 24 hours that end on the day began on it.
  const asked = useMemo(() => daySpan(addDays(date, -1), school.timeZone, 2), [date, school.timeZone]);
  const refresh = useRefresh();
  const bookingsQuery = windowQuery(school, asked);
  const bookings = useQuery(bookingsQuery);

  const answer = instructors.data?.value;
  const window = bookings.data?.value;
  const distinct = useMemo(() => distinctBy(answer?.records ?? [], (one) => one.userId), [answer]);
  const day = useMemo(() => daySpan(date, school.timeZone), [date, school.timeZone]);
  const booked = knownFrom(window, day.start);
  const { rows: loaded, hours } = useMemo(
    () => rosterOf(distinct.items, booked, { day, at, now }),
    [distinct, booked, day, at, now],
  );
  const isComplete = answer !== undefined && distinct.items.length >= answer.totalItems - answer.setAside.length;
  const rows = useMemo(() => arrange(loaded, { search, isComplete, isAsked }), [loaded, search, isComplete, isAsked]);

  const query = { ...list.query, offset: page };
  const ignored = countBreaches(
    distinct.items,
    list.query.filters?.['instructorStatusId'],
    (one: Instructor) => one.instructorStatus?.id,
  );
  const notes = [
    problem,
    ...(answer && !instructors.isPlaceholderData ? pageOddities(answer, query) : []),
    ...(window ? windowOddities(window) : []),
    ...recordOddities('instructors', distinct.repeated, instructors.isPlaceholderData ? 0 : ignored),
  ];
  return {
    now,
    day,
    hours,
    page,
    notes,
    rows,
    loaded,
    isComplete,
    hasFound: distinct.items.length > 0 && !instructors.isPlaceholderData,
    query,
    bookings: window?.bookings ?? null,
    totalItems: answer?.totalItems ?? 0,
    setAside: [
      { what: 'instructors', records: answer?.setAside ?? [] },
      { what: 'reservations', records: window?.setAside ?? [] },
    ],
    reading: readingOf('listInstructors', instructors),
    beside: [readingOf('reservations', bookings)],
    retry: () => refresh(listQuery(school, 'listInstructors', query).queryKey, bookingsQuery.queryKey),
  };
}

type Arrangement = { readonly search: string; readonly isComplete: boolean; readonly isAsked: boolean };

/** By name, or who is free first; one server page of several keeps the service's order, for any other would be a lie. */
function arrange(rows: readonly RosterRow[], { search, isComplete, isAsked }: Arrangement): readonly RosterRow[] {
  const found = search === '' ? rows : rows.filter((row) => matchesInstructor(row.instructor, search));
  if (!isComplete) return found;
  const named = found.toSorted((a, b) => byName(a.instructor, b.instructor));
  return isAsked ? named.toSorted(byFreedom) : named;
}

/** Those who do one thing, or have an advisory. */
export function whoDo(rows: readonly RosterRow[], doing: string): readonly RosterRow[] {
  if (doing === 'any') return rows;
  return rows.filter((row) => (doing === 'advisory' ? row.advisory !== null : doingOf(row) === doing));
}

export type FreeAt = {
  readonly quarters: readonly Quarter[];
  /** The instant that is looked at: the one asked for, else now, else the middle of a day that is not today. */
  readonly at: Instant;
  readonly isAsked: boolean;
  readonly ask: (quarter: Quarter | null) => void;
  readonly problem: string | null;
};

/** When somebody is wanted, in the address: `free=1500` by the operator's wall clock. */
export function useFreeAt(date: Day): FreeAt {
  const zone = useSchool().timeZone;
  const now = useMinute();
  const text = useUrlText('free');
  const all = useMemo(() => quarters(date, zone), [date, zone]);
  const asked = all.find((quarter) => quarter.text === text.value);
  const isGood = text.value === '' || asked !== undefined;
  const usual = dayOf(now, zone) === date ? now : all[all.length >> 1]!.at;
  return {
    quarters: all,
    at: asked?.at ?? usual,
    isAsked: asked !== undefined,
    ask: (quarter) => void text.set(quarter?.text ?? ''),
    problem: isGood ? null : `“${text.value}” is not a quarter hour of this day such as 1500; showing no time.`,
  };
}

const storage = 'flightline.locations';

/**
 * What can stand for a location, by id: the API has no list of them. Those that the day's reservations or the operator's
 * own record mention go by name, those that were entered before and found somebody by their id.
 */
export function usePlaces(bookings: readonly Booking[] | null): ReadonlyMap<string, string> {
  const operator = useQuery(recordQuery(useSchool(), 'getOperator')).data?.value;
  const [entered] = useState(() => remembered(storage));
  return useMemo(() => {
    const mentioned = locationsIn([operator, (bookings ?? []).map((booking) => booking.record)]);
    const places = new Map(entered.map((id) => [id, id]));
    for (const { id, name } of mentioned) places.set(id, name);
    return places;
  }, [operator, bookings, entered]);
}

/** Remembers a location that found somebody. */
export function useRemembered(location: string | undefined, hasFound: boolean): void {
  useEffect(() => {
    if (location && hasFound) remember(storage, location);
  }, [location, hasFound]);
}
