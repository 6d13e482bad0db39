import { figureWriter } from '#domain/reports/columns/cellText.ts';
import { type Column, valueAt } from '#domain/reports/columns/columns.ts';
import { bareName, type ColumnRole, roleColumn } from '#domain/reports/columns/roles.ts';
import { type Computation, sliceRows } from './computation.ts';
import { rounded, type Skipped } from './groupRows.ts';
import { keysOf, type RowStore, textIn } from './rowStore.ts';

const overWords = /\b(closed|completed?|done|finished)\b/i;
/** With one of these, such a word does not say that the work is over: `Not closed`, `Partly completed`. */
const notOver = /\b(not|never|to be|partly|partially|almost|nearly)\b/i;

/** Whether a work order is over: it has a closing date, or its status says so. */
export function isWorkOver(closed: string | null, status: string | null): boolean {
  if (closed !== null && closed.trim() !== '') return true;
  return status !== null && overWords.test(status) && !notOver.test(status);
}

/** Invoices that are no revenue. Their money is in no sum. */
export type LeftOut = Skipped & {
  /** Grouped by this column, each of its groups keeps its money, because the group says what it is. */
  readonly state: Column | null;
  /** `3 void, 1 draft left out: 420.00`. */
  readonly words: string;
};

/** A status of a row that counts for nothing. */
export const noRevenue = /\b(void(ed)?|draft|cancell?ed|deleted)\b/i;
/** The bare name of a flag that says the same. */
export const noRevenueFlag = /^(is)?(void(ed)?|draft|cancell?ed|deleted)$/;

/**
 * The rows of invoices that a status or a flag calls void or draft; null if there are none, and for other reports.
 * `columns` are all columns, visible or not.
 */
export function* leftOutOf(
  store: RowStore,
  columns: readonly Column[],
  rows: Uint32Array,
): Computation<LeftOut | null> {
  const of = (role: ColumnRole) => roleColumn(columns, role);
  const [state, amount] = [of('state'), of('amount')];
  if (!of('invoice')) return null;
  const flags = columns.filter((column) => column.kind === 'boolean' && noRevenueFlag.test(bareName(column)));
  if (!state && flags.length === 0) return null;
  const amounts = amount && (yield* keysOf(store, amount));
  const isRow = new Uint8Array(store.items.length);
  const counts = new Map<string, number>();
  let sum = 0;
  for (const [at, row] of rows.entries()) {
    const text = state ? textIn(store, state, row).trim().toLowerCase() : '';
    const flag = flags.find((column) => valueAt(store.items[row] ?? {}, column.path) === true);
    const word = noRevenue.test(text) ? text : flag && bareName(flag).replace(/^is/, '');
    if (word !== undefined) {
      isRow[row] = 1;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      sum += amounts?.[row] || 0;
    }
    if (at % sliceRows === sliceRows - 1) yield;
  }
  if (counts.size === 0) return null;
  const counted = Array.from(counts, ([word, count]) => `${count} ${word}`).join(', ');
  const money = amount && `: ${figureWriter('money', amount.decimals)(rounded(sum, amount.decimals))}`;
  return {
    isRow,
    state,
    concerns: (column) => column.kind === 'money' || column.id === amount?.id,
    words: `${counted} left out${money ?? ''}`,
  };
}

/** The rows that count. */
export function countedRows(rows: Uint32Array, leftOut: LeftOut | null): Uint32Array {
  return leftOut ? rows.filter((row) => leftOut.isRow[row] !== 1) : rows;
}
