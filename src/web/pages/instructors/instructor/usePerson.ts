import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parseFilter } from '#contract/filters.ts';
import { operations } from '#contract/operations.ts';
import { peopleOf, type Reservation } from '#domain/reservations/bookings.ts';
import { dutiesByPerson, idsIn } from '#domain/duty/duties.ts';
import { instructorName } from '#domain/duty/instructors.ts';
import { dutyWeek } from '#domain/duty/week.ts';
import { windowOddities } from '#domain/answers/pageChecks.ts';
import { mondayOf } from '#domain/calendar/days.ts';
import { addDays, type Day, daySpan, type Span } from '#domain/time/time.ts';
import { overlapFilters } from '#domain/answers/windows.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { windowQuery } from '#web/queries/replica.ts';
import { loadSchedule } from '#web/queries/reservations.ts';
import { useSchool } from '#web/ui/page/school.tsx';

const userField = operations.listReservations.filters.find(({ name }) => name === 'userId')!;

/** One instructor from the list, if there, and their week. */
export function usePerson(userId: string, date: Day) {
  const school = useSchool();
  const client = useQueryClient();
  const zone = school.timeZone;
  const monday = mondayOf(date);
  const span = useMemo(() => daySpan(addDays(monday, -1), zone, 8), [monday, zone]);
  const isAskable = parseFilter(userField, `eq:${userId}`) !== null;
  const refresh = useRefresh();
  const instructorsQuery = listQuery(school, 'listInstructors', {});
  const list = useQuery(instructorsQuery);
  const weekQuery = windowQuery(school, span);
  const around = useQuery(weekQuery);
  const instructor = list.data?.value.records.find((one) => one.userId === userId) ?? null;
  const isUnlisted = list.data !== undefined && !instructor;
  const filters = { userId: { operator: 'eq', values: [userId] } } as const;
  // Whoever is not in the list may yet have reservations, at any time.
  const any = useQuery({
    ...listQuery(school, 'listReservations', { filters, limit: 1 }),
    enabled: isUnlisted && isAskable,
  });
  const window = around.data?.value;
  const own = useMemo(() => (window?.bookings ?? []).filter((one) => idsIn(one).includes(userId)), [window, userId]);
  const week = useMemo(
    () => dutyWeek(dutiesByPerson(own).get(userId) ?? [], monday, zone),
    [own, userId, monday, zone],
  );
  return {
    instructor,
    isAskable,
    isUnlisted,
    /** True once neither the list nor any reservation knows the id. */
    isUnknown: isUnlisted && any.data?.value.totalItems === 0,
    name: instructor ? instructorName(instructor) : nameIn(any.data?.value.records ?? [], userId),
    week,
    query: { filters: { ...overlapFilters(span, zone), ...filters }, limit: 250 },
    notes: window ? windowOddities(window) : [],
    setAside: [{ what: 'reservations', records: window?.setAside ?? [] }],
    listReading: readingOf('listInstructors', list),
    reading: readingOf('reservations', around),
    retry: () => refresh(instructorsQuery.queryKey, weekQuery.queryKey),
    /** What is booked for a calendar file. */
    load: (wanted: Span) => loadSchedule(client, school, wanted, (one) => idsIn(one).includes(userId)),
  };
}
export type Person = ReturnType<typeof usePerson>;

/** The name that a person's reservations give; null where they give none. */
function nameIn(records: readonly Reservation[], userId: string): string | null {
  const people = records.flatMap((record) => peopleOf({ record }));
  return people.find((person) => person.userId === userId)?.name ?? null;
}
