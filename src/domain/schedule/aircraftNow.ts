import { byStart, idKey, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, countedInDays, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import {
  type AttentionStep,
  certaintyOf,
  isCompleted,
  isPastItsEnd,
  isStillAway,
  lateWords,
  mayBeOutWords,
  openVisitWords,
  type ReservationState,
  stateAt,
  stateText,
} from '#domain/reservations/state.ts';
import { counted } from '#domain/words.ts';

/** A reservation with its state at a given instant. */
export type ReservationWithState = { readonly reservation: TimedReservation; readonly state: ReservationState };

/** Reservations with their states, in the order given. */
export function statesAt(reservations: readonly TimedReservation[], now: Instant): ReservationWithState[] {
  return reservations.map((reservation) => ({ reservation, state: stateAt(reservation, now) }));
}

/** What an aircraft is doing, with the reservation that shows it (readiness, section 1). */
export type AircraftDoing =
  | { readonly kind: 'flying'; readonly reservation: TimedReservation; readonly until: Instant }
  | {
      readonly kind: 'not back';
      readonly reservation: TimedReservation;
      readonly late: number;
      readonly step: AttentionStep;
    }
  /** `open`: past its booked end, because the service shows the visit as open. Null before the end. */
  | {
      readonly kind: 'in the shop';
      readonly reservation: TimedReservation;
      readonly until: Instant;
      readonly open: { readonly late: number; readonly isCertain: boolean } | null;
    }
  /** A class or a meeting has it. */
  | { readonly kind: 'in use'; readonly reservation: TimedReservation; readonly until: Instant }
  /** Its start has passed and it is not checked out. */
  | { readonly kind: 'due out'; readonly reservation: TimedReservation; readonly state: ReservationState }
  /** A flight with an unclear status has the aircraft. `late` is since its booked end, negative before it. */
  | {
      readonly kind: 'may be out';
      readonly reservation: TimedReservation;
      readonly late: number;
      readonly step: AttentionStep;
    }
  /** `until` the next reservation; null if none follows. */
  | { readonly kind: 'free'; readonly until: Instant | null };

export type AircraftNow = {
  readonly doing: AircraftDoing;
  /** The next reservation that is not void and starts after now, by start; `nextToLeave` may be an earlier one. */
  readonly next: TimedReservation | null;
  /**
   * Older reservations with open paperwork, by start. Either a later flight has the aircraft or brought it back, or the
   * reservation was never checked out. An unclosed simulator counts too, and so does a flight with an unclear status if the aircraft
   * has flown since.
   */
  readonly toClose: readonly ReservationWithState[];
};

/** What one aircraft is doing, from all its reservations of any day, in any order. Linear, except for sorting the lists. */
export function aircraftNow(reservations: readonly TimedReservation[], now: Instant): AircraftNow {
  return nowOf(statesAt(reservations, now), now);
}

/** The same from reservations whose states are known already. */
export function nowOf(all: readonly ReservationWithState[], now: Instant): AircraftNow {
  const away = all.filter(isAway).toSorted((a, b) => byStart(a.reservation, b.reservation));
  const last = away.at(-1) ?? null;
  const present = last && !all.some((entry) => hasBroughtBack(entry, last, now)) ? last : null;
  const next = all.reduce<TimedReservation | null>((first, { reservation, state }) => {
    if (reservation.start <= now || state.kind === 'out' || certaintyOf(state) === null) return first;
    return first && byStart(first, reservation) <= 0 ? first : reservation;
  }, null);
  // A later flight or closed shop visit shows that the aircraft came back, or left the shop. One pass finds the last, because a
  // service may have thousands of flights with an unclear status.
  const proof = all.reduce(
    (latest, entry) => (hasEnded(entry, now) ? Math.max(latest, entry.reservation.start) : latest),
    Number.NEGATIVE_INFINITY,
  );
  const isProvenBack = ({ reservation }: ReservationWithState) =>
    (last !== null && byStart(last.reservation, reservation) > 0) || reservation.start < proof;
  const left = all.filter(
    (entry) =>
      isFlight(entry.reservation) &&
      (isPaperwork(entry.state) ||
        (entry.state.kind === 'may be out' && isStillAway(entry.state) && isProvenBack(entry))),
  );
  const toClose = [...away.filter((entry) => entry !== present), ...left].toSorted((a, b) =>
    byStart(a.reservation, b.reservation),
  );
  return {
    doing: awayNow(present) ?? groundNow(all, isProvenBack, now) ?? { kind: 'free', until: next?.start ?? null },
    next,
    toClose,
  };
}

/** Checked out and gone, whether or not it is due back. */
function isAway({ reservation, state }: ReservationWithState): boolean {
  return isFlight(reservation) && (state.kind === 'not back' || state.kind === 'out');
}

function isPaperwork(state: ReservationState): boolean {
  return state.kind === 'not closed' || (state.kind === 'never checked out' && state.isOver);
}

/**
 * A later closed flight or shop visit: the aircraft came back before it, though the earlier flight was never closed. A
 * shop visit that has ended without being closed proves nothing: the aircraft may never have arrived.
 */
function hasBroughtBack(
  { reservation, state }: ReservationWithState,
  { reservation: from, state: ownState }: ReservationWithState,
  now: Instant,
): boolean {
  return ownState.kind === 'not back' && from.start < reservation.start && hasEnded({ reservation, state }, now);
}

/** A closed flight or shop visit that has begun. */
function hasEnded({ reservation, state }: ReservationWithState, now: Instant): boolean {
  if (state.kind !== 'done' || reservation.start > now) return false;
  return isFlight(reservation) || (isShopVisit(reservation) && isCompleted(reservation));
}

function awayNow(present: ReservationWithState | null): AircraftDoing | null {
  if (!present) return null;
  const { reservation, state } = present;
  if (state.kind === 'not back') return { kind: 'not back', reservation, late: state.late, step: state.step };
  return { kind: 'flying', reservation, until: reservation.end };
}

/** What has the aircraft if nothing shows it in the air: the shop comes first, a reservation that is not checked out last. */
function groundNow(
  all: readonly ReservationWithState[],
  isProvenBack: (entry: ReservationWithState) => boolean,
  now: Instant,
): AircraftDoing | null {
  const current = all
    .filter(
      ({ reservation, state }) =>
        reservation.start <= now && certaintyOf(state) !== null && (now < reservation.end || isPastItsEnd(state)),
    )
    .toSorted((a, b) => byStart(a.reservation, b.reservation));
  const visits = current.filter(({ reservation }) => isShopVisit(reservation));
  const shop = visits.find(({ state }) => !isPastItsEnd(state)) ?? visits.findLast((entry) => !isProvenBack(entry));
  if (shop) {
    const { reservation, state } = shop;
    const open = state.kind === 'in the shop' ? state : null;
    return { kind: 'in the shop', reservation, until: reservation.end, open };
  }
  const use = current.find(({ state }) => state.kind === 'out')?.reservation;
  if (use) return { kind: 'in use', reservation: use, until: use.end };
  const possible = current.findLast((entry) => entry.state.kind === 'may be out' && !isProvenBack(entry));
  if (possible?.state.kind === 'may be out') return { ...possible.state, reservation: possible.reservation };
  const due = current.find(({ state }) => state.kind !== 'may be out' && !isPastItsEnd(state));
  return due ? { kind: 'due out', reservation: due.reservation, state: due.state } : null;
}

/** The reservation that leaves next: the one that should be out now, otherwise the next by start. */
export function nextToLeave({ doing, next }: Pick<AircraftNow, 'doing' | 'next'>): TimedReservation | null {
  return doing.kind === 'due out' ? doing.reservation : next;
}

/** What each aircraft named by a reservation is doing, by `idKey` of its id. */
export function fleetNow(reservations: readonly TimedReservation[], now: Instant): ReadonlyMap<string, AircraftNow> {
  const named = reservations.filter(({ aircraftId }) => aircraftId !== null);
  const byAircraft = Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''));
  return new Map(Array.from(byAircraft, ([id, ownReservations]) => [id, aircraftNow(ownReservations, now)]));
}

