import type { FreeForm } from '#contract/objects.ts';
import type { CSSProperties } from 'react';
import { aggregateWriter, cellWriter } from '#domain/reports/columns/cellText.ts';
import { type Column, type ColumnKind, isNumeric, valueAt } from '#domain/reports/columns/columns.ts';
import { plainText } from '#domain/reports/columns/values.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import type { Aggregate } from '#domain/reports/rows/groupRows.ts';
import { numberOf } from '#domain/reports/rows/rowStore.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Zone } from '#domain/time/time.ts';
import { type ShownColumn, shownColumns } from './columnModel.ts';
import type { Range } from './virtualScroll.ts';

/** A column of the table: one of the report or, if `source` is null, the one that names the groups. */
export type GridColumn = {
  readonly id: string;
  readonly label: string;
  readonly source: ShownColumn | null;
  /** The style of its cells. */
  readonly look: 'text' | 'figure' | 'code' | 'quiet';
  readonly write: (value: unknown) => string;
};

/** The figure of each measure that is shown in group rows and totals. */
export type GridFigures = { readonly measures: readonly Column[]; readonly part: keyof Aggregate };

/** The visible columns in their order. With groups, a column that names them comes first. */
export function gridColumns(
  columns: readonly Column[],
  view: Pick<ReportView, 'columns'>,
  { groupLabel, clock, zone }: { readonly groupLabel: string | undefined; readonly clock: Clock; readonly zone: Zone },
): GridColumn[] {
  const visible = shownColumns(columns, view)
    .filter(({ isHidden }) => !isHidden)
    .map((column) => gridColumn(column, clock, zone));
  if (groupLabel === undefined) return visible;
  return [{ id: '', label: groupLabel, source: null, look: 'text', write: () => '' }, ...visible];
}

function gridColumn(column: ShownColumn, clock: Clock, zone: Zone): GridColumn {
  // Formatters are expensive to create, and of 300 columns only a dozen are in view.
  let writer: ((value: unknown) => string) | null = null;
  return {
    id: column.id,
    label: column.label,
    source: column,
    look: lookOf(column),
    write: (value) => (writer ??= cellWriter(column, clock, zone))(value),
  };
}

function lookOf({ kind }: ShownColumn): GridColumn['look'] {
  if (isNumeric(kind)) return 'figure';
  if (kind === 'guid') return 'code';
  return kind === 'list' || kind === 'object' || kind === 'empty' ? 'quiet' : 'text';
}

/** Pixels: an average letter, a cell's padding, and the marks in a heading. */
const letter = 7.2;
const padding = 26;
/** The padding alone, as in `ReportGrid.module.css`. */
export const cellPadding = 24;
const marks = 44;
const [narrowest, widest, widestHead] = [72, 260, 200];
/** The number of rows that determine a width. */
const sample = 40;

/** Kinds whose values all have the same length: `Tue 12 May 2026 1430L`. The beginning of an id is enough. */
const fixedWidths: Partial<Readonly<Record<ColumnKind, number>>> = { instant: 192, wallTime: 192, day: 146, guid: 124 };

/** A width that fits a column's name and its values in the first rows, or the last; longer values are cut. */
export function automaticWidth(column: Column, items: readonly FreeForm[], isFromEnd = false): number {
  const head = Math.min(column.label.length * letter + marks, widestHead);
  let letters = 0;
  for (const item of isFromEnd ? items.slice(-sample) : items.slice(0, sample))
    letters = Math.max(letters, approximateText(column, item).length);
  const longest = fixedWidths[column.kind] ?? textWidth(letters);
  return Math.round(Math.max(narrowest, head, Math.min(longest, widest)));
}

/** The width of a cell with this many letters. */
function textWidth(letters: number): number {
  return Math.ceil(letters * letter + padding);
}

/** Adjacent letters may be a little wider than each letter separately. */
const kerning = 1.05;

