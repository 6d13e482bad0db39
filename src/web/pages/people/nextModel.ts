import { idKey, isTimed, peopleOf, type Reservation, tailOf } from '#domain/reservations/reservations.ts';
import { reservationDay, reservationTimes } from '#domain/reservations/reservationHeading.ts';
import { isStillAway, isVoid, leaves } from '#domain/reservations/state.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { type Clock, shownDay } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { capitalized } from '#domain/words.ts';
import { isOver, othersText } from './personModel.ts';

/** What a person is on, or has next. */
export type NextReservation = {
  readonly start: Instant;
  /** `Tue 12 May 1300L–1500L · N512SP`; `Out 1000L–1200L · N512SP` if the flight is out, or should be back, with its day
   * unless that is today. */
  readonly text: string;
  /** The other people on it, the instructor first. */
  readonly others: string;
};

/**
 * The nearest reservation of each person that is not over, by their ids in lower case; void ones do not count. Nor does an
 * unclosed flight after which the aircraft, or the person, has flown again. `reservations` in any order; a flight that is out
 * since an earlier day is found only among them.
 */
export function nextByPerson(
  reservations: readonly Reservation[],
  now: Instant,
  clock: Clock,
): ReadonlyMap<string, NextReservation> {
  const found = new Map<string, NextReservation>();
  const { all, aircraft, backSince } = reservationIndex(reservations.filter(isTimed), now);
  const leftOpen = new Set(Array.from(aircraft.values()).flatMap(({ toClose }) => toClose));
  const year = dayOf(now, clock.zone).slice(0, 4);
  for (const entry of all) {
    const { reservation } = entry;
    if (isVoid(reservation) || isOver(reservation, now) || leftOpen.has(entry)) continue;
    for (const { userId } of peopleOf(reservation)) {
      if (userId === null || found.has(idKey(userId))) continue;
      if ((backSince.get(idKey(userId)) ?? Number.NEGATIVE_INFINITY) > reservation.start) continue;
      const isToday = shownDay(reservation.start, clock) === shownDay(now, clock);
      const away = awayWord(entry);
      const day = away !== null && isToday ? null : reservationDay(reservation, clock, year);
      const when = [away, day, reservationTimes(reservation, clock)].filter(Boolean).join(' ');
      const text = [when, tailOf(reservation)].filter(Boolean).join(' · ');
      found.set(idKey(userId), { start: reservation.start, text, others: othersText(reservation, userId) });
    }
  }
  return found;
}

/** Null for what is not under way. Lessons on the ground and simulators, and time off, take nobody out. */
function awayWord({ reservation, state }: ReservationWithState): string | null {
  if (state.kind === 'out') return state.isCheckedOut && leaves(reservation) ? 'Out' : 'Now';
  return isStillAway(state) ? capitalized(state.kind) : null;
}
