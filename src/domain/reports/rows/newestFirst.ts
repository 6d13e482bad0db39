import type { FreeForm } from '#contract/objects.ts';
import { type Column, columnsOf, isTime, type Shape, valueAt, widened } from '#domain/reports/columns/columns.ts';
import { timeReader } from '#domain/reports/columns/times.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';

/** Data sets of what exists rather than of what happened: their rows have no newest. */
const timeless = new Set<ReportId>(['reportAircraft', 'reportPeople', 'reportMaintenanceReminderStatus']);

/** When a row happened, in lower-case letters: names seen in the embedded operator and in live services, the best first. */
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

/** Whether the rows of a data set happened at some time, so that some are newer than others. */
export function isDated(id: ReportId): boolean {
  return !timeless.has(id);
}

/** Names of dates that say nothing about when a row happened. */
const otherDates = /expir|due|valid|birth/i;

/** The column by which the rows of a data set are newest first: by its name, or the only one of times; null if none tells. */
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

/** The view in the usual order where none is chosen: the newest rows first. Groups have an order of their own. */
export function inUsualOrder(view: ReportView, newest: Column | null): ReportView {
  if (!newest || view.sorts.length > 0 || view.isAsSent || view.group) return view;
  return { ...view, sorts: [{ column: newest.id, isDescending: true }] };
}

/** In which order a service lists its rows. It is documented nowhere: `unknown` unless the dates at both ends agree. */
export type ListOrder = 'newest last' | 'newest first' | 'unknown';

export type ListEnd = 'first' | 'last';

/** What the dates of rows are read with. */
export type DatedBy = { readonly id: ReportId; readonly zone: Zone };

export type ToldEnds = {
  readonly order: ListOrder;
  /** The newer end; the first where no date tells. */
  readonly newer: ListEnd;
  /** Rows of the older end that are dated later than all of the newer one, such as a year mistyped. */
  readonly later: number;
};

type EndRows = { readonly rows: readonly FreeForm[]; readonly shape: Shape };

/** Which end of a list is newer, by the column that says when its rows happened. */
export function tellEnds(first: EndRows, last: Pick<EndRows, 'rows'>, { id, zone }: DatedBy): ToldEnds {
  const column = newestColumn(id, columnsOf(widened(first.shape, last.rows)));
  if (!column) return { order: 'unknown', newer: 'first', later: 0 };
  return compareEnds(datesIn(first.rows, column, zone), datesIn(last.rows, column, zone));
}

/** The dates of a column in the order of the rows, without blanks. */
export function datesIn(rows: readonly FreeForm[], { path, kind }: Column, zone: Zone): Instant[] {
  const read = timeReader(kind, zone);
  return rows.map((row) => read(valueAt(row, path))).filter((time) => !Number.isNaN(time));
}

/** The share of an end that may be out of order: a row entered late, a year mistyped. */
const strays = 0.1;

/**
 * Compares the dates of the first and of the last rows, each in the order of the list. The list is in order if nearly all
 * dates of one end are past nearly all of the other, and neither end runs the other way. A list of one aircraft after the
 * other, or in the order of some number, has old and new dates at both ends, and its newest row may be anywhere: then the
 * end with the newest date of both counts.
 */
export function compareEnds(first: readonly Instant[], last: readonly Instant[]): ToldEnds {
  const [before, after] = [sorted(first), sorted(last)];
  const trends = [trendOf(first), trendOf(last)];
  if (isPast(before, after) && trends.every((trend) => trend >= 0)) return told('newest last', before, after);
  if (isPast(after, before) && trends.every((trend) => trend <= 0)) return told('newest first', after, before);
  const isLast = latestOf(after) > latestOf(before);
  return { order: 'unknown', newer: isLast ? 'last' : 'first', later: 0 };
}

function told(order: Exclude<ListOrder, 'unknown'>, older: readonly Instant[], newer: readonly Instant[]): ToldEnds {
  const later = older.filter((time) => time > latestOf(newer)).length;
  return { order, newer: order === 'newest last' ? 'last' : 'first', later };
}

const sorted = (times: readonly Instant[]) => times.toSorted((a, b) => a - b);

const latestOf = (times: readonly Instant[]) => times.at(-1) ?? Number.NEGATIVE_INFINITY;

/** The value below which this share of sorted values lies; NaN of none, which is neither before nor after anything. */
function quantile(values: readonly Instant[], share: number): number {
  return values[Math.round(share * (values.length - 1))] ?? Number.NaN;
}

/** Whether nearly all of the second dates are later than nearly all of the first. */
function isPast(before: readonly Instant[], after: readonly Instant[]): boolean {
  const [low, high] = [strays, 1 - strays];
  return quantile(after, low) >= quantile(before, high) && quantile(after, high) > quantile(before, low);
}

/** Whether dates rise (1) or fall (-1) from the first half of an end to its second. */
function trendOf(times: readonly Instant[]): number {
  if (times.length < 2) return 0;
  const half = times.length >> 1;
  return Math.sign(quantile(sorted(times.slice(half)), 0.5) - quantile(sorted(times.slice(0, half)), 0.5));
}
