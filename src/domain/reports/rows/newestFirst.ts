import { millisecondsInDay } from '#domain/units.ts';
import type { FreeForm } from '#contract/objects.ts';
import { type Column, columnsOf, isTime, type Shape, valueAt, widened } from '#domain/reports/columns/columns.ts';
import { timeReader } from '#domain/reports/columns/times.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { isDated, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';

/**
 * Names of members with the time of the event, the best first, in lower-case letters. They were seen in the embedded
 * operator and in live services.
 */
const names = [
  'checkedouton',
  'flightdate',
  'departureon',
  'departedon',
  'trainingsessiondate',
  'invoicedate',
  'invoicedon',
  'memodate',
  'opened',
  'openedon',
  'openeddate',
  'createddate',
  'createdon',
  'loggedon',
  'entrydate',
  'startedon',
  'start',
  'starttime',
  'date',
  'lastupdated',
];

/** Names of dates that do not give the time of the event. */
const otherDates = /expir|due|valid|birth/i;

/** The time column that decides which rows are newest: by its name, or the only time column; null if there is none. */
export function newestColumn(id: ReportId, columns: readonly Column[]): Column | null {
  if (!isDated(id)) return null;
  const rank = ({ path }: Column) =>
    names.indexOf(
      path
        .join('')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
    );
  const times = columns.filter(({ kind, path }) => isTime(kind) && !path.some((name) => otherDates.test(name)));
  const known = times.filter((column) => rank(column) !== -1);
  const [best = null] = known.toSorted((a, b) => rank(a) - rank(b));
  return best ?? (times.length === 1 ? (times[0] ?? null) : null);
}

/** The view in the usual order if none is chosen: the newest rows first. Groups have their own order. */
export function inDefaultOrder(view: ReportView, newest: Column | null): ReportView {
  if (!newest || view.sorts.length > 0 || view.isAsSent || view.group) return view;
  return { ...view, sorts: [{ column: newest.id, isDescending: true }] };
}

/** The order in which a service lists its rows. No document gives it: `unknown` unless the dates at both ends agree. */
export type ListOrder = 'newest last' | 'newest first' | 'unknown';

export type ListEnd = 'first' | 'last';

/** What is needed to read the rows' dates. */
export type DatedBy = { readonly id: ReportId; readonly zone: Zone };

export type EndsOrder = {
  readonly order: ListOrder;
  /** The newer end; the first if no date decides. */
  readonly newer: ListEnd;
  /** Rows of the older end that are dated later than all of the newer one, for example with a mistyped year. */
  readonly later: number;
};

type EndRows = { readonly rows: readonly FreeForm[]; readonly shape: Shape };

/** Finds which end of a list is newer, by the column with the time of the event. */
export function orderOfEnds(first: EndRows, last: Pick<EndRows, 'rows'>, { id, zone }: DatedBy): EndsOrder {
  const column = newestColumn(id, columnsOf(widened(first.shape, last.rows)));
  if (!column) return { order: 'unknown', newer: 'first', later: 0 };
  return compareEnds(datesIn(first.rows, column, zone), datesIn(last.rows, column, zone));
}

/** The dates of a column in the order of the rows, without blanks. */
export function datesIn(rows: readonly FreeForm[], { path, kind }: Column, zone: Zone): Instant[] {
  const read = timeReader(kind, zone);
  return rows.map((row) => read(valueAt(row, path))).filter((time) => !Number.isNaN(time));
}

/**
 * A list may be sorted by one time, such as check-in, and charted by another near it, such as check-out. So this many
 * rows at the edge are compared.
 */
const edgeRows = 20;

/**
 * The time from which the newest rows are complete: after the dates of the rows at the edge; null if these have none. `end` is
 * the end of the list that is newer.
 */
export function edgeOf(
  { rows, end }: { readonly rows: readonly FreeForm[]; readonly end: ListEnd },
  column: Column,
  zone: Zone,
): Instant | null {
  const edge = datesIn(end === 'last' ? rows.slice(0, edgeRows) : rows.slice(-edgeRows), column, zone);
  if (edge.length === 0) return null;
  const latest = Math.max(...edge);
  // Some rows of that day itself may be missing.
  return column.kind === 'day' ? latest + millisecondsInDay : latest;
}

/** The share of an end that may be out of order: a row entered late, a mistyped year. */
const strays = 0.1;

/**
 * Compares the dates of the first and last rows, each in the list's order. The list is in order if nearly all dates of
 * one end are later than nearly all of the other. Neither end may be in the opposite order. A list sorted by aircraft,
 * or by some number, has old and new dates at both ends. Its newest row may be anywhere, so the end with the newest
 * date is taken.
 */
export function compareEnds(first: readonly Instant[], last: readonly Instant[]): EndsOrder {
  const [before, after] = [sorted(first), sorted(last)];
  const trends = [trendOf(first), trendOf(last)];
  if (isPast(before, after) && trends.every((trend) => trend >= 0)) return ordered('newest last', before, after);
  if (isPast(after, before) && trends.every((trend) => trend <= 0)) return ordered('newest first', after, before);
  const isLast = latestOf(after) > latestOf(before);
  return { order: 'unknown', newer: isLast ? 'last' : 'first', later: 0 };
}

function ordered(
  order: Exclude<ListOrder, 'unknown'>,
  older: readonly Instant[],
  newer: readonly Instant[],
): EndsOrder {
  const later = older.filter((time) => time > latestOf(newer)).length;
  return { order, newer: order === 'newest last' ? 'last' : 'first', later };
}

const sorted = (times: readonly Instant[]) => times.toSorted((a, b) => a - b);

const latestOf = (times: readonly Instant[]) => times.at(-1) ?? Number.NEGATIVE_INFINITY;

/**
 * The value below which this share of the sorted values lies. NaN if there are none, which compares false with
 * everything.
 */
function quantile(values: readonly Instant[], share: number): number {
  return values[Math.round(share * (values.length - 1))] ?? Number.NaN;
}

/** True if nearly all of the second dates are later than nearly all of the first. */
function isPast(before: readonly Instant[], after: readonly Instant[]): boolean {
  const [low, high] = [strays, 1 - strays];
  return quantile(after, low) >= quantile(before, high) && quantile(after, high) > quantile(before, low);
}

/** 1 if dates rise from an end's first half to its second, -1 if they fall. */
function trendOf(times: readonly Instant[]): number {
  if (times.length < 2) return 0;
  const half = times.length >> 1;
  return Math.sign(quantile(sorted(times.slice(half)), 0.5) - quantile(sorted(times.slice(0, half)), 0.5));
}
