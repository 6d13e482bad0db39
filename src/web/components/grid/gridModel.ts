import type { ReactNode } from 'react';
import { aggregateWriter, type LinkOf } from '#domain/reports/columns/cellText.ts';
import { type Column, columnKindWords, valueAt } from '#domain/reports/columns/columns.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import type { Aggregate, Group, Grouping } from '#domain/reports/rows/groupRows.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { GridColumn, GridFigures } from './columnLayout.ts';
import { sortPlace } from './columnModel.ts';
import { counted } from '#domain/words.ts';

/** The part of a report's view that the table itself can change. */
export type GridView = Pick<ReportView, 'columns' | 'sorts' | 'filters'> & {
  /** True if the rows have their usual order, because the user has sorted by no column. */
  readonly isDefaultOrder?: boolean;
};

export type GridGroups = {
  readonly grouping: Grouping;
  /** Their aggregates are in the order of the measures. */
  readonly groups: readonly Group[];
  /** The rows of expanded groups, by key (`rowsOfGroup`). */
  readonly opened: ReadonlyMap<string, Uint32Array>;
  /** The loaded part of each incomplete period, by its key: `from 24 Oct`. */
  readonly cuts: ReadonlyMap<string, string>;
  readonly onToggle: (key: string) => void;
};

export type GridProps = {
  /** What the rows are, for screen readers. */
  label: string;
  store: RowStore;
  /** All columns as detected; the view decides on order, width, pinning and visibility. */
  columns: readonly Column[];
  /** The filtered and sorted rows, as item numbers. */
  rows: Uint32Array;
  view: GridView;
  onView: (changes: Partial<GridView>) => void;
  figures: GridFigures;
  /** Null shows the rows ungrouped. */
  groups: GridGroups | null;
  /** Over all `rows`, in the order of the measures; null shows no totals. */
  totals: readonly Aggregate[] | null;
  /** The total that the rows are part of, `part of 4,532 rows`; null if they are all. */
  part?: string | null;
  /** The item whose record is open. */
  open: number | null;
  onOpen: (row: number) => void;
  /** The whole address of what a cell refers to. */
  linkOf?: LinkOf | undefined;
  onLink?: ((address: string) => void) | undefined;
  /** The rows are being computed; the previous ones are still shown. */
  isBusy: boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
  /** Further controls at the end of the column menu. */
  columnTools?: ((column: Column) => ReactNode) | undefined;
};

/** What a line of the table shows: a row, by its item number, or the head of a group. */
export type Line = { readonly row: number; readonly group: null } | { readonly row: null; readonly group: number };

/** The lines of a table, looked up one by one because there may be a million. */
export type Lines = { readonly count: number; readonly at: (line: number) => Line };

export function rowLines(rows: Uint32Array): Lines {
  return { count: rows.length, at: (line) => ({ row: rows[line] ?? 0, group: null }) };
}

/** The head of each group, followed by its rows if it is expanded; null if it is not. */
export function groupLines(groups: readonly (Uint32Array | null)[]): Lines {
  const heads = new Uint32Array(groups.length);
  let count = 0;
  for (const [group, rows] of groups.entries()) {
    heads[group] = count;
    count += 1 + (rows?.length ?? 0);
  }
  const at = (line: number): Line => {
    const group = lastAtMost(heads, line);
    const within = line - (heads[group] ?? 0);
    return within === 0 ? { row: null, group } : { row: groups[group]?.[within - 1] ?? 0, group: null };
  };
  return { count, at };
}

/** The current lines of a table: its rows, or its groups with the rows of expanded ones. */
export function linesOf(rows: Uint32Array, groups: Pick<GridGroups, 'groups' | 'opened'> | null): Lines {
  return groups ? groupLines(groups.groups.map(({ key }) => groups.opened.get(key) ?? null)) : rowLines(rows);
}

