import type { FigureDimension } from '#contract/gateway/figures.ts';
import { usualHours } from '#domain/calendar/opening.ts';
import { bucketReader } from '#domain/reports/columns/times.ts';
import { addDays, dayOf, type Instant, lengthWithin, type Span } from '#domain/time/time.ts';
import { millisecondsInHour } from '#domain/units.ts';
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
  const ownBookings = started.filter(isFlying);
  const ownFlights = rowsWithin(flights, span, ({ out }) => out);
  for (const booking of ownBookings) bars.book(booking);
  for (const flight of ownFlights) bars.fly(flight);
  const closed = ownFlights.filter(({ hours }) => hours !== null);
  const flown = sumOf(closed.map(({ hours }) => hours ?? 0));
  const booked = sumOf(ownBookings.map(hoursBooked));
  const open = fleet && fleet.length * openHours(span, zone);
  return {
    flown: known(flown, closed.length),
    booked: known(booked, ownBookings.length),
    open: open === null ? notKnown('The list of aircraft is not read.') : known(open, fleet?.length ?? 0),
    flownOfOpen: share(flown, open ?? 0, closed.length, 'No aircraft is in service.'),
    flownOfBooked: share(flown, booked, closed.length + ownBookings.length, 'Nothing was booked.'),
    dead: deadTime(
      started.filter(({ status }) => status !== 'void'),
      zone,
    ),
    bars: bars.sorted(),
  };
}

/** A flight that nobody cancelled. */
function isFlying({ kind, status }: Booking): boolean {
  return kind === 'flight' && status !== 'void';
}

function hoursBooked({ start, end }: Span): number {
  return (end - start) / millisecondsInHour;
}

/** Sums in tenths of milliseconds of an hour, so that the order of the rows does not change the last digits. */
function sumOf(hours: readonly number[]): number {
  return hours.reduce((sum, value) => sum + Math.round(value * perHour), 0) / perHour;
}

const perHour = 10 * millisecondsInHour;

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
  const dayAt = bucketReader(zone, 'day');
  const before = new Map<string, { readonly day: string; readonly end: Instant }>();
  const gaps: number[] = [];
  for (const { of, start, end } of bookings) {
    if (!of.aircraft) continue;
    const day = dayAt(start);
    const last = before.get(of.aircraft.key);
    const isSameDay = last?.day === day;
    if (isSameDay && start > last.end) gaps.push(hoursBooked({ start: last.end, end: start }));
    before.set(of.aircraft.key, { day, end: isSameDay ? Math.max(last.end, end) : end });
  }
  return known(sumOf(gaps), gaps.length);
}

type Bar = { group: Group | null; booked: number[]; flown: number[]; flights: number };

/** Hours by group, in any order of rows. */
class Bars {
  readonly #by: FigureDimension;
  readonly #bars = new Map<string, Bar>();

  constructor(by: FigureDimension) {
    this.#by = by;
  }

  book(booking: Booking): void {
    this.#of(booking.of[this.#by]).booked.push(hoursBooked(booking));
  }

  fly({ of, hours }: FlownFlight): void {
    const bar = this.#of(of[this.#by]);
    bar.flights++;
    if (hours !== null) bar.flown.push(hours);
  }

  #of(group: Group | null): Bar {
    const key = group?.key ?? '';
    const bar = this.#bars.get(key) ?? { group, booked: [], flown: [], flights: 0 };
    // Of several spellings of a name, one counts in whatever order they come.
    if (group && bar.group && group.name < bar.group.name) bar.group = group;
    this.#bars.set(key, bar);
    return bar;
  }

  sorted(): HoursBar[] {
    return [...this.#bars.values()]
      .map(({ group, booked, flown, flights }) => ({
        group,
        booked: sumOf(booked),
        bookings: booked.length,
        flown: sumOf(flown),
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
