import { millisecondsInHour } from 'date-fns/constants';
import { byName } from '#contract/objects.ts';
import { idKey } from '#domain/reservations/bookings.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { type Aircraft, byTail } from '#domain/fleet/fleet.ts';
import type { Instant } from '#domain/time/time.ts';
import { type AircraftDoing, type AircraftNow, doingText } from './aircraftNow.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { ReadinessIndex } from './readinessIndex.ts';
import { type AttentionStep, standingText } from './standing.ts';
import { byFitness, type Fitness, fitnessOf, isAvailable, mayGo, notRead } from './fitness.ts';

/** How the fleet is counted: every aircraft in one group, deleted ones in none, inactive ones and simulators apart. */
export const fleetGroups = [
  'available',
  'flying',
  'not back',
  'due out',
  'in the shop',
  'not fit',
  'not known',
  'inactive',
  'simulators',
] as const;
export type FleetGroup = (typeof fleetGroups)[number];

/** One aircraft on both axes: what it is doing, and whether its records say anything against it. */
export type AssessedAircraft = {
  readonly aircraft: Aircraft;
  /** Null while the reservations have not been read. */
  readonly present: AircraftNow | null;
  readonly fitness: Fitness;
  /** Null for a deleted aircraft. */
  readonly group: FleetGroup | null;
};

/**
 * Each aircraft, in the order given. `hasBookings` is false while the reservations have not been read: then nothing is said
 * of what an aircraft is doing. Linear in the aircraft.
 */
export function assessFleet(
  fleet: readonly Aircraft[],
  { aircraft: assessed, sources: { now, clock } }: Pick<ReadinessIndex, 'aircraft' | 'sources'>,
  hasBookings: boolean,
): AssessedAircraft[] {
  return fleet.map((aircraft) => {
    const records = assessed.get(idKey(aircraft.aircraftId));
    const present = hasBookings && records ? records.now : null;
    // One that the list for assessments has not brought yet is there all the same, and nothing is known of it.
    const fitness = records?.fitness ?? fitnessOf({ aircraft, ...nothingRead, now, clock });
    return { aircraft, present, fitness, group: groupOf(aircraft, present?.doing ?? null, fitness) };
  });
}

const nothingRead = { reminders: notRead, squawks: notRead, present: null, next: null, limits: [] } as const;

/** The attention that the latest of these asks for that are not back: 0 where none is, or all are within the grace. */
export function lateStep(rows: readonly Pick<AssessedAircraft, 'present'>[]): AttentionStep {
  return rows.reduce<AttentionStep>((worst, { present }) => {
    const { doing } = present ?? {};
    return doing?.kind === 'not back' && doing.step > worst ? doing.step : worst;
  }, 0);
}

/** The reservation that says what an aircraft is doing. */
export function bookingOf(doing: AircraftDoing) {
  return doing.kind === 'free' ? null : doing.booking;
}

function groupOf(aircraft: Aircraft, doing: AircraftDoing | null, fitness: Fitness): FleetGroup | null {
  if (lifeOf(aircraft.status) === 'deleted') return null;
  if (aircraft.isSimulator === true) return 'simulators';
  if (!doing) return lifeOf(aircraft.status) === 'inactive' ? 'inactive' : 'not known';
  if (doing.kind === 'not back' || doing.kind === 'in the shop') return doing.kind;
  if (doing.kind === 'flying' || doing.kind === 'in use' || doing.kind === 'may be out') return 'flying';
  if (lifeOf(aircraft.status) === 'inactive') return 'inactive';
  if (fitness.kind === 'grounded' || fitness.kind === 'expired') return 'not fit';
  if (!mayGo(fitness)) return 'not known';
  return isAvailable(doing, fitness) ? 'available' : 'due out';
}

/** How many aircraft are in each group. */
export function countGroups(rows: readonly AssessedAircraft[]): Readonly<Record<FleetGroup, number>> {
  const counts = byName(fleetGroups, () => 0);
  for (const { group } of rows) if (group) counts[group]++;
  return counts;
}

/** What wants a person most, by what an aircraft is doing: further down is calmer. */
const doingRanks: { readonly [Kind in AircraftDoing['kind']]: number } = {
  'not back': 0,
  'due out': 2,
  'may be out': 2,
  flying: 3,
  'in use': 3,
  'in the shop': 3,
  free: 3,
};

/** By the worst of both axes, so that an aircraft that is not back stands beside one that is grounded; then by tail. */
export function byAttention(a: AssessedAircraft, b: AssessedAircraft): number {
  return attention(a) - attention(b) || byFitness(a.fitness, b.fitness) || byTail(a.aircraft, b.aircraft);
}

function attention({ aircraft, present, fitness }: AssessedAircraft): number {
  if (lifeOf(aircraft.status) === 'deleted') return 9;
  const ranks = { grounded: 0, expired: 0, 'limit near': 1, warning: 2, 'not known': 2, fit: 3 } as const;
  return Math.min(ranks[fitness.kind], present ? doingRanks[present.doing.kind] : 2);
}

/** A departure within this many milliseconds is soon. */
const leavesSoon = 2 * millisecondsInHour;

/**
 * As a dispatcher goes through a day: not back, out, due out, leaving within two hours, free, then what cannot go, what is
 * inactive, simulators and what is no longer in the fleet; within each by what comes first, then by tail.
 */
export function byDispatch(now: Instant): (a: AssessedAircraft, b: AssessedAircraft) => number {
  const momentOf = ({ present }: AssessedAircraft) =>
    (present && bookingOf(present.doing)?.end) ?? present?.next?.start ?? Number.MAX_SAFE_INTEGER;
  return (a, b) =>
    dispatchRank(a, now) - dispatchRank(b, now) || momentOf(a) - momentOf(b) || byTail(a.aircraft, b.aircraft);
}

function dispatchRank({ aircraft, present, fitness }: AssessedAircraft, now: Instant): number {
  const life = lifeOf(aircraft.status);
  if (life === 'deleted') return 9;
  if (aircraft.isSimulator) return 8;
  if (life === 'inactive') return 7;
  const kind = present?.doing.kind ?? 'free';
  if (kind !== 'free')
    return { 'not back': 0, flying: 1, 'in use': 1, 'due out': 2, 'may be out': 2, 'in the shop': 6 }[kind];
  if (!mayGo(fitness)) return 5;
  const next = present?.next?.start;
  return next !== undefined && next - now <= leavesSoon ? 3 : 4;
}

/** What an aircraft is doing in words: `available until 1300L`, `free, not fit`, `not back +0:35`, `flying until 1500L`. */
export function presentText({ aircraft, present, fitness }: AssessedAircraft, now: Instant, clock: Clock): string {
  if (lifeOf(aircraft.status) === 'deleted') return 'no longer in the fleet';
  if (!present) return 'not known';
  const { doing } = present;
  if (doing.kind === 'due out') return standingText(doing.standing);
  if (doing.kind !== 'free') return doingText(doing, now, clock, aircraft.isSimulator ?? false);
  if (lifeOf(aircraft.status) === 'inactive') return 'inactive';
  if (!mayGo(fitness)) {
    const isUnfit = fitness.kind === 'grounded' || fitness.kind === 'expired';
    return isUnfit ? 'free, not fit' : 'free, fitness not known';
  }
  return doing.until === null ? 'available' : `available until ${whenText(doing.until, now, clock)}`;
}
