import type { FigureRowsOf, FigureSource } from '#contract/gateway/figures.ts';
import { isolated } from '#contract/isolated.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Booking, Group } from './bookings.ts';
import { cancelCause, isCancelled, noticeOf, weekHourReader } from './cancellations.ts';
import { outcomeReader } from './departures.ts';
import { rowsWithin } from './figure.ts';
import type { FigureFacts, FigureQuestion } from './figures.ts';
import type { FlownFlight } from './flights.ts';
import { groundedSpans } from './grounded.ts';
import { ageAt, isVisit, openTimeOf, shopKindReader, type WorkOrder } from './maintenance.ts';

/** One row behind a bar: a reservation, a flight that left, a squawk, or a work order. */
export type FigureRow = {
  /** `idKey` of the reservation; null for what names none. */
  readonly reservation: string | null;
  /** What a squawk says, or the number of a work order. */
  readonly title: string | null;
  /** The booked start, the departure, or the opening. */
  readonly at: Instant;
  /** The booked end, the return, or the closing; null while a flight is not checked in, and while a squawk or order is open. */
  readonly until: Instant | null;
  readonly aircraft: Group | null;
  readonly instructor: Group | null;
  /** The status of a reservation in the service's words; null for others. */
  readonly status: string | null;
  /** Flown, of a flight that is closed; null for others. */
  readonly hours: number | null;
};

/**
 * A bar: its picture, and its name in the figures. For a location that is the key of its group, empty for none named; for an
 * hour of the week its weekday from Monday (0) on and its hour: `0-9`. Squawks and work orders are those that were open when the
 * period ended, by age.
 */
export type FigureBar = { readonly of: FigureRowsOf; readonly name: string };

type RowsQuestion = Pick<FigureQuestion, 'span' | 'now' | 'lacks' | 'zone'>;

/** What the bars of a picture rest on: without one of these, a bar has no figure, and so no rows. */
const needs: Readonly<Record<FigureRowsOf, readonly FigureSource[]>> = {
  late: ['reservations', 'flights', 'squawks'],
  cancelled: ['reservations'],
  notice: ['reservations'],
  week: ['reservations'],
  location: ['flights'],
  shop: ['reservations', 'squawks'],
  squawks: ['squawks'],
  orders: ['work orders'],
};

/** The sources that a bar lacks. */
export function lackedBy({ of }: FigureBar, lacks: ReadonlySet<FigureSource>): readonly FigureSource[] {
  return needs[of].filter((source) => lacks.has(source));
}

/** The rows of a bar, the newest first: exactly those that its figure counts. */
export function rowsOf(facts: FigureFacts, bar: FigureBar, question: RowsQuestion): readonly FigureRow[] {
  if (lackedBy(bar, question.lacks ?? new Set()).length > 0) return [];
  return foundIn(facts, bar, question).toReversed();
}

function foundIn(facts: FigureFacts, bar: FigureBar, question: RowsQuestion): FigureRow[] {
  const { end } = question.span;
  if (bar.of === 'location') return flightsAt(facts, bar.name, question);
  if (bar.of === 'squawks') return squawksOfAge(facts, bar.name, end);
  if (bar.of === 'orders')
    return facts.orders.rows.flatMap((order) => (ageAt(order, end) === bar.name ? rowOfOrder(order) : []));
  return bookingsOf(facts, bar, question);
}

/** Those that were open when the period ended, by when they were found. */
function squawksOfAge({ squawks, fleet }: FigureFacts, age: string, end: Instant): FigureRow[] {
  const names = new Map(fleet?.map(({ key, name }) => [key, name]));
  return squawks.rows
    .map((own) => ({ ...own, ...openTimeOf(own) }))
    .filter((own) => ageAt(own, end) === age)
    .toSorted((a, b) => a.opened - b.opened || (a.squawk.key < b.squawk.key ? -1 : 1))
    .map(({ squawk, aircraft: key, opened: at, closed: until }): FigureRow => {
      return { ...bare, title: squawk.description, at, until, aircraft: { key, name: names.get(key) ?? key } };
    });
}

/** A browser may have put marks of direction around a key, which is a location's name. */
function flightsAt({ flights }: FigureFacts, key: string, { span }: RowsQuestion): FigureRow[] {
  const wanted = isolated(key);
  return rowsWithin(flights.rows, span, ({ out }) => out).flatMap((flight) =>
    isolated(flight.of.location?.key ?? '') === wanted ? rowOfFlight(flight) : [],
  );
}

function bookingsOf(facts: FigureFacts, bar: FigureBar, question: RowsQuestion): FigureRow[] {
  const counts = counterOf(facts, bar, question);
  return rowsWithin(facts.bookings.rows, question.span, ({ start }) => start).flatMap((booking) =>
    counts(booking) ? rowOfBooking(booking) : [],
  );
}

/** Whether a bar of reservations counts one. */
function counterOf(facts: FigureFacts, { of, name }: FigureBar, { now, zone }: RowsQuestion): (of: Booking) => boolean {
  if (of === 'cancelled') return (booking) => isCancelled(booking) && cancelCause(booking.statusName) === name;
  if (of === 'notice')
    return (booking) =>
      isCancelled(booking) && noticeOf(booking.start, facts.cancelledAt.get(booking.id) ?? null) === name;
  if (of === 'week') {
    const hourOf = weekHourReader(zone.name);
    return (booking) => {
      const { weekday, hour } = hourOf(booking.start);
      return isCancelled(booking) && `${weekday}-${hour}` === name;
    };
  }
  if (of === 'shop') {
    const kindOf = shopKindReader(facts.squawks.rows, facts.squawked);
    return (booking) => isVisit(booking) && kindOf(booking) === name;
  }
  const grounded = groundedSpans(facts.squawks.rows, now);
  const outcomeOf = outcomeReader({ flights: facts.flights.rows, grounded, now });
  return (booking) => outcomeOf(booking)?.cause === name;
}

const bare = { reservation: null, title: null, instructor: null, status: null, hours: null };

function rowOfBooking({ id, start, end, of: { aircraft, instructor }, statusName }: Booking): FigureRow {
  return { ...bare, reservation: id, at: start, until: end, aircraft, instructor, status: statusName };
}

function rowOfFlight({ reservation, out, back, of: { aircraft, instructor }, hours }: FlownFlight): FigureRow {
  return { ...bare, reservation, at: out, until: back, aircraft, instructor, hours };
}

function rowOfOrder({ number, opened, closed, aircraft }: WorkOrder): FigureRow {
  return { ...bare, title: number, at: opened, until: closed, aircraft };
}
