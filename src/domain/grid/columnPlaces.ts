import type { Stretch } from './shaft.ts';

/** A column with the place it has in a table, in pixels from the start of the row. */
export type Placed<Column> = {
  readonly column: Column;
  /** Among the columns shown, from 0. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
};

export type ColumnPlaces<Column> = {
  /** Stay in sight; they are the first. */
  readonly pinned: readonly Placed<Column>[];
  readonly free: readonly Placed<Column>[];
  readonly pinnedWidth: number;
  /** Of the whole row. */
  readonly width: number;
};

type Widths<Column> = { readonly widthOf: (column: Column) => number; readonly isPinned: (column: Column) => boolean };

/** Pinned columns may cover this much of the window: on a phone the others would have no room. */
const mostPinned = 0.6;

/** Places columns one after the other. The first is always pinned, and those that ask for it, as far as there is room. */
export function placeColumns<Column>(
  columns: readonly Column[],
  { widthOf, isPinned }: Widths<Column>,
  room: number,
): ColumnPlaces<Column> {
  const placed: Placed<Column>[] = [];
  let left = 0;
  for (const [index, column] of columns.entries()) {
    const width = widthOf(column);
    placed.push({ column, index, left, width });
    left += width;
  }
  const isFree = (one: Placed<Column>) =>
    (one.index > 0 && !isPinned(one.column)) || one.left + one.width > mostPinned * room;
  const found = placed.findIndex(isFree);
  const count = found === -1 ? placed.length : found;
  return {
    pinned: placed.slice(0, count),
    free: placed.slice(count),
    pinnedWidth: placed[count]?.left ?? left,
    width: left,
  };
}

/** The free columns that touch a stretch of pixels of the row. */
export function columnsIn<Column>({ free }: ColumnPlaces<Column>, { start, end }: Stretch): Stretch {
  const first = firstEndingAfter(free, start);
  let last = first;
  while (last < free.length && free[last]!.left < end) last++;
  return { start: first, end: last };
}

function firstEndingAfter(free: readonly Placed<unknown>[], pixel: number): number {
  let [low, high] = [0, free.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { left, width } = free[middle]!;
    if (left + width > pixel) high = middle;
    else low = middle + 1;
  }
  return low;
}
