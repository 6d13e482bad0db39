import type { DatabaseSync } from 'node:sqlite';
import type { PathParameters } from '#contract/addresses.ts';
import type { Query } from '#contract/query.ts';
import type { School } from '#server/operator/school/school.ts';
import type { ZoneClock } from '#server/operator/school/zone.ts';

/** The school an answer is about, and its wall clock. */
export type Source = { readonly database: DatabaseSync; readonly school: School; readonly clock: ZoneClock };

/** What an answer is made from: a request whose path and query the contract has read, and the time it is. */
export type Asking = Source & {
  /** The school's clock, in epoch seconds. */
  readonly now: number;
  /** Whether answers are those of live services: `offset` counts records in reports, and records have more members. */
  readonly isField: boolean;
  readonly path: PathParameters;
  readonly query: Query;
};

/** A Paged list (section 2.1) of records. */
export type PagedList = {
  readonly totalItems: number;
  readonly offset: number;
  readonly limit: number | null;
  readonly items: readonly unknown[];
};

/** Makes the answer of one operation: a Paged list or a record; null when nothing has the id in the path. */
export type Answerer = (asking: Asking) => object | null;

/** The only value of a filter with operator `eq`, as written, or null without the filter. */
export function valueOf(query: Query, field: string): string | null {
  return query.filters?.[field]?.values[0] ?? null;
}
