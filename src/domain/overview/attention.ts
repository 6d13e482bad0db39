import type { Role } from '#contract/access/roles.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { type Instant, shiftStart, type ShiftStarts } from '#domain/time/time.ts';
import {
  evidence,
  type Evidence,
  fingerprintOf,
  isNoWorse,
  lookAhead,
  seenBy,
  severityOf,
  sorted,
} from './evidence.ts';
import { attentionRanks } from '#domain/thresholds.ts';

/** The kinds of matters that may need a person's attention, in the words of the list. */
export const attentionKinds = [
  'connection',
  'not back',
  'may be out',
  'grounding squawk',
  'grounded, booked',
  'conflict',
  'stop',
  'checkout',
  'instructor hours',
  'not known',
  'limit near',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** A matter that needs attention, with its evidence. */
export type AttentionItem = {
  /** The matter's own key, `grounded <aircraft>`, which stays the same from one look to the next. */
  readonly key: string;
  readonly kind: AttentionKind;
  /** The tail number, the person, or the source. */
  readonly subject: string;
  /** The evidence in words. */
  readonly words: string;
  /** The records behind it, sorted. They show whether a matter has become worse since it was put off. */
  readonly evidence: readonly Evidence[];
  /** When it began; null if no record gives a time. */
  readonly since: Instant | null;
  /** When it matters: the start of the affected flight, or the limit itself; null if it matters now. */
  readonly at: Instant | null;
  /** From 0 to 100, the list's order. A matter rises as its flight comes nearer. */
  readonly rank: number;
  /** From 0 to 100, from the evidence: how bad the matter is, whatever the time. */
  readonly severity: number;
  /** The reservation, or the aircraft's id, that gives its location; null if it has none. */
  readonly of: TimedReservation | string | null;
  /** The page that shows it. */
  readonly link: string;
  /** The reservations it puts at risk, each with its link. */
  readonly behind: readonly { readonly key: string; readonly words: string; readonly link: string }[];
  /** How many matters it stands for, if it says how many of its kind are not listed (`mostMatters.ts`). */
  readonly others?: number;
};

/** Makes a matter: `about` is its key, and its evidence gives the severity. */
export function matterOf({
  about,
  ...found
}: Omit<AttentionItem, 'key' | 'severity'> & { readonly about: string }): AttentionItem {
  const ownEvidence = sorted(found.evidence);
  return { ...found, key: about, evidence: ownEvidence, severity: severityOf(ownEvidence) };
}

/** The matters that a role sees, each with the evidence that the role may see. */
export function mattersFor(role: Role, items: readonly AttentionItem[]): readonly AttentionItem[] {
  return items.flatMap((item) => {
    const seen = seenBy(role, item.evidence);
    if (seen === item.evidence) return item;
    return seen.length === 0 ? [] : { ...item, evidence: seen, severity: severityOf(seen) };
  });
}

/** Trouble with the connection to the flight service: in words, and since when. */
export type ConnectionTrouble = { readonly words: string; readonly since: Instant | null; readonly hasData: boolean };

/** The connection as a matter, worse if there is no data to show. */
export function connectionItem({ words, since, hasData }: ConnectionTrouble): AttentionItem {
  return matterOf({
    about: 'connection',
    kind: 'connection',
    subject: 'Flight service',
    words,
    evidence: [evidence('service', 'flight service', 'no answer', { amount: hasData ? 1 : 2 })],
    since,
    at: null,
    rank: hasData ? attentionRanks.oldData : attentionRanks.noData,
    of: null,
    link: '/setup',
    behind: [],
  });
}

/** Number of log entries on the overview. */
const maxOfShift = 8;

/** The overview's query of the log: the latest entries since the present shift began. */
export function shiftLog(now: Instant, zone: string, starts: ShiftStarts) {
  return { from: new Date(shiftStart(now, zone, starts)).toISOString(), limit: maxOfShift };
}

/** Sorts by the end, the latest first. */
function byEnd(a: Pick<Snooze, 'until'>, b: Pick<Snooze, 'until'>): number {
  return b.until - a.until;
}

/** A matter put off until a time, with its evidence at that time. */
export type Snooze = {
  /** The item's key. */
  readonly key: string;
  readonly evidence: readonly Evidence[];
  readonly until: Instant;
  /** The severity when it was put off, as the gateway computed it. */
  readonly severity: number;
  /** Who put it off, and when. */
  readonly by: string;
  readonly at: Instant;
};

/**
 * The matters shown, and those put off. A matter returns at its time. It returns earlier with more or worse evidence,
 * or if an earlier flight is at risk. Time alone never brings it back.
 */
export function withoutSnoozed(
  items: readonly AttentionItem[],
  snoozes: readonly Snooze[],
  now: Instant,
  zone: string,
): {
  readonly shown: readonly AttentionItem[];
  readonly snoozed: readonly { readonly item: AttentionItem; readonly snooze: Snooze }[];
} {
  const byKey = Map.groupBy(
    snoozes.filter(({ until }) => until > now),
    ({ key }) => key,
  );
  const found = items.map((item) => {
    const ownSnoozes = byKey.get(item.key) ?? [];
    const covers = ({ evidence: before, at }: Snooze) => isNoWorse(item.evidence, before, lookAhead(at, zone));
    return { item, snooze: ownSnoozes.filter(covers).toSorted(byEnd)[0] ?? null };
  });
  return {
    shown: found.filter(({ snooze }) => snooze === null).map(({ item }) => item),
    snoozed: found.flatMap(({ item, snooze }) => (snooze ? [{ item, snooze }] : [])),
  };
}

/** A matter put off, with the role that saw its evidence. */
export type PutOff = Snooze & { readonly role: Role };

/** The result of a search for all matters. If `isWhole` is false, it may have missed some. */
export type Found = { readonly items: readonly AttentionItem[]; readonly isWhole: boolean };

/**
 * What stays put off after a new search. Matters that are gone or have become worse are dropped, so that they show when
 * they come back. If a matter has less evidence than before, the remaining evidence replaces the old, for the same
 * reason. Unchanged objects are returned as they are.
 */
export function stillPutOff<One extends PutOff>(
  putOffs: readonly One[],
  { items, isWhole }: Found,
  now: Instant,
  zone: string,
): readonly One[] {
  const byKey = new Map(items.map((item) => [item.key, item]));
  return putOffs.flatMap((one) => {
    const found = seenBy(one.role, byKey.get(one.key)?.evidence ?? []);
    if (one.until <= now) return [];
    if (found.length === 0) return isWhole ? [] : one;
    if (fingerprintOf(found) === fingerprintOf(one.evidence)) return one;
    if (!isNoWorse(found, one.evidence, lookAhead(one.at, zone))) return [];
    return { ...one, evidence: found, severity: severityOf(found) };
  });
}
