import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { targetAges } from '#contract/gateway/ages.ts';
import type { Page } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Failure } from '#domain/answers/failures.ts';
import {
  peopleNames,
  type Booking,
  isSameList,
  isTimed,
  type Reservation,
  toBooking,
} from '#domain/reservations/bookings.ts';
import { aircraftPlaces, joinedPlaces } from '#domain/reservations/locations.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { scheduleOf, widened } from '#domain/readiness/schedule.ts';
import { dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { recordQuery } from './api.ts';
import { type Answer, RequestFailure } from './client.ts';
import { failureOf, readingOf } from './readings.ts';
import {
  forecastQuery,
  historyFrom,
  historyQuery,
  type HistoryWindow,
  knownFrom,
  peopleQuery,
  reservationQuery,
  type ReservationWindow,
  windowQuery,
  zoneOf,
} from './replica.ts';

/** Milliseconds between two looks at four weeks of bookings. */
const forecastInterval = targetAges.reservationsRest * 1000;

const forecastOf = (school: Config, span: Span) => forecastQuery(school, span, forecastInterval);

/** Reads the bookings that forecasts walk before a screen is drawn. Never rejects. */
export function readForecast(client: QueryClient, school: Config, now: Instant): Promise<void> {
  return client.prefetchQuery(forecastOf(school, forecastSpan(dayOf(now, school.timeZone), school.timeZone)));
}

/** Today and tomorrow. */
const nearDays = 2;

const nearSpan = (school: Config, now: Instant) => daySpan(dayOf(now, school.timeZone), school.timeZone, nearDays);

/** Reads the reservations of today and tomorrow with their history before a screen is drawn. Never rejects. */
export async function readSchedule(client: QueryClient, school: Config, now: Instant): Promise<void> {
  const span = nearSpan(school, now);
  await Promise.all([
    client.prefetchQuery(windowQuery(school, span)),
    client.prefetchQuery(historyQuery(school, span.start)),
  ]);
}

/**
 * Today's and tomorrow's reservations with the history that rules require of them. `schedule` is null until both are here: an
 * aircraft that is not back since yesterday must not be called free. At midnight those of the day before stand until both of
 * the new day are here.
 */
export function useScheduleNow(school: Config, now: Instant) {
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => daySpan(today, school.timeZone, nearDays), [today, school.timeZone]);
  const windowed = windowQuery(school, span);
  const bookings = useQuery({ ...windowed, placeholderData: keepPreviousData });
  const past = historyQuery(school, span.start);
  const history = useQuery({ ...past, placeholderData: keepPreviousData });
  // One of the new day and one of the day before would leave out what nobody closed in between.
  const isOneDay = bookings.isPlaceholderData === history.isPlaceholderData;
  const window = bookings.data?.value;
  const before = history.data?.value;
  const booked = knownFrom(window, now);
  const known = useMemo(() => {
    if (!booked || !before || !isOneDay) return null;
    return scheduleOf(historyFrom(before, span.start), booked.filter(isTimed), school.timeZone);
  }, [booked, before, isOneDay, span.start, school.timeZone]);
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  return {
    span,
    schedule: isOneDay ? known : last,
    window,
    setAside: [...(window?.setAside ?? []), ...(before?.setAside ?? [])],
    reading: readingOf('reservations', bookings),
    historyReading: readingOf('history', history),
    queryKeys: [windowed.queryKey, past.queryKey],
  };
}

/** What rules need of the days before today, for a page that reads other days by itself; undefined until it has been read. */
export function useHistory(school: Config, now: Instant) {
  const query = historyQuery(school, nearSpan(school, now).start);
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  return { bookings: result.data?.value.bookings, reading: readingOf('history', result), queryKey: query.queryKey };
}

/** Today and tomorrow with their history: as a page has them (`useScheduleNow`), or a display (`useBoardReservations`). */
export type NearSchedule = Pick<ReturnType<typeof useScheduleNow>, 'span' | 'schedule' | 'queryKeys'>;

/**
 * The reservations that forecasts walk, with their history: today and tomorrow as they are given, and the days after. Null while
 * there are none, or where nobody walks them.
 */
