import { sets } from '#contract/sets.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { millisecondsInMinute } from '#domain/units.ts';
import { type Reading, readingState } from '#domain/answers/pageChecks.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { BoardSettings } from '#domain/wall/settings.ts';
import { recordQuery } from '#web/data/api.ts';
import { valueOf } from '#web/data/client.ts';
import { useAircraftRecords } from '#web/data/fitness.ts';
import { ofFleet, useMaintenance } from '#web/data/maintenance.ts';
import { readingOf, readingWithin } from '#web/data/readings.ts';
import { perAircraftQuery } from '#web/data/replica.ts';
import { useBoardReservations } from '#web/data/reservations.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { useSituation } from '#web/components/page/connection.tsx';
import { useMinute, useOnceReady } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { alertNotes, missingNotes, wallModel, type WallModel } from './wallModel.ts';

/** Milliseconds between two refreshes, apart from events, because nobody reloads a display. */
const intervals = {
  fleet: 10 * millisecondsInMinute,
  reminders: sets.reminders.age * 1000,
  squawks: sets.squawks.age * 1000,
};
const maintenanceOptions = { withInactive: false, intervals };

const none: readonly TimedReservation[] = [];

export type Source = 'aircraft' | 'reservations' | 'history' | 'reminders' | 'squawks';

export type WallData = {
  /** False while a new board waits for its sources, so that the alert strip does not push the aircraft down. */
  readonly isShown: boolean;
  readonly model: WallModel;
  readonly readings: Readonly<Record<Source, Reading>>;
  /** The number of aircraft whose reminders and squawks are read. */
  readonly read: { readonly reminders: ReadCount; readonly squawks: ReadCount };
  readonly notes: readonly string[];
};

type ReadCount = { readonly known: number; readonly total: number };

/** Loads the records of a board and keeps them fresh; the model changes with them and with each minute. */
export function useWallModel(settings: BoardSettings): WallData {
  const { names, marks, refresh } = settings;
  const school = useSchool();
  const [clock, now] = [useClock(), useMinute()];
  const reservations = useBoardReservations(school, now, {
    hasNames: names !== 'none',
    interval: refresh * 1000,
  });
  const maintenance = useMaintenance(school, now, reservations, maintenanceOptions);
  const { fleet, fleetSetAside, items, horizons, aircraft: inService, schedule: whole } = maintenance;
  const squawks = useQuery(perAircraftQuery('squawks', intervals.squawks));
  const readSquawks = useMemo(() => ofFleet(inService, squawks.data), [inService, squawks.data]);
  const { due, found } = useAircraftRecords(school, fleet, now);
  const readings = {
    aircraft: maintenance.fleetReading,
    reservations: reservations.reading,
    history: reservations.historyReading,
    reminders: maintenance.reading,
    squawks: readingWithin(readingOf('squawks', squawks, intervals.squawks), fleet && inService, found),
  };
  const hasRest = !squawks.isPending && reservations.hasHistory;
  const isSettled = hasRest && Object.values(readings).every((reading) => readingState(reading, now) !== 'loading');
  const situation = useSituation();
  const rules = useWeather(school).data?.value.rules;
  const { schedule, window } = reservations;
  const unread = window?.setAside.length ?? 0;
  const operator = useQuery({ ...recordQuery(school, 'getOperator'), select: valueOf }).data;
  const latest = useMemo(
    () => ({
      records: {
        fleet,
        schedule,
        ahead: whole?.reservations ?? none,
        dueItems: items,
        horizons,
        readiness: { reminders: due, squawks: found, rules },
        operator,
      },
      wording: { now, clock, names, marks },
    }),
    [fleet, schedule, whole, items, horizons, due, found, rules, operator, now, clock, names, marks],
  );
  // The model and the slides are built in later steps, so that no step takes long on a slow machine.
  const given = useDeferredValue(latest);
  const isShown = useOnceReady(isSettled && given === latest);
  const model = useMemo(() => wallModel(given.records, settings, given.wording, school), [given, settings, school]);
  return {
    isShown,
    model,
    readings,
    read: { reminders: maintenance.progress, squawks: readSquawks.progress },
    notes: [
      ...missingNotes(model, settings, { aircraft: fleetSetAside.length, reservations: unread }),
      ...alertNotes(Object.values(readings), situation),
    ],
  };
}
