import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Horizon } from './horizon.ts';
import type { DueItem } from './reminders.ts';
import { addDays, type Day, dayOf, type Instant, type Span } from '#domain/time/time.ts';

/** A reminder in the calendar; without a visit none is booked before it is due. */
export type DueMark = { readonly item: DueItem; readonly hasVisit: boolean };

/** A day on which the hours may run out, by the estimates from the earliest to the latest. */
export type DueBand = DueMark & { readonly isFirst: boolean; readonly isLast: boolean; readonly isLikely: boolean };

export type CalendarCell = {
  readonly day: Day;
  readonly isInMonth: boolean;
  /** Date limits: hard marks. */
  readonly limits: readonly DueMark[];
  readonly bands: readonly DueBand[];
  /** Maintenance bookings that touch the day. */
  readonly visits: readonly TimedBooking[];
};

type Shown = {
  readonly items: readonly DueItem[];
  /** By the key of the reminder; one without has no band. */
  readonly horizons: ReadonlyMap<string, Horizon>;
  readonly bookings: readonly TimedBooking[];
};

const cellCount = 42;
const dayLength = 86_400_000;

/**
 * Six weeks from Monday that hold a month (`2026-05`), in the operator's days. Permanently complied reminders are never
 * due and left out. Linear in reminders and bookings.
 */
export function dueCalendar({ items, horizons, bookings }: Shown, month: string, zone: string): CalendarCell[] {
  const first = firstDay(month);
  const cells = Array.from({ length: cellCount }, (_, index) => emptyCell(addDays(first, index), month));
  const indexOf = (instant: Instant) => Math.round((Date.parse(dayOf(instant, zone)) - Date.parse(first)) / dayLength);
  for (const item of items.filter(({ isComplied }) => !isComplied)) {
    const horizon = horizons.get(item.key) ?? null;
    const mark = { item, hasVisit: horizon?.visit?.isInTime ?? false };
    const limit = item.axes.find(({ name }) => name === 'date')?.limit ?? null;
    if (limit !== null) cells[indexOf(limit)]?.limits.push(mark);
    const band = horizon && bandOf(horizon);
    if (band && (limit === null || band.start <= limit)) addBand(cells, mark, band, indexOf);
  }
  for (const booking of bookings) {
    if (booking.kind !== 'Maintenance') continue;
    const last = Math.max(booking.start, booking.end - 1);
    for (const index of within(indexOf(booking.start), indexOf(last))) cells[index]!.visits.push(booking);
  }
  return cells;
}

function emptyCell(day: Day, month: string) {
  const content = { limits: [] as DueMark[], bands: [] as DueBand[], visits: [] as TimedBooking[] };
  return { day, isInMonth: day.startsWith(month), ...content };
}

type Band = Span & { readonly likely: Instant | null };

function addBand(
  cells: readonly { readonly bands: DueBand[] }[],
  mark: DueMark,
  { start, end, likely }: Band,
  indexOf: (instant: Instant) => number,
): void {
  const [first, last, middle] = [indexOf(start), indexOf(end), likely === null ? null : indexOf(likely)];
  for (const index of within(first, last)) {
    const place = { isFirst: index === first, isLast: index === last, isLikely: index === middle };
    cells[index]!.bands.push({ ...mark, ...place });
  }
}

/** The Monday on or before the first of a month. */
function firstDay(month: string): Day {
  const weekday = new Date(`${month}-01T00:00:00Z`).getUTCDay();
  return addDays(`${month}-01`, -((weekday + 6) % 7));
}

/** From the earliest to the latest instant the estimates name; null where they name none. */
function bandOf({ earliest, likely, latest }: Horizon): Band | null {
  const instants = [earliest, likely, latest].flatMap((estimate) => estimate?.at ?? []);
  if (instants.length === 0) return null;
  return { start: Math.min(...instants), likely: likely?.at ?? null, end: Math.max(...instants) };
}

/** The indices of the cells from one to another, both inclusive, as far as there are cells. */
function within(from: number, to: number): number[] {
  const start = Math.max(0, from);
  return Array.from({ length: Math.max(0, Math.min(cellCount - 1, to) - start + 1) }, (_, index) => start + index);
}
