import { byStart, instructorOf, isFlight, peopleOf, personKey, type TimedReservation } from './reservations.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { isVoid } from './state.ts';
import type { Instant } from '#domain/time/time.ts';

/** The reservations around one: the last to return the aircraft or instructor before it, and the next. */
export type Around = { readonly previous: TimedReservation | null; readonly next: TimedReservation | null };

export type Neighbours = {
  /** Null for a reservation without an aircraft. */
  readonly aircraft: Around | null;
  /** The instructor's reservations in any role; null without an instructor. */
  readonly instructor: Around | null;
};

/** A reservation's neighbours among the loaded ones, which may be in any order; void ones do not count. */
export function neighboursOf(reservation: TimedReservation, reservations: readonly TimedReservation[]): Neighbours {
  const { aircraftId } = reservation;
  const instructor = instructorOf(reservation);
  const others = reservations.filter((other) => other.key !== reservation.key && !isVoid(other));
  const onAircraft = others.filter((other) => other.aircraftId === aircraftId);
  const isThere = (other: TimedReservation, id: string) => peopleOf(other).some((person) => personKey(person) === id);
  return {
    aircraft: aircraftId === null ? null : around(reservation, onAircraft),
    instructor:
      instructor &&
      around(
        reservation,
        others.filter((other) => isThere(other, personKey(instructor))),
      ),
  };
}

function around(reservation: TimedReservation, others: readonly TimedReservation[]): Around {
  const before = others.filter((other) => byStart(other, reservation) < 0);
  const after = others.filter((other) => byStart(other, reservation) > 0);
  return {
    previous: before.reduce<TimedReservation | null>((a, b) => (a && a.end >= b.end ? a : b), null),
    next: after.reduce<TimedReservation | null>((a, b) => (a && byStart(a, b) < 0 ? a : b), null),
  };
}

/** `previous: lands 1345L; next: 1600L`. Outside the loaded window nothing is known: `none in view`. */
export function aroundText({ previous, next }: Around, clock: Clock, now: Instant): string {
  const back = previous && `${lands(previous) ? 'lands' : 'ends'} ${whenText(previous.end, now, clock)}`;
  const then = next && whenText(next.start, now, clock);
  return `previous: ${back ?? 'none in view'}; next: ${then ?? 'none in view'}`;
}

function lands(reservation: TimedReservation): boolean {
  return isFlight(reservation) && reservation.record.aircraft?.isSimulator !== true;
}
