import { millisecondsInDay } from '#domain/units.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';

/** A span of start times whose reservations are complete as of one moment, or not known yet. */
export type Cell = {
  readonly from: Instant;
  readonly to: Instant;
  /** Null while it has not been read. In milliseconds of the caller's clock. */
  readonly asOf: number | null;
  /** Reservations that start in it; null while unknown. */
  readonly count: number | null;
  /**
   * The last read stopped just before this cell. Until the cell is read it starts a slice of its own. In a slice with
   * the cells before it, it would be left out each time.
   */
  readonly isNext?: boolean;
};

/** How soon the reservations of a day should be fresh. */
export type SliceClass = 'near' | 'week' | 'rest';

/** Neighbouring cells that one call reads. */
export type Slice<Of extends Cell = Cell> = {
  readonly from: Instant;
  readonly to: Instant;
  readonly class: SliceClass;
  readonly cells: readonly Of[];
};

/** Days in one slice fill about this share of a page, so that a busier day still fits. */
const fill = 0.8;

/** Assumed reservations of an unknown day. */
const defaultDay = 100;

/** Where the classes of a day begin and end; the same until the next midnight of the operator. */
export type ClassBounds = { readonly today: Instant; readonly nearEnd: Instant; readonly weekEnd: Instant };

/** Today and tomorrow are near; the week adds five more days. */
export function classBounds(now: Instant, zone: string): ClassBounds {
  const today = dayOf(now, zone);
  const [near, week] = [daySpan(today, zone, 2), daySpan(today, zone, 7)];
  return { today: near.start, nearEnd: near.end, weekEnd: week.end };
}

export function classOf(from: Instant, { today, nearEnd, weekEnd }: ClassBounds): SliceClass {
  if (from < today || from >= weekEnd) return 'rest';
  return from < nearEnd ? 'near' : 'week';
}

/** The cells of a span: the known ones in it, and new ones between them, one per operator's day. In order, without gaps. */
export function tile<Of extends Cell>(
  span: Span,
  known: readonly Of[],
  zone: string,
  make: (from: Instant, to: Instant) => Of,
): Of[] {
  const newDays = (from: Instant, to: Instant) => daysWithin(from, to, zone).map(({ start, end }) => make(start, end));
  const inside = known.filter(({ from, to }) => from >= span.start && to <= span.end);
  const cells: Of[] = [];
  let at = span.start;
  for (const cell of inside.toSorted((a, b) => a.from - b.from)) {
    if (cell.from < at) continue;
    cells.push(...newDays(at, cell.from), cell);
    at = cell.to;
  }
  return [...cells, ...newDays(at, span.end)];
}

/** A span cut at the operator's midnights. */
export function daysWithin(from: Instant, to: Instant, zone: string): Span[] {
  const spans: Span[] = [];
  for (let day: Day = dayOf(from, zone), at = from; at < to; day = addDays(day, 1)) {
    const end = Math.min(to, daySpan(day, zone).end);
    if (end > at) spans.push({ start: at, end });
    at = Math.max(at, end);
  }
  return spans;
}

export type SliceOptions = {
  readonly bounds: ClassBounds;
  /** Reservations that the service sends per call. */
  readonly pageSize: number;
  /** Reservations per day, for cells of which nothing is known; null while no cell is known. */
  readonly density: number | null;
  /** True if the service sends all its reservations for any days. All neighbouring cells are then one slice. */
  readonly isOneList: boolean;
};

/**
 * Joins neighbouring cells of one class until they hold about as many reservations as fit into one call. Read and unread
 * cells stay separate, so that known days do not delay a first look.
 */
export function slicesOf<Of extends Cell>(cells: readonly Of[], options: SliceOptions): Slice<Of>[] {
  const { bounds, pageSize, density, isOneList } = options;
  const aim = Math.max(1, Math.floor(pageSize * fill));
  const slices: { from: Instant; to: Instant; class: SliceClass; cells: Of[]; size: number }[] = [];
  for (const cell of cells) {
    const size = cell.count ?? ((density ?? defaultDay) * (cell.to - cell.from)) / millisecondsInDay;
    const last = slices.at(-1);
    const kind = isOneList ? 'week' : classOf(cell.from, bounds);
    const isAlike = last?.class === kind && (last.cells[0]?.asOf === null) === (cell.asOf === null);
    const isRoom = isAlike && last.size + size <= aim && cell.isNext !== true;
    const isJoined = last?.to === cell.from && (isOneList || isRoom);
    if (isJoined) {
      last.cells.push(cell);
      last.to = cell.to;
      last.size += size;
    } else {
      slices.push({ from: cell.from, to: cell.to, class: kind, cells: [cell], size });
    }
  }
  return slices.map(({ from, to, class: kind, cells: sliceCells }) => ({ from, to, class: kind, cells: sliceCells }));
}

/** Reservations per day over the known cells; null if there are none. */
export function densityOf(cells: readonly Cell[]): number | null {
  const known = cells.filter(({ count }) => count !== null);
  const length = known.reduce((sum, { from, to }) => sum + to - from, 0);
  const count = known.reduce((sum, cell) => sum + (cell.count ?? 0), 0);
  return length === 0 ? null : (count / length) * millisecondsInDay;
}

/**
 * How far pages in order of start are complete: to the end of the slice, or to the last record's start if enough of the
 * slice lies before it. Null if more pages must be read, because they are unordered or full of earlier reservations.
 */
export function completeUntil(slice: Span, starts: readonly Instant[], min: number): Instant | null {
  const last = starts.at(-1);
  const isSorted = starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? start));
  if (!isSorted || last === undefined || last <= slice.start) return null;
  if (last >= slice.end) return slice.end;
  const count = starts.filter((start) => start >= slice.start && start < last).length;
  return count >= min ? last : null;
}
