import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withheldMember } from '#contract/access/roles.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { listsOf, type PlanningIndex, planningIndex } from '#domain/planning/planningIndex.ts';
import { type BookedPerson, bookedPeople, type ReservationRecord } from '#domain/reservations/reservations.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { readReadiness, useFleetAssessment } from '#web/data/fitness.ts';
import { onlyIf } from '#web/data/policy.ts';
import { reservationQuery } from '#web/data/replica.ts';
import { readForecast, useForecastSchedule } from '#web/data/reservations.ts';

/** Loads the data for plans before a screen is drawn. Never rejects. */
export async function readPlanning(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await Promise.all([readReadiness(client, school, now), readForecast(client, school, now)]);
}

const noAircraft: readonly Aircraft[] = [];

/**
 * The data for plans: the assessment of now, and the reservations of the forecast's days. All of it is in the local copy, so a
 * plan costs no call. If some later day has not been read, the plan covers only today and tomorrow (`isShort`).
 */
export function usePlanning(school: Config, now: Instant, clock: Clock) {
  const assessed = useFleetAssessment(school, noAircraft, now, clock);
  const { index: readiness, near, sources } = assessed;
  const forecast = useForecastSchedule(school, now, near);
  const isShort = forecast.schedule === null && forecast.reading.asOf !== null;
  const schedule = forecast.schedule ?? (isShort ? near.schedule : null);
  const until = isShort ? near.span.end : forecast.span.end;
  const lists = useMemo(() => schedule && listsOf(schedule), [schedule]);
  const index = useMemo<PlanningIndex | null>(
    () => (schedule && lists && readiness.sources.fleet ? planningIndex(readiness, schedule, until, lists) : null),
    [schedule, lists, readiness, until],
  );
  return {
    /** Null until the aircraft and their reservations have been read. */
    index,
    isShort,
    /** The end of the days that it covers. */
    until,
    reading: sources.aircraft,
    beside: [
      ...forecast.readings,
      sources.reminders,
      sources.squawks,
      sources.instructors,
      ...(sources.people ? [sources.people] : []),
    ],
    setAside: assessed.setAside,
    queryKeys: [...assessed.queryKeys, ...forecast.queryKeys],
  };
}

export type Contacts =
  /** Nobody has requested it, or the record is not loaded yet or cannot be. */
  | 'not requested'
  | 'loading'
  | 'failed'
  /** The people with their telephone numbers; `isWithheld` if the role does not see numbers. */
  | { readonly people: readonly BookedPerson[]; readonly isWithheld: boolean };

/** The telephone numbers on these reservations, read from the local copy once somebody asks for them. */
export function useContacts(keys: readonly string[], isWanted: boolean): ReadonlyMap<string, Contacts> {
  const client = useQueryClient();
  // One query for all: a hook for several queries would be part of the first load.
  const { data } = useQuery({
    queryKey: ['replica', 'reservation', 'of several', ...keys],
    queryFn: () => Promise.allSettled(keys.map((key) => client.query(reservationQuery(key)))),
    ...onlyIf(isWanted),
  });
  return useMemo(() => {
    const waiting = isWanted ? 'loading' : 'not requested';
    return new Map(keys.map((key, place) => [key, isWanted && data ? contactsOf(data[place]) : waiting] as const));
  }, [keys, isWanted, data]);
}

type Settled = PromiseSettledResult<{ readonly value: ReservationRecord }>;

function contactsOf(answer: Settled | undefined): Contacts {
  if (answer?.status !== 'fulfilled') return 'failed';
  const record = answer.value.value;
  const withheld: unknown = record[withheldMember];
  const isWithheld = Array.isArray(withheld) && withheld.some((member) => String(member).endsWith('phone'));
  return { people: bookedPeople({ record }), isWithheld };
}
