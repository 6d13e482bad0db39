import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { purposeText, visitsOf } from '#domain/maintenance/shopVisit.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import { doubtIn, type DueItem, doubtText } from '#domain/maintenance/reminders.ts';
import { aircraftLink } from '#domain/reservations/links.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, type Day, dayOf, dateOf, type Instant, type Span, mondayOf } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

/** A reminder on a day of the calendar. */
export type DueMark = {
  readonly key: string;
  /** The page of its aircraft. */
  readonly link: string;
  /** The API's own overall status. */
  readonly statusId: number | null;
  /** `N512SP Annual`. */
  readonly text: string;
  /** True if it is known that no shop visit is booked before it is due. */
  readonly needsVisit: boolean;
};

/** A day on which the hours may run out, between the earliest and the latest estimate. */
export type DueBand = DueMark & { readonly isFirst: boolean; readonly isLikely: boolean };

export type CalendarCell = {
  readonly day: Day;
  /** `Tue 12 May`. */
  readonly label: string;
  /** Under the heading of its weekday: `12`, and `1 Jun` on the first of a month. */
  readonly number: string;
  readonly isInMonth: boolean;
  readonly isToday: boolean;
  readonly isEmpty: boolean;
  /** Date limits. */
  readonly limits: readonly DueMark[];
  readonly bands: readonly DueBand[];
  /** Shop visits under way or to come that touch the day: the aircraft, and what it is there for, if the visit names it. */
  readonly visits: readonly { readonly key: string; readonly text: string; readonly purpose: string | null }[];
};

type CalendarInput = {
  readonly items: readonly DueItem[];
  /** By the key of the reminder; null while the reservations are not loaded. */
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly reservations: readonly TimedReservation[] | null;
  /** `2026-05`. */
  readonly month: string;
  /** The operator's zone: days are the operator's. */
  readonly zone: string;
  readonly now: Instant;
};

const cellCount = 42;

/**
 * The six weeks from Monday that hold a month. Permanently complied reminders are never due and left out. Linear in
 * reminders and reservations.
 */
export function dueCalendar({ items, horizons, reservations, month, zone, now }: CalendarInput): CalendarCell[] {
  const first = mondayOf(`${month}-01`);
  const today = dayOf(now, zone);
  const contents = Array.from({ length: cellCount }, emptyCell);
  // Many reminders share a day, so the index of each day is computed once.
  const indexes = new Map<Day, number>();
  const indexOf = (instant: Instant) => {
    const day = dayOf(instant, zone);
    const index = indexes.get(day) ?? differenceInCalendarDays(dateOf(day), dateOf(first));
    indexes.set(day, index);
    return index;
  };
  for (const item of items) {
    if (item.isComplied) continue;
    const horizon = horizons?.get(item.key) ?? null;
    const mark = markOf(item, horizon);
    const limit = item.axes.find(({ name }) => name === 'date')?.limit ?? null;
    if (limit !== null) contents[indexOf(limit)]?.limits.push(mark);
    const band = horizon && bandOf(horizon);
    if (band && (limit === null || band.start <= limit)) addBand(contents, mark, band, indexOf);
  }
  for (const { reservation, says } of visitsOf(reservations ?? [], now)) {
    // An end at midnight does not touch the next day.
    const last = indexOf(Math.max(reservation.start, reservation.end - 1));
    const visit = {
      key: reservation.key,
      text: reservation.record.aircraft?.tailNumber ?? reservation.type,
      purpose: says.hasName ? purposeText(reservation) : null,
    };
    for (const [, cell] of between(contents, indexOf(reservation.start), last)) cell.visits.push(visit);
  }
  return contents.map((content, index) => {
    const day = addDays(first, index);
    const isEmpty = content.limits.length + content.bands.length + content.visits.length === 0;
    const label = dayText(day);
    const number = day.endsWith('-01') ? label.slice(4) : String(Number(day.slice(8)));
    return { day, label, number, isInMonth: day.startsWith(month), isToday: day === today, isEmpty, ...content };
  });
}

/** The weeks of a month that are shown: in this month those from the present one on, unless all are requested. */
export type ShownDays = {
  readonly cells: readonly CalendarCell[];
  /** The days of the weeks before it, `14 earlier days, 3 entries`; null if there are none. */
  readonly earlier: string | null;
};

