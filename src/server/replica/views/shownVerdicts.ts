import { reservationAges } from '#contract/sets.ts';
import { LRUCache } from 'lru-cache';
import { millisecondsInSecond } from '#domain/units.ts';
import type { StoredRecord } from '#server/replica/storage/storage.ts';

/**
 * What the service's own answers have shown of records that leave a filter open, such as a reservation with `pilots: null`
 * and a filter on a user. So such a record costs one call and not one for each request.
 */
export type ShownVerdicts = {
  /** Whether the service counts a record among those that pass a filter; null if no answer has shown it lately. */
  readonly of: (filter: string, record: StoredRecord) => boolean | null;
  /** Notes which of these records passed a filter. */
  readonly note: (filter: string, records: readonly StoredRecord[], passed: (record: StoredRecord) => boolean) => void;
  /** The period in which verdicts hold. The next one begins without any. */
  readonly period: () => number;
};

/** Each takes about 150 bytes. */
const maxVerdicts = 20_000;
const periodMs = reservationAges.rest * millisecondsInSecond;

/**
 * A verdict holds for a record with exactly this content, and no longer than other days' reservations may be old, because the
 * service may know more of the record than it shows. `clock` in milliseconds.
 */
export function createShownVerdicts(clock: () => number): ShownVerdicts {
  const known = new LRUCache<string, boolean>({ max: maxVerdicts });
  const period = () => Math.floor(clock() / periodMs);
  const keyOf = (filter: string, { id, hash }: StoredRecord) => `${period()} ${filter} ${id} ${hash}`;
  return {
    of: (filter, record) => known.get(keyOf(filter, record)) ?? null,
    note(filter, records, passed) {
      for (const record of records) known.set(keyOf(filter, record), passed(record));
    },
    period,
  };
}
