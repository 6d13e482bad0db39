import {
  awaitedGroup,
  idKey,
  isFlight,
  perId,
  type PerId,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { certaintyOf, stateAt } from '#domain/reservations/state.ts';
import { counted } from '#domain/words.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { once, type Room, roomOf } from './room.ts';

/** Everything that planning tools need. Each part is prepared on first use. */
export type PlanningIndex = {
  readonly now: Instant;
  /** The present assessment: fitness, people, what is late. It covers today and tomorrow. */
  readonly readiness: ReadinessIndex;
  /** All reservations of the days that a plan may use, with their history. */
  readonly schedule: Schedule;
  /** The days that a plan may use: from now to the end of what has been read. */
  readonly span: Span;
  /** The aircraft that a plan may use, in the order of the aircraft list. */
  readonly fleet: readonly Aircraft[];
  /** The reservations of each aircraft and person, in order of start, by the id in any letter case. */
  readonly byAircraft: PerId<readonly TimedReservation[]>;
  readonly byPerson: () => PerId<readonly TimedReservation[]>;
  /** What each aircraft can still take. */
  readonly rooms: PerId<Room>;
};

/** The reservations of each aircraft and person. All plans share these lists while the reservations stay the same. */
export type ReservationLists = Pick<PlanningIndex, 'byAircraft' | 'byPerson'>;

/** One pass over the reservations for aircraft, and one for people on first use. */
export function listsOf({ reservations }: Pick<Schedule, 'reservations'>): ReservationLists {
  const byAircraft = perId<TimedReservation[]>(() => []);
  for (const reservation of reservations)
    if (reservation.aircraftId !== null) byAircraft.of(reservation.aircraftId).push(reservation);
  return { byAircraft, byPerson: once(() => peopleIn(reservations)) };
}

/** Prepares each room on first use. */
export function planningIndex(
  readiness: ReadinessIndex,
  schedule: Schedule,
  until: Instant,
  lists: ReservationLists = listsOf(schedule),
): PlanningIndex {
  const { now, fleet } = readiness.sources;
  const listed = new Map((fleet ?? []).map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  const rooms = perId((id) =>
    roomOf(listed.get(id) ?? { aircraftId: id }, lists.byAircraft.values.get(id) ?? [], readiness, schedule),
  );
  return { now, readiness, schedule, span: { start: now, end: until }, fleet: fleet ?? [], ...lists, rooms };
}

/** Most ids repeat in the same letter case, which `perId` looks up unchanged. */
function peopleIn(reservations: readonly TimedReservation[]): PerId<TimedReservation[]> {
  const people = perId<TimedReservation[]>(() => []);
  const add = (userId: string | null | undefined, reservation: TimedReservation) => {
    const ownReservations = userId == null ? null : people.of(userId);
    if (ownReservations && ownReservations[ownReservations.length - 1] !== reservation)
      ownReservations.push(reservation);
  };
  for (const reservation of reservations) {
    add(reservation.record.instructor?.userId, reservation);
    for (const { userId } of reservation.record.pilots ?? []) add(userId, reservation);
  }
  return people;
}

/** The flights that wait for their aircraft and may take one that a plan counts on, in words; null without any. */
export function waitingNote({ schedule, now }: Pick<PlanningIndex, 'schedule' | 'now'>, span: Span): string | null {
  const waiting = schedule.reservations.filter(
    (reservation) =>
      overlaps(reservation, span) &&
      isFlight(reservation) &&
      awaitedGroup(reservation) !== null &&
      certaintyOf(stateAt(reservation, now)) !== null,
  );
  if (waiting.length === 0) return null;
  const flights = counted(waiting.length, 'flight');
  return `${flights} of this time ${waiting.length === 1 ? 'has' : 'have'} no aircraft yet and may take one of these`;
}
