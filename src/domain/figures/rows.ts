import type { FigureRowsOf, FigureSource } from '#contract/gateway/figures.ts';
import { isolated } from '#contract/isolated.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Booking, Groups } from './bookings.ts';
import { cancelCause, isCancelled, noticeOf, weekHourReader } from './cancellations.ts';
import { outcomeReader } from './departures.ts';
import { rowsWithin } from './figure.ts';
import type { FigureFacts, FigureQuestion } from './figures.ts';
import type { FlownFlight } from './flights.ts';
import { groundedSpans } from './grounded.ts';
import { isVisit, shopKindReader } from './maintenance.ts';

/** One row behind a bar: a reservation, or a flight that left. */
export type FigureRow = {
  /** `idKey` of the reservation; null for a flight that names none. */
  readonly reservation: string | null;
  /** The booked start, or the departure. */
  readonly at: Instant;
  /** The booked end, or the return; null while a flight is not checked in. */
  readonly until: Instant | null;
  readonly of: Groups;
  /** The status of a reservation in the service's words; null for a flight. */
  readonly status: string | null;
  /** Flown, of a flight; null for a reservation, and for a flight that is not closed. */
  readonly hours: number | null;
};

/**
 * A bar: its picture, and its name in the figures. For a location that is the key of its group, empty for none named; for an
 * hour of the week its weekday from Monday (0) on and its hour: `0-9`.
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
};

/** The sources that a bar lacks. */
export function lackedBy({ of }: FigureBar, lacks: ReadonlySet<FigureSource>): readonly FigureSource[] {
  return needs[of].filter((source) => lacks.has(source));
}

/** The rows of a bar, the newest first: exactly those that its figure counts. */
export function rowsOf(facts: FigureFacts, bar: FigureBar, question: RowsQuestion): readonly FigureRow[] {
  if (lackedBy(bar, question.lacks ?? new Set()).length > 0) return [];
  return (bar.of === 'location' ? flightsAt(facts, bar.name, question) : bookingsOf(facts, bar, question)).toReversed();
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

function rowOfBooking({ id, start, end, of, statusName }: Booking): FigureRow {
  return { reservation: id, at: start, until: end, of, status: statusName, hours: null };
}

function rowOfFlight({ reservation, out, back, of, hours }: FlownFlight): FigureRow {
  return { reservation, at: out, until: back, of, status: null, hours };
}
