import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { targetAges } from '#contract/gateway/ages.ts';
import { type Reading, readingState } from '#domain/answers/pageChecks.ts';
import { usualFactor } from '#domain/maintenance/horizon.ts';
import { dayOf } from '#domain/time/time.ts';
import type { BoardSettings } from '#domain/wall/settings.ts';
import { recordQuery } from '#web/queries/api.ts';
import { useAircraftRecords } from '#web/queries/fitness.ts';
import { ofFleet, useMaintenance } from '#web/queries/maintenance.ts';
import { knownFrom, perAircraftQuery } from '#web/queries/replica.ts';
import { useBoardReservations } from '#web/queries/reservations.ts';
import { useMinute, useOnceReady } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { missingNotes, wallModel, type WallModel } from './wallModel.ts';

/** Milliseconds between two refreshes besides events, because nobody reloads a display. */
const intervals = { fleet: 10 * 60_000, reminders: targetAges.reminders * 1000, squawks: targetAges.squawks * 1000 };
const maintenanceOptions = { factor: usualFactor, withInactive: false, intervals };

export type Source = 'aircraft' | 'reservations' | 'reminders';

export type WallData = {
  /** False while a board that has just started waits for its sources, so that the strip above the aircraft does not push them down. */
  readonly isShown: boolean;
  readonly model: WallModel;
  readonly readings: Readonly<Record<Source, Reading>>;
  /** For how many aircraft the reminders have been read. */
  readonly remindersRead: { readonly known: number; readonly total: number };
  readonly notes: readonly string[];
};

/** Loads the records of a board and keeps them fresh; the model changes with them and with each minute. */
export function useWallModel(settings: BoardSettings): WallData {
  const { names, marks, refresh } = settings;
  const school = useSchool();
  const [clock, now] = [useClock(), useMinute()];
  const reservations = useBoardReservations(school, dayOf(now, school.timeZone), {
    hasNames: names !== 'none',
    interval: refresh * 1000,
  });
  const maintenance = useMaintenance(school, now, maintenanceOptions);
  const { fleet, fleetSetAside, items, horizons, aircraft: inService } = maintenance;
  const readings = {
    aircraft: maintenance.fleetReading,
    reservations: reservations.reading,
    reminders: maintenance.reading,
  };
  const { data: squawks, isPending } = useQuery(perAircraftQuery('squawks', intervals.squawks));
  const hasRest = !isPending && reservations.hasUnclosed;
  const isSettled = hasRest && Object.values(readings).every((one) => readingState(one, now) !== 'loading');
  const isShown = useOnceReady(isSettled);
  const { due, found } = useAircraftRecords(school, fleet, now);
  const { unclosed, window } = reservations;
  const bookings = knownFrom(window, now);
  const operator = useQuery(recordQuery(school, 'getOperator')).data?.value;
  const model = useMemo(
    () =>
      wallModel(
        {
          fleet,
          bookings,
          unclosed,
          dueItems: items,
          horizons,
          squawks: ofFleet(inService, squawks).answers,
          readiness: { reminders: due, squawks: found },
          operator,
        },
        settings,
        { now, clock, names, marks },
        school,
      ),
    [
      fleet,
      bookings,
      unclosed,
      items,
      horizons,
      inService,
      squawks,
      due,
      found,
      operator,
      settings,
      now,
      clock,
      names,
      marks,
      school,
    ],
  );
  return {
    isShown,
    model,
    readings,
    remindersRead: maintenance.progress,
    notes: missingNotes(model, settings, {
      aircraft: fleetSetAside.length,
      reservations: window?.setAside.length ?? 0,
    }),
  };
}
