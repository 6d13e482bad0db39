import type { Failure } from './failures.ts';
import { type Freshness, freshness } from './freshness.ts';
import type { Instant } from '#domain/time/time.ts';

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