export function useForecastSchedule(school: Config, now: Instant, near: NearSchedule, isWanted = true) {
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => forecastSpan(today, school.timeZone), [today, school.timeZone]);
  const query = forecastOf(school, span);
  // At midnight that of the day before stands until the new one is here.
  const result = useQuery({ ...query, enabled: isWanted, placeholderData: keepPreviousData });
  const { schedule, span: nearby } = near;
  const answer = result.data?.value;
  // Without a day of them a limit would seem to fall later, and a shop visit not to be booked.
  const later = answer?.missing.length === 0 ? answer.bookings : undefined;
  const far = useMemo(
    () => (schedule && later ? widened(schedule, nearby, later.filter(isTimed)) : null),
    [schedule, nearby, later],
  );
  return {
    schedule: far,
    span,
    reading: readingOf('forecast', result, forecastInterval),
    queryKeys: [...near.queryKeys, query.queryKey],
  };
}

type Windowed = Answer<ReservationWindow>;

type BoardOptions = {
  /** False where no names are shown: then none is stored either. */
  readonly hasNames: boolean;
  /** Milliseconds between two refreshes besides events. */
  readonly interval: number;
};

/**
 * Today and tomorrow on a wall display, and the history of both. It is stored, and where nothing newer
 * is to be had (after a power cut, past midnight in an outage) what is shown is the last there is, marked with its age.
 */
export function useBoardReservations(school: Config, now: Instant, { hasNames, interval }: BoardOptions) {
  const client = useQueryClient();
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => daySpan(today, school.timeZone, nearDays), [today, school.timeZone]);
  const keep = hasNames ? 'with names' : 'without names';
  const windowed = windowQuery(school, span, interval);
  const result = useQuery({
    ...windowed,
    initialData: () => latestWindow(client, span),
    initialDataUpdatedAt: 0,
    meta: { ...windowed.meta, keep },
  });
  const past = historyQuery(school, span.start, interval);
  const history = useQuery({
    ...past,
    initialData: () => latestHistory(client),
    initialDataUpdatedAt: 0,
    meta: { ...past.meta, keep },
  });
  const window = result.data?.value ?? null;
  const booked = knownFrom(window, now);
  const before = history.data?.value;
  const zone = school.timeZone;
  const schedule = useMemo(
    () => (booked && before ? scheduleOf(historyFrom(before, span.start), booked.filter(isTimed), zone) : null),
    [booked, before, span.start, zone],
  );
  return {
    span,
    queryKeys: [windowed.queryKey, past.queryKey],
    /** Null while the window or its history has never been read: nothing may be said of what an aircraft is doing. */
    schedule,
    /** Null while there has never been an answer. */
    window,
    /** Whether the history has been looked for. */
    hasHistory: !history.isPending,
    reading: readingOf('reservations', result, interval),
    historyReading: readingOf('history', history, interval),
  };
}

/** The youngest history, of whatever midnight: with yesterday's window it reaches as far as that of today. */
function latestHistory(client: QueryClient): Answer<HistoryWindow> | undefined {
  const latest = client
    .getQueriesData<Answer<HistoryWindow>>({ queryKey: ['replica', 'history'] })
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf)[0];
  return latest && { ...latest, etag: null };
}

/** The youngest answer that reaches into the span: at midnight yesterday's, at a start the stored one. */
function latestWindow(client: QueryClient, span: Span): Windowed | undefined {
  const latest = client
    .getQueriesData<Windowed>({ queryKey: ['replica', 'reservations'] })
    .filter(([[, , window]]) => overlaps(window as Span, span)) // as `reservationsQuery` writes its key
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf)[0];
  // Another window's ETag says nothing about this one.
  return latest && { ...latest, etag: null };
}

/** Milliseconds between two looks for days that the gateway is still reading, and how often it looks. */
const gapWait = 1_500;
const mostLooks = 20;

