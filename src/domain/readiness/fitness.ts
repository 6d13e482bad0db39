import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type DueItem, isCounted, remainingText } from '#domain/maintenance/reminders.ts';
import type { Limit } from '#domain/maintenance/horizon.ts';
import { byImportance, type Squawk } from '#domain/maintenance/squawks.ts';
import type { Instant } from '#domain/time/time.ts';
import type { AircraftDoing } from './aircraftNow.ts';
import { limitsOn, limitWords, mayHavePassed } from './limits.ts';
import { notReset, type ShopVisit } from './shopVisit.ts';

/** Worst first; what is not known stands between what needs a look and what is well. */
export const fitnessKinds = ['grounded', 'expired', 'limit near', 'warning', 'not known', 'fit'] as const;
export type FitnessKind = (typeof fitnessKinds)[number];

/** One reason for an assessment, in words, with the record it rests on. */
type FitnessEvidence = {
  readonly kind: Exclude<FitnessKind, 'fit'>;
  /** `Annual expired 31 Jul`, `Squawk: Left brake soft`, `Reminders not read yet`. */
  readonly words: string;
  readonly item: DueItem | null;
  readonly squawk: Squawk | null;
  /** A limit that may have passed already: nobody knows before the flights are closed. */
  readonly mayHavePassed?: boolean;
};

/** An aircraft's fitness (readiness, section 2): never that it is airworthy, only what its records say against it. */
export type Fitness = {
  readonly kind: FitnessKind;
  /** Worst first. */
  readonly evidence: readonly FitnessEvidence[];
  readonly worst: FitnessEvidence | null;
  /** False where anything could not be read: there may be worse than what is found. */
  readonly isComplete: boolean;
};

/** Records of one aircraft as far as they have been read. */
export type ReadRecords<Item> = {
  /** Null while they have not been read. */
  readonly items: readonly Item[] | null;
  /** True where the last attempt failed. */
  readonly hasFailed: boolean;
  /** How many records of the answer could not be read at all. */
  readonly skipped: number;
  /** When the answer was true; null where that is not known. */
  readonly asOf: Instant | null;
};

/** Records nobody has read yet. */
export const notRead: ReadRecords<never> = { items: null, hasFailed: false, skipped: 0, asOf: null };

export type FitnessInput = {
  readonly aircraft: Aircraft;
  readonly reminders: ReadRecords<DueItem>;
  readonly squawks: ReadRecords<Squawk>;
  /** The reservation that has the aircraft now, and the next one: a limit inside either is near. */
  readonly present: TimedBooking | null;
  readonly next: TimedBooking | null;
  /** Where the limits of its reminders fall (`limitsOf`), the earliest first. */
  readonly limits: readonly Limit[];
  /** The shop visit that ended within a day, and since which it has not flown (`endedVisit`). */
  readonly ended?: ShopVisit | null;
  readonly now: Instant;
  readonly clock: Clock;
};

/** Records older than this say nothing for certain about now, in milliseconds. */
const usualReadAge = millisecondsInHour;

