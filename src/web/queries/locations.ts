import { type QueryClient, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Page, RecordOf } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import { type Booking, isSameList } from '#domain/reservations/bookings.ts';
import { aircraftPlaces, type InstructorLists, joinedPlaces, type Location } from '#domain/reservations/locations.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery, recordQuery } from './api.ts';
import type { Answer } from './client.ts';
import { readingOf } from './readings.ts';
import type { ReservationWindow } from './replica.ts';

/**
 * What the answers that are here say of locations: the windows of reservations that any page has asked for, and the operator's
 * record. It asks the gateway for nothing, and what was known of an aircraft stays known.
 */
export function useKnownLocations(school: Config, now: Instant) {
  const days = useWindows(daysKeys);
  const unclosed = useWindows(unclosedKeys);
  const operator = useQuery(recordQuery(school, 'getOperator'));
  const bookings = useMemo(() => [...unclosed, ...days].flat(), [days, unclosed]);
  const record = operator.data?.value;
  const places = useMemo(() => aircraftPlaces(bookings, now), [bookings, now]);
  const [kept, setKept] = useState(places);
  const joined = joinedPlaces(kept, places);
  if (joined !== kept) setKept(joined);
  const isSettled = days.length > 0 && !operator.isPending;
  return useMemo(
    () => ({ sources: { bookings, operator: record }, places: joined, isSettled }),
    [bookings, record, joined, isSettled],
  );
}

type Keys = readonly (readonly [string, string])[];

const daysKeys: Keys = [
  ['replica', 'reservations'],
  ['replica', 'forecast'],
];
const unclosedKeys: Keys = [['replica', 'unclosed']];

/** The bookings of every window with such a key that has been read completely; the same list while they are the same. */
function useWindows(keys: Keys): readonly (readonly Booking[])[] {
  const client = useQueryClient();
  const last = useRef<readonly (readonly Booking[])[]>([]);
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => {
    const next = windowsOf(client, keys);
    if (!isSameList(last.current, next)) last.current = next;
    return last.current;
  });
}

function windowsOf(client: QueryClient, keys: Keys): (readonly Booking[])[] {
  return keys
    .flatMap((queryKey) => client.getQueriesData<Answer<ReservationWindow>>({ queryKey }))
    .flatMap(([, answer]) => (answer && answer.value.missing.length === 0 ? [answer.value.bookings] : []));
}

/** The instructors of one location by the API's own filter. */
const instructorsAt = (school: Config, { id }: Location) =>
  listQuery(school, 'listInstructors', { filters: { locationId: { operator: 'eq', values: [id] } } });

/**
 * Who is where by the API's own filter of instructors, from one call a location; null while not all are here, and where no
 * location is chosen: then nobody is asked.
 */
export function useInstructorLists(school: Config, locations: readonly Location[], isWanted: boolean) {
  const { pages, readings } = useQueries({
    queries: isWanted ? locations.map((location) => instructorsAt(school, location)) : [],
    combine: combined,
  });
  const lists = useMemo((): InstructorLists | null => {
    const read = locations.flatMap((location, index) => {
      const page = pages[index];
      return page ? [{ location, userIds: new Set(page.records.map(({ userId }) => userId)) }] : [];
    });
    return isWanted && read.length === locations.length ? read : null;
  }, [isWanted, pages, locations]);
  return { lists, readings };
}

type InstructorAnswer = Pick<
  UseQueryResult<Answer<Page<RecordOf<'listInstructors'>>>>,
  'data' | 'error' | 'failureReason' | 'isPlaceholderData'
>;

function combined(answers: readonly InstructorAnswer[]) {
  return {
    pages: answers.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data?.value)),
    readings: answers.map((answer) => readingOf('listInstructors', answer)),
  };
}
