import { millisecondsInMinute } from '#domain/units.ts';
import { isFlight, isShopVisit, type Reservation, type TimedReservation } from './reservations.ts';
import { lateText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { earliestOut, thresholds } from '#domain/thresholds.ts';

/**
 * Attention for an aircraft that is not back: 0 within the grace, without a mark; 1 amber, 2 red from `notBackRed` on, 3 from
 * `notBackGravest` on.
 */
export type AttentionStep = 0 | 1 | 2 | 3;

/**
 * A reservation's state: our assessment beside the API's own status, which is shown unchanged. `late` is in
 * milliseconds: since the start if it is not out, since the booked end if it is not back.
 */
export type ReservationState =
  /** Its start is ahead. If it was checked out more than an hour early, the times suggest that it has not left. */
  | { readonly kind: 'planned'; readonly isCheckedOut: boolean }
  | { readonly kind: 'not out yet'; readonly late: number }
  /** Paperwork or a no-show, not an aircraft in the air. `isOver`: its booked end has passed as well. */
  | { readonly kind: 'never checked out'; readonly late: number; readonly isOver: boolean }
  /** Before its booked end. Not checked out if it needs no check-out: a class, a meeting, time off, a shop visit. */
  | { readonly kind: 'out'; readonly isCheckedOut: boolean }
  | { readonly kind: 'not back'; readonly late: number; readonly step: AttentionStep }
  /**
   * A flight past its start whose status is unclear. It may be in the air until a later flight or shop visit shows that the
   * aircraft came back. `late` is negative before the booked end. A doubt is never red: `step` is 1 at most.
   */
  | { readonly kind: 'may be out'; readonly late: number; readonly step: AttentionStep }
  /** A shop visit past its booked end that is not closed: checked out, or, if `isCertain` is false, with an unclear status. */
  | { readonly kind: 'in the shop'; readonly late: number; readonly isCertain: boolean }
  /** A simulator or a ground lesson past its booked end that is not checked in: nothing is away, only the paperwork is open. */
  | { readonly kind: 'not closed'; readonly late: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'void' }
  /** An unclear status of what has not begun, or does not fly: it counts as possible everywhere, never as definite. */
  | { readonly kind: 'unclear' };

type StatusMeaning = 'reserved' | 'checked out' | 'completed' | 'void' | 'unclear';

/** Section 3 documents only 2; live services send 0 and 1. The names are those that nearly all reservations have. */
const byId: Readonly<Record<number, { readonly meaning: StatusMeaning; readonly defaultName: string }>> = {
  0: { meaning: 'reserved', defaultName: 'Reserved' },
  1: { meaning: 'checked out', defaultName: 'Checked Out' },
  2: { meaning: 'completed', defaultName: 'Completed' },
};

const voidWords = /cancel|no.?show|void|delete/i;
/** `Cancellation requested`: somebody asks for it, and it still stands. */
const onlyAsked = /\b(request|requested|pending|proposed)\b/i;
/** `Not checked out` and `Incomplete` mean the opposite of the words they contain, so they decide nothing. */
const negation = /\b(not|never)\b|\b(un|in)(reserved|checked|complete)/i;
const statusWords: readonly (readonly [RegExp, StatusMeaning])[] = [
  [/\breserved\b/i, 'reserved'],
  [/\bchecked[\s_-]*out\b/i, 'checked out'],
  [/\bcompleted?\b/i, 'completed'],
];

/** Any of the words above. Most other names contain none, and this single test rules them out. */
const anyTelling = new RegExp(
  [voidWords, negation, ...statusWords.map(([words]) => words)].map(({ source }) => source).join('|'),
  'i',
);

type GivenStatus = Pick<Reservation, 'statusId' | 'status' | 'assumed'>;

/**
 * The name decides if it contains a known word, otherwise the id. If they disagree, the status is unclear. The assumption of
 * a forecast comes first.
 */
function meaningOf({ statusId, status: name, assumed }: GivenStatus): StatusMeaning {
  if (assumed) return assumed;
  const known = byId[statusId ?? -1];
  if (known?.defaultName === name) return known.meaning;
  const hint = known?.meaning ?? null;
  if (!anyTelling.test(name)) return hint ?? 'unclear';
  if (voidWords.test(name)) return onlyAsked.test(name) ? (hint ?? 'unclear') : 'void';
  const meanings = statusWords.filter(([words]) => words.test(name)).map(([, meaning]) => meaning);
  if (negation.test(name)) return hint === null || meanings.includes(hint) ? 'unclear' : hint;
  const [named = null] = meanings.length === 1 ? meanings : [];
  if (named === null) return hint ?? 'unclear';
  return hint === null || hint === named ? named : 'unclear';
}

/** True if nobody need check it in, so that it ends at its booked end, unless the service shows it as open. */
export function endsByItself(reservation: TimedReservation): boolean {
  const { kind } = reservation;
  return kind === 'Class' || kind === 'Meeting' || kind === 'Instructor Time Off' || isShopVisit(reservation);
}

// Nearly every reservation has one of these states, so each object is made once.
const voided: ReservationState = { kind: 'void' };
const done: ReservationState = { kind: 'done' };
const unclear: ReservationState = { kind: 'unclear' };
const planned: ReservationState = { kind: 'planned', isCheckedOut: false };
const plannedOut: ReservationState = { kind: 'planned', isCheckedOut: true };
const inProgress: ReservationState = { kind: 'out', isCheckedOut: false };
const out: ReservationState = { kind: 'out', isCheckedOut: true };

/** A reservation's state at an instant: exactly one. The start belongs to the reservation, the end does not. */
export function stateAt(reservation: TimedReservation, now: Instant): ReservationState {
  const meaning = meaningOf(reservation);
  if (meaning === 'void') return voided;
  if (meaning === 'completed') return done;
  const isOver = reservation.end <= now;
  if (isOver && endsByItself(reservation))
    return isOpenVisit(reservation) ? openVisit(reservation, meaning, now) : done;
  if (meaning === 'unclear')
    return reservation.start <= now && leaves(reservation) ? mayBeOut(now - reservation.end) : unclear;
  const isOut = meaning === 'checked out';
  if (reservation.start > now && isOut) return reservation.start - now <= earliestOut ? out : plannedOut;
  if (reservation.start > now) return planned;
  if (isOut && isOver) {
    const late = now - reservation.end;
    if (!leaves(reservation)) return { kind: 'not closed', late };
    return { kind: 'not back', late, step: stepOf(late) };
  }
  if (isOut) return out;
  if (endsByItself(reservation)) return inProgress;
  const late = now - reservation.start;
  return isOver || late > thresholds().lateGrace
    ? { kind: 'never checked out', late, isOver }
    : { kind: 'not out yet', late };
}

/**
 * True for a shop visit that the service does not show as reserved, completed or void: somebody opened it, or nobody knows.
 * It lasts until it is closed, whatever its times.
 */
export function isOpenVisit(reservation: TimedReservation): boolean {
  const meaning = meaningOf(reservation);
  return isShopVisit(reservation) && (meaning === 'checked out' || meaning === 'unclear');
}

function openVisit({ end }: TimedReservation, meaning: StatusMeaning, now: Instant): ReservationState {
  return { kind: 'in the shop', late: now - end, isCertain: meaning === 'checked out' };
}

/** True if it takes an aircraft away: a ground lesson has none, and a simulator cannot leave its room. */
export function leaves(reservation: Reservation): boolean {
  return isFlight(reservation) && !isOnSimulator(reservation);
}

function mayBeOut(late: number): ReservationState {
  return { kind: 'may be out', late, step: late > thresholds().lateGrace ? 1 : 0 };
}

function stepOf(late: number): AttentionStep {
  const { lateGrace, notBackRed, notBackGravest } = thresholds();
  if (late >= notBackGravest) return 3;
  if (late >= notBackRed) return 2;
  return late > lateGrace ? 1 : 0;
}

/** True for a reservation on a simulator, by any of the marks that services use. */
export function isOnSimulator({ record: { aircraft } }: Pick<Reservation, 'record'>): boolean {
  return [aircraft?.isSimulator, aircraft?.isV3Simulator, aircraft?.categoryClass?.isSimulator].includes(true);
}

/** Definite: the record says so. Possible: it rests on an assumption, such as an unclear status. */
export type Certainty = 'definite' | 'possible';

/** How certainly a reservation counts: null if it is done or void. */
export function certaintyOf(state: ReservationState): Certainty | null {
  const { kind } = state;
  if (kind === 'done' || kind === 'void') return null;
  if (kind === 'in the shop') return state.isCertain ? 'definite' : 'possible';
  return kind === 'unclear' || kind === 'may be out' ? 'possible' : 'definite';
}

/** True if a reservation is neither void nor done; an unclear one counts as live. */
export function isLive(reservation: TimedReservation, now: Instant): boolean {
  return certaintyOf(stateAt(reservation, now)) !== null;
}

/** A flight past its booked end that is, or may be, still away. */
export type StillAway = Extract<ReservationState, { readonly kind: 'not back' | 'may be out' }>;

/** True for a flight past its booked end that is not back, or may be out. Only a record that it came back ends this. */
export function isStillAway(state: ReservationState): state is StillAway {
  return state.kind === 'not back' || (state.kind === 'may be out' && state.late >= 0);
}

/** True for what holds its aircraft past the booked end: a flight that is still away, or a shop visit that is still open. */
export function isPastItsEnd(
  state: ReservationState,
): state is StillAway | Extract<ReservationState, { kind: 'in the shop' }> {
  return isStillAway(state) || state.kind === 'in the shop';
}

/**
 * True while a reservation occupies its aircraft and people: it is live, and either not over or still away or open. One that
 * ends when it starts occupies nothing.
 */
export function takesTime(reservation: TimedReservation, state: ReservationState, now: Instant): boolean {
  if (certaintyOf(state) === null) return false;
  return isPastItsEnd(state) || (reservation.end > now && reservation.end > reservation.start);
}

/** True for a cancelled, no-show or deleted reservation, whatever its times. */
export function isVoid(reservation: GivenStatus): boolean {
  return meaningOf(reservation) === 'void';
}

/** True if the service itself says that the reservation was completed, or a forecast assumes it. */
export function isCompleted(reservation: GivenStatus): boolean {
  return meaningOf(reservation) === 'completed';
}

/** True if the service itself says that the reservation is checked out, or a forecast assumes it, whatever its times. */
export function isCheckedOut(reservation: GivenStatus): boolean {
  return meaningOf(reservation) === 'checked out';
}

/** True in the minute in which it is due: nobody is late by `+0:00`. */
export function isDueNow(late: number): boolean {
  return late < millisecondsInMinute;
}

/**
 * The words and the lateness: `not back` and `+1:00`; in the minute in which it is due, `due back now` or `due out
 * now`.
 */
export function lateParts(kind: ReservationState['kind'], late: number): readonly [words: string, by: string] {
  if (isDueNow(late)) return [`due ${kind === 'not back' ? 'back' : 'out'} now`, ''];
  return [kind, lateText(late)];
}

/** `not back +1:00`, `not out yet +0:05`, `due back now`. */
export function lateWords(kind: 'not back' | 'not out yet', late: number): string {
  return lateParts(kind, late).join(' ').trim();
}

/** `may be out`; past its end `may be out, past its end +0:35`. */
export function mayBeOutWords(late: number): string {
  return late < 0 ? 'may be out' : `may be out, past its end${isDueNow(late) ? '' : ` ${lateText(late)}`}`;
}

/** `in the shop, +0:35`, `may be in the shop, +0:35`. */
export function openVisitWords({ late, isCertain }: { readonly late: number; readonly isCertain: boolean }): string {
  return [isCertain ? 'in the shop' : 'may be in the shop', isDueNow(late) ? '' : lateText(late)]
    .filter(Boolean)
    .join(', ');
}

/** The state in words: `not back +1:00`, `not out yet +0:05`, `never checked out`. */
export function stateText(state: ReservationState): string {
  const { kind } = state;
  if (kind === 'not back' || kind === 'not out yet') return lateWords(kind, state.late);
  if (kind === 'may be out') return mayBeOutWords(state.late);
  if (kind === 'in the shop') return openVisitWords(state);
  if (kind === 'not closed') return `ended, not closed ${lateText(state.late)}`;
  if (kind === 'planned') return state.isCheckedOut ? 'checked out, not started' : 'planned';
  if (kind === 'out') return state.isCheckedOut ? 'out' : 'in progress';
  return kind === 'unclear' ? 'status unclear' : kind;
}
