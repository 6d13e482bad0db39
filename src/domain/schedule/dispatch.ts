import type { TimedBooking } from '#domain/bookings.ts';
import { durationText, lateText } from '#domain/clock.ts';
import type { Instant } from '#domain/time.ts';

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

const reserved = 0;
const checkedOut = 1;
const completed = 2;

/**
 * The lane of a booking, by the clock and the id of the API's status. Checked out is now, even before its start. What has
 * ended is open until it is Completed; maintenance, classes, meetings and time off end with their time, because nobody checks
 * an aircraft in after them, unless the API says that they are still checked out.
 */
export function laneOf(booking: TimedBooking, now: Instant): DispatchLane {
  if (booking.statusId === completed) return 'completed';
  if (booking.end <= now) return booking.statusId === checkedOut || needsClosingOut(booking) ? 'open' : 'completed';
  return booking.start <= now || booking.statusId === checkedOut ? 'now' : 'upcoming';
}

/** True for the types that are checked out and in: flights, lessons, and what a type we do not know may be. */
function needsClosingOut({ kind }: TimedBooking): boolean {
  return kind === 'Standard' || kind === 'unknown';
}

export type DispatchBoard = Readonly<Record<DispatchLane, readonly TimedBooking[]>>;

/** Every booking in its lane: next first, soonest back first, longest open first, last completed first. */
export function dispatchBoard(bookings: readonly TimedBooking[], now: Instant): DispatchBoard {
  const lanes = Map.groupBy(bookings, (booking) => laneOf(booking, now));
  const sorted = (lane: DispatchLane, compare: (a: TimedBooking, b: TimedBooking) => number) =>
    (lanes.get(lane) ?? []).toSorted((a, b) => compare(a, b) || (a.key < b.key ? -1 : 1));
  return {
    upcoming: sorted('upcoming', (a, b) => a.start - b.start),
    now: sorted('now', (a, b) => a.end - b.end),
    open: sorted('open', (a, b) => a.end - b.end),
    completed: sorted('completed', (a, b) => b.end - a.end),
  };
}

/** How it stands with a booking: `starts in 25 min`, `ends in 40 min`, `not checked out +0:12`, `not closed out +0:23`. */
export function ageText(booking: TimedBooking, now: Instant): string {
  const { start, end, statusId } = booking;
  const lane = laneOf(booking, now);
  if (lane === 'upcoming') return `starts in ${durationText(start - now)}`;
  if (lane === 'open') return `not closed out ${lateText(now - end)}`;
  if (lane === 'completed') return end > now ? 'completed early' : `ended ${durationText(now - end)} ago`;
  const isLate = needsClosingOut(booking) && statusId === reserved;
  return isLate ? `not checked out ${lateText(now - start)}` : `ends in ${durationText(end - now)}`;
}
