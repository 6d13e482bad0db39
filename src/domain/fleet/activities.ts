import { type Booking, idKey, isTimed, peopleText, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type AircraftNow, doingText, fleetNow, unbooked } from '#domain/readiness/aircraftNow.ts';
import { availabilityText, type Fitness, mayGo } from '#domain/readiness/fitness.ts';
import { standingText } from '#domain/readiness/standing.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Clock, clockText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Aircraft } from './fleet.ts';

/**
 * What an aircraft is doing, read from its bookings and, where it is known, its fitness; it stands beside the API's own status
 * and never replaces it. `away` is out; `open` is not back after its booked end; `due-out` is booked for now but not checked
 * out; `available` is fit and free; `unfit` is free and not to fly, or its fitness not known; `unknown` while there are no
 * bookings to read it from, or one of them has a status that nobody can tell.
 */
const activities = [
  'away',
  'open',
  'due-out',
  'maintenance',
  'available',
  'unfit',
  'out-of-service',
  'unknown',
] as const;
export type Activity = (typeof activities)[number];

export type FleetRow = {
  readonly aircraft: Aircraft;
  readonly activity: Activity;
  /** The booking that explains the activity. */
  readonly current: TimedBooking | null;
  readonly next: TimedBooking | null;
  /** What it is doing with all that is known of it, and the older bookings to close; null while there are no bookings. */
  readonly now: AircraftNow | null;
  /** Null where nobody has asked for it. */
  readonly fitness: Fitness | null;
};

/**
 * One row per aircraft, in the order given, from the bookings that are held, whatever day they are of (null: not there yet).
 * `fitness` is by `idKey` of the aircraft's id; without it a free aircraft is taken to be fit. Linear in both.
 */
export function fleetRows(
  aircraft: readonly Aircraft[],
  bookings: readonly Booking[] | null,
  now: Instant,
  fitness: ReadonlyMap<string, Fitness> | null = null,
): FleetRow[] {
  const fleet = bookings && fleetNow(bookings.filter(isTimed), now);
  return aircraft.map((one): FleetRow => {
    const own = fitness?.get(idKey(one.aircraftId)) ?? null;
    if (!fleet) return { aircraft: one, activity: 'unknown', current: null, next: null, now: null, fitness: own };
    const found = fleet.get(idKey(one.aircraftId)) ?? unbooked;
    const current = 'booking' in found.doing ? found.doing.booking : null;
    return {
      aircraft: one,
      activity: activityOf(one, found, own),
      current,
      next: found.next,
      now: found,
      fitness: own,
    };
  });
}

const activityByDoing = {
  flying: 'away',
  'in use': 'away',
  'not back': 'open',
  'in the shop': 'maintenance',
  'due out': 'due-out',
  'may be out': 'unknown',
  free: 'available',
} as const satisfies Record<AircraftNow['doing']['kind'], Activity>;

/** An aircraft that is out is said to be, whatever its status; on the ground the service's own status goes first. */
function activityOf(aircraft: Aircraft, { doing }: AircraftNow, fitness: Fitness | null): Activity {
  const activity = activityByDoing[doing.kind];
  if (activity === 'away' || activity === 'open' || activity === 'maintenance') return activity;
  if (lifeOf(aircraft.status) !== 'active') return 'out-of-service';
  return activity === 'available' && fitness !== null && !mayGo(fitness) ? 'unfit' : activity;
}

/** How many aircraft there are of each activity. */
export function countActivities(rows: readonly FleetRow[]): Readonly<Partial<Record<Activity, number>>> {
  const counts: Partial<Record<Activity, number>> = {};
  for (const row of rows) counts[row.activity] = (counts[row.activity] ?? 0) + 1;
  return counts;
}

const words: Readonly<Record<Activity, string>> = {
  away: 'flying',
  open: 'not back',
  'due-out': 'not checked out',
  maintenance: 'in maintenance',
  available: 'available',
  unfit: 'free, not fit',
  'out-of-service': 'out of service',
  unknown: 'not known',
};

/** An activity in a word; a simulator is in use, it does not fly. */
function activityWord(activity: Activity, isSimulator = false): string {
  return activity === 'away' && isSimulator ? 'in use' : words[activity];
}

/** What an aircraft is doing in a phrase: `flying until 1130L`, `not back +0:23`, `free, not fit: Annual expired 31 Jul`. */
export function activityPhrase(row: FleetRow, now: Instant, clock: Clock): string {
  const { aircraft, activity, current } = row;
  if (activity === 'out-of-service') return aircraft.status?.name ?? words[activity];
  const doing = row.now?.doing;
  if (doing?.kind === 'not back' || doing?.kind === 'may be out') return doingText(doing, now, clock);
  if (doing && row.fitness && activity === 'unfit') return availabilityText(doing, row.fitness) ?? words[activity];
  const word = activityWord(activity, aircraft.isSimulator ?? false);
  if (!current) return word;
  if (doing?.kind === 'due out')
    return `${standingText(doing.standing)}, booked from ${clockText(current.start, clock)}`;
  return `${word} until ${whenText(current.end, now, clock)}`;
}

/** A booking to come, in a phrase: `1300L Chen / Lee`. */
export function bookingPhrase(booking: TimedBooking, now: Instant, clock: Clock): string {
  return `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`;
}
