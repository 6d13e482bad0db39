import { firstIndex } from '#domain/schedule/usage.ts';
import type { Instant, Span } from '#domain/time/time.ts';

/**
 * A figure with the number of rows that it rests on. Without a value, the records do not say, and the reason says why; it is never
 * estimated.
 */
export type Figure =
  | { readonly value: number; readonly rows: number; readonly reason?: undefined }
  | { readonly value: null; readonly rows: number; readonly reason: string };

export function known(value: number, rows: number): Figure {
  return { value, rows };
}

export function notKnown(reason: string, rows = 0): Figure {
  return { value: null, rows, reason };
}

/** A share from 0 to 1 of some rows; not known if there are none. */
export function share(part: number, whole: number, rows: number, none: string): Figure {
  return whole > 0 ? known(part / whole, rows) : notKnown(none, rows);
}

/**
 * Why a row that the service gave is in no sum. `void` also has what is cancelled or deleted; `not closed` is a flight without
 * hours yet, and `unreadable` has no readable time or figure.
 */
export type LeftOutKind = 'void' | 'draft' | 'duplicate' | 'unreadable' | 'not closed';

/** `at` is null if the row has no readable time: it may belong to any period. */
export type LeftOutRow = { readonly at: Instant | null; readonly why: LeftOutKind };

/** What was read from one source: the rows that count, and those that do not. */
export type Facts<Row> = { readonly rows: readonly Row[]; readonly leftOut: readonly LeftOutRow[] };

export type LeftOutCounts = Readonly<Record<LeftOutKind, number>>;

/** The rows left out of a span by why. Those without a time count in every span. */
export function leftOutIn(rows: readonly LeftOutRow[], span: Span): LeftOutCounts {
  const counts = { void: 0, draft: 0, duplicate: 0, unreadable: 0, 'not closed': 0 };
  for (const { at, why } of rows) if (at === null || isWithin(at, span)) counts[why]++;
  return counts;
}

/** The start of a span belongs to it, its end does not. */
export function isWithin(at: Instant, { start, end }: Span): boolean {
  return start <= at && at < end;
}

/** How rows with one id are told apart: the greatest rank counts, so the order in which they came does not matter. */
type Identity<Row> = {
  readonly id: (row: Row) => string;
  /** Asked only of rows whose id is given twice. */
  readonly rank: (row: Row) => string;
  readonly at: (row: Row) => Instant | null;
};

/** Each id once, in order of first use. The other rows are left out as duplicates. */
export function onceEach<Row>(rows: readonly Row[], { id, rank, at }: Identity<Row>): Facts<Row> {
  const leftOut: LeftOutRow[] = [];
  const byId = new Map<string, Row>();
  for (const row of rows) {
    const key = id(row);
    const other = byId.get(key);
    const [kept, dropped] = other !== undefined && rank(other) >= rank(row) ? [other, row] : [row, other];
    if (dropped !== undefined) leftOut.push({ at: at(dropped), why: 'duplicate' });
    byId.set(key, kept);
  }
  return { rows: [...byId.values()], leftOut };
}

/** The rows from one instant to another, of rows in order of that instant. */
export function rowsWithin<Row>(rows: readonly Row[], { start, end }: Span, at: (row: Row) => Instant): readonly Row[] {
  return rows.slice(
    firstIndex(rows, (row) => at(row) >= start),
    firstIndex(rows, (row) => at(row) >= end),
  );
}

/** Counts by name, in one order whatever the order of the rows: the most first, then by name. */
export function sortedCounts<Name extends string>(counts: ReadonlyMap<Name, number>) {
  return Array.from(counts, ([name, count]) => ({ name, count })).toSorted(
    (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1),
  );
}

export function raise<Name>(counts: Map<Name, number>, name: Name, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}
