import { type Booking, idKey, isTimed, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type AircraftNow, fleetNow, unbooked } from '#domain/schedule/aircraftNow.ts';
import { type Fitness, mayGo } from './fitness.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';

/**
 * What an aircraft is doing, from the bookings, and from the fitness if known. The API's own status appears beside it.
 * `due out`: booked for now but not checked out. `not fit`: free, but unfit or of unknown fitness. `not known`: the
 * bookings are not read yet, or a booking's status is unclear.
 */
export type Activity =
  | 'flying'
  | 'not back'
  | 'due out'
  | 'in the shop'
  | 'available'
  | 'not fit'
  | 'out of service'
  | 'not known';

export type FleetRow = {
  readonly aircraft: Aircraft;
  readonly activity: Activity;
  /** The booking that explains the activity. */
  readonly current: TimedBooking | null;
  readonly next: TimedBooking | null;
  /** What it is doing, with the older bookings to close; null until the bookings have been read. */
  readonly now: AircraftNow | null;
  /** Null if it has not been assessed. */
  readonly fitness: Fitness | null;
};

/**
 * One row per aircraft, in the order given, from all stored bookings of any day (null: not read yet). `fitness` is by
 * `idKey` of the aircraft's id; without it a free aircraft counts as fit. Linear in both.
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
    if (!fleet) return { aircraft: one, activity: 'not known', current: null, next: null, now: null, fitness: own };
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

/** An aircraft that is out or in the shop shows as such, whatever its status. Otherwise the service's own status comes first. */
function activityOf(aircraft: Aircraft, { doing: { kind } }: AircraftNow, fitness: Fitness | null): Activity {
  if (kind === 'flying' || kind === 'in use') return 'flying';
  if (kind === 'not back' || kind === 'in the shop') return kind;
  if (lifeOf(aircraft.status) !== 'active') return 'out of service';
  if (kind === 'due out') return kind;
  if (kind === 'may be out') return 'not known';
  return fitness !== null && !mayGo(fitness) ? 'not fit' : 'available';
}
