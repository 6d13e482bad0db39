import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import { useMemo } from 'react';
import type { SetAside } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { AircraftSet } from '#contract/sets.ts';
import { type AircraftReminders, dueItems } from '#domain/maintenance/dueList.ts';
import type { Failure } from '#domain/answers/failures.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { statusKindOf } from '#domain/maintenance/reminders.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { openSquawks } from '#domain/maintenance/squawks.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from './api.ts';
import { polling, readAhead, useRefresh } from './policy.ts';
import { readingOf, readingWithin } from './readings.ts';
import { type AircraftRecords, perAircraftQuery, type PerAircraftAnswer, zoneOf } from './replica.ts';
import { type NearSchedule, readForecast, readSchedule, useForecastSchedule } from './reservations.ts';

const isActive = ({ status }: Aircraft) => lifeOf(status) === 'active';

/** How many aircraft have been loaded for the first time. */
export type FillProgress = {
  readonly known: number;
  readonly total: number;
  /** Aircraft that could not be read last time, with the reason. */
  readonly failed: readonly { readonly aircraft: Aircraft; readonly failure: Failure }[];
};

type OfFleet<Id extends AircraftSet> = {
  /** The answers of the aircraft that have been read, in the order of the fleet. */
  readonly answers: readonly {
    readonly aircraft: Aircraft;
    readonly records: NonNullable<AircraftRecords<Id>['records']>;
    readonly asOf: Instant;
    readonly wentBack: WentBack | undefined;
  }[];
  readonly setAside: readonly SetAside[];
  readonly progress: FillProgress;
  /** The age of the oldest answer, as an instant; null while there are none. */
  readonly asOf: Instant | null;
};

/** What the local copy holds of these aircraft; nothing for one that is not yet read. */
export function ofFleet<Id extends AircraftSet>(
  fleet: readonly Aircraft[],
  answer: PerAircraftAnswer<Id> | undefined,
): OfFleet<Id> {
  const places = new Map(answer?.value.aircraft.map(({ aircraftId }, index) => [aircraftId.toLowerCase(), index]));
  const found = fleet.flatMap((aircraft) => {
    const place = places.get(aircraft.aircraftId.toLowerCase());
    const of = place === undefined ? undefined : answer?.value.aircraft[place];
    return answer && of && place !== undefined ? [{ aircraft, of, asOf: answer.parts?.[place] ?? answer.asOf }] : [];
  });
  const answers = found.flatMap(({ aircraft, of: { records, wentBack }, asOf }) =>
    records ? [{ aircraft, records, asOf, wentBack }] : [],
  );
  return {
    answers,
    setAside: found.flatMap(({ of }) => of.setAside),
    progress: {
      known: answers.length,
      total: fleet.length,
      failed: found.flatMap(({ aircraft, of: { failure } }) => (failure ? [{ aircraft, failure }] : [])),
    },
    asOf: answers.length > 0 ? Math.min(...answers.map(({ asOf }) => asOf)) : null,
  };
}

type MaintenanceOptions = {
  /** Meter hours per booked hour that a person chose; undefined for the measured ones or the school's. */
  readonly factor?: number | undefined;
  readonly withInactive: boolean;
  /** Polling intervals in milliseconds, besides events: for displays that run unattended. */
  readonly intervals?: { readonly fleet: number; readonly reminders: number };
};

/** Loads the data of the maintenance picture before it is drawn. Never rejects. */
export async function readMaintenance(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await Promise.all([
    readAhead(client, listQuery(school, 'listAircraft', {})),
    readAhead(client, perAircraftQuery('reminders')),
    readSchedule(client, school, now),
    readForecast(client, school, now),
  ]);
}

