import { lifeOf } from '#contract/statuses.ts';
import { type Duty, dutyKind, heldUntil, type Instructor, instructorName, isPlaceholder } from '#domain/duty/duties.ts';
import { joined } from '#domain/duty/dutyDay.ts';
import { flightTimeLeft } from '#domain/duty/flightHours.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { isVoid, standingOf, takesTime } from '#domain/reservations/standing.ts';
import { hasBegunLater } from '#domain/schedule/late.ts';
import { placeAt } from '#domain/schedule/reservationIndex.ts';
import { dutyPeriod, lateMatters, riskMargin } from '#domain/thresholds.ts';
import { dayOf, type Instant, type Span } from '#domain/time/time.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { delayOf, isTaken } from './room.ts';

/** One person's time: what is taken, and from when on anything may begin. */
export type PersonTime = {
  readonly userId: string;
  readonly taken: readonly Span[];
  /** Nothing may begin before it: the person is not back, or late. */
  readonly from: Instant;
  readonly reservations: readonly TimedReservation[];
};

/** The time of a person from all reservations in any role. */
export function personTime(userId: string, { byPerson, readiness, now }: PlanningIndex): PersonTime {
  const reservations = byPerson().values.get(idKey(userId)) ?? [];
  const stood = reservations.map((reservation) => ({ reservation, standing: standingOf(reservation, now) }));
  let from = Number.NEGATIVE_INFINITY;
  const taken = stood.flatMap((one): Span[] => {
    const { reservation, standing } = one;
    const isMissing = standing.kind === 'not back' && !stood.some((other) => hasBegunLater(other, reservation, now));
    const isLate = standing.kind === 'not out yet' || (standing.kind === 'never checked out' && !standing.isOver);
    if (isMissing) from = Math.max(from, now + Math.max(lateMatters, riskMargin));
    if (isLate) from = Math.max(from, now + reservation.end - reservation.start + riskMargin);
    if (!takesTime(reservation, standing, now) || (standing.kind === 'not back' && !isMissing)) return [];
    return [
      {
        start: reservation.start,
        end: Math.max(isMissing ? now : reservation.end, reservation.end + delayOf(reservation.key, readiness.atRisk)),
      },
    ];
  });
  return { userId, taken: joined(taken), from, reservations };
}

export function isPersonFree({ taken, from }: PersonTime, { start, end }: Span): boolean {
  return start >= from && !isTaken(taken, { start, until: end });
}

/** An instructor who may teach at some time, with what the records say for and against. */
export type TeacherTime = PersonTime & {
  readonly record: Instructor;
  readonly name: string;
  readonly duties: readonly Duty[];
  /** How often this instructor and the student are booked together in the days read, and when last and next. */
  readonly together: { readonly count: number; readonly last: Instant | null };
};

/** The instructors who are active and people, with the reservations that they share with a student. */
export function teachersOf(index: PlanningIndex, student: string | null): TeacherTime[] {
  const { instructors } = index.readiness.sources;
  const withStudent = student === null ? [] : (index.byPerson().values.get(idKey(student)) ?? []);
  const shared = Map.groupBy(
    withStudent.filter((one) => !isVoid(one) && one.record.instructor?.userId != null),
    ({ record }) => idKey(record.instructor?.userId ?? ''),
  );
  return (instructors ?? [])
    .filter((one) => lifeOf(one.instructorStatus) === 'active' && !isPlaceholder(one))
    .map((record) => {
      const time = personTime(record.userId, index);
      const own = new Map((shared.get(idKey(record.userId)) ?? []).map((one) => [one.key, one.start]));
      const before = [...own.values()].filter((start) => start <= index.now);
      return {
        ...time,
        record,
        name: instructorName(record),
        duties: time.reservations
          .filter((one) => !isVoid(one))
          .map((reservation) => ({
            kind: dutyKind(reservation, record.userId),
            reservation,
            until: heldUntil(reservation, index.now),
          })),
        together: { count: own.size, last: before.length > 0 ? Math.max(...before) : null },
      };
    });
}

/** Milliseconds of flight instruction that may begin at an instant (14 CFR 61.195(a)). */
export function legalTime({ duties }: TeacherTime, at: Instant): number {
  // Only what lies within the rule's period around the lesson matters; one reservation lasts a day at most.
  const first = placeAt(duties, at - 2 * dutyPeriod, ({ reservation }) => reservation.start);
  const beyond = placeAt(duties, at + 2 * dutyPeriod, ({ reservation }) => reservation.start);
  return flightTimeLeft(duties.slice(first, beyond), at);
}

/** Where the reservation before or after on the same day has an instructor; null if it is not known. */
export function placeThatDay({ reservations }: PersonTime, at: Instant, zone: string): string | null {
  const day = dayOf(at, zone);
  const next = placeAt(reservations, at, ({ start }) => start);
  const near = [reservations[next - 1], reservations[next]].filter(
    (one) => one && !isVoid(one) && dayOf(one.start, zone) === day,
  );
  return near.flatMap((one) => (one ? (placeOf(one)?.name ?? []) : []))[0] ?? null;
}
