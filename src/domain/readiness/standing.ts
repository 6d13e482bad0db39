import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { type Booking, isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import { lateText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';

/** How long after its start a reservation may stay unchecked-out before anybody is told, in milliseconds. */
export const usualGrace = 10 * millisecondsInMinute;

/** Attention for an aircraft that is not back: 0 within the grace, which is no mark; 1 amber, 2 red from +0:30, 3 from +1:00. */
export type AttentionStep = 0 | 1 | 2 | 3;

/** A reservation checked out so long before its start, in milliseconds, is out already; earlier than that it is a slip of the desk. */
const earliestOut = millisecondsInHour;

/**
 * How it stands with a reservation: an assessment beside the API's own status, which is shown as
 * given. `late` is in milliseconds: past the start for what is not out, past the booked end for what is not back.
 */
export type Standing =
  /** Its start is ahead. One that was checked out more than an hour early has not left as far as the times tell. */
  | { readonly kind: 'planned'; readonly isCheckedOut: boolean }
  | { readonly kind: 'not out yet'; readonly late: number }
  /** Paperwork or a no-show, not an aircraft in the air. `isOver`: its booked end has passed as well. */
  | { readonly kind: 'never checked out'; readonly late: number; readonly isOver: boolean }
  /** Before its booked end. Not checked out where it needs no check-out: a class, a meeting, time off, a shop visit. */
  | { readonly kind: 'out'; readonly isCheckedOut: boolean }
  | { readonly kind: 'not back'; readonly late: number; readonly step: AttentionStep }
  /** A simulator past its booked end that nobody has checked in: it is in its room, and its paperwork is open. */
  | { readonly kind: 'not closed'; readonly late: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'void' }
  /** Its status cannot be told: it counts as possible everywhere, never as definite. */
  | { readonly kind: 'unclear' };

type StatusMeaning = 'reserved' | 'checked out' | 'completed' | 'void' | 'unclear';

/** Documented for 2 alone (section 3); 0 and 1 are seen in live services. With the names that nearly all reservations have. */
const byId: Readonly<Record<number, { readonly meaning: StatusMeaning; readonly usualName: string }>> = {
  0: { meaning: 'reserved', usualName: 'Reserved' },
  1: { meaning: 'checked out', usualName: 'Checked Out' },
  2: { meaning: 'completed', usualName: 'Completed' },
};

const voidWords = /cancel|no.?show|void|delete/i;
/** `Not checked out` and `Incomplete` say the opposite of the words in them, so they tell nothing for certain. */
const negation = /\b(not|never)\b|\b(un|in)(reserved|checked|complete)/i;
const tellingWords: readonly (readonly [RegExp, StatusMeaning])[] = [
  [/\breserved\b/i, 'reserved'],
  [/\bchecked[\s_-]*out\b/i, 'checked out'],
  [/\bcompleted?\b/i, 'completed'],
];

/** Any of the words above: most other names have none, and are told by this one look. */
const anyTelling = new RegExp(
  [voidWords, negation, ...tellingWords.map(([words]) => words)].map(({ source }) => source).join('|'),
  'i',
);

type GivenStatus = Pick<Booking, 'statusId' | 'status'>;

/** The name decides where it is telling, and the id where it is not; where both tell and disagree nobody knows. */
function meaningOf({ statusId, status: name }: GivenStatus): StatusMeaning {
  const known = byId[statusId ?? -1];
  if (known?.usualName === name) return known.meaning;
  const hint = known?.meaning ?? null;
  if (!anyTelling.test(name)) return hint ?? 'unclear';
  if (voidWords.test(name)) return 'void';
  const told = tellingWords.filter(([words]) => words.test(name)).map(([, meaning]) => meaning);
  if (negation.test(name)) return hint === null || told.includes(hint) ? 'unclear' : hint;
  const [named = null] = told.length === 1 ? told : [];
  if (named === null) return hint ?? 'unclear';
  return hint === null || hint === named ? named : 'unclear';
}

/** Nobody checks these in, so that they end with their time. */
function endsByItself(booking: TimedBooking): boolean {
  const { kind } = booking;
  return kind === 'Class' || kind === 'Meeting' || kind === 'Instructor Time Off' || isShopVisit(booking);
}

// Nearly every reservation stands as one of these, so that each is made once.
const voided: Standing = { kind: 'void' };
const done: Standing = { kind: 'done' };
const unclear: Standing = { kind: 'unclear' };
const planned: Standing = { kind: 'planned', isCheckedOut: false };
const plannedOut: Standing = { kind: 'planned', isCheckedOut: true };
const inProgress: Standing = { kind: 'out', isCheckedOut: false };
const out: Standing = { kind: 'out', isCheckedOut: true };

/** The standing of a reservation at an instant: exactly one. A reservation ends with its end, and starts with its start. */
export function standingOf(booking: TimedBooking, now: Instant, grace = usualGrace): Standing {
  const meaning = meaningOf(booking);
  if (meaning === 'void') return voided;
  if (meaning === 'completed') return done;
  const isOver = booking.end <= now;
  if (isOver && endsByItself(booking)) return done;
  if (meaning === 'unclear') return unclear;
  const isOut = meaning === 'checked out';
  if (booking.start > now && isOut) return booking.start - now <= earliestOut ? out : plannedOut;
  if (booking.start > now) return planned;
  if (isOut && isOver) {
    const late = now - booking.end;
    if (isOnSimulator(booking)) return { kind: 'not closed', late };
    return { kind: 'not back', late, step: stepOf(late, grace) };
  }
  if (isOut) return out;
  if (endsByItself(booking)) return inProgress;
  const late = now - booking.start;
  return isOver || late > grace ? { kind: 'never checked out', late, isOver } : { kind: 'not out yet', late };
}

function stepOf(late: number, grace: number): AttentionStep {
  if (late >= millisecondsInHour) return 3;
  if (late >= 30 * millisecondsInMinute) return 2;
  return late > grace ? 1 : 0;
}

/** True for what is booked on a simulator, by any of the marks that services use. */
function isOnSimulator({ record: { aircraft } }: Pick<Booking, 'record'>): boolean {
  return [aircraft?.isSimulator, aircraft?.isV3Simulator, aircraft?.categoryClass?.isSimulator].includes(true);
}

/** Definite is what the record says; possible is what rests on an assumption, as with a status that nobody can tell. */
export type Certainty = 'definite' | 'possible';

/** How far a reservation counts for anything: null for one that is done or void. */
export function certaintyOf({ kind }: Standing): Certainty | null {
  if (kind === 'done' || kind === 'void') return null;
  return kind === 'unclear' ? 'possible' : 'definite';
}

/** True where a reservation is not void and not done. What is unclear is live too, as far as anybody can tell. */
export function isLive(booking: TimedBooking, now: Instant): boolean {
  return certaintyOf(standingOf(booking, now)) !== null;
}

/** True while a reservation takes its aircraft and its people: it is live, and not over, unless it is not back. */
export function takesTime(booking: TimedBooking, standing: Standing, now: Instant): boolean {
  if (certaintyOf(standing) === null) return false;
  return standing.kind === 'not back' || booking.end > now;
}

/** True for one that is cancelled, a no-show or deleted, whatever its times. */
export function isVoid(booking: GivenStatus): boolean {
  return meaningOf(booking) === 'void';
}

/** True where the service itself says that the reservation was completed. */
export function isCompleted(booking: GivenStatus): boolean {
  return meaningOf(booking) === 'completed';
}

/** True where the service itself says that the reservation is checked out, whatever its times. */
export function isCheckedOut(booking: GivenStatus): boolean {
  return meaningOf(booking) === 'checked out';
}

/** The standing in words: `not back +1:00`, `not out yet +0:05`, `never checked out`. */
export function standingText(standing: Standing): string {
  const { kind } = standing;
  if (kind === 'not back' || kind === 'not out yet') return `${kind} ${lateText(standing.late)}`;
  if (kind === 'not closed') return `ended, not closed ${lateText(standing.late)}`;
  if (kind === 'planned') return standing.isCheckedOut ? 'checked out, not started' : 'planned';
  if (kind === 'out') return standing.isCheckedOut ? 'out' : 'in progress';
  return kind === 'unclear' ? 'status unclear' : kind;
}
