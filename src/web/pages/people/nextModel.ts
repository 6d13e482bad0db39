import {
  byStart,
  idKey,
  isTimed,
  peopleOf,
  type Reservation,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { reservationDay, reservationTimes } from '#domain/reservations/reservationHeading.ts';
import { isStillAway, isVoid, stateAt } from '#domain/reservations/state.ts';
import type { Clock } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { capitalized } from '#domain/words.ts';
import { isOver, othersText } from './personModel.ts';

/** What a person is on, or has next. */
export type NextReservation = {
  readonly start: Instant;
  /** `Tue 12 May 1300L–1500L · N512SP`; `Out 1000L–1200L · N512SP` in place of the day if the flight is out, or
   * should be back. */
  readonly text: string;
  /** The other people on it, the instructor first. */
  readonly others: string;
};

/** The nearest reservation of each person that is not over, by their ids in lower case; void ones do not count. */
export function nextByPerson(
  reservations: readonly Reservation[],
  now: Instant,
  clock: Clock,
): ReadonlyMap<string, NextReservation> {
  const found = new Map<string, NextReservation>();
  const year = dayOf(now, clock.zone).slice(0, 4);
  const ahead = reservations
    .filter(isTimed)
    .filter((reservation) => !isVoid(reservation) && !isOver(reservation, now))
    .toSorted(byStart);
  for (const reservation of ahead) {
    for (const { userId } of peopleOf(reservation)) {
      if (userId === null || found.has(idKey(userId))) continue;
      const when = awayWord(reservation, now) ?? reservationDay(reservation, clock, year);
      const text = [`${when} ${reservationTimes(reservation, clock)}`, tailOf(reservation)].filter(Boolean).join(' · ');
      found.set(idKey(userId), { start: reservation.start, text, others: othersText(reservation, userId) });
    }
  }
  return found;
}

/** Null for a flight that is not away. */
function awayWord(reservation: TimedReservation, now: Instant): string | null {
  const state = stateAt(reservation, now);
  if (state.kind === 'out') return 'Out';
  return isStillAway(state) ? capitalized(state.kind) : null;
}
