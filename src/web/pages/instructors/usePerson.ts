import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { parseFilter } from '#contract/filters.ts';
import { operations } from '#contract/operations.ts';
import { peopleOf, type Reservation } from '#domain/bookings.ts';
import { dutiesByPerson, idsIn } from '#domain/duty/duties.ts';
import { instructorName } from '#domain/duty/instructors.ts';
import { dutyWeek } from '#domain/duty/week.ts';
import { windowOddities } from '#domain/pageChecks.ts';
import { mondayOf } from '#domain/schedule/days.ts';
import { addDays, type Day, daySpan, type Span } from '#domain/time.ts';
import { overlapFilters } from '#domain/windows.ts';
import { listQuery } from '#web/queries/operations.ts';
import { readingOf } from '#web/queries/reading.ts';
import { personWindow } from '#web/queries/reservations.ts';
import { useSchool } from '#web/ui/school.tsx';

const userField = operations.listReservations.filters.find(({ name }) => name === 'userId')!;

/** One instructor from the list, if there, and their week from the API's own filter. */
export function usePerson(userId: string, date: Day) {
  const school = useSchool();
  const client = useQueryClient();
  const zone = school.timeZone;
  const monday = mondayOf(date);
  const span = useMemo(() => daySpan(addDays(monday, -1), zone, 8), [monday, zone]);
  const isAskable = parseFilter(userField, `eq:${userId}`) !== null;
  const list = useQuery(listQuery(school, 'listInstructors', {}));
  const around = useQuery({ ...personWindow(school, userId, span), enabled: isAskable });
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
  const others = (window?.bookings.length ?? 0) - own.length;
  return {
    instructor,
    isAskable,
    isUnlisted,
    /** True once neither the list nor any reservation knows the id. */
    isUnknown: isUnlisted && any.data?.value.totalItems === 0,
    name: instructor ? instructorName(instructor) : nameIn(any.data?.value.records ?? [], userId),
    week,
    query: { filters: { ...overlapFilters(span, zone), ...filters }, limit: 250 },
    notes: [
      ...(window ? windowOddities(window) : []),
      others > 0 && !around.isPlaceholderData
        ? `The service did not filter as asked: ${others} reservations are of other people, and left out.`
        : null,
    ],
    setAside: [{ what: 'reservations', records: window?.setAside ?? [] }],
    listReading: readingOf('listInstructors', list),
    reading: readingOf('listReservations', around),
    retry: () => void Promise.all([list.refetch(), around.refetch()]),
    /** What is booked for a calendar file. */
    load: async (wanted: Span) => {
      const { value, asOf } = await client.fetchQuery(personWindow(school, userId, wanted));
      return { bookings: value.bookings.filter((one) => idsIn(one).includes(userId)), asOf };
    },
  };
}
export type Person = ReturnType<typeof usePerson>;

/** The name that a person's reservations give; null where they give none. */
function nameIn(records: readonly Reservation[], userId: string): string | null {
  const people = records.flatMap((record) => peopleOf({ record }));
  return people.find((person) => person.userId === userId)?.name ?? null;
}
