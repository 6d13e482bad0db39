import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type AircraftNow, nextToLeave, unbooked } from '#domain/schedule/aircraftNow.ts';
import { type Fitness, mayGo } from './fitness.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';

/**
 * What an aircraft is doing, from the reservations, and from the fitness if known. The API's own status appears beside it.
 * `due out`: booked for now but not checked out. `not available`: free, but grounded or of unknown fitness. `not known`: the
 * reservations are not read yet.
 */
type Activity =
  | 'flying'
  | 'not back'
  | 'may be out'
  | 'due out'
  | 'in the shop'
  | 'available'
  | 'not available'
  | 'out of service'
  | 'not known';

export type FleetRow = {
  readonly aircraft: Aircraft;
  readonly activity: Activity;
  /** The reservation that explains the activity. */
  readonly current: TimedReservation | null;
  /** The next to leave: the one that should be out now comes first. */
  readonly next: TimedReservation | null;
  /** What it is doing, with the older reservations to close; null until the reservations have been read. */
  readonly now: AircraftNow | null;
  /** Null if it has not been assessed. */
  readonly fitness: Fitness | null;
};

/**
 * One row per aircraft, in the order given, from what each is doing by all its reservations (null: not read yet). Both maps
 * are by `idKey` of the aircraft's id; without `fitness` a free aircraft counts as fit.
 */
export function fleetRows(
  aircraft: readonly Aircraft[],
  fleet: ReadonlyMap<string, AircraftNow> | null,
  fitness: ReadonlyMap<string, Fitness> | null = null,
): FleetRow[] {
  return aircraft.map((one): FleetRow => {
    const ownFitness = fitness?.get(idKey(one.aircraftId)) ?? null;
    if (!fleet)
      return { aircraft: one, activity: 'not known', current: null, next: null, now: null, fitness: ownFitness };
    const found = fleet.get(idKey(one.aircraftId)) ?? unbooked;
    const current = 'reservation' in found.doing ? found.doing.reservation : null;
    return {
      aircraft: one,
      activity: activityOf(one, found, ownFitness),
      current,
      next: nextToLeave(found),
      now: found,
      fitness: ownFitness,
    };
  });
}

/** An aircraft that is out or in the shop shows as such, whatever its status. Otherwise the service's own status comes first. */
function activityOf(aircraft: Aircraft, { doing: { kind } }: AircraftNow, fitness: Fitness | null): Activity {
  if (kind === 'flying' || kind === 'in use') return 'flying';
  if (kind === 'not back' || kind === 'may be out' || kind === 'in the shop') return kind;
  if (lifeOf(aircraft.status) !== 'active') return 'out of service';
  if (kind === 'due out') return kind;
  return fitness !== null && !mayGo(fitness) ? 'not available' : 'available';
}
