import { millisecondsInMinute } from '#domain/units.ts';
import type { Page } from '#contract/answers.ts';
import { unreadIn } from '#contract/tolerant.ts';
import type { Filter } from '#contract/filters.ts';
import type { Failure } from './failures.ts';
import type { Gap } from './gaps.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

/**
 * What is odd about a page, in words: services ignore unknown parameters and miscount. A discrepancy is shown, never
 * silently corrected.
 */
export function pageOddities(
  page: Page<unknown>,
  request: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): string[] {
  const sent = page.records.length + page.setAside.length;
  const before = (request.offset ?? 0) * (request.limit ?? 0);
  const expected = Math.max(0, Math.min(request.limit ?? Number.POSITIVE_INFINITY, page.totalItems - before));
  return sent === expected
    ? []
    : [`The service reports ${page.totalItems} but sent ${sent} of the ${expected} expected.`];
}

/** What is odd about a window of reservations, in words. */
export function windowOddities(window: {
  readonly untimed: readonly unknown[];
  readonly shortfall: { readonly said: number; readonly sent: number } | null;
  /** Parts of the window that have not been read. */
  readonly missing?: readonly unknown[];
  /** The unreadable members of some records, in words. */
  readonly unread?: readonly string[];
}): string[] {
  const { untimed, shortfall, missing = [], unread = [] } = window;
  return [
    ...(missing.length > 0 ? ['Some reservations of these days have not loaded yet.'] : []),
    ...unread,
    ...(untimed.length > 0
      ? [`${counted(untimed.length, 'reservation')} without a readable time cannot be placed.`]
      : []),
    ...(shortfall
      ? [`The service reports ${counted(shortfall.said, 'reservation')} in this window but sent ${shortfall.sent}.`]
      : []),
  ];
}

/**
 * What is odd about a page's records, in words: the number sent twice, and the number whose status was not requested.
 */
export function recordOddities(what: string, repeated: number, ignored = 0): string[] {
  return [
    ...(repeated > 0 ? [`The service sent ${repeated} of the ${what} twice; each is shown once.`] : []),
    ...(ignored > 0
      ? [`The service ignored the filter: ${ignored} of the ${what} ${ignored === 1 ? 'has' : 'have'} another status.`]
      : []),
  ];
}

/** The number of records shown without their unreadable members, in words. */
export function unreadOddities(what: string, records: readonly { readonly [member: string]: unknown }[]): string[] {
  const odd = records.map(unreadIn).filter((names) => names.length > 0);
  if (odd.length === 0) return [];
  return [`${odd.length} of the ${what}: ${[...new Set(odd.flat())].join(', ')} could not be read; the rest is shown.`];
}

/** The number of records that do not match a requested `eq` or `int` filter. */
export function countBreaches<Item>(
  records: readonly Item[],
  filter: Filter | undefined,
  valueOf: (item: Item) => number | string | null | undefined,
): number {
  if (!filter) return 0;
  return records.filter((record) => !filter.values.includes(String(valueOf(record)))).length;
}

/** One record per id, the later one at the first one's position; `repeated` counts the duplicates. */
export function distinctBy<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): { readonly items: readonly Item[]; readonly repeated: number } {
  const byId = new Map<string, Item>();
  for (const item of items) byId.set(idOf(item), item);
  return { items: [...byId.values()], repeated: items.length - byId.size };
}

/** The state of one data source: its data's age, and the result of the last attempt. */
export type Reading = {
  /** Its name for people: "Aircraft". */
  readonly source: string;
  /** The instant at which the data was current; null if there is none. */
  readonly asOf: Instant | null;
  /** Milliseconds between refreshes. */
  readonly interval: number;
  readonly failure: Failure | null;
  /** True for data that only adds to a screen: its failure does not mean that the connection is bad. */
  readonly isOptional?: boolean;
  /** What is missing from incomplete data. */
  readonly gaps?: readonly Gap[];
};

/** `loading` and `failed` have no data. The others have data and differ in how far it can be trusted. */
export type ReadingState = 'loading' | 'failed' | Freshness;

export function readingState(reading: Reading, now: Instant): ReadingState {
  // Data that waits for the call allowance comes by itself: nothing has failed.
  if (reading.asOf === null) return reading.failure && reading.failure.kind !== 'waiting' ? 'failed' : 'loading';
  return freshness(reading.asOf, reading.interval, now);
}

const order: readonly ReadingState[] = ['fresh', 'late', 'loading', 'stale', 'failed'];

/** The reading that most needs attention; null if there are none. */
export function worstReading(readings: readonly Reading[], now: Instant): Reading | null {
  const rank = (reading: Reading) => 2 * order.indexOf(readingState(reading, now)) + (reading.failure ? 1 : 0);
  return readings.reduce<Reading | null>((a, b) => (a && rank(a) >= rank(b) ? a : b), null);
}

/** The reading that represents the connection: the worst of the sources that a screen needs. */
export function connectionReading(readings: readonly Reading[], now: Instant): Reading | null {
  const primary = readings.filter((reading) => reading.isOptional !== true);
  return worstReading(primary, now) ?? leastTrusted(readings, now);
}

/** The least trusted of the sources with data, because a screen is only as fresh as this one. Null if none has data. */
export function leastTrusted(readings: readonly Reading[], now: Instant): Reading | null {
  return worstReading(
    readings.filter(({ asOf }) => asOf !== null),
    now,
  );
}

/**
 * Late: older than three intervals (two missed refreshes); marked. Stale: older than six (five missed); hatched, with
 * "AS OF".
 */
export type Freshness = 'fresh' | 'late' | 'stale';

/** Two clocks rarely agree more closely. */
const disagreement = millisecondsInMinute;

/**
 * How far data read at `asOf` can be trusted at `now`, with a refresh every `interval` milliseconds. Data from the
 * future was read while the clock was wrong, so its age is unknown.
 */
export function freshness(asOf: Instant, interval: number, now: Instant): Freshness {
  const age = now - asOf;
  if (age > 6 * interval || age < -disagreement) return 'stale';
  return age > 3 * interval ? 'late' : 'fresh';
}
