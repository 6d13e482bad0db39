import { type PackedRow, packLanes } from '#domain/timeline/layout.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationMark } from '#domain/timeline/barWords.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import { extentOf, type Extent, type TimeScale } from './timeScale.ts';

export type TimelineRow = {
  readonly id: string;
  /** The kind of the row: in a person's row, an `instructor` or `pilot`, the bars name the aircraft and the other people. */
  readonly kind?: string;
  /** The row's name for screen readers. */
  readonly label: string;
  /** The heading above the first of its rows, such as `C172S`; none when empty. */
  readonly group: string;
  readonly reservations: readonly TimedReservation[];
};

/** A row's reservations in their lanes, with their marks. It stays the same object while neither changes. */
export type PackedReservations = {
  readonly packed: PackedRow<TimedReservation>;
  readonly marks: readonly (ReservationMark | undefined)[];
};

/** The heading of a group or a row, with its top and height in pixels. */
type VirtualRow<Row> = { readonly top: number; readonly height: number } & (
  | { readonly kind: 'heading'; readonly text: string }
  | ({ readonly kind: 'row'; readonly row: Row } & PackedReservations)
);

export type RowLayout<Row> = {
  /** Headings and rows from top to bottom. */
  readonly virtualRows: readonly VirtualRow<Row>[];
  /** Only the rows, each with its place among the virtual rows. */
  readonly rows: readonly (PackedReservations & { readonly row: Row; readonly line: number })[];
  /** The height of all together, in pixels. */
  readonly height: number;
};

/** How tall the parts of the rows are, in pixels; a row is as tall as its lanes and its padding. */
export type RowMeasures = { readonly lane: number; readonly padding: number; readonly heading: number };

/** For a mouse; a lane for a finger is taller. */
export const defaultMeasures: RowMeasures = { lane: 26, padding: 8, heading: 24 };
/** For a window as low as a page at 200 % zoom: a row is never below the target size of 24. */
export const compactMeasures: RowMeasures = { lane: 20, padding: 4, heading: 18 };
export const touchLane = 36;

export type LayoutOptions = {
  readonly span: Span;
  /** By the reservations' keys. */
  readonly marks: ReadonlyMap<string, ReservationMark>;
  readonly measures: RowMeasures;
};

/**
 * Everything that does not depend on the scroll position.
 *
 * @param previous the layout before, whose unchanged rows are reused
 */
export function layoutRows<Row extends TimelineRow>(
  rows: readonly Row[],
  options: LayoutOptions,
  previous: RowLayout<Row> | null,
): RowLayout<Row> {
  const before = new Map(previous?.rows.map((row) => [row.row.id, row]));
  const virtualRows: VirtualRow<Row>[] = [];
  const placed: RowLayout<Row>['rows'][number][] = [];
  let top = 0;
  let group = '';
  for (const row of rows) {
    if (row.group && row.group !== group) {
      virtualRows.push({ kind: 'heading', text: row.group, top, height: options.measures.heading });
      top += options.measures.heading;
    }
    group = row.group;
    const { packed, marks } = packRow(row, options, before.get(row.id));
    const height = Math.max(1, packed.depth) * options.measures.lane + options.measures.padding;
    placed.push({ row, packed, marks, line: virtualRows.length });
    virtualRows.push({ kind: 'row', row, packed, marks, top, height });
    top += height;
  }
  return { virtualRows, rows: placed, height: top };
}

/** The measures with which rows fill unused space; a lane is at most as tall as for a finger. */
export function fillingMeasures(
  { rows, height }: Pick<RowLayout<unknown>, 'rows' | 'height'>,
  measures: RowMeasures,
  room: number,
): RowMeasures {
  const lanes = rows.reduce((sum, { packed }) => sum + Math.max(1, packed.depth), 0);
  const more = lanes === 0 ? 0 : Math.floor((room - height) / lanes);
  return more <= 0
    ? measures
    : { ...measures, lane: Math.max(measures.lane, Math.min(touchLane, measures.lane + more)) };
}

function packRow(row: TimelineRow, { span, marks: all }: LayoutOptions, before: PackedReservations | undefined) {
  const touching = row.reservations.filter((reservation) => overlaps(reservation, span));
  const packed = packLanes(touching, before?.packed);
  const marks = packed.reservations.map((reservation) => all.get(reservation.key));
  const isSame = packed === before?.packed && marks.every((mark, index) => isSameMark(mark, before.marks[index]));
  return { packed, marks: isSame ? before.marks : marks };
}

function isSameMark(a: ReservationMark | undefined, b: ReservationMark | undefined): boolean {
  if (a === b) return true;
  const isSameLook = a?.conflict === b?.conflict && a?.change === b?.change && a?.alert === b?.alert;
  return isSameLook && a?.check?.level === b?.check?.level && a?.check?.words === b?.check?.words;
}

/** The first index at which `holds` is true, by bisection: from there on it must stay true. The length if it never is. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A section of the rows' height, in pixels. */
export type Band = { readonly top: number; readonly bottom: number };

/** Rows render again each time this many pixels have been scrolled. */
export const stepHeight = 96;

