import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type AircraftNow, nextToLeave, unbooked } from '#domain/schedule/aircraftNow.ts';
import type { Fitness } from './fitness.ts';
import { type Standing, standingOf } from './fleetAssessment.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';

const notAssessed = { kind: 'fit', isComplete: false } as const;

export type FleetRow = {
  readonly aircraft: Aircraft;
  /** What it counts as, by the rule of the fleet; a simulator by what it does. */
  readonly activity: Standing;
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
 * are by `idKey` of the aircraft's id; a free aircraft without fitness is not known to be able to go.
 */
export function fleetRows(
  aircraft: readonly Aircraft[],
  fleet: ReadonlyMap<string, AircraftNow> | null,
  fitness: ReadonlyMap<string, Fitness> | null = null,
): FleetRow[] {
  return aircraft.map((one): FleetRow => {
    const ownFitness = fitness?.get(idKey(one.aircraftId)) ?? null;
    const found = fleet && (fleet.get(idKey(one.aircraftId)) ?? unbooked);
    const doing = found && found.doing;
    return {
      aircraft: one,
      activity: standingOf(one, doing, ownFitness ?? notAssessed) ?? 'inactive',
      current: doing && 'reservation' in doing ? doing.reservation : null,
      next: found && nextToLeave(found),
      now: found,
      fitness: ownFitness,
    };
  });
}
