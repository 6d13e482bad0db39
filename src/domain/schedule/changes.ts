import type { Booking, TimedBooking } from '#domain/bookings.ts';
import { tailOf } from '#domain/bookings.ts';
import { type Clock, whenText } from '#domain/clock.ts';
import type { Instant } from '#domain/time.ts';

/** What became of a reservation between two looks. */
export type Change =
  | { readonly kind: 'new'; readonly booking: TimedBooking; readonly before: null; readonly seenAt: Instant }
  | { readonly kind: 'changed'; readonly booking: Booking; readonly before: TimedBooking; readonly seenAt: Instant }
  /** `booking` is as it was last seen. */
  | { readonly kind: 'gone'; readonly booking: TimedBooking; readonly before: TimedBooking; readonly seenAt: Instant };

export type Differences = {
  readonly changes: readonly Change[];
  /** No longer there: gone, or moved out of the span. Only `settleMissing`, after one more query, tells which. */
  readonly missing: readonly TimedBooking[];
};

/**
 * The differences between two looks at the same span. A reservation without an id is left out: its key is made of its time, so
 * that one that moved would be taken for another.
 */
export function differences(
  before: readonly TimedBooking[],
  after: readonly TimedBooking[],
  seenAt: Instant,
): Differences {
  const was = new Map(before.filter(hasId).map((booking) => [booking.key, booking]));
  const is = new Set(after.map(({ key }) => key));
  const changes = after.filter(hasId).flatMap((booking): Change[] => {
    const old = was.get(booking.key);
    return old ? changeOf(old, booking, seenAt) : [{ kind: 'new', booking, before: null, seenAt }];
  });
  return { changes, missing: [...was.values()].filter(({ key }) => !is.has(key)) };
}

function hasId({ record }: Booking): boolean {
  return record.reservationId != null;
}

function changeOf(before: TimedBooking, booking: Booking, seenAt: Instant): Change[] {
  return isAlike(before, booking) ? [] : [{ kind: 'changed', booking, before, seenAt }];
}

function isAlike(a: Booking, b: Booking): boolean {
  if (a === b) return true;
  const isThen = a.start === b.start && a.end === b.end;
  return isThen && a.aircraftId === b.aircraftId && a.instructor === b.instructor && isStatus(a, b);
}

function isStatus(a: Booking, b: Booking): boolean {
  return a.statusId === b.statusId && (a.statusId !== null || a.status === b.status);
}

/** What the missing ones turned out to be, from what one more query found, wherever it lies in time. */
export function settleMissing(
  missing: readonly TimedBooking[],
  found: readonly Booking[],
  seenAt: Instant,
): readonly Change[] {
  const there = new Map(found.map((booking) => [booking.key, booking]));
  return missing.flatMap((before): Change[] => {
    const booking = there.get(before.key);
    return booking ? changeOf(before, booking, seenAt) : [{ kind: 'gone', booking: before, before, seenAt }];
  });
}

/** The marks to show: those not older than `lifetime` milliseconds, of each reservation the latest. */
export function liveChanges(changes: readonly Change[], now: Instant, lifetime: number): readonly Change[] {
  const live = changes.filter(({ seenAt }) => now - seenAt < lifetime).toSorted((a, b) => a.seenAt - b.seenAt);
  return [...new Map(live.map((change) => [change.booking.key, change])).values()];
}

/** `new`, `gone`, `moved from 1300L`, `was until 1500L`, `was on N512SP`, `was with Ana Lee`, `status now Completed`. */
export function changeText(change: Change, clock: Clock, now: Instant): string {
  if (change.kind !== 'changed') return change.kind;
  const { before, booking } = change;
  const parts = [
    before.start !== booking.start && `moved from ${whenText(before.start, now, clock)}`,
    before.start === booking.start && before.end !== booking.end && `was until ${whenText(before.end, now, clock)}`,
    before.aircraftId !== booking.aircraftId && `was on ${tailOf(before) ?? 'no aircraft'}`,
    before.instructor !== booking.instructor && `was with ${before.instructor ?? 'no instructor'}`,
    !isStatus(before, booking) && `status now ${booking.status}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
