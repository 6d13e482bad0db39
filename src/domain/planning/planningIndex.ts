import { idKey, perId, type PerId, type TimedBooking } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { type Room, roomOf } from './room.ts';

/** Everything that planning tools ask, prepared as far as a tool asks for it. */
export type PlanningIndex = {
  readonly now: Instant;
  /** The assessment of now: fitness, people, what is late. It covers today and tomorrow. */
  readonly readiness: ReadinessIndex;
  /** All reservations of the days that a plan may use, with their history. */
  readonly schedule: Schedule;
  /** The days that a plan may use: from now to the end of what has been read. */
  readonly span: Span;
  /** The aircraft that a plan may use: those of the list, in its order. */
  readonly fleet: readonly Aircraft[];
  /** The reservations of each aircraft and person, in order of start; by any spelling of the id. */
  readonly byAircraft: PerId<readonly TimedBooking[]>;
  readonly byPerson: () => PerId<readonly TimedBooking[]>;
  /** What each aircraft can still take. */
  readonly rooms: PerId<Room>;
};

/** One pass over the reservations; rooms and people are prepared when first asked for. */
export function planningIndex(readiness: ReadinessIndex, schedule: Schedule, until: Instant): PlanningIndex {
  const { now, fleet } = readiness.sources;
  const byAircraft = perId<TimedBooking[]>(() => []);
  for (const booking of schedule.bookings)
    if (booking.aircraftId !== null) byAircraft.of(booking.aircraftId).push(booking);
  let people: PerId<TimedBooking[]> | null = null;
  const byPerson = () => (people ??= peopleIn(schedule.bookings));
  const listed = new Map((fleet ?? []).map((one) => [idKey(one.aircraftId), one]));
  const rooms = perId((id) =>
    roomOf(listed.get(id) ?? { aircraftId: id }, byAircraft.values.get(id) ?? [], readiness, schedule),
  );
  return {
    now,
    readiness,
    schedule,
    span: { start: now, end: until },
    fleet: fleet ?? [],
    byAircraft,
    byPerson,
    rooms,
  };
}

/** Most ids come again and again in one spelling, which `perId` looks up as it is. */
function peopleIn(bookings: readonly TimedBooking[]): PerId<TimedBooking[]> {
  const people = perId<TimedBooking[]>(() => []);
  const add = (userId: string | null | undefined, booking: TimedBooking) => {
    const own = userId == null ? null : people.of(userId);
    if (own && own[own.length - 1] !== booking) own.push(booking);
  };
  for (const booking of bookings) {
    add(booking.record.instructor?.userId, booking);
    for (const { userId } of booking.record.pilots ?? []) add(userId, booking);
  }
  return people;
}
