import { type Booking, isTimed, type TimedBooking, toBooking } from '#domain/reservations/bookings.ts';
import { scheduleAt } from '#e2e/samples/sampleReadiness.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { dateLimit, hoursLeft, status } from '#e2e/samples/sampleMaintenance.ts';
import { searchConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraftOf, reservationOf } from './records.ts';
import { day, type SchoolBooking, schoolOf } from './school.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;

/** Milliseconds. */
export type ConflictTimes = {
  /** In a page that has never searched before. */
  readonly fresh: number;
  /** Again, when one booking has moved by an hour. */
  readonly moved: number;
  /** Again, a minute later. */
  readonly later: number;
  /** How many there are. */
  readonly found: number;
};

/** Runs in a page: finds the conflicts of a week; each aircraft has two reminders. */
function timeConflicts(size: number, count: number): ConflictTimes {
  const school = schoolOf(size, count);
  const fleet = school.aircraft.map(aircraftOf);
  const now = school.start;
  const answers = fleet.map((aircraft, index) => ({ aircraft, records: remindersOf(index, now), asOf: now }));
  const due = dueItems(answers, zone, now);
  const read = (booking: SchoolBooking) => toBooking(reservationOf(booking, school.aircraft), zone);
  const bookings = inOrder(school.bookings.map(read));
  const horizons = fleetHorizons(due, scheduleAt(bookings, now), { now, factor: 0.69 });
  const sources = { bookings, fleet, due, horizons, grounding: new Map(), now };
  const [fresh, first] = timed(() => searchConflicts(sources, null));
  const [one] = school.bookings;
  const other = one && read({ ...one, start: one.start + hour, end: one.end + hour });
  const changed = inOrder(bookings.map((booking) => (booking.key === other?.key ? other : booking)));
  const [moved, second] = timed(() => searchConflicts({ ...sources, bookings: changed }, first));
  const [later] = timed(() => searchConflicts({ ...sources, bookings: changed, now: now + minute }, second));
  return { fresh, moved, later, found: first.conflicts.length };
}

function inOrder(bookings: readonly Booking[]): TimedBooking[] {
  return bookings.filter(isTimed).toSorted((a, b) => a.start - b.start);
}

function timed<Found>(find: () => Found): readonly [number, Found] {
  const start = performance.now();
  const found = find();
  return [performance.now() - start, found];
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
