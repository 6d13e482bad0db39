import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { AircraftSet } from '#contract/sets.ts';
import { idKey, isTimed, type Reservation, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Clock } from '#domain/time/clock.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { mayRead } from '#domain/access/rights.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import type { ReadRecords } from '#domain/readiness/fitness.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { type ReadinessIndex, readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { refreshed, unreadSchedule } from '#domain/schedule/schedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { listQuery } from './api.ts';
import { datedPeople, type PerAircraftAnswer, peopleQuery, perAircraftQuery, zoneOf } from './replica.ts';
import { readAhead } from './policy.ts';
import { readingOf, readingWithin } from './readings.ts';
import { readSchedule, useForecastSchedule, useScheduleNow } from './reservations.ts';
import { useWeather } from './gateway/weather.ts';

/** The reminders and squawks of each aircraft with the state of their reading, by `idKey` of its id. */
export function useAircraftRecords(school: Config, aircraft: readonly Aircraft[] | null, now: Instant) {
  const remindersQuery = perAircraftQuery('reminders');
  const reminders = useQuery(remindersQuery);
  const squawksQuery = perAircraftQuery('squawks');
  const squawks = useQuery(squawksQuery);
  const zone = useMemo(() => zoneOf(school), [school]);
  const due = useMemo(
    () =>
      recordsByAircraft(aircraft ?? [], reminders.data, (one, { records, asOf, wentBack }) =>
        dueItems([{ aircraft: one, records, asOf, wentBack }], zone, now),
      ),
    [aircraft, reminders.data, zone, now],
  );
  const found = useMemo(
    () =>
      recordsByAircraft(aircraft ?? [], squawks.data, (_, { records }) =>
        records.map((record, place) => toSquawk(record, place, zone)),
      ),
    [aircraft, squawks.data, zone],
  );
  return { due, found, reminders, squawks, queryKeys: [remindersQuery.queryKey, squawksQuery.queryKey] };
}

/** Loads the data for assessments before a screen is drawn. Never rejects: the screen shows a failure and requests again. */
export async function readReadiness(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await Promise.all([
    readSchedule(client, school, now),
    readAhead(client, listQuery(school, 'listAircraft', {})),
    readAhead(client, listQuery(school, 'listInstructors', {})),
    readAhead(client, peopleQuery),
    readAhead(client, perAircraftQuery('reminders')),
    readAhead(client, perAircraftQuery('squawks')),
  ]);
}

/**
 * The data for assessments, combined once: today's and tomorrow's reservations with their history, and all records of
 * aircraft and people. Data that is not loaded yet is null.
 */
function useReadiness(school: Config, now: Instant, clock: Clock) {
  const near = useScheduleNow(school, now);
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const fleet = useQuery(fleetQuery);
  const instructors = useQuery(listQuery(school, 'listInstructors', {}));
  const people = useQuery(peopleQuery);
  const zone = useMemo(() => zoneOf(school), [school]);
  const aircraft = fleet.data?.value.records ?? null;
  const { due, found, reminders, squawks, queryKeys } = useAircraftRecords(school, aircraft, now);
  const users = useMemo(() => (people.data ? datedPeople(people.data) : null), [people.data]);
  const inService = aircraft && aircraft.filter(({ status }) => lifeOf(status) !== 'deleted');
  const rules = useWeather(school).data?.value.rules;
  const isWithoutUsers = !mayRead(school.who.role, peopleQuery.queryKey);
  const { schedule } = near;
  const index = useMemo(
    () =>
      readinessIndex({
        schedule: schedule ?? unreadSchedule(now, zone.name),
        fleet: aircraft,
        reminders: due,
        squawks: found,
        instructors: instructors.data?.value.records ?? null,
        users,
        isWithoutUsers,
        rules,
        position: school.position,
        now,
        zone,
        clock,
      }),
    [schedule, aircraft, due, found, instructors.data, users, isWithoutUsers, rules, school.position, now, zone, clock],
  );
  return {
    index,
    near,
    setAside: [
      { what: 'reservation', records: near.setAside },
      { what: 'reminder', records: setAsideOf(reminders.data) },
      { what: 'squawk', records: setAsideOf(squawks.data) },
    ],
    readings: {
      reservations: near.reading,
      history: near.historyReading,
      reminders: readingOf('reminders', reminders),
      squawks: readingOf('squawks', squawks),
    },
    /** All data that the assessments use, for the fleet in service. Null for data that the role may not read. */
    sources: {
      aircraft: readingOf('listAircraft', fleet),
      reservations: near.reading,
      history: near.historyReading,
      reminders: readingWithin(readingOf('reminders', reminders), inService, due),
      squawks: readingWithin(readingOf('squawks', squawks), inService, found),
      instructors: readingOf('listInstructors', instructors),
      people: isWithoutUsers ? null : readingOf('people', people),
    },
    queryKeys: [...near.queryKeys, fleetQuery.queryKey, ...queryKeys],
  };
}

