import { millisecondsInMinute } from '#domain/units.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import {
  doubtIn,
  type DueItem,
  doubtText,
  isCounted,
  isGroundingItem,
  remainingText,
} from '#domain/maintenance/reminders.ts';
import type { Limit } from '#domain/maintenance/horizon.ts';
import { byImportance, mayGround, type Squawk } from '#domain/maintenance/squawks.ts';
import type { Instant } from '#domain/time/time.ts';
import { limitsOn, limitWords, mayHavePassed } from '#domain/maintenance/limits.ts';
import { notReset, type ShopVisit } from '#domain/maintenance/shopVisit.ts';
import { thresholds } from '#domain/thresholds.ts';
import { capitalized, counted } from '#domain/words.ts';

/** Worst first. “Not known” ranks between “needs a look” and “fit”. */
export const fitnessKinds = ['grounded', 'limit near', 'warning', 'not known', 'fit'] as const;
export type FitnessKind = (typeof fitnessKinds)[number];

/** One reason for an assessment, in words, with the record that supports it. */
export type FitnessEvidence = {
  readonly kind: Exclude<FitnessKind, 'fit'>;
  /** `Annual expired 31 Jul`, `Squawk: Left brake soft`, `Reminders not read yet`. */
  readonly words: string;
  readonly item: DueItem | null;
  readonly squawk: Squawk | null;
  /** The records that are missing or too old. */
  readonly missing?: 'reminders' | 'squawks';
  /** True if the limit may already have passed, which is not known until the flights are closed. */
  readonly mayHavePassed?: boolean;
  /** True for a conditional reminder of which something is not known. */
  readonly isDoubt?: boolean;
};

/**
 * An aircraft's fitness (readiness, section 2). It never says that an aircraft is airworthy, only what its records say against
 * it.
 */
export type Fitness = {
  readonly kind: FitnessKind;
  /** Worst first. */
  readonly evidence: readonly FitnessEvidence[];
  readonly worst: FitnessEvidence | null;
  /** False if anything could not be read: there may be worse findings. */
  readonly isComplete: boolean;
};

/** Records of one aircraft as far as they have been read. */
export type ReadRecords<Item> = {
  /** Null until they have been read. */
  readonly items: readonly Item[] | null;
  /** True if the last attempt failed. */
  readonly hasFailed: boolean;
  /** The number of records in the answer that could not be read at all. */
  readonly skipped: number;
  /** The instant at which the answer was current; null if that is not known. */
  readonly asOf: Instant | null;
};

/** Records that have not been read yet. */
export const notRead: ReadRecords<never> = { items: null, hasFailed: false, skipped: 0, asOf: null };

export type FitnessInput = {
  readonly aircraft: Aircraft;
  readonly reminders: ReadRecords<DueItem>;
  readonly squawks: ReadRecords<Squawk>;
  /** The reservation that has the aircraft now, and the next one: a limit inside either is near. */
  readonly present: TimedReservation | null;
  readonly next: TimedReservation | null;
  /** The limits of its reminders of every class (`limitsOf`), the earliest first. */
  readonly limits: readonly Limit[];
  /** The shop visit that ended within a day, if the aircraft has not flown since (`endedVisit`). */
  readonly ended?: ShopVisit | null;
  readonly now: Instant;
  readonly clock: Clock;
};

/** The fitness of one aircraft now, from its status, its reminders and its squawks. */
export function fitnessOf(input: FitnessInput): Fitness {
  const unknown = [
    ...missing('reminders', input.reminders, input.now),
    ...missing('squawks', input.squawks, input.now),
    ...partial(input.reminders.items ?? []),
    ...afterVisit(input),
  ];
  const found = [...lifeEvidence(input.aircraft), ...squawkEvidence(input), ...reminderEvidence(input), ...unknown];
  const evidence = found.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
  const [worst = null] = evidence;
  return {
    kind: worst?.kind ?? 'fit',
    evidence,
    worst,
    isComplete: evidence.every(({ kind, mayHavePassed: isOpen }) => kind !== 'not known' && isOpen !== true),
  };
}

function rankOf(kind: FitnessKind): number {
  return fitnessKinds.indexOf(kind);
}

/** The worst first: the order of the fleet, of the wall board and of the timeline's rows. */
export function byFitness(a: Pick<Fitness, 'kind'>, b: Pick<Fitness, 'kind'>): number {
  return rankOf(a.kind) - rankOf(b.kind);
}

function plain(kind: FitnessEvidence['kind'], words: string): FitnessEvidence {
  return { kind, words, item: null, squawk: null };
}

function lifeEvidence({ status }: Aircraft): FitnessEvidence[] {
  const life = lifeOf(status);
  if (life === 'active') return [];
  const words = `Aircraft status ${status?.name ?? life}`;
  return [plain(life === 'unknown' ? 'not known' : 'grounded', words)];
}

function squawkEvidence({ squawks }: FitnessInput): FitnessEvidence[] {
  const open = (squawks.items ?? []).filter(mayGround).toSorted(byImportance);
  return open.map((squawk) => {
    const words = `Squawk: ${squawk.description}`;
    return squawk.grounding === 'yes'
      ? { kind: 'grounded', words, item: null, squawk }
      : { kind: 'not known', words: `${words}, not known whether it grounds`, item: null, squawk };
  });
}

/**
 * A passed limit counts, whatever is booked. A limit ahead counts if it falls before the end of the present or the next
 * reservation. A conditional reminder is only a warning, an advisory one nothing.
 */