/** The fitness of one aircraft now, from its status, its reminders and its squawks. */
export function fitnessOf(input: FitnessInput, readAge = usualReadAge): Fitness {
  const unknown = [
    ...missing('Reminders', input.reminders, input.now, readAge),
    ...missing('Squawks', input.squawks, input.now, readAge),
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
  const grounding = (squawks.items ?? []).filter(({ isGrounding, isResolved }) => isGrounding && !isResolved);
  return grounding
    .toSorted(byImportance)
    .map((squawk) => ({ kind: 'grounded', words: `Squawk: ${squawk.description}`, item: null, squawk }));
}

/** The limits themselves count, whatever is booked; those ahead where they fall inside the present or the next reservation. */
function reminderEvidence(input: FitnessInput): FitnessEvidence[] {
  const { reminders, limits, present, next, now, clock } = input;
  const items = (reminders.items ?? []).filter(isCounted);
  const told = new Set<DueItem>();
  const evidence: FitnessEvidence[] = [];
  const add = (limit: Limit, kind: FitnessEvidence['kind'], isOpen = false) => {
    if (told.has(limit.item)) return;
    told.add(limit.item);
    evidence.push({ ...evidenceOf(kind, limit.item, limitWords(limit, now, clock)), mayHavePassed: isOpen });
  };
  for (const limit of limits) if (limit.certainty === 'definite' && limit.at <= now) add(limit, 'expired');
  for (const limit of limits) if (mayHavePassed(limit, now)) add(limit, 'limit near', true);
  for (const booking of [present, next]) {
    if (!booking) continue;
    for (const { limit, level } of limitsOn(booking, limits)) if (level !== 'planned') add(limit, 'limit near');
  }
  const rest = items.filter((item) => !told.has(item) && item.worst !== 'ok');
  return [...evidence, ...rest.map((item) => statusEvidence(item, clock))];
}

/** Work that was to be done in a visit, where the reminder still stands as before it. */
function afterVisit({ ended, reminders, now, clock }: FitnessInput): FitnessEvidence[] {
  if (!ended) return [];
  const when = whenText(ended.booking.end, now, clock);
  return notReset(ended, (reminders.items ?? []).filter(isCounted)).map((item) =>
    evidenceOf('not known', item, `${item.name}: shop visit ended ${when}, item not reset`),
  );
}

function evidenceOf(kind: FitnessEvidence['kind'], item: DueItem, words: string): FitnessEvidence {
  return { kind, words, item, squawk: null };
}

function statusEvidence(item: DueItem, clock: Clock): FitnessEvidence {
  const left = item.driving ? `, ${remainingText(item.driving, clock)}` : '';
  if (item.worst === 'warning') return evidenceOf('warning', item, `${item.name}: Warning${left}`);
  const odd = [item, ...item.axes].find(({ severity }) => severity === 'unknown');
  return evidenceOf('not known', item, `${item.name}: status ${odd?.status ?? item.status}`);
}

function missing(
  name: string,
  { items, hasFailed, skipped, asOf }: ReadRecords<unknown>,
  now: Instant,
  readAge: number,
): FitnessEvidence[] {
  if (items === null) return [plain('not known', `${name} ${hasFailed ? 'could not be read' : 'not read yet'}`)];
  const isOld = asOf !== null && now - asOf > readAge;
  return [
    isOld && plain('not known', `${name} are ${Math.floor((now - asOf) / millisecondsInMinute)} min old`),
    skipped > 0 && plain('not known', `${name}: ${skipped} unreadable ${skipped === 1 ? 'record' : 'records'} skipped`),
  ].filter((one) => one !== false);
}

/** Records of which a member could not be read: the worst that can be salvaged from them counts, and they may say worse. */
function partial(items: readonly DueItem[]): FitnessEvidence[] {
  return items
    .filter((item) => isCounted(item) && item.unread.length > 0)
    .map((item) => evidenceOf('not known', item, `${item.name}: ${item.unread.join(', ')} could not be read`));
}

/** True where everything was read and nothing says that the aircraft must not fly: fit, or to be looked at. */
export function mayGo({ kind, isComplete }: Fitness): boolean {
  return isComplete && kind !== 'grounded' && kind !== 'expired';
}

/** True where an aircraft is available: fit, and free (readiness, section 2). */
export function isAvailable(doing: AircraftDoing, fitness: Fitness): boolean {
  return doing.kind === 'free' && mayGo(fitness);
}

/** `available`, `free, not fit: Annual expired 31 Jul`, `free, fitness not known: Reminders not read yet`; null where it is not free. */
export function availabilityText(doing: AircraftDoing, fitness: Fitness): string | null {
  if (doing.kind !== 'free') return null;
  if (mayGo(fitness)) return 'available';
  const isUnfit = fitness.kind === 'grounded' || fitness.kind === 'expired';
  const isOpen = (one: FitnessEvidence) => one.kind === 'not known' || one.mayHavePassed === true;
  const reason = isUnfit ? fitness.worst : fitness.evidence.find(isOpen);
  return `free, ${isUnfit ? 'not fit' : 'fitness not known'}: ${reason?.words ?? ''}`;
}
