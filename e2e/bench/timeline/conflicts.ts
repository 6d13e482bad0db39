import { isTimed, type Reservation, type TimedReservation, toReservation } from '#domain/reservations/reservations.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { dateLimit, hoursLeft, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { searchConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraftOf, reservationOf } from './records.ts';
import { day, schoolOf, type SchoolReservation } from './school.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;

/** Milliseconds. */
export type ConflictTimes = {
  /** The first search in a page. */
  readonly fresh: number;
  /** Another search, after one reservation has moved by an hour. */
  readonly moved: number;
  /** Another search, a minute later. */
  readonly later: number;
  /** The number of conflicts. */
  readonly found: number;
};

/** Runs in a page: finds the conflicts of a week; each aircraft has two reminders. */
function timeConflicts(size: number, count: number): ConflictTimes {
  const school = schoolOf(size, count);
  const fleet = school.aircraft.map(aircraftOf);
  const now = school.start;
  const answers = fleet.map((aircraft, index) => ({ aircraft, records: remindersOf(index, now), asOf: now }));
  const due = dueItems(answers, zone, now);
  const read = (reservation: SchoolReservation) => toReservation(reservationOf(reservation, school.aircraft), zone);
  const reservations = inOrder(school.reservations.map(read));
  const horizons = fleetHorizons(due, scheduleAt(reservations, now), { now, factor: 0.69 });
  const sources = { reservations, fleet, due, horizons, grounding: new Map(), now };
  const [fresh, first] = timed(() => searchConflicts(sources, null));
  const [schoolReservation] = school.reservations;
  const other =
    schoolReservation &&
    read({ ...schoolReservation, start: schoolReservation.start + hour, end: schoolReservation.end + hour });
  const changed = inOrder(reservations.map((reservation) => (reservation.key === other?.key ? other : reservation)));
  const [moved, second] = timed(() => searchConflicts({ ...sources, reservations: changed }, first));
  const [later] = timed(() => searchConflicts({ ...sources, reservations: changed, now: now + minute }, second));
  return { fresh, moved, later, found: first.conflicts.length };
}

function inOrder(reservations: readonly Reservation[]): TimedReservation[] {
  return reservations.filter(isTimed).toSorted((a, b) => a.start - b.start);
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