function reminderEvidence(input: FitnessInput): FitnessEvidence[] {
  const { reminders, limits, present, next, now, clock } = input;
  const items = (reminders.items ?? []).filter(isHeeded);
  const added = new Set<DueItem>();
  const evidence: FitnessEvidence[] = [];
  const add = (limit: Limit, kind: FitnessEvidence['kind'], isOpen = false) => {
    if (added.has(limit.item) || !isHeeded(limit.item)) return;
    added.add(limit.item);
    const found = evidenceOf(kind, limit.item, limitWords(limit, now, clock));
    evidence.push({ ...found, mayHavePassed: isOpen && isGroundingItem(limit.item) });
  };
  for (const limit of limits) if (limit.certainty === 'definite' && limit.at <= now) add(limit, 'grounded');
  for (const limit of limits) if (mayHavePassed(limit, now)) add(limit, 'limit near', true);
  for (const reservation of [present, next]) {
    if (!reservation) continue;
    for (const { limit, level } of limitsOn(reservation, limits)) if (level !== 'planned') add(limit, 'limit near');
  }
  // What is not known about an item is said by `partial`.
  const isSaid = (item: DueItem) => item.counts === 'ok' || (item.counts === 'unknown' && doubtIn(item) !== null);
  const rest = items.filter((item) => !added.has(item) && !isSaid(item));
  return [...evidence, ...rest.map((item) => statusEvidence(item, clock))];
}

/** Work that a visit was to do, if its reminder has not changed since. */
function afterVisit({ ended, reminders, now, clock }: FitnessInput): FitnessEvidence[] {
  if (!ended) return [];
  const when = whenText(ended.reservation.end, now, clock);
  return notReset(ended, (reminders.items ?? []).filter(isHeeded)).map((item) =>
    evidenceOf('not known', item, `${item.name}: shop visit ended ${when}, item not reset`),
  );
}

function isHeeded(item: DueItem): boolean {
  return isCounted(item) && item.reminderClass !== 'advisory';
}

/** A conditional reminder never says more than that the aircraft needs a look: the next flight may not need it. */
function evidenceOf(kind: FitnessEvidence['kind'], item: DueItem, words: string): FitnessEvidence {
  const { onlyFor } = item;
  if (onlyFor === null) return { kind, words, item, squawk: null };
  const fullWords = words.endsWith(onlyFor) ? words : `${words}, ${onlyFor}`;
  return { kind: 'warning', words: fullWords, item, squawk: null, isDoubt: kind === 'not known' };
}

function statusEvidence(item: DueItem, clock: Clock): FitnessEvidence {
  if (item.counts === 'warning') return evidenceOf('warning', item, dueWords(item, clock));
  const odd = [item, ...item.axes].find(({ statusKind }) => statusKind === 'unknown');
  return evidenceOf('not known', item, `${item.name}: status ${odd?.status ?? item.status}`);
}

/**
 * What is due and when, without the service's word, which its mark stands for: `Oil change in 7.3 h`, `VOR check 3 days past due`. With
 * no figure, the service's word: `Oil change: Warning`.
 */
function dueWords({ name, driving, worst, status }: DueItem, clock: Clock): string {
  const left = driving ? remainingText(driving, clock) : null;
  if (left?.endsWith(' left')) return `${name} in ${left.slice(0, -' left'.length)}`;
  if (left?.endsWith(' past due')) return `${name} ${left}`;
  return `${name}: ${worst === 'warning' ? 'Warning' : status}${left === null ? '' : `, ${left}`}`;
}

function missing(
  what: 'reminders' | 'squawks',
  { items, hasFailed, skipped, asOf }: ReadRecords<unknown>,
  now: Instant,
): FitnessEvidence[] {
  const name = capitalized(what);
  const unknown = (words: string) => ({ ...plain('not known', words), missing: what });
  if (items === null) return [unknown(`${name} ${hasFailed ? 'could not be loaded' : 'not loaded yet'}`)];
  const isOld = asOf !== null && now - asOf > thresholds().readAge;
  return [
    isOld && unknown(`${name} are ${Math.floor((now - asOf) / millisecondsInMinute)} min old`),
    skipped > 0 && unknown(`${name}: ${counted(skipped, 'unreadable record')} skipped`),
  ].filter((one) => one !== false);
}

/**
 * Records with a member that could not be read, or of which it is not known what is left. The worst readable status
 * counts, but the rest may be worse.
 */
function partial(items: readonly DueItem[]): FitnessEvidence[] {
  return items
    .filter((item) => isHeeded(item) && doubtText(item) !== '')
    .map((item) => evidenceOf('not known', item, `${item.name}: ${doubtText(item)}`));
}

/**
 * True if the records say that an aircraft must not fly: because of a squawk, of its status at the service, or of a reminder that
 * is Expired or past its limit.
 */
export function isGrounded({ kind }: Pick<Fitness, 'kind'>): boolean {
  return kind === 'grounded';
}

/** True for a record that was read and leaves open whether the aircraft may fly. */
export function leavesOpen({ kind, item, squawk }: FitnessEvidence): boolean {
  return kind === 'not known' && (item ?? squawk) !== null;
}

/** True if everything was read and nothing says that the aircraft must not fly: it is fit, or needs a look. */
export function mayGo(fitness: Pick<Fitness, 'kind' | 'isComplete'>): boolean {
  return fitness.isComplete && !isGrounded(fitness);
}
