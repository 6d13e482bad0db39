import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { certaintyOf, stateAt } from '#domain/reservations/state.ts';
import { maxFlown, wasOut } from '#domain/schedule/usage.ts';
import { thresholds } from '#domain/thresholds.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { type Shift, workedUntil } from './shopHours.ts';

/** A time at which an aircraft can be in the shop. */
export type Slot = Span & {
  /** Reservations that cannot go then, in order of start. */
  readonly displaced: readonly TimedReservation[];
  /** Their booked hours, as forecasts count them. */
  readonly hours: number;
};

/** One aircraft's reservations from now on, grouped by what they mean for the shop. */
export type AircraftTimes = {
  /** Reservations that could be moved, in order of start. */
  readonly movable: readonly TimedReservation[];
  /** Shop visits, and reservations under way: no slot may overlap them. In order of start. */
  readonly fixed: readonly Span[];
};

/** Reads the reservations of one aircraft, in order of start. */
export function aircraftTimes(ownReservations: readonly TimedReservation[], now: Instant): AircraftTimes {
  const movable: TimedReservation[] = [];
  const fixed: Span[] = [];
  for (const reservation of ownReservations) {
    const state = stateAt(reservation, now);
    if (certaintyOf(state) === null) continue;
    if (isShopVisit(reservation)) {
      if (reservation.end > now) fixed.push(reservation);
    } else if (wasOut(state)) {
      fixed.push({ start: reservation.start, end: Math.max(now, reservation.end) + thresholds().turnaround });
    } else if (reservation.end > now) movable.push(reservation);
  }
  return { movable, fixed };
}

/** Booked hours of reservations, as forecasts count them. */
export function bookedHours(reservations: readonly Span[]): number {
  return reservations.reduce((sum, { start, end }) => sum + maxFlown(end - start), 0) / millisecondsInHour;
}

export type SlotQuestion = {
  readonly times: AircraftTimes;
  /** Milliseconds of work, all of it in shop hours. */
  readonly work: number;
  /** Nothing begins before `from` or at or after `before`; all work is done by `until`. */
  readonly from: Instant;
  readonly before: Instant;
  readonly until: Instant;
  readonly shifts: readonly Shift[];
  /** The visits of the whole shop, proposed ones included. */
  readonly busy: readonly Span[];
  /** Takes a day's first slot, whatever it displaces, because nothing can fly until the work is done. */
  readonly isUrgent: boolean;
};

/** People book in quarter hours. */
const step = 15 * millisecondsInMinute;

/**
 * For each working day, the earliest slot that displaces the fewest booked hours; the earliest of all if urgent. A slot
 * never overlaps one of the aircraft's visits, and the shop has a bay for it. It begins when the shop opens, or when a
 * reservation or another visit ends.
 */
export function slotsFor(question: SlotQuestion): Slot[] {
  const { times, work, from, before, until, shifts, busy, isUrgent } = question;
  return shifts.flatMap((shift, place) => {
    if (shift.end <= from || shift.start >= before) return [];
    const later = shifts.slice(place);
    // Only what a slot on this day can touch.
    const reach = { start: shift.start, end: workedUntil(shift.end - 1, work, later) ?? until };
    const within = <Item extends Span>(items: readonly Item[]) => items.filter((item) => overlaps(item, reach));
    const [movable, fixed, visits] = [within(times.movable), within(times.fixed), within(busy)];
    let best: Slot | null = null;
    for (const start of startsIn(shift, from, [...movable, ...fixed, ...visits])) {
      if (start < from || start >= before || start >= shift.end) continue;
      const end = workedUntil(start, work, later);
      if (end === null || end > until) continue;
      const span = { start, end };
      if (fixed.some((candidate) => overlaps(candidate, span)) || !hasBay(span, visits)) continue;
      const displaced = movable.filter((reservation) => overlaps(reservation, span));
      const hours = bookedHours(displaced);
      if (best === null || hours < best.hours || (hours === best.hours && displaced.length < best.displaced.length))
        best = { ...span, displaced, hours };
      if (isUrgent || best.displaced.length === 0) break;
    }
    return best ? [best] : [];
  });
}

function startsIn(shift: Shift, from: Instant, spans: readonly Span[]): readonly Instant[] {
  const starts = new Set([shift.start]);
  for (const at of [from, ...spans.map(({ end }) => end)]) {
    if (at > shift.start && at < shift.end) starts.add(Math.ceil(at / step) * step);
  }
  return [...starts].toSorted((a, b) => a - b);
}

/** True if a bay is free throughout the span. The most visits at once always occur at the start of one of them. */
function hasBay(span: Span, busy: readonly Span[]): boolean {
  const ownSpans = busy.filter((candidate) => overlaps(candidate, span));
  const { shopBays } = thresholds();
  if (ownSpans.length < shopBays) return true;
  return [span.start, ...ownSpans.map(({ start }) => start)]
    .filter((at) => at >= span.start && at < span.end)
    .every((at) => ownSpans.filter(({ start, end }) => start <= at && at < end).length < shopBays);
}
