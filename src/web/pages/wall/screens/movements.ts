import { millisecondsInHour } from 'date-fns/constants';
import { idKey, isFlight, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { dayText, lateText, shownDay } from '#domain/time/clock.ts';
import type { StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { bookingIndex, type BookingIndex, doingOf } from '#domain/readiness/bookingIndex.ts';
import type { checkMarkOf } from '#domain/readiness/check.ts';
import { type Standing, standingText } from '#domain/readiness/standing.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { type Wording, boardTime, bookedNames } from '#domain/wall/words.ts';

/** A flight by its next movement: its departure, or once it is out, its return. */
export type MovementRow = {
  readonly key: string;
  readonly at: Instant;
  /** `1400L`. */
  readonly time: string;
  readonly direction: 'out' | 'back';
  readonly tail: string;
  /** True where the records of the aircraft say that it must not fly. */
  readonly isUnfit: boolean;
  readonly people: string;
  readonly instructor: string;
  readonly activity: string;
  readonly status: string;
  /** By how much it is late, `+0:07`; empty where it is not. */
  readonly late: string;
  /** `missing`: not back for over half an hour. */
  readonly tone: 'missing' | 'late' | 'away' | 'done' | 'plain';
  /** The level of a departure's dispatch check, where it is stop or check. */
  readonly mark: Mark;
};

type Mark = ReturnType<typeof checkMarkOf>;
/** What is known against a flight. */
type Assessed = {
  readonly markOf: (booking: TimedBooking) => Mark;
  /** Aircraft that are not fit, by `idKey`. */
  readonly unfit: ReadonlySet<string>;
};
const notAssessed: Assessed = { markOf: () => null, unfit: new Set() };

/** A line of the list: a flight, the line at now, or the name of a day. */
export type MovementItem =
  | { readonly kind: 'row'; readonly key: string; readonly row: MovementRow }
  | { readonly kind: 'now'; readonly key: 'now'; readonly text: string }
  | { readonly kind: 'day'; readonly key: string; readonly text: string };

export const hoursBack = 6;
/** How long a completed flight is listed after its booked end. */
const afterEnd = millisecondsInHour / 2;

/**
 * Flights from six hours ago to the end of the span, by their next movement, with a line at now. One that is not back for over
 * half an hour stands before all others. Completed flights are listed
 * for half an hour after their booked end, and those not back however late they are. Void flights are left out; a flight never
 * checked out is a departure, because no aircraft will come back.
 */
export function movementItems(
  bookings: readonly TimedBooking[],
  span: Span,
  wording: Wording,
  assessed: Assessed = notAssessed,
): MovementItem[] {
  const { now } = wording;
  const index = bookingIndex(bookings, now);
  const rows = index.all
    .filter((one) => isFlight(one.booking) && isShown(one, span, index))
    .map((one) => rowOf(one, wording, assessed))
    .toSorted((a, b) => a.at - b.at || compare(a.tail, b.tail) || compare(a.key, b.key));
  const missing = rows.filter(({ tone }) => tone === 'missing');
  const past = rows.filter(({ at, tone }) => at <= now && tone !== 'missing');
  const coming = rows.filter(({ at }) => at > now);
  if (rows.length === 0) return [];
  return [
    ...missing.map(itemOf),
    ...past.map(itemOf),
    { kind: 'now', key: 'now', text: boardTime(now, wording) },
    ...withDays(coming, wording),
  ];
}

function itemOf(row: MovementRow): MovementItem {
  return { kind: 'row', key: row.key, row };
}

/** Puts the name of each day after today before its first flight. */
function withDays(rows: readonly MovementRow[], { now, clock }: Wording): MovementItem[] {
  let day = shownDay(now, clock);
  return rows.flatMap((row) => {
    const own = shownDay(row.at, clock);
    if (own === day) return [itemOf(row)];
    day = own;
    return [{ kind: 'day', key: own, text: dayText(own) }, itemOf(row)];
  });
}

function isShown({ booking, standing }: StoodBooking, span: Span, index: BookingIndex): boolean {
  const { now } = index;
  if (standing.kind === 'void' || booking.start >= span.end) return false;
  if (standing.kind === 'not back') {
    const { doing } = doingOf(index, booking.aircraftId);
    return booking.aircraftId === null || ('booking' in doing && doing.booking === booking);
  }
  if (booking.end <= now - hoursBack * millisecondsInHour) return false;
  return standing.kind !== 'done' || booking.end + afterEnd > now;
}

function rowOf({ booking, standing }: StoodBooking, wording: Wording, { markOf, unfit }: Assessed): MovementRow {
  const { now, names } = wording;
  const isBack = standing.kind === 'done' || standing.kind === 'not back' || standing.kind === 'out';
  const at = isBack ? booking.end : booking.start;
  const named = bookedNames(booking, names);
  return {
    key: booking.key,
    at: standing.kind === 'done' ? Math.min(at, now) : at,
    time: boardTime(at, wording),
    direction: isBack ? 'back' : 'out',
    tail: tailOf(booking) ?? '–',
    isUnfit: booking.aircraftId !== null && unfit.has(idKey(booking.aircraftId)),
    people: named.pilots,
    instructor: named.instructor,
    activity: booking.activity || booking.type,
    mark: isBack ? null : markOf(booking),
    ...statusOf(booking, standing),
  };
}

/** The API's own status; of a late flight, its standing and by how much it is late. */
function statusOf({ status }: TimedBooking, standing: Standing): Pick<MovementRow, 'status' | 'late' | 'tone'> {
  if (standing.kind === 'not back') {
    const tone = standing.step >= 2 ? 'missing' : standing.step === 1 ? 'late' : 'away';
    return { status: standing.kind, late: lateText(standing.late), tone };
  }
  if (standing.kind === 'not out yet') return { status: standing.kind, late: lateText(standing.late), tone: 'plain' };
  if ('late' in standing) return { status: standingText(standing), late: '', tone: 'late' };
  if (standing.kind === 'done') return { status, late: '', tone: 'done' };
  return { status, late: '', tone: standing.kind === 'out' ? 'away' : 'plain' };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
