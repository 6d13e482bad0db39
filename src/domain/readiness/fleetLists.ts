import { byName } from '#contract/objects.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Knowledge, lackText } from '#domain/answers/known.ts';
import { byTail } from '#domain/fleet/fleet.ts';
import type { AttentionStep } from '#domain/reservations/state.ts';
import { type AircraftDoing, doingText } from '#domain/schedule/aircraftNow.ts';
import { thresholds } from '#domain/thresholds.ts';
import { type Clock, durationText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { byFitness, isGrounded, mayGo } from './fitness.ts';
import { type AssessedAircraft, type FleetGroup, fleetGroups } from './fleetAssessment.ts';

/** The assessed fleet as lists show it: how many are in each group, in which order, and in which words. */

/** The highest attention step of the aircraft that are not back: 0 if there are none, or all are within the grace. */
export function lateStep(rows: readonly Pick<AssessedAircraft, 'present'>[]): AttentionStep {
  return rows.reduce<AttentionStep>((worst, { present }) => {
    const { doing } = present ?? {};
    return doing?.kind === 'not back' && doing.step > worst ? doing.step : worst;
  }, 0);
}

/** The reservation that shows what an aircraft is doing. */
export function reservationOf(doing: AircraftDoing) {
  return doing.kind === 'free' ? null : doing.reservation;
}

/**
 * True if an aircraft counts in a group. All that are grounded count as such, whatever they are doing, on every screen: one that
 * is out counts as flying too. Inactive aircraft only count as inactive.
 */
export function countsAs(
  group: FleetGroup,
  { group: own, fitness }: Pick<AssessedAircraft, 'group' | 'fitness'>,
): boolean {
  return own === group || (group === 'grounded' && own !== null && own !== 'inactive' && isGrounded(fitness));
}

/** How many aircraft count in each group. */
export function countGroups(rows: readonly AssessedAircraft[]): Readonly<Record<FleetGroup, number>> {
  return byName(fleetGroups, (group) => rows.filter((row) => countsAs(group, row)).length);
}

/** Activities by how much they need a person, the most first. */
const doingRanks: { readonly [Kind in AircraftDoing['kind']]: number } = {
  'not back': 0,
  'may be out': 1,
  'due out': 2,
  flying: 3,
  'in use': 3,
  'in the shop': 3,
  free: 3,
};

/**
 * Sorts by the worse of both axes, so that an aircraft that is not back is beside a grounded one; then by tail number. Inactive
 * aircraft, which are not grounded but apart, come last.
 */
export function byAttention(a: AssessedAircraft, b: AssessedAircraft): number {
  return attention(a) - attention(b) || byFitness(a.fitness, b.fitness) || byTail(a.aircraft, b.aircraft);
}

function attention({ group, present, fitness }: AssessedAircraft): number {
  if (group === null) return 9;
  if (group === 'inactive') return 8;
  const ranks = { grounded: 0, expired: 0, 'limit near': 1, warning: 2, 'not known': 2, fit: 3 } as const;
  return Math.min(ranks[fitness.kind], present ? doingRanks[present.doing.kind] : 2);
}

/**
 * The order of a dispatcher's day: not back, out, due out, leaving soon, free. Then come aircraft that
 * cannot go, those in the shop, inactive ones, simulators and those no longer in the fleet. Within each group, by the
 * present reservation's end or the next start, then by tail number.
 */
export function byDispatch(now: Instant): (a: AssessedAircraft, b: AssessedAircraft) => number {
  const momentOf = ({ present }: AssessedAircraft) =>
    (present && reservationOf(present.doing)?.end) ?? present?.next?.start ?? Number.MAX_SAFE_INTEGER;
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
    return { 'not back': 0, 'may be out': 0, flying: 1, 'in use': 1, 'due out': 2, 'in the shop': 6 }[kind];
  if (!mayGo(fitness)) return 5;
  const next = present?.next?.start;
  return next !== undefined && next - now <= thresholds().leavesSoon ? 3 : 4;
}

/** What an aircraft is doing in words: `can go until 1300L`, `free, grounded`, `not back +0:35`, `flying until 1500L`. */
export function presentText({ aircraft, present, fitness }: AssessedAircraft, now: Instant, clock: Clock): string {
  if (lifeOf(aircraft.status) === 'deleted') return 'no longer in the fleet';
  if (!present) return 'not known';
  const { doing } = present;
  if (doing.kind !== 'free') return doingText(doing, now, clock, aircraft.isSimulator ?? false);
  if (lifeOf(aircraft.status) === 'inactive') return 'inactive';
  if (!mayGo(fitness)) return isGrounded(fitness) ? 'free, grounded' : 'free, fitness not known';
  return doing.until === null ? 'can go' : `can go until ${whenText(doing.until, now, clock)}`;
}

/** The word of a group: what is available “can go”. An aircraft is “due out”; its flight is what is “not checked out”. */
export function groupWord(group: FleetGroup): string {
  return group === 'available' ? 'can go' : group;
}

/** The word beside the number of aircraft in a group: `not back (3 by up to 10 min)`. */
export function countedWord(group: FleetGroup, rows: readonly AssessedAircraft[]): string {
  return [groupWord(group), graceNote(group, rows)].filter(Boolean).join(' ');
}

/**
 * How many of the aircraft that are not back are within the grace: `(3 by up to 10 min)`. Null for none. Matters and
 * alerts begin after the grace, so that there are fewer of them.
 */
function graceNote(group: FleetGroup, rows: readonly AssessedAircraft[]): string | null {
  const { lateGrace } = thresholds();
  const counted = group === 'not back' && lateGrace > 0 ? rows.filter((row) => countsAs(group, row)) : [];
  const within = counted.filter((row) => lateStep([row]) === 0).length;
  if (within === 0) return null;
  const grace = `by up to ${durationText(lateGrace)}`;
  return `(${within === counted.length ? grace : `${within} ${grace}`})`;
}

/**
 * Who can go: the parts of the fleet's list, in its order. `out` has everything that a flight or a class has now; `cannot go` what is
 * grounded or in the shop; `not known` what may or may not go.
 */
export const fleetParts = [
  'can go',
  'due out',
  'out',
  'not known',
  'cannot go',
  'inactive',
  'simulators',
  'deleted',
] as const;
export type FleetPart = (typeof fleetParts)[number];

/** The part of the fleet's list that an aircraft stands in. One that may not fly and is not out stands in `cannot go`. */
export function partOf({ group }: Pick<AssessedAircraft, 'group'>): FleetPart {
  return group === null ? 'deleted' : groupParts[group];
}

const groupParts: { readonly [Group in FleetGroup]: FleetPart } = {
  available: 'can go',
  'due out': 'due out',
  flying: 'out',
  'not back': 'out',
  'may be out': 'not known',
  'in the shop': 'cannot go',
  grounded: 'cannot go',
  'not known': 'not known',
  inactive: 'inactive',
  simulators: 'simulators',
};

const partWords: { readonly [Part in FleetPart]: string } = {
  'can go': 'Can go',
  'due out': 'Due out',
  out: 'Out',
  'not known': 'Not known',
  'cannot go': 'Cannot go',
  inactive: 'Inactive',
  simulators: 'Simulators',
  deleted: 'No longer in the fleet',
};

export function partWord(part: FleetPart): string {
  return partWords[part];
}

/**
 * How long an aircraft that can go stays free from now, in milliseconds: until its next reservation; infinite if none is known of
 * today or tomorrow. Null for all that cannot go now, or of which that is not known.
 */
export function freeFor({ group, present }: AssessedAircraft, now: Instant): number | null {
  if (partOf({ group }) !== 'can go' || present?.doing.kind !== 'free') return null;
  return (present.doing.until ?? Number.POSITIVE_INFINITY) - now;
}

export type GroupCounters = {
  /** `12` available, `149` not known yet. */
  readonly counters: readonly {
    readonly group: FleetGroup;
    readonly count: number;
    readonly word: string;
    /** How many are within the grace; null for none. */
    readonly note: string | null;
    /** The attention step of the aircraft that are not back. */
    readonly step: AttentionStep;
  }[];
  /**
   * What is missing beside the counts: `4 aircraft not read yet`, `Not known yet`. Null if the counts are complete and current.
   */
  readonly lack: string | null;
};

/**
 * The number of aircraft in each group: groups with aircraft, the chosen group, and the available ones. A zero for
 * available ones appears only after every source has been read.
 */
export function groupCounters(
  rows: readonly AssessedAircraft[],
  known: Knowledge,
  chosen: FleetGroup | 'any' = 'any',
): GroupCounters {
  const counts = countGroups(rows);
  const isWithoutReservations = rows.length > 0 && rows.every(({ present }) => present === null);
  const isYet = known.state === 'not known' || isWithoutReservations;
  const isShown = (group: FleetGroup) => counts[group] > 0 || (group === 'available' ? !isYet : group === chosen);
  return {
    counters: fleetGroups.filter(isShown).map((group) => ({
      group,
      count: counts[group],
      word: group === 'not known' && isYet ? 'not known yet' : groupWord(group),
      note: graceNote(group, rows),
      step: group === 'not back' ? lateStep(rows) : 0,
    })),
    lack: isYet && counts['not known'] > 0 ? null : lackText(known),
  };
}
