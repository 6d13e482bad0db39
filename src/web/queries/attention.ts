import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { type SnoozeRequest, snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { fleetHorizons, usualFactor } from '#domain/maintenance/horizon.ts';
import { mostOfShift, shiftLog, type Snooze } from '#domain/overview/attention.ts';
import { attentionSpan } from '#domain/overview/findAttention.ts';
import { stoodAt } from '#domain/readiness/aircraftNow.ts';
import { limitsOf } from '#domain/readiness/limits.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { visitsByAircraft } from '#domain/readiness/shopVisit.ts';
import { byStart, isTimed } from '#domain/reservations/bookings.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { asking, readAs } from './client.ts';
import { nearRateDays, readReadiness } from './fitness.ts';
import { send } from './gateway/gateway.ts';
import { logQuery } from './log.ts';
import { useSending } from './policy.ts';
import { readingOf } from './readings.ts';
import { windowQuery } from './replica.ts';

/** What people have put off, for all screens. */
const snoozesQuery = queryOptions({
  queryKey: ['replica', 'snoozes'] as const,
  queryFn: asking(snoozesPath, readSnoozes),
});

function readSnoozes(body: unknown): readonly Snooze[] {
  const { snoozes } = readAs(snoozesShape, body);
  return snoozes.map((one) => ({ ...one, until: Date.parse(one.until), at: Date.parse(one.at) }));
}

const none: readonly Snooze[] = [];

/** What is put off, and the way to put something off or to take it back; every screen hears of it. */
export function useSnoozes() {
  const client = useQueryClient();
  const { data } = useQuery(snoozesQuery);
  const change = useSending(async (request: SnoozeRequest) => {
    try {
      await send(snoozesPath, request, readSnoozes);
    } finally {
      await client.invalidateQueries({ queryKey: snoozesQuery.queryKey });
    }
  });
  return { snoozes: data?.value ?? none, put: change.run, failure: change.error };
}

const weekOf = (school: Config, now: Instant) =>
  windowQuery(school, attentionSpan(dayOf(now, school.timeZone), school.timeZone));

const shiftLogOf = (school: Config, now: Instant) => logQuery(shiftLog(now, school.timeZone, school.shiftStarts));

/** The latest entries of the log since the present shift began, and how many there are. */
export function useShiftLog(school: Config, now: Instant) {
  const query = shiftLogOf(school, now);
  const result = useQuery(query);
  const value = result.data?.value;
  // What was told before is kept by the query, beyond the limit.
  const log = useMemo(() => value && { ...value, entries: value.entries.slice(0, mostOfShift) }, [value]);
  return { log: log ?? null, reading: readingOf('log', result), queryKey: query.queryKey };
}

/** Reads what the overview shows before it is drawn. Never rejects. */
export async function readOverview(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await Promise.all([
    readReadiness(client, school, now),
    client.prefetchQuery(weekOf(school, now)),
    client.prefetchQuery(snoozesQuery),
    client.prefetchQuery(shiftLogOf(school, now)),
  ]);
}

/**
 * The bookings from yesterday to a week ahead, and by them the limits of each aircraft, by `idKey` of its id: hours fall by what is
 * out, not closed and booked. Null while the bookings have not been read.
 */
export function useWeek(school: Config, now: Instant, { sources }: ReadinessIndex) {
  const query = weekOf(school, now);
  // At midnight that of the day before stands until the new one is here.
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  const week = result.data?.value;
  const bookings = week && week.missing.length === 0 ? week.bookings : null;
  const { reminders, bookings: near } = sources;
  const limits = useMemo(() => {
    if (!bookings) return null;
    // Those that nobody has closed for longer stand among the near ones.
    const byKey = new Map([...near, ...bookings.filter(isTimed)].map((one) => [one.key, one]));
    const sorted = [...byKey.values()].toSorted(byStart);
    const items = Array.from(reminders.values(), (read) => read.items ?? []).flat();
    const horizons = fleetHorizons(items, sorted, { now, factor: usualFactor, rateDays: nearRateDays });
    const visits = visitsByAircraft(stoodAt(sorted, now), now);
    return new Map(Array.from(reminders, ([id, read]) => [id, limitsOf(read.items ?? [], horizons, visits.get(id))]));
  }, [bookings, near, reminders, now]);
  return { bookings, limits, reading: readingOf('reservations', result), queryKey: query.queryKey };
}
