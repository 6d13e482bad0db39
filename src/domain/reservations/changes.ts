import { isVoid } from './state.ts';
import { idKey, instructorOf, isTimed, type Person, pilotsOf, type Reservation, tailOf } from './reservations.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';

/** A change of one reservation as the gateway logged it; null if there is none. */
export type ReservationChange = {
  readonly before: Reservation | null;
  readonly after: Reservation | null;
  /** When the gateway saw it. */
  readonly seenAt: Instant;
};

/** What happened to a reservation. */
export type Change =
  | { readonly kind: 'new'; readonly reservation: Reservation; readonly before: null; readonly seenAt: Instant }
  | {
      readonly kind: 'changed';
      readonly reservation: Reservation;
      readonly before: Reservation;
      readonly seenAt: Instant;
    }
  /** `reservation` is its last known state. */
  | {
      readonly kind: 'gone';
      readonly reservation: Reservation;
      readonly before: Reservation;
      readonly seenAt: Instant;
    };

/**
 * True if something changed that dispatchers follow: time, aircraft, instructor, pilots, status, or whether it exists.
 * A void reservation counts as absent: neither its appearance nor its changes are followed.
 */
export function isFollowed({ before, after }: Pick<ReservationChange, 'before' | 'after'>): boolean {
  if (!isThere(before) && !isThere(after)) return false;
  return !before || !after || !isAlike(before, after);
}

function isThere(reservation: Reservation | null): boolean {
  return reservation !== null && !isVoid(reservation);
}

/**
 * The net change of each reservation, from changes in order of time. Leaves out what changed and changed back, and what
 * was booked and cancelled, because neither needs action. In order of the last change.
 */
export function netChanges(changes: readonly ReservationChange[]): readonly Change[] {
  const byReservation = Map.groupBy(changes, ({ before, after }) => (after ?? before)?.key ?? '');
  const found = [...byReservation.values()].flatMap((ownChanges) => {
    const [first, last] = [ownChanges[0], ownChanges.at(-1)];
    return (first && last && changeOf({ ...last, before: first.before })) ?? [];
  });
  return found.toSorted((a, b) => a.seenAt - b.seenAt);
}

function changeOf({ before, after, seenAt }: ReservationChange): Change | null {
  if (!isFollowed({ before, after })) return null;
  if (after)
    return before
      ? { kind: 'changed', reservation: after, before, seenAt }
      : { kind: 'new', reservation: after, before, seenAt };
  return before && { kind: 'gone', reservation: before, before, seenAt };
}

function isAlike(a: Reservation, b: Reservation): boolean {
  return isSamePlan(a, b) && isSameStatus(a, b);
}

function isSamePlan(a: Reservation, b: Reservation): boolean {
  const isThen = a.start === b.start && a.end === b.end;
  // A person who changes from pilot to instructor is a change of both.
  return (
    isThen && isSameAircraft(a, b) && areSame(pilotsOf(a), pilotsOf(b)) && areSame(instructorsOf(a), instructorsOf(b))
  );
}

/** Ids match in any letter case. */
function isSameAircraft({ aircraftId: a }: Reservation, { aircraftId: b }: Reservation): boolean {
  return a === b || (a !== null && b !== null && idKey(a) === idKey(b));
}

/** A reservation's instructor, as a list. */
export function instructorsOf(reservation: Reservation): readonly Person[] {
  const instructor = instructorOf(reservation);
  return instructor ? [instructor] : [];
}

/** True for the same people in any order. */
export function areSame(a: readonly Person[], b: readonly Person[]): boolean {
  return without(a, b).length === 0 && without(b, a).length === 0;
}

/** The people who are not among the others: by id if both have one, otherwise by name. */
function without(people: readonly Person[], others: readonly Person[]): readonly Person[] {
  return people.filter(({ userId, name }) => {
    return !others.some((other) => {
      return userId !== null && other.userId !== null ? idKey(userId) === idKey(other.userId) : name === other.name;
    });
  });
}

/** Compares status ids, or names if the service gives no id. */
export function isSameStatus(a: Reservation, b: Reservation): boolean {
  return a.statusId === b.statusId && (a.statusId !== null || a.status === b.status);
}

/** The changes of reservations that were or are in a span. */
export function changesWithin(changes: readonly Change[], span: Span): readonly Change[] {
  const isWithin = (reservation: Reservation) => isTimed(reservation) && overlaps(reservation, span);
  return changes.filter(({ reservation, before }) => isWithin(reservation) || (before !== null && isWithin(before)));
}

/** The changes no older than `lifetime` milliseconds, which are marked on the reservations. */
export function liveChanges(changes: readonly Change[], now: Instant, lifetime: number): readonly Change[] {
  return changes.filter(({ seenAt }) => now - seenAt < lifetime);
}

/**
 * The changes still worth reporting later: not a change of status alone, and not a reservation that is over both before
 * and after.
 */
export function lastingChanges(changes: readonly Change[], now: Instant): readonly Change[] {
  const isOver = ({ end }: Reservation) => end !== null && end <= now;
  return changes.filter(({ kind, reservation, before }) => {
    if (isOver(reservation) && (before === null || isOver(before))) return false;
    return kind !== 'changed' || !isSamePlan(before, reservation);
  });
}

/** `new`, `gone`, `moved from 1300L`, `was until 1500L`, `was on N512SP`, `pilot Garcia → Lee`, `status now Completed`. */
export function changeText(change: Change, clock: Clock, now: Instant): string {
  if (change.kind !== 'changed') return change.kind;
  const { before, reservation } = change;
  const when = (instant: Instant | null) => (instant === null ? 'no time' : whenText(instant, now, clock));
  const parts = [
    before.start !== reservation.start && `moved from ${when(before.start)}`,
    before.start === reservation.start && before.end !== reservation.end && `was until ${when(before.end)}`,
    !isSameAircraft(before, reservation) && `was on ${tailOf(before) ?? 'no aircraft'}`,
    swapText('pilot', pilotsOf(before), pilotsOf(reservation)),
    swapText('instructor', instructorsOf(before), instructorsOf(reservation)),
    !isSameStatus(before, reservation) && `status now ${reservation.status}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/**
 * `pilot Garcia → Lee`, `instructor Lee removed`; false if they are the same. Uses full names if the last names are
 * equal.
 */
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