function lastAtMost(heads: Uint32Array, line: number): number {
  let [low, high] = [0, heads.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((heads[middle] ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A cell of the table, counted from 0; line 0 is the header. */
export type CellPosition = { readonly line: number; readonly column: number };

/** The size of the table: lines including header and totals, columns, and lines per page. */
export type GridBounds = { readonly lines: number; readonly columns: number; readonly page: number };

type Move = (from: CellPosition, bounds: GridBounds) => CellPosition;

const moves: { readonly [key: string]: Move | undefined } = {
  ArrowUp: ({ line, column }) => ({ line: line - 1, column }),
  ArrowDown: ({ line, column }) => ({ line: line + 1, column }),
  ArrowLeft: ({ line, column }) => ({ line, column: column - 1 }),
  ArrowRight: ({ line, column }) => ({ line, column: column + 1 }),
  Home: ({ line }) => ({ line, column: 0 }),
  End: ({ line }, { columns }) => ({ line, column: columns - 1 }),
  PageUp: ({ line, column }, { page }) => ({ line: line - page, column }),
  PageDown: ({ line, column }, { page }) => ({ line: line + page, column }),
};

const movesWithControl: { readonly [key: string]: Move | undefined } = {
  Home: () => ({ line: 1, column: 0 }),
  End: (_, { lines, columns }) => ({ line: lines - 1, column: columns - 1 }),
};

/** The nearest cell within the table. */
export function clampedCell({ line, column }: CellPosition, { lines, columns }: GridBounds): CellPosition {
  const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
  return { line: clamp(line, lines), column: clamp(column, columns) };
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

export type KeyCommand =
  | { readonly does: 'move'; readonly to: CellPosition }
  /** Sorts by a column, opens a row or toggles a group. */
  | { readonly does: 'activate' }
  | { readonly does: 'open menu' }
  /** Pixels to add to the width of the column. */
  | { readonly does: 'resize'; readonly by: number };

const resizeStep = 16;

/** What a key does at a cell, after the grid pattern of the ARIA Authoring Practices; null if nothing. */
export function keyCommand(press: KeyPress, from: CellPosition, bounds: GridBounds): KeyCommand | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = press;
  const isHeader = from.line === 0;
  if (metaKey) return null;
  if (altKey) return isHeader && key === 'ArrowDown' ? { does: 'open menu' } : null;
  if (key === 'Enter' || key === ' ') return { does: 'activate' };
  if (shiftKey) {
    if (!isHeader || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
    return { does: 'resize', by: key === 'ArrowRight' ? resizeStep : -resizeStep };
  }
  const move = (ctrlKey ? movesWithControl : moves)[key];
  return move ? { does: 'move', to: clampedCell(move(from, bounds), bounds) } : null;
}

export type CellAction =
  | { readonly does: 'sort'; readonly column: string }
  | { readonly does: 'open'; readonly row: number }
  | { readonly does: 'toggle'; readonly key: string };

type Cells = {
  readonly columns: readonly GridColumn[];
  readonly lines: Lines;
  readonly groups: readonly Group[];
};

/** What a click or Enter at a cell does; null at the totals and at the head of the group column. */
export function actionAt({ line, column }: CellPosition, { columns, lines, groups }: Cells): CellAction | null {
  if (line === 0) {
    const source = columns[column]?.source;
    return source ? { does: 'sort', column: source.id } : null;
  }
  if (line > lines.count) return null;
  const { row, group } = lines.at(line - 1);
  if (row !== null) return { does: 'open', row };
  const found = groups[group];
  return found ? { does: 'toggle', key: found.key } : null;
}

/** The full text of the value at a cell; null outside the rows. */
export function valueTextAt(
  { line, column }: CellPosition,
  { columns, lines }: Pick<Cells, 'columns' | 'lines'>,
  items: RowStore['items'],
): string | null {
  const source = columns[column]?.source;
  const { row } = line > 0 && line <= lines.count ? lines.at(line - 1) : { row: null };
  return row === null || !source ? null : plainText(valueAt(items[row] ?? {}, source.path));
}

export type HeadMarks = {
  readonly direction: 'ascending' | 'descending' | undefined;
  /** The position among several sorted columns; null for a single one. */
  readonly rank: number | null;
  readonly isFiltered: boolean;
  readonly title: string | undefined;
};

/** How the heading of a column is marked. */
export function headMarks({ id, label, source }: GridColumn, { sorts, filters }: GridView): HeadMarks {
  const sort = source ? sortPlace(sorts, id) : null;
  return {
    direction: sort ? (sort.isDescending ? 'descending' : 'ascending') : undefined,
    rank: sort && sort.of > 1 ? sort.rank : null,
    isFiltered: source !== null && filters.some(({ column }) => column === id),
    title: source ? `${label}: ${columnKindWords[source.kind]}` : label,
  };
}

/** The number of rows in the totals, and the total they are part of: `1,032 rows: part of 4,532 rows`. */
export function totalText(count: number, part: string | null): string {
  return `${counted(count, 'row')}${part === null ? '' : `: ${part}`}`;
}

/** The figure shown under a column in a group row or the totals; empty for columns that are not measured. */
export function figureText(
  columnId: string,
  { measures, part }: GridFigures,
  aggregates: readonly Aggregate[],
  clock: Clock,
): string {
  const index = measures.findIndex(({ id }) => id === columnId);
  const [measure, aggregate] = [measures[index], aggregates[index]];
  return measure && aggregate ? aggregateWriter(measure, clock)(part, aggregate) : '';
}
