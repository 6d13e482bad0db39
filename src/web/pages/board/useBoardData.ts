import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { targetAges } from '#contract/gateway/ages.ts';
import { boardAircraft, groundingSquawks } from '#domain/board/boardAircraft.ts';
import type { Telling } from '#domain/board/boardWords.ts';
import { worstReminders } from '#domain/board/dueRows.ts';
import { fleetTiles } from '#domain/board/fleetTiles.ts';
import { hoursBack } from '#domain/board/movementItems.ts';
import type { BoardSettings } from '#domain/board/settings.ts';
import { isTimed, type TimedBooking } from '#domain/reservations/bookings.ts';
import { checkMarkOf } from '#domain/readiness/check.ts';
import { fitnessIn, readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { type Aircraft } from '#domain/fleet/fleet.ts';
import { fleetRows } from '#domain/fleet/activities.ts';
import { usualFactor } from '#domain/maintenance/horizon.ts';
import { addDays, dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { nearRateDays, useAircraftRecords } from '#web/queries/fitness.ts';
import { ofFleet, useMaintenance } from '#web/queries/maintenance.ts';
import { knownFrom, perAircraftQuery, zoneOf } from '#web/queries/replica.ts';
import { useBoardReservations } from '#web/queries/reservations.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';

/** Milliseconds between two looks besides events: nobody is there to load the page again. */
const intervals = { fleet: 10 * 60_000, reminders: targetAges.reminders * 1000, squawks: targetAges.squawks * 1000 };
const maintenanceOptions = { factor: usualFactor, withInactive: false, intervals };

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
  const squawks = useQuery(perAircraftQuery('squawks', intervals.squawks)).data;
  const { fleet, fleetSetAside, items, horizons, aircraft: inService } = maintenance;
  const { unclosed } = reservations;
  const booked = knownFrom(reservations.window, now);

  const aircraft = useMemo(() => (fleet ? boardAircraft(fleet, filter) : null), [fleet, filter]);
  const ids = useMemo(() => new Set(aircraft?.map(({ aircraftId }) => aircraftId)), [aircraft]);
  const bookings = useMemo(() => {
    const isMeant = (booking: TimedBooking) => filter === '' || ids.has(booking.aircraftId ?? '');
    return booked && [...unclosed, ...booked].filter(isTimed).filter(isMeant);
  }, [booked, unclosed, filter, ids]);
  const grounding = useMemo(
    () => groundingSquawks(ofFleet(inService, squawks).answers, zoneOf(school)),
    [inService, squawks, school],
  );
  const readiness = useBoardReadiness(bookings, fleet, now);
  const telling: Telling = useMemo(() => ({ now, clock, names, marks }), [now, clock, names, marks]);
  const tiles = useMemo(() => {
    const rows = fleetRows(aircraft ?? [], bookings, now, fitnessIn(readiness));
    return fleetTiles({ rows, worst: worstReminders(items), grounding }, telling);
  }, [aircraft, bookings, items, grounding, now, readiness, telling]);
  return {
    telling,
    aircraft,
    bookings,
    /** The level of a reservation's dispatch check, where it says stop or check. */
    markOf: useCallback((booking: TimedBooking) => checkMarkOf(booking, readiness), [readiness]),
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
    answered: { count: maintenance.progress.known, total: maintenance.progress.total },
    notes: [
      aircraft?.length === 0 && filter !== '' ? `No aircraft has “${filter}” in its tail number or model.` : null,
      unreadNote(fleetSetAside.length, reservations.window?.setAside.length ?? 0),
    ],
  };
}

/** What a board cannot show, in words; null where it shows all. */
function unreadNote(aircraft: number, reservations: number): string | null {
  const counted = [
    aircraft > 0 && `${aircraft} aircraft`,
    reservations > 0 && `${reservations} ${reservations === 1 ? 'reservation' : 'reservations'}`,
  ].filter(Boolean);
  return counted.length > 0 ? `Not shown, because they could not be read: ${counted.join(' and ')}.` : null;
}

export type BoardData = ReturnType<typeof useBoardData>;

/** What the assessments on a board rest on. A display in the lobby asks for no list of people. */
function useBoardReadiness(bookings: readonly TimedBooking[] | null, fleet: readonly Aircraft[] | null, now: Instant) {
  const school = useSchool();
  const clock = useClock();
  const { due, found } = useAircraftRecords(school, fleet, now);
  return useMemo(
    () =>
      readinessIndex({
        bookings: bookings ?? [],
        fleet,
        reminders: due,
        squawks: found,
        instructors: null,
        users: null,
        position: school.position,
        now,
        zone: zoneOf(school),
        clock,
        rateDays: nearRateDays,
      }),
    [bookings, fleet, due, found, school, now, clock],
  );
}