/** What is booked in a span, for a file; waits a while for days that have not been read. Rejects where some still are not. */
export async function loadSchedule(
  client: QueryClient,
  school: Config,
  span: Span,
  isWanted: (booking: Booking) => boolean,
): Promise<{ readonly bookings: readonly Booking[]; readonly asOf: Instant }> {
  for (let look = 0; look < mostLooks; look++) {
    const { value, asOf } = await client.fetchQuery({ ...windowQuery(school, span), retry: false, staleTime: 0 });
    if (!value.lack) return { bookings: value.bookings.filter(isWanted), asOf };
    await new Promise((resolve) => setTimeout(resolve, gapWait));
  }
  throw new RequestFailure('waiting');
}

export type OpenReservation = {
  /** Null while none is here. */
  readonly booking: Booking | null;
  /** False while only what screens draw of it is here, or where the gateway does not hold the whole record. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  /** Why the whole record is not here; of kind `missing` where the gateway does not hold it. */
  readonly failure: Failure | null;
};

/**
 * The reservation with this key: at once from an answer that has it, and then the whole record by its id. One without an id is
 * found among what is loaded alone.
 */
export function useReservation(school: Config, key: string | null): OpenReservation {
  const loaded = useLoaded(school, key);
  const whole = useQuery({ ...reservationQuery(key ?? ''), enabled: key !== null && loaded?.hasId !== false });
  const record = whole.data?.value ?? loaded?.record ?? null;
  const booking = useMemo(() => record && toBooking(record, zoneOf(school)), [record, school]);
  const failure = failureOf(whole);
  return {
    booking,
    isWhole: whole.data !== undefined || loaded?.isWhole === true,
    isLoading: whole.isFetching && failure === null,
    failure,
  };
}

type Loaded = { readonly record: Reservation; readonly isWhole: boolean; readonly hasId: boolean };
type LoadedAnswer = Answer<Page<Reservation> | ReservationWindow>;

const indexes = new WeakMap<object, ReadonlyMap<string, Loaded>>();

/** The reservations of one answer by key; made once per answer. Windows hold what screens draw, pages of lists whole records. */
function indexOf({ value }: LoadedAnswer, school: Config): ReadonlyMap<string, Loaded> {
  const known = indexes.get(value);
  if (known) return known;
  const isWhole = 'records' in value;
  const bookings = isWhole
    ? value.records.map((record) => toBooking(record, zoneOf(school)))
    : [...value.bookings, ...value.untimed];
  const index = new Map(
    bookings.map(({ key, record }) => [key, { record, isWhole, hasId: record.reservationId != null }]),
  );
  indexes.set(value, index);
  return index;
}

/** The reservation with this key in the youngest answer that has it. */
function useLoaded(school: Config, key: string | null): Loaded | null {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => {
    if (key === null) return null;
    for (const answer of loadedAnswers(client)) {
      const found = indexOf(answer, school).get(key);
      if (found) return found;
    }
    return null;
  });
}

/** Every answer with reservations that is here, the youngest first. */
function loadedAnswers(client: QueryClient): LoadedAnswer[] {
  const keys = [
    ['replica', 'reservations'],
    ['replica', 'forecast'],
    ['api', 'listReservations'],
  ];
  return keys
    .flatMap((queryKey) => client.getQueriesData<LoadedAnswer>({ queryKey }))
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf);
}

/** The reservations that are here in any form, for links from values that name one. */
export function loadedBookings(client: QueryClient, school: Config): Booking[] {
  const found = new Map(loadedAnswers(client).flatMap((answer) => [...indexOf(answer, school)]));
  return [...found.values()].filter(({ hasId }) => hasId).map(({ record }) => toBooking(record, zoneOf(school)));
}

/** Everyone by user id, in order of their names; empty until they are here. */
export function usePeopleNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(peopleQuery);
  const users = data?.value.users;
  return useMemo(() => peopleNames(users ?? []), [users]);
}

/**
 * What the answers that are here say of locations: the windows of reservations that any page has asked for, and the operator's
 * record. It asks the gateway for nothing, and what was known of an aircraft stays known.
 */
export function useKnownLocations(school: Config, now: Instant) {
  const days = useWindows(daysKeys);
  const history = useWindows(historyKeys);
  const operator = useQuery(recordQuery(school, 'getOperator'));
  const bookings = useMemo(() => [...history, ...days].flat(), [days, history]);
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
const historyKeys: Keys = [['replica', 'history']];

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