export function daysShown(cells: readonly CalendarCell[], isWhole: boolean): ShownDays {
  const today = cells.findIndex(({ isToday, isInMonth }) => isToday && isInMonth);
  const monday = today - (today % 7);
  if (monday <= 0) return { cells, earlier: null };
  const entries = cells
    .slice(0, monday)
    .reduce((sum, { limits, bands, visits }) => sum + limits.length + bands.length + visits.length, 0);
  const words = entries > 0 ? [counted(entries, 'entry', 'entries')] : [];
  return {
    cells: isWhole ? cells : cells.slice(monday),
    earlier: [counted(monday, 'earlier day'), ...words].join(', '),
  };
}

/** A mark of a day with its count: shop visits with and without named work, reminders likely due and those that may come due. */
export type DayCount = { readonly kind: 'visit' | 'unnamed' | 'likely' | 'may'; readonly count: number };

/** What a day has besides its date limits, as counts that open. */
export type DayCounts = {
  /** Without those that are zero; each record is counted once. */
  readonly counts: readonly DayCount[];
  /** `3 shop visits, 7 likely due, 6 may come due`. */
  readonly words: string;
  /** Likely ones first. */
  readonly bands: readonly DueBand[];
  readonly visits: CalendarCell['visits'];
};

/** Null for a day without shop visits and forecasts. */
export function countsOf({ bands, visits }: Pick<CalendarCell, 'bands' | 'visits'>): DayCounts | null {
  if (bands.length + visits.length === 0) return null;
  const likely = bands.filter(({ isLikely }) => isLikely).length;
  const named = visits.filter(({ purpose }) => purpose !== null).length;
  const all: readonly (DayCount & { readonly words: string })[] = [
    { kind: 'visit', count: named, words: counted(named, 'shop visit') },
    {
      kind: 'unnamed',
      count: visits.length - named,
      words: `${counted(visits.length - named, 'shop visit')} without named work`,
    },
    { kind: 'likely', count: likely, words: `${likely} likely due` },
    { kind: 'may', count: bands.length - likely, words: `${bands.length - likely} may come due` },
  ];
  const counts = all.filter(({ count }) => count > 0);
  return {
    counts,
    words: counts.map(({ words }) => words).join(', '),
    bands: bands.toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely)),
    visits: visits.toSorted((a, b) => Number(b.purpose !== null) - Number(a.purpose !== null)),
  };
}

type CellContent = { limits: DueMark[]; bands: DueBand[]; visits: CalendarCell['visits'][number][] };

/** The reminders that the calendar cannot place, because it is not known what is left: `N512SP Annual: 05/10/2026 could not be read`. */
export function unplaced(items: readonly DueItem[]): readonly DueMark[] {
  return items
    .filter((item) => !item.isComplied && doubtIn(item))
    .map((item) => {
      const { text, ...mark } = markOf(item, null);
      return { ...mark, text: `${text}: ${doubtText(item)}` };
    });
}

function emptyCell(): CellContent {
  return { limits: [], bands: [], visits: [] };
}

function markOf({ key, aircraft, name, statusId }: DueItem, horizon: Horizon | null): DueMark {
  return {
    key,
    link: aircraftLink(aircraft.aircraftId),
    statusId,
    text: `${aircraft.tailNumber ?? 'No tail number'} ${name}`,
    needsVisit: horizon !== null && horizon.visit?.isInTime !== true,
  };
}

type Band = Span & { readonly likely: Instant | null };

/** From the earliest to the latest estimate of hours and landings; null without any. */
function bandOf({ limits }: Horizon): Band | null {
  const estimates = limits.filter(({ basis }) => basis === 'flown' || basis === 'booked' || basis === 'rate');
  const [first, last] = [estimates[0], estimates.at(-1)];
  if (!first || !last) return null;
  return {
    start: first.at,
    likely: estimates.find(({ certainty }) => certainty === 'likely')?.at ?? null,
    end: last.at,
  };
}

function addBand(
  cells: readonly CellContent[],
  mark: DueMark,
  { start, end, likely }: Band,
  indexOf: (instant: Instant) => number,
): void {
  const [first, middle] = [indexOf(start), likely === null ? null : indexOf(likely)];
  for (const [index, cell] of between(cells, first, indexOf(end))) {
    cell.bands.push({ ...mark, isFirst: index === first, isLikely: index === middle });
  }
}

/** The cells from one index to another, both inclusive, each with its index. Indices outside the list are left out. */
function between<Cell>(cells: readonly Cell[], from: number, to: number): (readonly [number, Cell])[] {
  const start = Math.max(0, from);
  return cells.slice(start, Math.max(start, to + 1)).map((cell, place) => [start + place, cell] as const);
}
