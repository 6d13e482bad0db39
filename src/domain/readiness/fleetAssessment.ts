import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import type { AircraftDoing, AircraftNow } from '#domain/schedule/aircraftNow.ts';
import { type Fitness, fitnessOf, isGrounded, mayGo, notRead } from './fitness.ts';
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
  if (aircraft.isSimulator !== true || lifeOf(aircraft.status) === 'deleted')
    return standingOf(aircraft, doing, fitness);
  return lifeOf(aircraft.status) === 'inactive' ? 'inactive' : 'simulators';
}

/** What an aircraft counts as by its own, simulators too. */
export type Standing = Exclude<FleetGroup, 'simulators'>;

/**
 * What one aircraft counts as: the one rule behind the groups, the parts of the fleet and the words of the board. What is away or in
 * the shop comes first, whatever its records say; then an inactive aircraft is inactive, and a grounded one grounded, whatever is
 * booked. So `due out` is an aircraft that could go, with a flight past its start that is not checked out. `doing` is null until
 * the reservations have been read. Null for a deleted aircraft.
 */
export function standingOf(
  { status }: Pick<Aircraft, 'status'>,
  doing: AircraftDoing | null,
  fitness: Pick<Fitness, 'kind' | 'isComplete'>,
): Standing | null {
  const life = lifeOf(status);
  if (life === 'deleted') return null;
  const isFree = doing?.kind === 'free' || doing?.kind === 'due out';
  if (doing && !isFree) return doing.kind === 'in use' ? 'flying' : doing.kind;
  if (life === 'inactive') return 'inactive';
  if (doing && isGrounded(fitness)) return 'grounded';
  if (!doing || !mayGo(fitness)) return 'not known';
  return doing.kind === 'due out' ? 'due out' : 'available';
}
