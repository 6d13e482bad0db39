import { byStart, idKey, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import {
  type AttentionStep,
  certaintyOf,
  isCompleted,
  lateWords,
  type Standing,
  standingOf,
  standingText,
} from '#domain/reservations/standing.ts';
import { counted } from '#domain/words.ts';

/** A reservation with its standing at a given instant. */
export type ReservationStanding = { readonly reservation: TimedReservation; readonly standing: Standing };

/** Reservations with their standings, in the order given. */
export function standingsAt(reservations: readonly TimedReservation[], now: Instant): ReservationStanding[] {
  return reservations.map((reservation) => ({ reservation, standing: standingOf(reservation, now) }));
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
  | { readonly kind: 'in the shop'; readonly reservation: TimedReservation; readonly until: Instant }
  /** A class or a meeting has it. */
  | { readonly kind: 'in use'; readonly reservation: TimedReservation; readonly until: Instant }
  /** Its start has passed and it is not checked out. */
  | { readonly kind: 'due out'; readonly reservation: TimedReservation; readonly standing: Standing }
  /** A reservation with an unclear status has the aircraft, which may be on the ground or in the air. */
  | { readonly kind: 'may be out'; readonly reservation: TimedReservation }
  /** `until` the next reservation; null if none follows. */
  | { readonly kind: 'free'; readonly until: Instant | null };

export type AircraftNow = {
  readonly doing: AircraftDoing;
  /** The next reservation that is not void and starts after now, by start; `nextToLeave` may be an earlier one. */
  readonly next: TimedReservation | null;
  /**
   * Older reservations with open paperwork, by start. Either a later flight has the aircraft or brought it back, or the
   * reservation was never checked out. An unclosed simulator counts too.
   */
  readonly toClose: readonly ReservationStanding[];
};

/** What one aircraft is doing, from all its reservations of any day, in any order. Linear, except for sorting the lists. */
export function aircraftNow(reservations: readonly TimedReservation[], now: Instant): AircraftNow {
  return nowOf(standingsAt(reservations, now), now);
}

/** The same from reservations whose standings are known already. */
export function nowOf(all: readonly ReservationStanding[], now: Instant): AircraftNow {
  const away = all.filter(isAway).toSorted((a, b) => byStart(a.reservation, b.reservation));
  const last = away.at(-1) ?? null;
  const present = last && !all.some((one) => hasBroughtBack(one, last, now)) ? last : null;
  const next = all.reduce<TimedReservation | null>((first, { reservation, standing }) => {
    if (reservation.start <= now || standing.kind === 'out' || certaintyOf(standing) === null) return first;
    return first && byStart(first, reservation) <= 0 ? first : reservation;
  }, null);
  const left = all.filter(({ reservation, standing }) => isFlight(reservation) && isPaperwork(standing));
  const toClose = [...away.filter((one) => one !== present), ...left].toSorted((a, b) =>
    byStart(a.reservation, b.reservation),
  );
  return {
    doing: awayNow(present) ?? groundNow(all, now) ?? { kind: 'free', until: next?.start ?? null },
    next,
    toClose,
  };
}

/** Checked out and gone, whether or not it is due back. */
function isAway({ reservation, standing }: ReservationStanding): boolean {
  return isFlight(reservation) && (standing.kind === 'not back' || standing.kind === 'out');
}

function isPaperwork(standing: Standing): boolean {
  return standing.kind === 'not closed' || (standing.kind === 'never checked out' && standing.isOver);
}

/**
 * A later closed flight or shop visit: the aircraft came back before it, though the earlier flight was never closed. A
 * shop visit that has ended without being closed proves nothing: the aircraft may never have arrived.
 */
function hasBroughtBack(
  { reservation, standing }: ReservationStanding,
  { reservation: from, standing: own }: ReservationStanding,
  now: Instant,
): boolean {
  if (own.kind !== 'not back' || standing.kind !== 'done') return false;
  if (!isFlight(reservation) && !(isShopVisit(reservation) && isCompleted(reservation))) return false;
  return from.start < reservation.start && reservation.start <= now;
}

function awayNow(present: ReservationStanding | null): AircraftDoing | null {
  if (!present) return null;
  const { reservation, standing } = present;
  if (standing.kind === 'not back') return { kind: 'not back', reservation, late: standing.late, step: standing.step };
  return { kind: 'flying', reservation, until: reservation.end };
}

/** What keeps the aircraft on the ground: the shop comes before a reservation that is not checked out. */
function groundNow(all: readonly ReservationStanding[], now: Instant): AircraftDoing | null {
  const current = all
    .filter(
      ({ reservation, standing }) =>
        reservation.start <= now && now < reservation.end && certaintyOf(standing) !== null,
    )
    .toSorted((a, b) => byStart(a.reservation, b.reservation));
  const shop = current.find(({ reservation }) => isShopVisit(reservation))?.reservation;
  if (shop) return { kind: 'in the shop', reservation: shop, until: shop.end };
  const use = current.find(({ standing }) => standing.kind === 'out')?.reservation;
  if (use) return { kind: 'in use', reservation: use, until: use.end };
  const due = current.find(({ standing }) => standing.kind !== 'unclear');
  if (due) return { kind: 'due out', reservation: due.reservation, standing: due.standing };
  const [possible] = current;
  return possible ? { kind: 'may be out', reservation: possible.reservation } : null;
}

/** The reservation that leaves next: the one that should be out now, otherwise the next by start. */
export function nextToLeave({ doing, next }: Pick<AircraftNow, 'doing' | 'next'>): TimedReservation | null {
  return doing.kind === 'due out' ? doing.reservation : next;
}

/** What each aircraft named by a reservation is doing, by `idKey` of its id. */
export function fleetNow(reservations: readonly TimedReservation[], now: Instant): ReadonlyMap<string, AircraftNow> {
  const named = reservations.filter(({ aircraftId }) => aircraftId !== null);
  const byAircraft = Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''));
  return new Map(Array.from(byAircraft, ([id, own]) => [id, aircraftNow(own, now)]));
}

/** An aircraft without any reservation. */
export const unbooked: AircraftNow = { doing: { kind: 'free', until: null }, next: null, toClose: [] };

/** `flying until 1500L`, `not back +1:00`, `in the shop until 1700L`, `not out yet +0:05`, `free until 1500L`. */
export function doingText(doing: AircraftDoing, now: Instant, clock: Clock, isSimulator = false): string {
  const { kind } = doing;
  if (kind === 'not back') return lateWords(kind, doing.late);
  if (kind === 'due out') return standingText(doing.standing);
  if (kind === 'may be out') return `may be out: status “${doing.reservation.status}”`;
  if (doing.until === null) return 'free';
  const word = kind === 'flying' && isSimulator ? 'in use' : kind;
  return `${word} until ${whenText(doing.until, now, clock)}`;
}

/** `1 older reservation to close`; null if there is none. */
export function toCloseText({ toClose }: Pick<AircraftNow, 'toClose'>): string | null {
  if (toClose.length === 0) return null;
  return `${counted(toClose.length, 'older reservation')} to close`;
}
