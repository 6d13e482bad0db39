import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { type SnoozeRecord, type SnoozeRequest, snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { mostOfShift, shiftLog, type Snooze } from '#domain/overview/attention.ts';
import { limitsAhead } from '#domain/overview/findAttention.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { Instant } from '#domain/time/time.ts';
import { asking, readAs } from './client.ts';
import { readReadiness } from './fitness.ts';
import { send } from './gateway/gateway.ts';
import { logQuery } from './log.ts';
import { useSending } from './policy.ts';
import { readingOf } from './readings.ts';
import { readForecast, useForecastSchedule, useScheduleNow } from './reservations.ts';

/** What people have put off, for all screens. */
const snoozesQuery = queryOptions({
  queryKey: ['replica', 'snoozes'] as const,
  queryFn: asking(snoozesPath, readSnoozes),
});

function readSnoozes(body: unknown): readonly Snooze[] {
  const { snoozes } = readAs(snoozesShape, body);
  const evidenceOf = (one: SnoozeRecord['evidence'][number]) => ({
    ...one,
    at: one.at === null ? null : Date.parse(one.at),
  });
  return snoozes.map(({ evidence, until, at, ...one }) => ({
    ...one,
    evidence: evidence.map(evidenceOf),
    until: Date.parse(until),
    at: Date.parse(at),
  }));
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
    readForecast(client, school, now),
    client.prefetchQuery(snoozesQuery),
    client.prefetchQuery(shiftLogOf(school, now)),
  ]);
}

/**
 * The reservations of the next two weeks with their history, and by them the limits of each aircraft, by `idKey` of its id. Null
 * while they have not been read.
 */
export function useWeek(school: Config, now: Instant, { sources }: ReadinessIndex) {
  const { schedule, reading, queryKeys } = useForecastSchedule(school, now, useScheduleNow(school, now));
  const limits = useMemo(() => schedule && limitsAhead(sources, schedule), [schedule, sources]);
  return { bookings: schedule?.bookings ?? null, limits, reading, queryKeys };
}
