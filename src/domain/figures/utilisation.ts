import type { FigureDimension } from '#contract/gateway/figures.ts';
import { usualHours } from '#domain/calendar/opening.ts';
import { wallReader } from '#domain/reports/columns/times.ts';
import { addDays, dayOf, type Instant, lengthWithin, type Span } from '#domain/time/time.ts';
import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import type { Booking, Group } from './bookings.ts';
import { type Figure, known, notKnown, rowsWithin, share } from './figure.ts';
import type { FlownFlight } from './flights.ts';

/** An aircraft that is in service now, no simulator. */
export type FleetAircraft = { readonly key: string; readonly name: string };

/** One bar: hours of a group; null where a source does not cover the period. */
type HoursBar = {
  /** Null for rows that name no such group. */
  readonly group: Group | null;
  /** Of the reservations that are not void. */
  readonly booked: number | null;
  readonly bookings: number | null;
  readonly flown: number | null;
  readonly flights: number | null;
};

export type Utilisation = {
  /** Hours of flights that left in the span. */
  readonly flown: Figure;
  /** Hours of reservations for flights that start in it and are not void. */
  readonly booked: Figure;
  /** Hours of 06 to 22 local, on each day of the span, for each aircraft in service now. */
  readonly open: Figure;
  /** Flown of open, and flown of booked. Above 1 is possible. */
  readonly flownOfOpen: Figure;
  readonly flownOfBooked: Figure;
  /** Hours between one reservation of an aircraft, of any kind, and its next on the same day. */
  readonly dead: Figure;
  /** By flown hours, the most first. */
  readonly bars: readonly HoursBar[];
};

export type UtilisationInputs = {
  /** By start, without duplicates. */
  readonly bookings: readonly Booking[];
  readonly flights: readonly FlownFlight[];
  /** Null if the list of aircraft is unread. */
  readonly fleet: readonly FleetAircraft[] | null;
  readonly span: Span;
  readonly by: FigureDimension;
  readonly zone: string;
};

/** Hours flown, booked and open. A row belongs to the span in which it starts, so neighbouring spans add up. */
export function utilisationOf({ bookings, flights, fleet, span, by, zone }: UtilisationInputs): Utilisation {
  const bars = new Bars(by);
  const started = rowsWithin(bookings, span, ({ start }) => start);
  for (const booking of started) if (isFlying(booking)) bars.book(booking);
  for (const flight of rowsWithin(flights, span, ({ out }) => out)) bars.fly(flight);
  const { booked, bookings: bookedRows, flown, closed } = bars.total();
  const open = fleet && fleet.length * openHours(span, zone);
  return {
    flown: known(flown, closed),
    booked: known(booked, bookedRows),
    open: open === null ? notKnown('The list of aircraft is not read.') : known(open, fleet?.length ?? 0),
    flownOfOpen: share(flown, open ?? 0, closed, 'No aircraft is in service.'),
    flownOfBooked: share(flown, booked, closed + bookedRows, 'Nothing was booked.'),
    dead: deadTime(started, zone),
    bars: bars.sorted(),
  };
}

/** A flight that nobody cancelled. */
function isFlying({ kind, status }: Booking): boolean {
  return kind === 'flight' && status !== 'void';
}

/** Hours are added in tenths of milliseconds, so that the order of the rows does not change the last digits. */
const perHour = 10 * millisecondsInHour;

/** The length of a span in those. */
function lengthOf({ start, end }: Span): number {
  return Math.round(10 * (end - start));
}

/** Hours of the span in which a school usually flies; a night in which the clock changes is not among them. */
function openHours(span: Span, zone: string): number {
  let milliseconds = 0;
  for (const hours of daysOf(span, zone)) milliseconds += lengthWithin([hours], span);
  return milliseconds / millisecondsInHour;
}

function* daysOf({ start, end }: Span, zone: string): Generator<Span> {
  if (start >= end) return;
  const last = dayOf(end - 1, zone);
  for (let day = dayOf(start, zone); day <= last; day = addDays(day, 1)) yield usualHours(day, zone);
}

/**
 * The next reservation of an aircraft on the same day of the operator, in one pass over reservations by start. Time in the shop is
 * not dead.
 */
function deadTime(bookings: readonly Booking[], zone: string): Figure {
  const wallAt = wallReader(zone);
  const before = new Map<string, { day: number; end: Instant }>();
  let [dead, gaps] = [0, 0];
  for (const { of, start, end, status } of bookings) {
    if (!of.aircraft || status === 'void') continue;
    const day = Math.floor(wallAt(start) / millisecondsInDay);
    const last = before.get(of.aircraft.key);
    if (last?.day === day) {
      if (start > last.end) {
        dead += lengthOf({ start: last.end, end: start });
        gaps++;
      }
      last.end = Math.max(last.end, end);
    } else if (last) [last.day, last.end] = [day, end];
    else before.set(of.aircraft.key, { day, end });
  }
  return known(dead / perHour, gaps);
}

/** Sums in `perHour`, with the rows that they have. */
type Bar = { group: Group | null; booked: number; bookings: number; flown: number; closed: number; flights: number };

/** Hours by group, in any order of rows. */
class Bars {
  readonly #by: FigureDimension;
  readonly #bars = new Map<string, Bar>();

  constructor(by: FigureDimension) {
    this.#by = by;
  }

  book(booking: Booking): void {
    const bar = this.#of(booking.of[this.#by]);
    bar.booked += lengthOf(booking);
    bar.bookings++;
  }

  fly({ of, hours }: FlownFlight): void {
    const bar = this.#of(of[this.#by]);
    bar.flights++;
    if (hours === null) return;
    bar.flown += Math.round(hours * perHour);
    bar.closed++;
  }

  #of(group: Group | null): Bar {
    const key = group?.key ?? '';
    let bar = this.#bars.get(key);
    if (!bar) {
      bar = { group, booked: 0, bookings: 0, flown: 0, closed: 0, flights: 0 };
      this.#bars.set(key, bar);
    }
    // Of several spellings of a name, one counts in whatever order they come.
    if (group && bar.group && group.name < bar.group.name) bar.group = group;
    return bar;
  }

  /** Hours over all bars, and the rows that they rest on. */
  total(): Readonly<Record<'booked' | 'bookings' | 'flown' | 'closed', number>> {
    const sum = { booked: 0, bookings: 0, flown: 0, closed: 0 };
    for (const bar of this.#bars.values()) {
      sum.booked += bar.booked;
      sum.bookings += bar.bookings;
      sum.flown += bar.flown;
      sum.closed += bar.closed;
    }
    return { ...sum, booked: sum.booked / perHour, flown: sum.flown / perHour };
  }

  sorted(): HoursBar[] {
    return [...this.#bars.values()]
      .map(({ group, booked, bookings, flown, flights }) => ({
        group,
        booked: booked / perHour,
        bookings,
        flown: flown / perHour,
        flights,
      }))
      .toSorted((a, b) => b.flown - a.flown || b.booked - a.booked || order(a.group, b.group));
  }
}

/** Rows without a group come last. */
function order(a: Group | null, b: Group | null): number {
  if (!a || !b) return Number(a === null) - Number(b === null);
  return a.name < b.name || (a.name === b.name && a.key < b.key) ? -1 : 1;
}
