import { isVoid } from '#domain/readiness/standing.ts';
import { type Booking, idKey, instructorOf, isTimed, type Person, pilotsOf, tailOf } from './bookings.ts';
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

/**
 * Whether something changed that a dispatcher follows: time, aircraft, instructor, pilots, status, or that it is there at all. A
 * reservation that is void is not there, so that nothing that becomes of one is followed, nor that one appears.
 */
export function isFollowed({ before, after }: Pick<BookingChange, 'before' | 'after'>): boolean {
  if (!isThere(before) && !isThere(after)) return false;
  return !before || !after || !isAlike(before, after);
}

function isThere(booking: Booking | null): boolean {
  return booking !== null && !isVoid(booking);
}

/**
 * What became of each reservation in all, from changes in order of time. What changed and changed back is left out, and what was
 * booked and cancelled again: nobody has to do anything about either. In order of time of the last change.
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
  // Whoever changes from pilot to instructor is another person there.
  return (
    isThen && isSameAircraft(a, b) && areSame(pilotsOf(a), pilotsOf(b)) && areSame(instructorsOf(a), instructorsOf(b))
  );
}

/** In any letter case, ids are the same. */
function isSameAircraft({ aircraftId: a }: Booking, { aircraftId: b }: Booking): boolean {
  return a === b || (a !== null && b !== null && idKey(a) === idKey(b));
}

/** The instructor of a reservation, as a list. */
export function instructorsOf(booking: Booking): readonly Person[] {
  const instructor = instructorOf(booking);
  return instructor ? [instructor] : [];
}

/** True for the same people in any order. */
export function areSame(a: readonly Person[], b: readonly Person[]): boolean {
  return without(a, b).length === 0 && without(b, a).length === 0;
}

/** Those of whom the others have none; by their ids where both have one, else by their names. */
function without(people: readonly Person[], others: readonly Person[]): readonly Person[] {
  return people.filter(({ userId, name }) => {
    return !others.some((other) => {
      return userId !== null && other.userId !== null ? idKey(userId) === idKey(other.userId) : name === other.name;
    });
  });
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

/** `new`, `gone`, `moved from 1300L`, `was until 1500L`, `was on N512SP`, `pilot Garcia → Lee`, `status now Completed`. */
export function changeText(change: Change, clock: Clock, now: Instant): string {
  if (change.kind !== 'changed') return change.kind;
  const { before, booking } = change;
  const when = (instant: Instant | null) => (instant === null ? 'no time' : whenText(instant, now, clock));
  const parts = [
    before.start !== booking.start && `moved from ${when(before.start)}`,
    before.start === booking.start && before.end !== booking.end && `was until ${when(before.end)}`,
    !isSameAircraft(before, booking) && `was on ${tailOf(before) ?? 'no aircraft'}`,
    swapText('pilot', pilotsOf(before), pilotsOf(booking)),
    swapText('instructor', instructorsOf(before), instructorsOf(booking)),
    !isSameStatus(before, booking) && `status now ${booking.status}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** `pilot Garcia → Lee`, `instructor Lee removed`; false where they are the same. Namesakes are told apart by their full names. */
function swapText(role: string, before: readonly Person[], after: readonly Person[]): string | false {
  const [gone, come] = [without(before, after), without(after, before)];
  if (gone.length === 0 && come.length === 0) return false;
  const short = (people: readonly Person[]) => people.map(({ lastName, name }) => lastName || name).join(' and ');
  const full = (people: readonly Person[]) => people.map(({ name }) => name).join(' and ');
  const text = short(gone) === short(come) ? full : short;
  const [was, is] = [text(gone), text(come)];
  if (gone.length === 0) return `${role} ${is} added`;
  if (come.length === 0) return `${role} ${was} removed`;
  return was === is ? `another ${role} of the same name` : `${role} ${was} → ${is}`;
}
