import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { type SnoozeRecord, type SnoozeRequest, snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { shiftLog, type Snooze } from '#domain/overview/attention.ts';
import { limitsAhead } from '#domain/overview/findAttention.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { Instant } from '#domain/time/time.ts';
import { asking, readAs } from './client.ts';
import { readReadiness } from './fitness.ts';
import { send } from './gateway/gateway.ts';
import { logPageQuery } from './log.ts';
import { changing, readAhead } from './policy.ts';
import { readingOf } from './readings.ts';
import { readForecast, useForecastSchedule, useScheduleNow } from './reservations.ts';

/** The items that people have put off, for all screens. */
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

/** The items put off, null until they are loaded; and how to put one off or bring it back. Every screen is notified. */
export function useSnoozes() {
  const client = useQueryClient();
  const { data } = useQuery(snoozesQuery);
  const put = (request: SnoozeRequest) => send(snoozesPath, request, readSnoozes);
  const change = useMutation(changing(client, snoozesQuery.queryKey, put));
  return { snoozes: data?.value ?? null, put: change.mutate, failure: change.error };
}

const shiftLogOf = (school: Config, now: Instant, to: string | null = null) =>
  logPageQuery({ ...shiftLog(now, school.timeZone, school.shiftStarts), to });

/** The latest log entries since the shift began, and their number: up to `now` if it is not the present. */
export function useShiftLog(school: Config, now: Instant, isPresent: boolean) {
  const query = shiftLogOf(school, now, isPresent ? null : new Date(now).toISOString());
  const result = useQuery(query);
  return { log: result.data?.value ?? null, reading: readingOf('log', result), queryKey: query.queryKey };
}

/** Loads the data of the overview before it is drawn. Never rejects. */
export async function readOverview(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await Promise.all([
    readReadiness(client, school, now),
    readForecast(client, school, now),
    readAhead(client, snoozesQuery),
    readAhead(client, shiftLogOf(school, now)),
  ]);
}

/**
 * The reservations of the next two weeks with their history, and each aircraft's limits by `idKey` of its id. Null until they
 * are loaded.
 */
export function useWeek(school: Config, now: Instant, { sources }: ReadinessIndex) {
  const { schedule, reading, queryKeys } = useForecastSchedule(school, now, useScheduleNow(school, now));
  const limits = useMemo(() => schedule && limitsAhead(sources, schedule), [schedule, sources]);
  return { reservations: schedule?.reservations ?? null, limits, reading, queryKeys };
}