/** The dispatch checks of these reservations by key; reservations without a check are left out. */
function checksOf(reservations: readonly TimedReservation[], index: ReadinessIndex): [string, DispatchCheck][] {
  const checks = reservations.map((reservation) => [reservation.key, dispatchCheckOf(reservation, index)] as const);
  return checks.filter((check): check is [string, DispatchCheck] => check[1] !== null);
}

/**
 * The dispatch checks of some reservations by key, and their sources; null until the current reservations are loaded.
 * Reservations after tomorrow are checked within the forecast's range, which takes one more answer; `span`: these are
 * all the reservations in this span.
 */
export function useDispatchChecks(
  school: Config,
  reservations: readonly Reservation[],
  { now, clock, span = null }: { readonly now: Instant; readonly clock: Clock; readonly span?: Span | null },
) {
  const { index, near, sources } = useReadiness(school, now, clock);
  const timed = useMemo(() => reservations.filter(isTimed), [reservations]);
  const isFar = timed.some(({ end }) => end > near.span.end);
  const forecast = useForecastSchedule(school, now, near, isFar);
  const { schedule } = forecast;
  const far = useMemo(
    () => (isFar && schedule ? readinessIndex({ ...index.sources, schedule: refreshed(schedule, span, timed) }) : null),
    [isFar, schedule, index.sources, span, timed],
  );
  const checks = useMemo(() => {
    if (!near.schedule) return null;
    const [soon, later] = [
      timed.filter(({ end }) => end <= near.span.end),
      timed.filter(({ end }) => end > near.span.end),
    ];
    const known = later.filter(({ end }) => end <= forecast.span.end);
    return new Map([...checksOf(soon, index), ...(far ? checksOf(known, far) : [])]);
  }, [near.schedule, near.span, forecast.span, timed, index, far]);
  return { checks, index, sources, until: forecast.span.end };
}

/** The dispatch check of one reservation; `later` if it is too far ahead, null if it has none or is not loaded. */
export function useDispatchCheck(school: Config, reservation: Reservation | null, now: Instant, clock: Clock) {
  const ownReservations = useMemo(() => (reservation ? [reservation] : []), [reservation]);
  const { checks, until } = useDispatchChecks(school, ownReservations, { now, clock });
  if (!reservation) return null;
  return reservation.end !== null && reservation.end > until ? 'later' : (checks?.get(reservation.key) ?? null);
}

/** These aircraft on both axes: what they are doing, and whether their records hold a problem. */
export function useFleetAssessment(school: Config, fleet: readonly Aircraft[], now: Instant, clock: Clock) {
  const readiness = useReadiness(school, now, clock);
  const { index, near } = readiness;
  const hasReservations = near.schedule !== null;
  const rows = useMemo(() => assessFleet(fleet, index, hasReservations), [fleet, index, hasReservations]);
  return { ...readiness, rows };
}

type Answered = PerAircraftAnswer<AircraftSet>;

function setAsideOf(answer: Answered | undefined) {
  return answer?.value.aircraft.flatMap(({ setAside }) => setAside) ?? [];
}

/** The records of each aircraft with the state of their reading, by `idKey` of its id. */
function recordsByAircraft<Id extends AircraftSet, Item>(
  fleet: readonly Aircraft[],
  answer: PerAircraftAnswer<Id> | undefined,
  read: (
    aircraft: Aircraft,
    answer: {
      readonly records: NonNullable<PerAircraftAnswer<Id>['value']['aircraft'][number]['records']>;
      readonly asOf: Instant;
      readonly wentBack: WentBack | undefined;
    },
  ) => readonly Item[],
): ReadonlyMap<string, ReadRecords<Item>> {
  const byId = new Map(fleet.map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  return new Map(
    answer?.value.aircraft.flatMap(({ aircraftId, records, setAside, failure, wentBack }, place) => {
      const id = idKey(aircraftId);
      const aircraft = byId.get(id);
      if (!aircraft) return [];
      const asOf = (answer.parts?.[place] ?? answer.asOf) + (answer.ahead ?? 0);
      const items = records && read(aircraft, { records, asOf, wentBack });
      return [[id, { items, hasFailed: failure !== null, skipped: setAside.length, asOf }] as const];
    }),
  );
}