/** What is visible within one step of scrolling, and half a step more on either side. */
export function visibleBand(step: number, viewportHeight: number): Band {
  return { top: (step - 0.5) * stepHeight, bottom: (step + 1.5) * stepHeight + viewportHeight };
}

/** The indexes `from` to `to` (exclusive) of the virtual rows that reach into a band. */
export function rowsBetween(rows: RowLayout<unknown>['virtualRows'], { top, bottom }: Band) {
  return {
    from: firstIndex(rows, (row) => row.top + row.height > top),
    to: firstIndex(rows, (row) => row.top >= bottom),
  };
}

/** The indexes of the virtual rows to draw, in order: those that reach into the band, and the focused one. */
export function visibleRows(layout: RowLayout<unknown>, band: Band, active: number | null): number[] {
  const { from, to } = rowsBetween(layout.virtualRows, band);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (active === null || (active >= from && active < to)) return shown;
  return active < from ? [active, ...shown] : [...shown, active];
}

/**
 * A row with at most this many lanes is drawn whole; a taller one, such as all reservations without aircraft, only within the
 * band.
 */
const wholeDepth = 6;

/** The lanes of a row to draw, the last one exclusive. */
export function visibleLanes({ top, bottom }: Band, rowTop: number, depth: number, laneHeight: number) {
  if (depth <= wholeDepth) return { fromLane: 0, toLane: depth };
  return {
    fromLane: Math.max(0, Math.floor((top - rowTop) / laneHeight) - 1),
    toLane: Math.min(depth, Math.max(0, Math.ceil((bottom - rowTop) / laneHeight))),
  };
}

/** The indexes `from` to `to` (exclusive) that hold every reservation of a row overlapping a span, and few others. */
export function reservationsNear({ reservations, longest }: PackedRow<TimedReservation>, span: Span) {
  return {
    from: firstIndex(reservations, (reservation) => reservation.start > span.start - longest),
    to: firstIndex(reservations, (reservation) => reservation.start >= span.end),
  };
}

/** A reservation to draw in a row: its position, in pixels from the start of the times, and its lane. */
export type Bar = Extent & {
  readonly reservation: TimedReservation;
  readonly mark: ReservationMark | undefined;
  readonly lane: number;
};

type BarOptions = {
  readonly scale: TimeScale;
  readonly drawn: Span;
  readonly fromLane: number;
  readonly toLane: number;
  /** The key of the focused reservation: it is drawn at any scroll position. */
  readonly active: string | null;
};

/** The visible reservations of a row, and the focused one. */
export function visibleBars({ packed, marks }: PackedReservations, options: BarOptions): Bar[] {
  const { scale, drawn, fromLane, toLane, active } = options;
  const { reservations, lanes } = packed;
  const barAt = (index: number): Bar[] => {
    const reservation = reservations[index];
    const extent = reservation ? extentOf(scale, reservation) : null;
    return reservation && extent ? [{ reservation, mark: marks[index], lane: lanes[index] ?? 0, ...extent }] : [];
  };
  const near = reservationsNear(packed, drawn);
  const bars: Bar[] = [];
  for (let index = near.from; index < near.to; index++) {
    const [reservation, lane = 0] = [reservations[index], lanes[index]];
    if (!reservation || lane < fromLane || lane >= toLane || !overlaps(reservation, drawn)) continue;
    bars.push(...barAt(index));
  }
  if (active === null || bars.some(({ reservation }) => reservation.key === active)) return bars;
  return [...bars, ...barAt(reservations.findIndex(({ key }) => key === active))];
}

/** The place of a reservation: the index of its row, and its own among the row's reservations. */
export type ReservationPlace = { readonly row: number; readonly index: number };

/** The place of a reservation in a row; null if it is gone. */
export function placeOf(layout: RowLayout<TimelineRow>, rowId: string, key: string): ReservationPlace | null {
  const row = layout.rows.findIndex((candidate) => candidate.row.id === rowId);
  const index = layout.rows[row]?.packed.reservations.findIndex((reservation) => reservation.key === key) ?? -1;
  return index === -1 ? null : { row, index };
}

/** The reservation with a key in a virtual row, with its row and mark; null if there is none. */
export function reservationIn<Row>(layout: RowLayout<Row>, line: number, key: string) {
  const virtual = layout.virtualRows[line];
  if (virtual?.kind !== 'row') return null;
  const index = virtual.packed.reservations.findIndex((reservation) => reservation.key === key);
  const reservation = virtual.packed.reservations[index];
  return reservation ? { reservation, mark: virtual.marks[index], row: virtual.row } : null;
}

/** How far to scroll, in pixels, so that the row at a height keeps its place when rows grow, shrink, come or go. */
export function shiftOf<Row extends TimelineRow>(before: RowLayout<Row>, after: RowLayout<Row>, y: number): number {
  const { from } = rowsBetween(before.virtualRows, { top: y, bottom: y + 1 });
  const old = before.rows.findLast(({ line }) => line <= from);
  const now = after.rows.find(({ row }) => row.id === old?.row.id);
  const [oldTop, newTop] = [old && before.virtualRows[old.line]?.top, now && after.virtualRows[now.line]?.top];
  return oldTop === undefined || newTop === undefined ? 0 : newTop - oldTop;
}
