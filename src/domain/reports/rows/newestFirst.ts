import { type Column, isTime } from '#domain/reports/columns/columns.ts';
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

/** The column by which the rows of a data set are newest first; null if none tells. */
export function newestColumn(id: ReportId, columns: readonly Column[]): Column | null {
  if (timeless.has(id)) return null;
  const rank = ({ path }: Column) =>
    names.indexOf(
      path
        .join('')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
    );
  const known = columns.filter((column) => isTime(column.kind) && rank(column) !== -1);
  return known.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** The view in the usual order where none is chosen: the newest rows first. Groups have an order of their own. */
export function inUsualOrder(view: ReportView, newest: Column | null): ReportView {
  if (!newest || view.sorts.length > 0 || view.isAsSent || view.group) return view;
  return { ...view, sorts: [{ column: newest.id, isDescending: true }] };
}
