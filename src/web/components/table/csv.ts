import type { RowData } from '@tanstack/react-table';
import { csvText } from '#domain/answers/csv.ts';
import type { Columns } from './table.ts';

/** Rows as CSV, in the order given, with every column that the list has in a file, hidden or not. */
export function csvOf<Item extends RowData, Given>(
  columns: Columns<Item, Given>,
  rows: readonly Item[],
  given: Given,
): string {
  const parts = columns.flatMap(({ meta }) => meta?.file ?? []).toSorted(([a], [b]) => a - b);
  const headings = parts.map(([, heading]) => (typeof heading === 'string' ? heading : heading(given)));
  return csvText([headings, ...rows.map((row) => parts.map(([, , value]) => value(row, given)))]);
}
