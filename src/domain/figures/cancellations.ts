import { wallReader } from '#domain/reports/columns/times.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import { type Booking, isOfPeople } from './bookings.ts';
import { raise, rowsWithin, sortedCounts } from './figure.ts';

/** The cause that the service's own status says; most say none. */
export type CancelCause = 'no-show' | 'weather' | 'aircraft' | 'instructor' | 'student' | 'not recorded';

/** In order: `No show - weather` is a no-show. */
const causeWords: readonly (readonly [CancelCause, RegExp])[] = [
  ['no-show', /no.?show/i],
  ['weather', /\b(weather|wx)\b/i],
  ['aircraft', /\b(aircraft|airplane|plane|maintenance|maint|mx|mechanical|squawk|grounded)\b/i],
  ['instructor', /\b(instructor|cfi)\b/i],
  ['student', /\b(student|customer|client|renter|pilot)\b/i],
];

/** How long before its start a reservation was cancelled, in the gateway's log of changes. */
type Notice = 'after its start' | 'less than 2 h' | '2 to 24 h' | '1 to 3 days' | 'more' | 'not recorded';

export type Cancellations = {
  /** Reservations that start in the span and are void or gone, no-shows included. */
  readonly count: number;
  readonly noShows: number;
  /** All reservations of the same kinds that start in the span. */
  readonly booked: number;
  readonly causes: readonly { readonly name: CancelCause; readonly count: number }[];
  readonly notice: readonly { readonly name: Notice; readonly count: number }[];
  /** By weekday of the booked start, from Monday (index 0) on, and by its hour, 0 to 23, on the operator's clock. */
  readonly week: readonly (readonly WeekHour[])[];
};

/** The reservations of one hour of the week, and those of them that are cancelled. */
type WeekHour = { readonly booked: number; readonly cancelled: number };

export type CancellationInputs = {
  /** By start, with those that are gone from the service, as void. */
  readonly bookings: readonly Booking[];
  /** When the log saw a reservation become void or go, by `id`. */
  readonly seen: ReadonlyMap<string, Instant>;
  readonly span: Span;
  readonly zone: string;
};

/** Cancelled flights and other bookings of people; a cancelled shop visit is none, nor is time off. */
export function cancellationsOf({ bookings, seen, span, zone }: CancellationInputs): Cancellations {
  const causes = new Map<CancelCause, number>();
  const notice = new Map<Notice, number>();
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ booked: 0, cancelled: 0 })));
  const hourOf = weekHourReader(zone);
  const causeOf = causeReader();
  let [count, booked] = [0, 0];
  for (const booking of rowsWithin(bookings, span, ({ start }) => start)) {
    if (!isOfPeople(booking)) continue;
    const { weekday, hour } = hourOf(booking.start);
    const cell = week[weekday]?.[hour];
    booked++;
    if (cell) cell.booked++;
    if (!isCancelled(booking)) continue;
    count++;
    if (cell) cell.cancelled++;
    raise(causes, causeOf(booking.statusName));
    raise(notice, noticeOf(booking.start, seen.get(booking.id) ?? null));
  }
  return {
    count,
    noShows: causes.get('no-show') ?? 0,
    booked,
    causes: sortedCounts(causes),
    notice: sortedCounts(notice),
    week,
  };
}

/** Whether people would have come for it. */
export function isCancelled(booking: Booking): boolean {
  return booking.status === 'void' && isOfPeople(booking);
}

/** The hour of the week of a start, on the clock of a zone: the weekday from Monday (0) on, and the hour from 0 to 23. */
export function weekHourReader(zone: string): (start: Instant) => { readonly weekday: number; readonly hour: number } {
  const wallAt = wallReader(zone);
  return (start) => {
    const wall = wallAt(start);
    const days = Math.floor(wall / millisecondsInDay);
    // 1 January 1970 was a Thursday.
    return {
      weekday: (((days + 3) % 7) + 7) % 7,
      hour: Math.floor((wall - days * millisecondsInDay) / millisecondsInHour),
    };
  };
}

/** Few statuses name many reservations. */
function causeReader(): (status: string) => CancelCause {
  const known = new Map<string, CancelCause>();
  return (status) => {
    const cause = known.get(status) ?? cancelCause(status);
    known.set(status, cause);
    return cause;
  };
}

/** The cause that a status names; never guessed from anything else. */
export function cancelCause(status: string): CancelCause {
  return causeWords.find(([, words]) => words.test(status))?.[0] ?? 'not recorded';
}

export function noticeOf(start: Instant, seenAt: Instant | null): Notice {
  if (seenAt === null) return 'not recorded';
  const before = start - seenAt;
  if (before <= 0) return 'after its start';
  if (before < 2 * millisecondsInHour) return 'less than 2 h';
  if (before < millisecondsInDay) return '2 to 24 h';
  return before < 3 * millisecondsInDay ? '1 to 3 days' : 'more';
}
