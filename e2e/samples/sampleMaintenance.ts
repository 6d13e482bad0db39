import { toReservation, isTimed, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { type DueItem, type Reminder, toDueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';

/** A small school in Colorado for tests: it is Tuesday 12 May 2026, 1105L (1705Z). */
export const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
export const clock = { zone: zone.name, mode: 'L' } as const;
export const now = Date.parse('2026-05-12T17:05:00Z');
export const hour = 3_600_000;

export function aircraft(given: Partial<Aircraft> = {}): Aircraft {
  return { aircraftId: 'a1', tailNumber: 'N512SP', status: { id: 1, name: 'active' }, ...given };
}

const statusNames: Readonly<Record<number, string>> = { 1: 'OK', 2: 'Warning', 3: 'Expired' };

/** A status as a service sends it, even one that the specification does not list. */
export function status(id: number): { id: number; name: string } {
  return { id, name: statusNames[id] ?? `Status ${id}` };
}

/** An hours axis with so much left on a meter at 4,000. */
export function hoursLeft(hours: number, statusId = 1): NonNullable<Reminder['timeOptions']> {
  return { typeStatus: status(statusId), message: '', currentHours: 4000, expirationHours: 4000 + hours };
}

/** A date axis with this limit; without a zone it is the operator's wall clock. */
export function dateLimit(expirationDate: string, statusId = 1): NonNullable<Reminder['dateOptions']> {
  return { typeStatus: status(statusId), message: '', currentDate: '2026-05-12T00:00:00', expirationDate };
}

export function cyclesLeft(cycles: number, statusId = 1): NonNullable<Reminder['cycleOptions']> {
  return { typeStatus: status(statusId), message: '', currentCycles: 880, expirationCycles: 880 + cycles };
}

/** The 100-hour of N512SP, unless other members are given. */
export function item(given: Partial<Reminder> = {}, of: Aircraft = aircraft(), at: Instant = now): DueItem {
  const record: Reminder = { maintenanceReminderId: 'r1', name: '100-hour', status: status(1), ...given };
  return toDueItem(of, record, zone, at, at);
}

type ReservationOptions = { readonly displayTypeId?: number; readonly statusId?: number; readonly aircraftId?: string };

/** A reservation by two instants. */
export function reservation(start: Instant, end: Instant, options: ReservationOptions = {}): TimedReservation {
  const { displayTypeId = 0, statusId = 0, aircraftId = 'a1' } = options;
  const read = toReservation(
    {
      reservationId: `${aircraftId} ${displayTypeId} ${start} ${end}`,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      aircraft: { aircraftId },
      reservationType: { name: displayTypeId === 1 ? 'Maintenance' : 'Rental', displayTypeId },
      reservationStatus: { id: statusId },
    },
    zone,
  );
  if (!isTimed(read)) throw new RangeError('A sample reservation ends before it starts.');
  return read;
}

/** A reservation by the operator's wall clock in summer: `2026-05-12T16:00`. */
export function reservationAt(start: string, end: string, options: ReservationOptions = {}): TimedReservation {
  return reservation(Date.parse(`${start}-06:00`), Date.parse(`${end}-06:00`), options);
}