/** The most pixels a text takes, from the widths of ASCII letters; infinite if it has any other letter. */
export function textBound(text: string, widths: ArrayLike<number>): number {
  let width = 0;
  for (let place = 0; place < text.length; place++) {
    width += widths[text.charCodeAt(place)] ?? Number.POSITIVE_INFINITY;
  }
  return width * kerning;
}

/** About as long as the formatted value: formatting is too slow for columns that are out of view. */
function approximateText({ kind, path, decimals }: Column, item: FreeForm): string {
  const value = valueAt(item, path);
  const number = isNumeric(kind) ? numberOf(value) : Number.NaN;
  return Number.isNaN(number) ? plainText(value) : `${number.toFixed(decimals)},00`;
}

/** The widths that the figures in the totals need, by column id, because sums are longer than their values. */
export function figureWidths(
  { measures, part }: GridFigures,
  totals: readonly Aggregate[] | null,
  clock: Clock,
): Map<string, number> {
  return new Map(
    measures.flatMap((measure, index) => {
      const total = totals?.[index];
      return total ? [[measure.id, textWidth(aggregateWriter(measure, clock)(part, total).length + 1)]] : [];
    }),
  );
}

const groupWidth = 260;
/** The minimum and maximum width for the number of rows in the totals. */
const [firstWidth, widestFirst] = [116, 320];

/** The width of the first column for the words in the totals. */
export function firstWidthOf(total: string): number {
  return Math.max(firstWidth, Math.min(textWidth(total.length), widestFirst));
}

/** The width of a column: as set by the user, otherwise what its values, its total and the number of rows need. */
export function widthOf(
  { source, id }: GridColumn,
  needs: {
    readonly automatic: ReadonlyMap<string, number>;
    readonly figures: ReadonlyMap<string, number>;
    readonly firstId: string | undefined;
    readonly firstWidth: number;
  },
): number {
  if (!source) return groupWidth;
  const { automatic, figures, firstId } = needs;
  return source.width ?? Math.max(automatic.get(id) ?? 0, figures.get(id) ?? 0, id === firstId ? needs.firstWidth : 0);
}

/** A column with its horizontal position, in pixels from the start of the row. */
type Placed<Of> = {
  readonly column: Of;
  /** Among the visible columns, from 0. */
  readonly index: number;
  readonly left: number;
  readonly width: number;
};

export type ColumnPlaces<Of> = {
  /** The first columns, which stay in view. */
  readonly pinned: readonly Placed<Of>[];
  readonly free: readonly Placed<Of>[];
  readonly pinnedWidth: number;
  /** The width of the whole row. */
  readonly width: number;
};

type Widths<Of> = { readonly widthOf: (column: Of) => number; readonly isPinned: (column: Of) => boolean };

/** The share of the viewport that pinned columns may cover: on a phone they would hide all others. */
const maxPinned = 0.6;

/** Positions columns one after the other. The first column and the pinned ones stay in view as far as there is room. */
export function placeColumns<Of>(columns: readonly Of[], widths: Widths<Of>, room: number): ColumnPlaces<Of> {
  const placed: Placed<Of>[] = [];
  let left = 0;
  for (const [index, column] of columns.entries()) {
    const width = widths.widthOf(column);
    placed.push({ column, index, left, width });
    left += width;
  }
  const isFree = (one: Placed<Of>) =>
    (one.index > 0 && !widths.isPinned(one.column)) || one.left + one.width > maxPinned * room;
  const found = placed.findIndex(isFree);
  const count = found === -1 ? placed.length : found;
  return {
    pinned: placed.slice(0, count),
    free: placed.slice(count),
    pinnedWidth: placed[count]?.left ?? left,
    width: left,
  };
}

/** The free columns that touch a range of pixels of the row. */
export function columnsIn<Of>({ free }: ColumnPlaces<Of>, { start, end }: Range): Range {
  let [first, high] = [0, free.length];
  while (first < high) {
    const middle = (first + high) >> 1;
    const { left, width } = free[middle] ?? { left: 0, width: 0 };
    if (left + width > start) high = middle;
    else first = middle + 1;
  }
  let last = first;
  while ((free[last]?.left ?? Number.POSITIVE_INFINITY) < end) last++;
  return { start: first, end: last };
}