/** The fleet's maintenance picture: every aircraft's reminders with its reservations; `near` holds the first reservations. */
export function useMaintenance(
  school: Config,
  now: Instant,
  near: NearSchedule,
  { factor, withInactive, intervals }: MaintenanceOptions,
) {
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const fleet = useQuery({ ...fleetQuery, ...(intervals ? polling(intervals.fleet) : {}) });
  const all = fleet.data?.value.records;
  const aircraft = useMemo(() => (all ?? []).filter((record) => withInactive || isActive(record)), [all, withInactive]);
  const remindersQuery = perAircraftQuery('reminders', intervals?.reminders);
  const reminders = useQuery(remindersQuery);
  const read = useMemo(() => ofFleet(aircraft, reminders.data), [aircraft, reminders.data]);
  const answers: readonly AircraftReminders[] = read.answers;
  const items = useMemo(() => dueItems(answers, zoneOf(school), now), [answers, school, now]);
  const forecast = useForecastSchedule(school, now, near);
  const { schedule } = forecast;
  const horizons = useMemo(
    () => (schedule ? fleetHorizons(items, schedule, { now, factor }) : null),
    [items, schedule, now, factor],
  );
  const fleetReading = readingOf('listAircraft', fleet, intervals?.fleet);
  const remindersReading = readingWithin(
    readingOfFleet('reminders', reminders, read.asOf, intervals?.reminders),
    aircraft,
    answeredIn(reminders.data),
  );
  return {
    /** All aircraft that the service lists; null until it has answered. */
    fleet: all ?? null,
    /** Aircraft of the list that could not be read. */
    fleetSetAside: fleet.data?.value.setAside ?? [],
    fleetReading,
    aircraft,
    answers,
    items,
    horizons,
    /** The reservations of the next two weeks with their history; null until loaded. And the end of these weeks. */
    schedule,
    until: forecast.span.end,
    setAside: read.setAside,
    progress: read.progress,
    /** Without aircraft, that of the fleet: nothing is known of the reminders then. */
    reading: aircraft.length === 0 ? fleetReading : remindersReading,
    beside: forecast.readings,
    retry: () => refresh(fleetQuery.queryKey, remindersQuery.queryKey, ...forecast.queryKeys),
  };
}

/** The meter of an aircraft, if it went backward and its readings do not agree since; only the local copy sees that. */
export function useWentBack(aircraftId: string): WentBack | null {
  const { data } = useQuery(perAircraftQuery('reminders'));
  return data?.value.aircraft.find((records) => idKey(records.aircraftId) === idKey(aircraftId))?.wentBack ?? null;
}

function answeredIn(answer: PerAircraftAnswer<AircraftSet> | undefined) {
  return new Set(answer?.value.aircraft.map(({ aircraftId }) => idKey(aircraftId)));
}

/** The reading of these aircraft only: the whole answer is as old as that of deleted aircraft, which are read once a day. */
function readingOfFleet(
  id: AircraftSet,
  result: Parameters<typeof readingOf>[1],
  asOf: Instant | null,
  interval?: number,
): Reading {
  const { data } = result;
  const expected = data?.expected == null || asOf === null ? null : Math.max(0, data.expected - (asOf - data.asOf));
  return { ...readingOf(id, { ...result, data: data && { ...data, expected } }, interval), asOf };
}

/** The open squawks of every aircraft that is not deleted. */
export function useFleetSquawks(school: Config, now: Instant) {
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const fleet = useQuery(fleetQuery);
  const all = fleet.data?.value.records;
  const aircraft = useMemo(() => (all ?? []).filter(({ status }) => lifeOf(status) !== 'deleted'), [all]);
  const squawksQuery = perAircraftQuery('squawks');
  const squawks = useQuery(squawksQuery);
  const read = useMemo(() => ofFleet(aircraft, squawks.data), [aircraft, squawks.data]);
  const rows = useMemo(() => openSquawks(read.answers, zoneOf(school), now), [read.answers, school, now]);
  return {
    rows,
    setAside: read.setAside,
    progress: read.progress,
    reading:
      aircraft.length === 0
        ? readingOf('listAircraft', fleet)
        : readingWithin(readingOfFleet('squawks', squawks, read.asOf), aircraft, answeredIn(squawks.data)),
    fleetReading: readingOf('listAircraft', fleet),
    retry: () => refresh(fleetQuery.queryKey, squawksQuery.queryKey),
  };
}

export type MaintenancePicture = ReturnType<typeof useMaintenance>;

/** How many loaded reminders of active aircraft are Expired, counted as on the due list, and the sources of that count. */
export function useExpiredCount(school: Config): { readonly count: number; readonly readings: readonly Reading[] } {
  const fleetResult = useQuery(listQuery(school, 'listAircraft', {}));
  const result = useQuery(perAircraftQuery('reminders'));
  const fleet = fleetResult.data?.value.records;
  const answer = result.data;
  const active = useMemo(() => (fleet ?? []).filter(isActive), [fleet]);
  const count = useMemo(() => {
    const { answers } = ofFleet(active, answer);
    const ids = answers.flatMap(({ aircraft, records }) =>
      records
        .filter(
          ({ status, permanentlyComplied, active: isOn }) =>
            statusKindOf(status) === 'expired' && permanentlyComplied !== true && isOn !== false,
        )
        .map(({ maintenanceReminderId, name }) => maintenanceReminderId ?? `${aircraft.aircraftId} ${name}`),
    );
    return new Set(ids).size;
  }, [active, answer]);
  const reminders = readingWithin(readingOf('reminders', result), fleet ? active : null, answeredIn(answer));
  return { count, readings: [readingOf('listAircraft', fleetResult), reminders] };
}
