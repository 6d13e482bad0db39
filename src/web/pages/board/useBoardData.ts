import { useMemo } from 'react';
import { boardAircraft, groundingSquawks } from '#domain/board/boardAircraft.ts';
import type { Telling } from '#domain/board/boardWords.ts';
import { worstReminders } from '#domain/board/dueRows.ts';
import { fleetTiles } from '#domain/board/fleetTiles.ts';
import { hoursBack } from '#domain/board/movementItems.ts';
import type { BoardSettings } from '#domain/board/settings.ts';
import { isTimed, type TimedBooking } from '#domain/bookings.ts';
import { fleetRows } from '#domain/fleet.ts';
import { usualFactor } from '#domain/horizon.ts';
import { dayOf, daySpan, addDays } from '#domain/time.ts';
import { boardFleetInterval, useBoardReservations } from '#web/queries/boardReservations.ts';
import { useMaintenance } from '#web/queries/maintenance.ts';
import { useSweep } from '#web/queries/sweep.ts';
import { useMinute } from '#web/ui/now.ts';
import { useClock, useSchool } from '#web/ui/school.tsx';

const maintenanceOptions = { factor: usualFactor, withInactive: false, fleetInterval: boardFleetInterval };
const noRisk = () => 0;

/** All that the screens of a board draw, and how it stands with each of its sources. */
export function useBoardData({ aircraft: filter, names, marks, refresh }: BoardSettings) {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const reservations = useBoardReservations(school, today, {
    hasNames: names !== 'none',
    interval: refresh * 1000,
  });
  const maintenance = useMaintenance(school, now, maintenanceOptions);
  const squawks = useSweep(school, 'listSquawks', maintenance.aircraft, { riskOf: noRisk });
  const { fleet, items, horizons } = maintenance;
  const window = reservations.window;

  const aircraft = useMemo(() => (fleet ? boardAircraft(fleet, filter) : null), [fleet, filter]);
  const ids = useMemo(() => new Set(aircraft?.map(({ aircraftId }) => aircraftId)), [aircraft]);
  const bookings = useMemo(() => {
    const isMeant = (booking: TimedBooking) => filter === '' || ids.has(booking.aircraftId ?? '');
    return window?.bookings.filter(isTimed).filter(isMeant) ?? null;
  }, [window, filter, ids]);
  const grounding = useMemo(() => {
    const answers = squawks.entries.flatMap(({ aircraft: one, answer }) =>
      answer ? [{ aircraft: one, records: answer.value.records }] : [],
    );
    return groundingSquawks(answers, { name: school.timeZone, zoneless: school.zonelessTimes });
  }, [squawks.entries, school]);
  const telling: Telling = useMemo(() => ({ now, clock, names, marks }), [now, clock, names, marks]);
  const tiles = useMemo(() => {
    const rows = fleetRows(aircraft ?? [], bookings, now);
    return fleetTiles({ rows, worst: worstReminders(items), grounding }, telling);
  }, [aircraft, bookings, items, grounding, now, telling]);
  return {
    telling,
    aircraft,
    bookings,
    tiles,
    due: useMemo(() => items.filter((item) => ids.has(item.aircraft.aircraftId)), [items, ids]),
    horizons,
    day: useMemo(() => daySpan(today, school.timeZone), [today, school.timeZone]),
    span: useMemo(() => {
      const first = daySpan(addDays(today, 1), school.timeZone);
      return { start: now - hoursBack * 3_600_000, end: first.end };
    }, [today, school.timeZone, now]),
    readings: {
      aircraft: maintenance.fleetReading,
      reservations: reservations.reading,
      reminders: maintenance.reading,
    },
    /** Of how many aircraft the reminders are here. */
    answered: { count: maintenance.answers.length, total: maintenance.aircraft.length },
    notes: useMemo(
      () => [
        aircraft?.length === 0 && filter !== '' ? `No aircraft has “${filter}” in its tail number or model.` : null,
      ],
      [aircraft, filter],
    ),
  };
}

export type BoardData = ReturnType<typeof useBoardData>;