/** Columns are added and removed in horizontal steps of this many pixels. */
export const columnStep = 32;
/** Pixels beyond the viewport, on both sides, in which columns are rendered too. */
const spareRoom = 80;

/** The free columns that may be in view while the horizontal scroll position is within one step. */
export function columnsAtStep<Of>(places: ColumnPlaces<Of>, step: number, room: number): Range {
  return columnsIn(places, {
    start: places.pinnedWidth + step * columnStep - spareRoom,
    end: (step + 1) * columnStep + spareRoom + room,
  });
}

/** A placed column with the style object that all its cells share. */
export type RenderedColumn = Placed<GridColumn> & { readonly style: CSSProperties };

/** The columns to render: the pinned ones and the free ones near the viewport. */
export type RenderedColumns = {
  readonly pinned: readonly RenderedColumn[];
  readonly free: readonly RenderedColumn[];
  /** Pixels of the columns left out between the two. */
  readonly before: number;
  readonly width: number;
};

export function renderedColumns(places: ColumnPlaces<GridColumn>, { start, end }: Range): RenderedColumns {
  const styled = (placed: Placed<GridColumn>): RenderedColumn => ({ ...placed, style: { width: placed.width } });
  return {
    pinned: places.pinned.map(styled),
    free: places.free.slice(start, end).map(styled),
    before: (places.free[start]?.left ?? places.pinnedWidth) - places.pinnedWidth,
    width: places.width,
  };
}

/** The horizontal scroll position that shows a column, moving as little as possible. */
export function scrollLeftTo(
  places: ColumnPlaces<unknown>,
  column: number,
  { scrollLeft, clientWidth }: { readonly scrollLeft: number; readonly clientWidth: number },
): number {
  const placed = places.free[column - places.pinned.length];
  if (!placed) return scrollLeft;
  const [start, end] = [placed.left - places.pinnedWidth, placed.left + placed.width - clientWidth];
  // A column wider than the viewport shows its beginning.
  return Math.min(start, Math.max(end, scrollLeft));
}

/** How many letters of the paper font fit on a landscape page, and how many the padding of a cell takes. */
const [paperLetters, paperPadding] = [176, 2];
/** A text longer than this takes several lines (a day with its time is shorter); a longer word is broken. */
const lineLetters = 21;

/**
 * The columns of each printed part of a table, so that none is lost or cut. All columns form one part if they fit; otherwise
 * each part has as many as fit, after the first column, which names the rows. Figures get the pixels that their totals need.
 */
export function paperParts(
  columns: readonly GridColumn[],
  items: readonly FreeForm[],
  figures: ReadonlyMap<string, number>,
): GridColumn[][] {
  const [first, ...rest] = columns;
  if (!first) return [];
  const lettersOf = (column: GridColumn) =>
    paperPadding + Math.max(paperWidth(column, items), Math.ceil((figures.get(column.id) ?? 0) / letter));
  const room = paperLetters - lettersOf(first);
  const parts: GridColumn[][] = [];
  let left = 0;
  for (const column of rest) {
    const wanted = lettersOf(column);
    if (parts.length === 0 || wanted > left) {
      parts.push([first]);
      left = room;
    }
    parts.at(-1)?.push(column);
    left -= wanted;
  }
  return parts.length === 0 ? [[first]] : parts;
}

/** Letters: the longest word, or the longest text if that is short. */
function paperWidth({ label, source, write }: GridColumn, items: readonly FreeForm[]): number {
  const texts = source ? items.slice(0, 200).map((item) => write(valueAt(item, source.path))) : [];
  const ofLabel = label.split(' ').map(({ length }) => length);
  return Math.max(...ofLabel, ...texts.map(({ length }) => Math.min(length, lineLetters)));
}

/** Whether a text has a word that breaks on paper: wider than `paperParts` assumes. */
export function hasLongWord(text: string): boolean {
  return text.split(/\s/).some(({ length }) => length > lineLetters);
}
