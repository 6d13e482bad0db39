import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import { type AircraftReminders, dueItems } from '#domain/dueList.ts';
import { fleetHorizons } from '#domain/horizon.ts';
import type { Reminder } from '#domain/reminders.ts';
import { dayOf, type Instant } from '#domain/time.ts';
import type { Answer } from './client.ts';
import { horizonDays, useHorizonBookings } from './horizonBookings.ts';
import { listQuery, refreshing } from './operations.ts';
import { refreshInterval } from './policy.ts';
import { readingOf } from './reading.ts';
import { readingOfSweep, useSweep } from './sweep.ts';

const active = 1;

type MaintenanceOptions = {
  readonly factor: number;
  readonly withInactive: boolean;
  /** Milliseconds between two looks at the list of aircraft. */
  readonly fleetInterval?: number;
};

const usualFleetInterval = refreshInterval('listAircraft');

/** The fleet's maintenance picture: a call per aircraft, put together with its bookings. */
export function useMaintenance(
  school: Config,
  now: Instant,
  { factor, withInactive, fleetInterval = usualFleetInterval }: MaintenanceOptions,
) {
  const fleet = useQuery({ ...listQuery(school, 'listAircraft', {}), ...refreshing('listAircraft', fleetInterval) });
  const fleetReading = { ...readingOf('listAircraft', fleet), interval: fleetInterval };
  const aircraft = useMemo(
    () => (fleet.data?.value.records ?? []).filter((one) => withInactive || (one.status?.id ?? active) === active),
    [fleet.data, withInactive],
  );
  const sweep = useSweep(school, 'listMaintenanceReminders', aircraft, { riskOf });
  const answers = useMemo(
    () =>
      sweep.entries.flatMap(({ aircraft: one, answer }): AircraftReminders[] =>
        answer ? [{ aircraft: one, records: answer.value.records, asOf: answer.asOf }] : [],
      ),
    [sweep.entries],
  );
  const items = useMemo(
    () => dueItems(answers, { name: school.timeZone, zoneless: school.zonelessTimes }, now),
    [answers, school, now],
  );
  const bookings = useHorizonBookings(school, dayOf(now, school.timeZone));
  const horizons = useMemo(
    () => (bookings.timed ? fleetHorizons(items, bookings.timed, { now, factor, rateDays: horizonDays.back }) : null),
    [items, bookings.timed, now, factor],
  );
  return {
    /** All that the service lists; null until it has answered. */
    fleet: fleet.data?.value.records ?? null,
    fleetReading,
    aircraft,
    sweep,
    answers,
    items,
    horizons,
    bookings: bookings.timed,
    setAside: sweep.entries.flatMap(({ answer }) => answer?.value.setAside ?? []),
    reading: aircraft.length > 0 ? readingOfSweep('listMaintenanceReminders', sweep) : fleetReading,
    beside: [bookings.reading],
    retry: () => {
      sweep.refresh();
      void Promise.all([fleet.refetch(), bookings.refetch()]);
    },
  };
}

export type MaintenancePicture = ReturnType<typeof useMaintenance>;

/** Aircraft with something Expired are asked first, then those with a Warning. */
function riskOf(answer: Answer<Page<Reminder>>): number {
  return answer.value.records.reduce((risk, { status }) => Math.max(risk, (status?.id ?? 1) - 1), 0);
}
