import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type Instant, shiftStart, type ShiftStarts } from '#domain/time/time.ts';

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
  'limit near',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Something that needs attention, with its evidence. */
export type AttentionItem = {
  /** The same from one look to the next, and of its own. */
  readonly key: string;
  readonly kind: AttentionKind;
  /** The tail number, the person, or the source. */
  readonly subject: string;
  /** The evidence in words. */
  readonly words: string;
  /** Since when it is so; null where no record says it. */
  readonly since: Instant | null;
  /** When it matters: the flight that it stands against, or the limit itself; null for what matters now. */
  readonly at: Instant | null;
  /** From 0 to 100: the list is in this order. A matter rises as its flight comes nearer. */
  readonly rank: number;
  /** From 0 to 100: how bad the matter itself is, whatever the time. What was put off returns when it grows. */
  readonly severity: number;
  /** The reservation, or the aircraft by its id, by which it is at a location; null where it is at none. */
  readonly of: TimedBooking | string | null;
  /** Where the application shows it. */
  readonly link: string;
  /** What it puts at risk, each with its link. */
  readonly behind: readonly { readonly key: string; readonly words: string; readonly link: string }[];
};

/** The connection to the flight service as far as it is bad: in words, and since when. */
export type ConnectionTrouble = { readonly words: string; readonly since: Instant | null; readonly hasData: boolean };

/** Worst where nothing can be shown at all. */
export function connectionItem({ words, since, hasData }: ConnectionTrouble): AttentionItem {
  const rank = hasData ? 65 : 95;
  return {
    key: 'connection',
    kind: 'connection',
    subject: 'Flight service',
    words,
    since,
    at: null,
    rank,
    severity: hasData ? 1 : 2,
    of: null,
    link: '/setup',
    behind: [],
  };
}

/** So many entries of the log stand on the overview. */
export const mostOfShift = 8;

/** What the overview asks of the log: the latest entries since the present shift began. */
export function shiftLog(now: Instant, zone: string, starts: ShiftStarts) {
  return { from: new Date(shiftStart(now, zone, starts)).toISOString(), limit: mostOfShift };
}

/** Something that somebody has put off until a time. */
export type Snooze = {
  /** Of the item. */
  readonly key: string;
  readonly until: Instant;
  /** The item's severity when it was put off. */
  readonly severity: number;
  /** Who put it off, as they gave their name, and when. */
  readonly by: string;
  readonly at: Instant;
};

/** What is shown, and what is put off: it returns at its time, and before where it has become worse. */
export function withoutSnoozed(
  items: readonly AttentionItem[],
  snoozes: readonly Snooze[],
  now: Instant,
): {
  readonly shown: readonly AttentionItem[];
  readonly snoozed: readonly { readonly item: AttentionItem; readonly snooze: Snooze }[];
} {
  const byKey = new Map(snoozes.filter(({ until }) => until > now).map((snooze) => [snooze.key, snooze]));
  const asleep = ({ key, severity }: AttentionItem) => {
    const snooze = byKey.get(key);
    return snooze && severity <= snooze.severity ? snooze : null;
  };
  return {
    shown: items.filter((item) => asleep(item) === null),
    snoozed: items.flatMap((item) => {
      const snooze = asleep(item);
      return snooze ? [{ item, snooze }] : [];
    }),
  };
}
