import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AircraftReminders, dueItems } from '#domain/dueList.ts';
import type { Page } from '#contract/answers.ts';
import { fleetHorizons } from '#domain/horizon.ts';
import type { Reminder } from '#domain/reminders.ts';
import { dayOf } from '#domain/time.ts';
import type { Answer } from '#web/queries/client.ts';
import { horizonDays, useHorizonBookings } from '#web/queries/horizonBookings.ts';
import { listQuery } from '#web/queries/operations.ts';
import { readingOf } from '#web/queries/reading.ts';
import { readingOfSweep, useSweep } from '#web/queries/sweep.ts';
import { useMinute } from '#web/ui/now.ts';
import { useSchool } from '#web/ui/school.tsx';

const active = 1;

/** The fleet's maintenance picture: a call per aircraft, put together with its bookings. */
export function useMaintenance(options: { readonly factor: number; readonly withInactive: boolean }) {
  const { factor, withInactive } = options;
  const school = useSchool();
  const now = useMinute();
  const fleet = useQuery(listQuery(school, 'listAircraft', {}));
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
    now,
    aircraft,
    sweep,
    answers,
    items,
    horizons,
    bookings: bookings.timed,
    setAside: sweep.entries.flatMap(({ answer }) => answer?.value.setAside ?? []),
    reading: aircraft.length > 0 ? readingOfSweep('listMaintenanceReminders', sweep) : readingOf('listAircraft', fleet),
    beside: [bookings.reading],
    retry: () => {
      sweep.refresh();
      void Promise.all([fleet.refetch(), bookings.refetch()]);
    },
  };
}

/** Aircraft with something Expired are asked first, then those with a Warning. */
function riskOf(answer: Answer<Page<Reminder>>): number {
  return answer.value.records.reduce((risk, { status }) => Math.max(risk, (status?.id ?? 1) - 1), 0);
}
