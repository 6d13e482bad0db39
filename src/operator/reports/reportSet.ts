import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { School } from '#operator/school/school.ts';
import { type ZoneClock, dayOf, monthEnd } from '#operator/school/zone.ts';

/** A comparison of a member with an instant, in epoch seconds. */
export type Comparison = { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly at: number };

/**
 * A request for a report: the present time, and the filters of the two reports that have any. Instants in epoch
 * seconds.
 */
export type ReportWindow = {
  readonly school: School;
  readonly clock: ZoneClock;
  readonly now: number;
  /** flightOperations: operations that start from `startDate` through `endDate`, both inclusive. */
  readonly startDate?: number | undefined;
  readonly endDate?: number | undefined;
  /** flightOperations: from `chunkOf`; end exclusive. */
  readonly chunk?: { readonly start: number; readonly end: number } | undefined;
  /** Whether to answer as live services do. */
  readonly isField?: boolean;
  /** flights, in live services: compares the flight's day with a day. */
  readonly flightDates?: readonly Comparison[];
  /** workitems; in live services flights and studentprogress also have the second filter. */
  readonly createdDate?: Comparison | undefined;
  readonly lastUpdated?: Comparison | undefined;
};

/** The instants in whole seconds, both inclusive, that satisfy all the comparisons. */
export function rangeOf(comparisons: readonly (Comparison | undefined)[]): { from: number; to: number } {
  let [from, to] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  for (const comparison of comparisons) {
    if (!comparison) continue;
    if (comparison.operator.startsWith('g'))
      from = Math.max(from, comparison.operator === 'gt' ? comparison.at + 1 : comparison.at);
    else to = Math.min(to, comparison.operator === 'lt' ? comparison.at - 1 : comparison.at);
  }
  return { from, to };
}

export type ReportRecord = { readonly [member: string]: unknown };

/** A report data set, read from the tables as of the window's present time. */
export type ReportSet = {
  count(database: DatabaseSync, window: ReportWindow): number;
  /**
   * Records from `offset` (a record index) on; `limit` null is all. As time passes, records are added and their order
   * stays.
   */
  page(database: DatabaseSync, window: ReportWindow, offset: number, limit: number | null): ReportRecord[];
};

type Row = { readonly [column: string]: SQLOutputValue };

export type Selection = {
  /** Returns one row with `total`. It may use :now and the names that `values` gives. */
  readonly count: string;
  /**
   * Must be ordered, and use :limit and :offset. If there can be millions of rows, the page's ids are selected first,
   * from an index only. A CROSS JOIN keeps SQLite from starting elsewhere.
   */
  readonly rows: string;
  readonly values?: (window: ReportWindow) => { [name: string]: SQLInputValue };
  readonly record: (row: Row, present: Presenter, window: ReportWindow) => ReportRecord;
};

/** A data set that is one query. */
export function reportOf({ count, rows, values, record }: Selection): ReportSet {
  return {
    count: (database, window) =>
      Number(run(database, count, { now: window.now, ...values?.(window) })[0]?.['total'] ?? 0),
    page(database, window, offset, limit) {
      const given = { now: window.now, ...values?.(window), limit: limit ?? -1, offset };
      const present = presenterOf(window);
      return run(database, rows, given).map((row) => record(row, present, window));
    },
  };
}

function run(database: DatabaseSync, query: string, values: { [name: string]: SQLInputValue }): Row[] {
  const statement = database.prepare(query);
  statement.setAllowUnknownNamedParameters(true);
  return statement.all(values);
}

/** How columns are shown in reports. */
export type Presenter = ReturnType<typeof presenterOf>;

export function presenterOf({ clock, now, school }: Pick<ReportWindow, 'clock' | 'now' | 'school'>) {
  const has = (value: SQLOutputValue | undefined): value is number => typeof value === 'number';
  return {
    seed: school.seed,
    /** Local date-time without zone. */
    time: (value: SQLOutputValue | undefined) => (has(value) ? clock.local(value) : null),
    /** The same, but null as long as it lies ahead. */
    past: (value: SQLOutputValue | undefined) => (has(value) && value <= now ? clock.local(value) : null),
    /** Tenths to hours with one decimal. */
    hours: (value: SQLOutputValue | undefined) => (has(value) ? value / 10 : null),
    /** Cents to dollars with two decimals. */
    money: (value: SQLOutputValue | undefined) => (has(value) ? value / 100 : null),
  };
}

/** SQL for the name of the person with a table alias; null without one. */
export function nameOf(alias: string): string {
  return `${alias}.first_name || ' ' || ${alias}.last_name`;
}

/**
 * The span that a `Chunk` names: a year (`2026`), a month (`2026-05`) or a day (`2026-05-12`) of the operator's
 * calendar, as [start, end) in epoch seconds; null for any other text. The specification leaves its values open; with
 * these, a long range can be fetched in pieces.
 */
export function chunkOf(clock: ZoneClock, text: string): { start: number; end: number } | null {
  const [, year, month, date] = /^([12]\d{3})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const first = dayOf(`${year}-${month ?? '01'}-01`);
  const last = month === undefined ? monthEnd(first, 11) : monthEnd(first, 0);
  if (date === undefined) return { start: clock.midnight(first), end: clock.midnight(last + 1) };
  const day = first + Number(date) - 1;
  return day > last ? null : { start: clock.midnight(day), end: clock.midnight(day + 1) };
}
