import { millisecondsInMinute } from 'date-fns/constants';
import type { Page } from '#contract/answers.ts';
import { unreadIn } from '#contract/tolerant.ts';
import type { Filter } from '#contract/filters.ts';
import type { Failure } from './failures.ts';
import type { Gap } from './gaps.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * What is odd about a page, in words: services ignore parameters they do not know and miscount. A disagreement is
 * shown, never mended silently.
 */
export function pageOddities(
  page: Page<unknown>,
  asked: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): string[] {
  const sent = page.records.length + page.setAside.length;
  const before = (asked.offset ?? 0) * (asked.limit ?? 0);
  const expected = Math.max(0, Math.min(asked.limit ?? Number.POSITIVE_INFINITY, page.totalItems - before));
  return sent === expected
    ? []
    : [`The service reports ${page.totalItems} but sent ${sent} of the ${expected} expected.`];
}

/** What is odd about a window of reservations, in words. */
export function windowOddities(window: {
  readonly untimed: readonly unknown[];
  readonly shortfall: { readonly said: number; readonly sent: number } | null;
  /** Parts of it that have not been read. */
  readonly missing?: readonly unknown[];
  /** In words, which members of some could not be read. */
  readonly unread?: readonly string[];
}): string[] {
  const { untimed, shortfall, missing = [], unread = [] } = window;
  const reservations = (count: number) => (count === 1 ? '1 reservation' : `${count} reservations`);
  return [
    ...(missing.length > 0 ? ['Some reservations of these days have not loaded yet.'] : []),
    ...unread,
    ...(untimed.length > 0 ? [`${reservations(untimed.length)} without a readable time cannot be placed.`] : []),
    ...(shortfall
      ? [`The service reports ${reservations(shortfall.said)} in this window but sent ${shortfall.sent}.`]
      : []),
  ];
}

/** What is odd about the records of a page, in words: how many came twice, and how many another status than asked. */
export function recordOddities(what: string, repeated: number, ignored = 0): string[] {
  return [
    ...(repeated > 0 ? [`The service sent ${repeated} of the ${what} twice; each is shown once.`] : []),
    ...(ignored > 0
      ? [
          `The service did not filter as asked: ${ignored} of the ${what} ${ignored === 1 ? 'has' : 'have'} another status.`,
        ]
      : []),
  ];
}

/** How many records are shown without members that could not be read, in words. */
export function unreadOddities(what: string, records: readonly { readonly [member: string]: unknown }[]): string[] {
  const odd = records.map(unreadIn).filter((names) => names.length > 0);
  if (odd.length === 0) return [];
  return [`${odd.length} of the ${what}: ${[...new Set(odd.flat())].join(', ')} could not be read; the rest is shown.`];
}

/** How many records do not satisfy an `eq` or `int` filter that was asked for. */
export function countBreaches<Item>(
  records: readonly Item[],
  filter: Filter | undefined,
  valueOf: (item: Item) => number | string | null | undefined,
): number {
  if (!filter) return 0;
  return records.filter((record) => !filter.values.includes(String(valueOf(record)))).length;
}

/** One record per id, the later of each kept in the place of the first; `repeated` counts the others. */
export function distinctBy<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): { readonly items: readonly Item[]; readonly repeated: number } {
  const byId = new Map<string, Item>();
  for (const item of items) byId.set(idOf(item), item);
  return { items: [...byId.values()], repeated: items.length - byId.size };
}

/** How it stands with one source of data: whether there is any, of when it is, and how the last attempt went. */
export type Reading = {
  /** What a person calls it: "Aircraft". */
  readonly source: string;
  /** The instant the data is true of; null while there is none. */
  readonly asOf: Instant | null;
  /** Milliseconds between refreshes. */
  readonly interval: number;
  readonly failure: Failure | null;
  /** True of what only adds to a screen: its failure does not say that the connection is bad. */
  readonly isOptional?: boolean;
  /** What of it is missing, although there is some. */
  readonly gaps?: readonly Gap[];
};

/** Loading and failed have no data; the others have, and differ in how far it can be trusted. */
export type ReadingState = 'loading' | 'failed' | Freshness;

export function readingState(reading: Reading, now: Instant): ReadingState {
  if (reading.asOf === null) return reading.failure ? 'failed' : 'loading';
  return freshness(reading.asOf, reading.interval, now);
}

const order: readonly ReadingState[] = ['fresh', 'late', 'loading', 'stale', 'failed'];

/** The reading that most needs attention; null when there is none. */
export function worstReading(readings: readonly Reading[], now: Instant): Reading | null {
  const rank = (reading: Reading) => 2 * order.indexOf(readingState(reading, now)) + (reading.failure ? 1 : 0);
  return readings.reduce<Reading | null>((a, b) => (a && rank(a) >= rank(b) ? a : b), null);
}

/** The reading that stands for the connection: the worst of the sources without which a screen has nothing to show. */
export function connectionReading(readings: readonly Reading[], now: Instant): Reading | null {
  const primary = readings.filter((reading) => reading.isOptional !== true);
  return worstReading(primary, now) ?? leastTrusted(readings, now);
}

/**
 * Of the sources that have data, the one that can be trusted least: what is drawn is no fresher, whatever the others lack.
 * Null while none has any.
 */
export function leastTrusted(readings: readonly Reading[], now: Instant): Reading | null {
  return worstReading(
    readings.filter(({ asOf }) => asOf !== null),
    now,
  );
}

/** Fresh; late after two missed refreshes (marked); stale after five (hatched, with "AS OF"). */
export type Freshness = 'fresh' | 'late' | 'stale';

/** Two clocks seldom agree better. */
const disagreement = millisecondsInMinute;

/**
 * How far data read at `asOf` can be trusted `now`, when it is refreshed every `interval` milliseconds. Data from the future
 * was read while the clock was wrong: nobody knows its age.
 */
export function freshness(asOf: Instant, interval: number, now: Instant): Freshness {
  const age = now - asOf;
  if (age > 6 * interval || age < -disagreement) return 'stale';
  return age > 3 * interval ? 'late' : 'fresh';
}
