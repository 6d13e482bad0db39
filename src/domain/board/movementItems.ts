import { tailOf, type TimedBooking } from '#domain/bookings.ts';
import { dayText, shownDay } from '#domain/clock.ts';
import { ageText, laneOf } from '#domain/schedule/dispatch.ts';
import type { Instant, Span } from '#domain/time.ts';
import { boardTime, type Telling } from './boardWords.ts';
import { bookedNames } from './names.ts';

/** A flight by its next movement: when it leaves, or once it is out, when it comes back. */
export type MovementRow = {
  readonly key: string;
  readonly at: Instant;
  /** `1400L`. */
  readonly time: string;
  readonly direction: 'out' | 'back';
  readonly tail: string;
  readonly people: string;
  readonly instructor: string;
  readonly activity: string;
  readonly status: string;
  readonly tone: 'late' | 'away' | 'done' | 'plain';
};

/** A line of departures and returns: a flight, the line between past and coming, or the day that begins. */
export type MovementItem =
  | { readonly kind: 'row'; readonly key: string; readonly row: MovementRow }
  | { readonly kind: 'now'; readonly key: 'now'; readonly text: string }
  | { readonly kind: 'day'; readonly key: string; readonly text: string };

export const hoursBack = 6;
const hour = 3_600_000;
/** How long a completed flight stays after its booked end. */
const farewell = hour / 2;
const checkedOut = 1;

/**
 * Flights from six hours back to the end of the span, by their next movement, with the now line. What is completed leaves
 * half an hour after its booked end; what is not closed out stays above the line.
 */
export function movementItems(bookings: readonly TimedBooking[], span: Span, telling: Telling): MovementItem[] {
  const { now } = telling;
  const rows = bookings
    .filter((booking) => isFlight(booking) && isShown(booking, span, now))
    .map((booking) => rowOf(booking, telling))
    .toSorted((a, b) => a.at - b.at || compare(a.tail, b.tail) || compare(a.key, b.key));
  const past = rows.filter(({ at }) => at <= now);
  const coming = rows.filter(({ at }) => at > now);
  if (rows.length === 0) return [];
  return [
    ...past.map(itemOf),
    { kind: 'now', key: 'now', text: boardTime(now, telling) },
    ...withDays(coming, telling),
  ];
}

function itemOf(row: MovementRow): MovementItem {
  return { kind: 'row', key: row.key, row };
}

/** Each day after today is named before its first flight. */
function withDays(rows: readonly MovementRow[], { now, clock }: Telling): MovementItem[] {
  let day = shownDay(now, clock);
  return rows.flatMap((row) => {
    const own = shownDay(row.at, clock);
    if (own === day) return [itemOf(row)];
    day = own;
    return [{ kind: 'day', key: own, text: dayText(own) }, itemOf(row)];
  });
}

/** Of the types that are checked out and in, with something to fly. */
function isFlight(booking: TimedBooking): boolean {
  return (booking.kind === 'Standard' || booking.kind === 'unknown') && tailOf(booking) !== null;
}

function isShown(booking: TimedBooking, span: Span, now: Instant): boolean {
  if (booking.end <= now - hoursBack * hour || booking.start >= span.end) return false;
  return laneOf(booking, now) !== 'completed' || booking.end + farewell > now;
}

function rowOf(booking: TimedBooking, telling: Telling): MovementRow {
  const { now, names } = telling;
  const lane = laneOf(booking, now);
  const isOut = lane === 'completed' || lane === 'open' || booking.statusId === checkedOut;
  const at = isOut ? booking.end : booking.start;
  const named = bookedNames(booking, names);
  return {
    key: booking.key,
    at: lane === 'completed' ? Math.min(at, now) : at,
    time: boardTime(at, telling),
    direction: isOut ? 'back' : 'out',
    tail: tailOf(booking) ?? '–',
    people: named.pilots,
    instructor: named.instructor,
    activity: booking.activity || booking.type,
    ...statusOf(booking, lane, now),
  };
}

function statusOf(
  booking: TimedBooking,
  lane: ReturnType<typeof laneOf>,
  now: Instant,
): Pick<MovementRow, 'status' | 'tone'> {
  if (lane === 'completed') return { status: booking.status, tone: 'done' };
  if (lane === 'upcoming') return { status: booking.status, tone: 'plain' };
  if (lane === 'now' && booking.statusId === checkedOut) return { status: booking.status, tone: 'away' };
  return { status: ageText(booking, now), tone: 'late' };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
