import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import type { AircraftDoing, AircraftNow } from '#domain/schedule/aircraftNow.ts';
import { type Fitness, fitnessOf, isAvailable, isGrounded, notRead } from './fitness.ts';
import type { ReadinessIndex } from './readinessIndex.ts';

/**
 * What an aircraft is doing, or why it does nothing. Every aircraft is in one group; inactive aircraft and simulators have
 * their own. Deleted ones are in none.
 */
export const fleetGroups = [
  'available',
  'flying',
  'not back',
  'may be out',
  'due out',
  'in the shop',
  'grounded',
  'not known',
  'inactive',
  'simulators',
] as const;
export type FleetGroup = (typeof fleetGroups)[number];

/** One aircraft on both axes: what it is doing, and whether its records say anything against it. */
export type AssessedAircraft = {
  readonly aircraft: Aircraft;
  /** Null until the reservations have been read. */
  readonly present: AircraftNow | null;
  readonly fitness: Fitness;
  /** Null for a deleted aircraft. */
  readonly group: FleetGroup | null;
};

/**
 * Each aircraft, in the order given. `hasReservations` is false until the reservations have been read; then no activity is
 * given. Linear in the aircraft.
 */
export function assessFleet(
  fleet: readonly Aircraft[],
  { aircraft: assessed, sources: { now, clock } }: Pick<ReadinessIndex, 'aircraft' | 'sources'>,
  hasReservations: boolean,
): AssessedAircraft[] {
  return fleet.map((aircraft) => {
    const records = assessed.get(idKey(aircraft.aircraftId));
    const present = hasReservations && records ? records.now : null;
    // An aircraft that the list for assessments does not contain yet still appears, with nothing known about it.
    const fitness = records?.fitness ?? fitnessOf({ aircraft, ...nothingRead, now, clock });
    return { aircraft, present, fitness, group: groupOf(aircraft, present?.doing ?? null, fitness) };
  });
}

const nothingRead = { reminders: notRead, squawks: notRead, present: null, next: null, limits: [] } as const;

function groupOf(aircraft: Aircraft, doing: AircraftDoing | null, fitness: Fitness): FleetGroup | null {
  if (lifeOf(aircraft.status) === 'deleted') return null;
  if (aircraft.isSimulator === true) return lifeOf(aircraft.status) === 'inactive' ? 'inactive' : 'simulators';
  if (!doing) return lifeOf(aircraft.status) === 'inactive' ? 'inactive' : 'not known';
  if (doing.kind === 'not back' || doing.kind === 'may be out' || doing.kind === 'in the shop') return doing.kind;
  if (doing.kind === 'flying' || doing.kind === 'in use') return 'flying';
  if (lifeOf(aircraft.status) === 'inactive') return 'inactive';
  if (doing.kind === 'due out') return doing.kind;
  if (isGrounded(fitness)) return 'grounded';
  return isAvailable(doing, fitness) ? 'available' : 'not known';
}
