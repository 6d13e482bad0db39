import { lifeOf } from '#contract/statuses.ts';
import { type Duty, dutyKind, heldUntil, type Instructor, instructorName, isPlaceholder } from '#domain/duty/duties.ts';
import { joinedInOrder } from '#domain/duty/dutyDay.ts';
import { flightTimeLeft } from '#domain/duty/flightHours.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { isStillAway, isVoid, takesTime } from '#domain/reservations/state.ts';
import { statesAt } from '#domain/schedule/aircraftNow.ts';
import { hasBegun } from '#domain/schedule/reservationIndex.ts';
import { placeAt } from '#domain/schedule/reservationIndex.ts';
import { dutyPeriod, lateMatters, riskMargin } from '#domain/thresholds.ts';
import { dayOf, type Instant, type Span } from '#domain/time/time.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { delayOf, isTaken } from './room.ts';

/** One person's time: what is taken, and when something new may begin. */
export type PersonTime = {
  readonly userId: string;
  readonly taken: readonly Span[];
  /** Nothing may begin before this, because the person is late or not back. */
  readonly from: Instant;
  readonly reservations: readonly TimedReservation[];
};

/** A person's time, from their reservations in any role. */
export function personTime(userId: string, { byPerson, readiness, now }: PlanningIndex): PersonTime {
  const reservations = byPerson().values.get(idKey(userId)) ?? [];
  const states = statesAt(reservations, now);
  const backSince = states.reduce(
    (latest, entry) => (hasBegun(entry, now) ? Math.max(latest, entry.reservation.start) : latest),
    Number.NEGATIVE_INFINITY,
  );
  let from = Number.NEGATIVE_INFINITY;
  const taken: Span[] = [];
  for (const { reservation, state } of states) {
    const { start, end, key } = reservation;
    const isMissing = isStillAway(state) && backSince <= start;
    const isLate = state.kind === 'not out yet' || (state.kind === 'never checked out' && !state.isOver);
    if (isMissing) from = Math.max(from, now + Math.max(lateMatters, riskMargin));
    if (isLate) from = Math.max(from, now + end - start + riskMargin);
    if (!takesTime(reservation, state, now) || (isStillAway(state) && !isMissing)) continue;
    taken.push({ start, end: Math.max(isMissing ? now : end, end + delayOf(key, readiness.atRisk)) });
  }
  return { userId, taken: joinedInOrder(taken), from, reservations };
}

export function isPersonFree({ taken, from }: PersonTime, { start, end }: Span): boolean {
  return start >= from && !isTaken(taken, { start, until: end });
}

/** An instructor with the times that are free for teaching. */
export type InstructorTime = PersonTime & {
  readonly record: Instructor;
  readonly name: string;
  /** The duty that a reservation is for the instructor; null for a void one. Computed once, on first use. */
  readonly dutyOf: (reservation: TimedReservation) => Duty | null;
};

/** The active instructors, without placeholders. */
export function instructorsIn({ readiness }: PlanningIndex): readonly Instructor[] {
  return (readiness.sources.instructors ?? []).filter(
    (instructor) => lifeOf(instructor.instructorStatus) === 'active' && !isPlaceholder(instructor),
  );
}

export function instructorTimes(instructors: readonly Instructor[], index: PlanningIndex): InstructorTime[] {
  return instructors.map((record) => ({
    ...personTime(record.userId, index),
    record,
    name: instructorName(record),
    dutyOf: dutiesOf(record.userId, index),
  }));
}

function dutiesOf(userId: string, { now, readiness }: PlanningIndex): InstructorTime['dutyOf'] {
  const known = new Map<TimedReservation, Duty | null>();
  return (reservation) => {
    const before = known.get(reservation);
    if (before !== undefined) return before;
    const duty = isVoid(reservation)
      ? null
      : {
          kind: dutyKind(reservation, userId, readiness.activeInstructors),
          reservation,
          until: heldUntil(reservation, now),
        };
    known.set(reservation, duty);
    return duty;
  };
}

/** The longest flight instruction that may begin at an instant, in milliseconds (14 CFR 61.195(a)). */
export function legalTime({ reservations, dutyOf }: InstructorTime, at: Instant): number {
  // Only duties within the rule's period around the lesson matter, and a reservation lasts at most a day.
  const first = placeAt(reservations, at - 2 * dutyPeriod, ({ start }) => start);
  const beyond = placeAt(reservations, at + 2 * dutyPeriod, ({ start }) => start);
  const duties = reservations.slice(first, beyond).flatMap((reservation) => dutyOf(reservation) ?? []);
  return flightTimeLeft(duties, at);
}

/** The location of the person's reservation before or after on the same day; null if it is not known. */
export function placeThatDay({ reservations }: PersonTime, at: Instant, zone: string): string | null {
  const day = dayOf(at, zone);
  const next = placeAt(reservations, at, ({ start }) => start);
  const near = [reservations[next - 1], reservations[next]].filter(
    (reservation) => reservation && !isVoid(reservation) && dayOf(reservation.start, zone) === day,
  );
  return near.flatMap((reservation) => (reservation ? (placeOf(reservation)?.name ?? []) : []))[0] ?? null;
}
