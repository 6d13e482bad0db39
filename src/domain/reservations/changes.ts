import { type Booking, isTimed, tailOf } from './bookings.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';

/** A change of one reservation as the gateway logged it; null where there was or is none. */
export type BookingChange = {
  readonly before: Booking | null;
  readonly after: Booking | null;
  /** When the gateway saw it. */
  readonly seenAt: Instant;
};

/** What became of a reservation. */
export type Change =
  | { readonly kind: 'new'; readonly booking: Booking; readonly before: null; readonly seenAt: Instant }
  | { readonly kind: 'changed'; readonly booking: Booking; readonly before: Booking; readonly seenAt: Instant }
  /** `booking` is as it was last seen. */
  | { readonly kind: 'gone'; readonly booking: Booking; readonly before: Booking; readonly seenAt: Instant };

/** Whether something changed that a dispatcher follows: time, aircraft, instructor, status, or that it is there at all. */
export function isFollowed({ before, after }: Pick<BookingChange, 'before' | 'after'>): boolean {
  return !before || !after ? before !== after : !isAlike(before, after);
}

/**
 * What became of each reservation in all, from changes in order of time; what changed and changed back is left out. In order
 * of time of the last change.
 */
export function netChanges(changes: readonly BookingChange[]): readonly Change[] {
  const byReservation = Map.groupBy(changes, ({ before, after }) => (after ?? before)?.key ?? '');
  const found = [...byReservation.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)];
    return (first && last && changeOf({ ...last, before: first.before })) ?? [];
  });
  return found.toSorted((a, b) => a.seenAt - b.seenAt);
}

function changeOf({ before, after, seenAt }: BookingChange): Change | null {
  if (!isFollowed({ before, after })) return null;
  if (after)
    return before
      ? { kind: 'changed', booking: after, before, seenAt }
      : { kind: 'new', booking: after, before, seenAt };
  return before && { kind: 'gone', booking: before, before, seenAt };
}

function isAlike(a: Booking, b: Booking): boolean {
  return isSamePlan(a, b) && isSameStatus(a, b);
}

function isSamePlan(a: Booking, b: Booking): boolean {
  const isThen = a.start === b.start && a.end === b.end;
  return isThen && a.aircraftId === b.aircraftId && a.instructor === b.instructor;
}

/** By the id of their status, or by its name where the service gives no id. */
export function isSameStatus(a: Booking, b: Booking): boolean {
  return a.statusId === b.statusId && (a.statusId !== null || a.status === b.status);
}

/** Those of a span: what was or is booked in it. */
export function changesWithin(changes: readonly Change[], span: Span): readonly Change[] {
  const isWithin = (booking: Booking) => isTimed(booking) && overlaps(booking, span);
  return changes.filter(({ booking, before }) => isWithin(booking) || (before !== null && isWithin(before)));
}

/** Those not older than `lifetime` milliseconds, which are marked on the bookings. */
export function liveChanges(changes: readonly Change[], now: Instant, lifetime: number): readonly Change[] {
  return changes.filter(({ seenAt }) => now - seenAt < lifetime);
}

/** What is still worth telling some time later: not a change of status alone, nor what is over by now, before and after. */
export function lastingChanges(changes: readonly Change[], now: Instant): readonly Change[] {
  const isOver = ({ end }: Booking) => end !== null && end <= now;
  return changes.filter(({ kind, booking, before }) => {
    if (isOver(booking) && (before === null || isOver(before))) return false;
    return kind !== 'changed' || !isSamePlan(before, booking);
  });
}

/** `new`, `gone`, `moved from 1300L`, `was until 1500L`, `was on N512SP`, `was with Ana Lee`, `status now Completed`. */
export function changeText(change: Change, clock: Clock, now: Instant): string {
  if (change.kind !== 'changed') return change.kind;
  const { before, booking } = change;
  const when = (instant: Instant | null) => (instant === null ? 'no time' : whenText(instant, now, clock));
  const parts = [
    before.start !== booking.start && `moved from ${when(before.start)}`,
    before.start === booking.start && before.end !== booking.end && `was until ${when(before.end)}`,
    before.aircraftId !== booking.aircraftId && `was on ${tailOf(before) ?? 'no aircraft'}`,
    before.instructor !== booking.instructor && `was with ${before.instructor ?? 'no instructor'}`,
    !isSameStatus(before, booking) && `status now ${booking.status}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
