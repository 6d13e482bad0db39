import type { Role } from '#contract/access/roles.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
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

/** What may need a person's attention, in the words of the list. */
export const attentionKinds = [
  'connection',
  'not back',
  'grounding squawk',
  'not fit, booked',
  'conflict',
  'stop',
  'checkout',
  'instructor hours',
  'not known',
  'limit near',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Something that needs attention, with its evidence. */
export type AttentionItem = {
  /** What the matter is about, `unfit <aircraft>`: the same from one look to the next, and of its own. */
  readonly key: string;
  readonly kind: AttentionKind;
  /** The tail number, the person, or the source. */
  readonly subject: string;
  /** The evidence in words. */
  readonly words: string;
  /** The records that it rests on, in the one order: by them it is told whether what was put off has become worse. */
  readonly evidence: readonly Evidence[];
  /** Since when it is so; null where no record says it. */
  readonly since: Instant | null;
  /** When it matters: the flight that it stands against, or the limit itself; null for what matters now. */
  readonly at: Instant | null;
  /** From 0 to 100: the list is in this order. A matter rises as its flight comes nearer. */
  readonly rank: number;
  /** From 0 to 100, by the evidence: how bad the matter itself is, whatever the time. */
  readonly severity: number;
  /** The reservation, or the aircraft by its id, by which it is at a location; null where it is at none. */
  readonly of: TimedBooking | string | null;
  /** Where the application shows it. */
  readonly link: string;
  /** What it puts at risk, each with its link. */
  readonly behind: readonly { readonly key: string; readonly words: string; readonly link: string }[];
};

/** A matter as it is found: what it is about gives its key, and its evidence how bad it is. */
export function matterOf({
  about,
  ...found
}: Omit<AttentionItem, 'key' | 'severity'> & { readonly about: string }): AttentionItem {
  const own = sorted(found.evidence);
  return { ...found, key: about, evidence: own, severity: severityOf(own) };
}

/** The matters that a role sees, each with the evidence that it may see. */
export function mattersFor(role: Role, items: readonly AttentionItem[]): readonly AttentionItem[] {
  return items.flatMap((item) => {
    const seen = seenBy(role, item.evidence);
    if (seen === item.evidence) return item;
    return seen.length === 0 ? [] : { ...item, evidence: seen, severity: severityOf(seen) };
  });
}

/** The connection to the flight service as far as it is bad: in words, and since when. */
export type ConnectionTrouble = { readonly words: string; readonly since: Instant | null; readonly hasData: boolean };

/** Worst where nothing can be shown at all. */
export function connectionItem({ words, since, hasData }: ConnectionTrouble): AttentionItem {
  return matterOf({
    about: 'connection',
    kind: 'connection',
    subject: 'Flight service',
    words,
    evidence: [evidence('service', 'flight service', 'no answer', { amount: hasData ? 1 : 2 })],
    since,
    at: null,
    rank: hasData ? 65 : 95,
    of: null,
    link: '/setup',
    behind: [],
  });
}

/** So many entries of the log stand on the overview. */
export const mostOfShift = 8;

/** What the overview asks of the log: the latest entries since the present shift began. */
export function shiftLog(now: Instant, zone: string, starts: ShiftStarts) {
  return { from: new Date(shiftStart(now, zone, starts)).toISOString(), limit: mostOfShift };
}

/** The one that lasts longest first. */
function byEnd(a: Pick<Snooze, 'until'>, b: Pick<Snooze, 'until'>): number {
  return b.until - a.until;
}

/** A matter that somebody has put off until a time, with the evidence that it rested on. */
export type Snooze = {
  /** Of the item. */
  readonly key: string;
  readonly evidence: readonly Evidence[];
  readonly until: Instant;
  /** Of the matter then, by the gateway's own assessment. */
  readonly severity: number;
  /** Who put it off, and when. */
  readonly by: string;
  readonly at: Instant;
};

/**
 * What is shown, and what is put off. A matter returns at its time, and before where there is more evidence, worse evidence, or a
 * flight that is at risk earlier; never because time passes alone.
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
    const own = byKey.get(item.key) ?? [];
    const covers = ({ evidence: before, at }: Snooze) => isNoWorse(item.evidence, before, lookAhead(at, zone));
    return { item, snooze: own.filter(covers).toSorted(byEnd)[0] ?? null };
  });
  return {
    shown: found.filter(({ snooze }) => snooze === null).map(({ item }) => item),
    snoozed: found.flatMap(({ item, snooze }) => (snooze ? [{ item, snooze }] : [])),
  };
}

/** What is put off, with the role by which its evidence was seen. */
export type PutOff = Snooze & { readonly role: Role };

/** What a look at everything has found. Where it is not whole, what it has not found may be there all the same. */
export type Found = { readonly items: readonly AttentionItem[]; readonly isWhole: boolean };

/**
 * What stays put off after a new look: not what is gone, and not what has become worse, so that it shows when it comes back. Of what
 * has become less the rest is kept, for the same reason. The same objects where nothing has changed.
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
