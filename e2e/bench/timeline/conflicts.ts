import { isTimed, toBooking } from '#domain/reservations/bookings.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { dateLimit, hoursLeft, status } from '#domain/maintenance/sampleMaintenance.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraftOf, reservationOf } from './records.ts';
import { day, schoolOf } from './school.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;

/** Runs in a page: milliseconds to find the conflicts of a week, and how many there are; each aircraft has two reminders. */
function timeConflicts(size: number, count: number): { readonly milliseconds: number; readonly found: number } {
  const school = schoolOf(size, count);
  const fleet = school.aircraft.map(aircraftOf);
  const now = school.start;
  const answers = fleet.map((aircraft, index) => ({ aircraft, records: remindersOf(index, now), asOf: now }));
  const due = dueItems(answers, zone, now);
  const bookings = school.bookings
    .map((booking) => toBooking(reservationOf(booking, school.aircraft), zone))
    .filter(isTimed)
    .toSorted((a, b) => a.start - b.start);
  const horizons = fleetHorizons(due, bookings, { now, factor: 0.69, rateDays: 28 });
  const start = performance.now();
  const conflicts = findConflicts({ bookings, fleet, due, horizons, now });
  return { milliseconds: performance.now() - start, found: conflicts.length };
}

function remindersOf(index: number, now: number) {
  const limit = new Date(now + (index % 60) * day).toISOString();
  const annual = { maintenanceReminderId: `annual ${index}`, name: 'Annual', dateOptions: dateLimit(limit) };
  const hours = { maintenanceReminderId: `hours ${index}`, name: '100-Hour', timeOptions: hoursLeft(index % 100) };
  return [annual, hours].map((reminder) => ({ ...reminder, status: status(1) }));
}

declare global {
  interface Window {
    timeConflicts: typeof timeConflicts;
  }
}

window.timeConflicts = timeConflicts;
