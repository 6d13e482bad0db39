import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { durationText } from '#domain/time/clock.ts';
import { isVoid, type Standing, standingOf, standingText } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';

/** The lanes of the dispatcher's board, in the order a reservation passes them. */
export const dispatchLanes = ['upcoming', 'now', 'open', 'completed'] as const;
export type DispatchLane = (typeof dispatchLanes)[number];

/** What stands over each lane. */
export const laneNames: Readonly<Record<DispatchLane, string>> = {
  upcoming: 'Upcoming',
  now: 'Now',
  open: 'Ended but not closed out',
  completed: 'Completed',
};

/**
 * The lane of a booking, by its standing. What is not back and what was never checked out stay open until somebody closes
 * them; classes, meetings, time off and shop visits end with their time. What is void is settled.
 */
export function laneOf(booking: TimedBooking, now: Instant): DispatchLane {
  return laneOfStanding(booking, standingOf(booking, now), now);
}

function laneOfStanding({ start, end }: TimedBooking, { kind }: Standing, now: Instant): DispatchLane {
  if (kind === 'done' || kind === 'void') return 'completed';
  if (end <= now) return 'open';
  return start <= now ? 'now' : 'upcoming';
}

/** The bookings of each lane, and those in none: cancelled ones and no-shows. */
export type DispatchBoard = Readonly<Record<DispatchLane | 'void', readonly TimedBooking[]>>;

/** Every booking in its lane: next first, soonest back first, longest open first, last completed first. */
export function dispatchBoard(bookings: readonly TimedBooking[], now: Instant): DispatchBoard {
  const lanes = Map.groupBy(bookings, (booking) => (isVoid(booking) ? 'void' : laneOf(booking, now)));
  const sorted = (lane: DispatchLane, compare: (a: TimedBooking, b: TimedBooking) => number) =>
    (lanes.get(lane) ?? []).toSorted((a, b) => compare(a, b) || (a.key < b.key ? -1 : 1));
  return {
    upcoming: sorted('upcoming', (a, b) => a.start - b.start),
    now: sorted('now', (a, b) => a.end - b.end),
    open: sorted('open', (a, b) => a.end - b.end),
    completed: sorted('completed', (a, b) => b.end - a.end),
    void: lanes.get('void') ?? [],
  };
}

/** How it stands with a booking: `starts in 25 min`, `ends in 40 min`, `not out yet +0:05`, `not back +0:23`. */
export function ageText(booking: TimedBooking, now: Instant): string {
  const { start, end } = booking;
  const standing = standingOf(booking, now);
  if (standing.kind === 'void') return standingText(standing);
  if (standing.kind === 'planned') {
    return `${standing.isCheckedOut ? 'checked out, ' : ''}starts in ${durationText(start - now)}`;
  }
  if (standing.kind === 'done') return end > now ? 'completed early' : `ended ${durationText(now - end)} ago`;
  const isUnderWay = standing.kind === 'out' || (standing.kind === 'unclear' && end > now);
  if (!isUnderWay) return standingText(standing);
  return start > now ? `starts in ${durationText(start - now)}` : `ends in ${durationText(end - now)}`;
}