/** An aircraft without any reservation. */
export const unbooked: AircraftNow = { doing: { kind: 'free', until: null }, next: null, toClose: [] };

/**
 * What holds an aircraft without a known end: `may be out, past its end +0:35`, `in the shop, +0:35`. Null for what has one, and
 * for a flight that is not back.
 */
export function openEndText(doing: AircraftDoing): string | null {
  if (doing.kind === 'may be out') return mayBeOutWords(doing.late);
  return doing.kind === 'in the shop' && doing.open ? openVisitWords(doing.open) : null;
}

/** `flying until 1500L`, `not back +1:00`, `in the shop until 1700L`, `not out yet +0:05`, `free until 1500L`. */
export function doingText(doing: AircraftDoing, now: Instant, clock: Clock, isSimulator = false): string {
  const { kind } = doing;
  if (kind === 'not back') {
    if (doing.late < countedInDays) return lateWords(kind, doing.late);
    return `${kind} since ${whenText(doing.reservation.end, now, clock)}`;
  }
  if (kind === 'due out') return stateText(doing.state);
  const openEnd = openEndText(doing);
  if (kind === 'may be out') return `${openEnd}: status “${doing.reservation.status}”`;
  if (openEnd !== null) return openEnd;
  if (doing.until === null) return 'free';
  const word = kind === 'flying' && isSimulator ? 'in use' : kind;
  return `${word} until ${whenText(doing.until, now, clock)}`;
}

/** `1 older reservation to close`; null if there is none. */
export function toCloseText({ toClose }: Pick<AircraftNow, 'toClose'>): string | null {
  if (toClose.length === 0) return null;
  return `${counted(toClose.length, 'older reservation')} to close`;
}
