import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { peopleNames, type Reservation, isTimed } from '#domain/reservations/reservations.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { scheduleOf, widened } from '#domain/schedule/schedule.ts';
import { dayOf, daySpan, type Instant, isSpan, overlaps, type Span } from '#domain/time/time.ts';
import { type Answer, RequestFailure } from './client.ts';
import { onlyIf, readAhead } from './policy.ts';
import { readingOf } from './readings.ts';
import {
  forecastInterval,
  forecastQuery,
  historyFrom,
  historyQuery,
  type HistoryWindow,
  knownFrom,
  peopleQuery,
  type ReservationWindow,
  windowQuery,
} from './replica.ts';

/** Loads the reservations that forecasts use before a screen is drawn. Never rejects. */
export function readForecast(client: QueryClient, school: Config, now: Instant): Promise<void> {
  return readAhead(client, forecastQuery(school, forecastSpan(dayOf(now, school.timeZone), school.timeZone)));
}

/** Today and tomorrow, in days. */
export const nearDays = 2;

/** The span of today and tomorrow. */
export const nearSpan = (school: Config, now: Instant) =>
  daySpan(dayOf(now, school.timeZone), school.timeZone, nearDays);

/** Loads the reservations of today and tomorrow with their history before a screen is drawn. Never rejects. */
export async function readSchedule(client: QueryClient, school: Config, now: Instant): Promise<void> {
  const span = nearSpan(school, now);
  await Promise.all([
    readAhead(client, windowQuery(school, span)),
    readAhead(client, historyQuery(school, span.start)),
  ]);
}

/**
 * Today's and tomorrow's reservations with the history that rules need. `schedule` is null until both are loaded: an aircraft
 * still out since yesterday must not be called free. At midnight the previous day's stay until both of the new day are
 * loaded.
 */
export function useScheduleNow(school: Config, now: Instant) {
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => daySpan(today, school.timeZone, nearDays), [today, school.timeZone]);
  const windowed = windowQuery(school, span);
  const reservations = useQuery({ ...windowed, placeholderData: keepPreviousData });
  const past = historyQuery(school, span.start);
  const history = useQuery({ ...past, placeholderData: keepPreviousData });
  // Mixing the new day with the previous one would miss reservations in between that nobody closed.
  const isOneDay = reservations.isPlaceholderData === history.isPlaceholderData;
  const window = reservations.data?.value;
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
    reading: readingOf('reservations', reservations),
    historyReading: readingOf('history', history),
    queryKeys: [windowed.queryKey, past.queryKey],
  };
}

/** What rules need of the days before today, for a page that loads other days itself; undefined until loaded. */
export function useHistory(school: Config, now: Instant) {
  const query = historyQuery(school, nearSpan(school, now).start);
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  const window = result.data?.value;
  return {
    window,
    reservations: window?.reservations,
    reading: readingOf('history', result),
    queryKey: query.queryKey,
  };
}

/** Today and tomorrow with their history: from `useScheduleNow` on a page, from `useBoardReservations` on a display. */
export type NearSchedule = Pick<
  ReturnType<typeof useScheduleNow>,
  'span' | 'schedule' | 'reading' | 'historyReading' | 'queryKeys'
>;

/**
 * The reservations that forecasts use, with their history: today and tomorrow as given, and the days after. Null while there
 * are none, or if no forecast needs them.
 */
export function useForecastSchedule(school: Config, now: Instant, near: NearSchedule, isWanted = true) {
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => forecastSpan(today, school.timeZone), [today, school.timeZone]);
  const query = forecastQuery(school, span);
  // At midnight the previous day's answer stays until the new one is loaded.
  const result = useQuery({ ...query, ...onlyIf(isWanted), placeholderData: keepPreviousData });
  const { schedule, span: nearby } = near;
  const answer = result.data?.value;
  // If a day were missing, a limit would seem to fall later, and a shop visit would seem not booked.
  const later = answer?.missing.length === 0 ? answer.reservations : undefined;
  const far = useMemo(
    () => (schedule && later ? widened(schedule, nearby, later.filter(isTimed)) : null),
    [schedule, nearby, later],
  );
  const reading = readingOf('forecast', result, forecastInterval);
  return {
    schedule: far,
    span,
    /** Of the days after tomorrow. */
    reading,
    /** Of everything that `schedule` needs. */
    readings: [near.reading, near.historyReading, reading],
    queryKeys: [...near.queryKeys, query.queryKey],
  };
}

type Windowed = Answer<ReservationWindow>;

type BoardOptions = {
  /** False if no names are shown: then none are stored either. */
  readonly hasNames: boolean;
  /** Milliseconds between two refreshes, apart from events. */
  readonly interval: number;
};

/**
 * Today and tomorrow on a wall display, and the history of both. It is stored. If nothing newer is available (after a power
 * cut, past midnight in an outage), the last data is shown with its age.
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
    /** Null until the window and its history are loaded: before that, nothing may be said about what an aircraft is doing. */
    schedule,
    /** Null until the first answer. */
    window,
    /** Whether the request for the history has ended. */
    hasHistory: !history.isPending,
    reading: readingOf('reservations', result, interval),
    historyReading: readingOf('history', history, interval),
  };
}

/**
 * The newest history, whatever its midnight: yesterday's history with yesterday's window reaches as far back as
 * today's.
 */
function latestHistory(client: QueryClient): Answer<HistoryWindow> | undefined {
  const latest = client
    .getQueriesData<Answer<HistoryWindow>>({ queryKey: ['replica', 'history'] })
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf)[0];
  return latest && { ...latest, etag: null };
}

/** The newest answer that overlaps the span: yesterday's at midnight, the stored one at a start. */
function latestWindow(client: QueryClient, span: Span): Windowed | undefined {
  const latest = client
    .getQueriesData<Windowed>({ queryKey: ['replica', 'reservations'] })
    .filter(([[, , window]]) => isSpan(window) && overlaps(window, span))
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf)[0];
  // The ETag of another window does not apply to this one.
  return latest && { ...latest, etag: null };
}

/** Milliseconds between two requests for days that the gateway is still reading, and the number of requests. */
const gapWait = 1_500;
const maxLooks = 20;

/** The reservations of a span, for a file; waits a while for days that are not yet read. Rejects if some are still missing. */
export async function loadSchedule(
  client: QueryClient,
  school: Config,
  span: Span,
  isWanted: (reservation: Reservation) => boolean,
): Promise<{ readonly reservations: readonly Reservation[]; readonly asOf: Instant }> {
  for (let look = 0; look < maxLooks; look++) {
    const { value, asOf } = await client.query({ ...windowQuery(school, span), retry: false, staleTime: 0 });
    if (!value.lack) return { reservations: value.reservations.filter(isWanted), asOf };
    await new Promise((resolve) => setTimeout(resolve, gapWait));
  }
  throw new RequestFailure('waiting');
}

/** Everyone by user id, in order of name; empty until loaded. */
export function usePeopleNames(): ReadonlyMap<string, string> {
  return useQuery({ ...peopleQuery, select: namesIn }).data ?? nobody;
}

const nobody: ReadonlyMap<string, string> = new Map();

function namesIn({ value }: Answer<{ readonly users: Parameters<typeof peopleNames>[0] }>) {
  return peopleNames(value.users);
}
