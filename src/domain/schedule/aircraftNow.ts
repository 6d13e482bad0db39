import { byStart, idKey, isFlight, isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
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
export type StoodBooking = { readonly booking: TimedBooking; readonly standing: Standing };

/** Bookings with their standings, in the order given. */
export function stoodAt(bookings: readonly TimedBooking[], now: Instant): StoodBooking[] {
  return bookings.map((booking) => ({ booking, standing: standingOf(booking, now) }));
}

/** What an aircraft is doing, with the reservation that shows it (readiness, section 1). */
export type AircraftDoing =
  | { readonly kind: 'flying'; readonly booking: TimedBooking; readonly until: Instant }
  | { readonly kind: 'not back'; readonly booking: TimedBooking; readonly late: number; readonly step: AttentionStep }
  | { readonly kind: 'in the shop'; readonly booking: TimedBooking; readonly until: Instant }
  /** A class or a meeting has it. */
  | { readonly kind: 'in use'; readonly booking: TimedBooking; readonly until: Instant }
  /** Its start has passed and it is not checked out. */
  | { readonly kind: 'due out'; readonly booking: TimedBooking; readonly standing: Standing }
  /** A reservation with an unclear status has the aircraft, which may be on the ground or in the air. */
  | { readonly kind: 'may be out'; readonly booking: TimedBooking }
  /** `until` the next reservation; null if none follows. */
  | { readonly kind: 'free'; readonly until: Instant | null };

export type AircraftNow = {
  readonly doing: AircraftDoing;
  /** The next reservation that is not void, by start. */
  readonly next: TimedBooking | null;
  /**
   * Older reservations with open paperwork, by start. Either a later flight has the aircraft or brought it back, or the
   * reservation was never checked out. An unclosed simulator counts too.
   */
  readonly toClose: readonly StoodBooking[];
};

/** What one aircraft is doing, from all its reservations of any day, in any order. Linear, except for sorting the lists. */
export function aircraftNow(bookings: readonly TimedBooking[], now: Instant): AircraftNow {
  return nowOf(stoodAt(bookings, now), now);
}

/** The same from reservations whose standings are known already. */
export function nowOf(all: readonly StoodBooking[], now: Instant): AircraftNow {
  const away = all.filter(isAway).toSorted((a, b) => byStart(a.booking, b.booking));
  const last = away.at(-1) ?? null;
  const present = last && !all.some((one) => hasBroughtBack(one, last, now)) ? last : null;
  const next = all.reduce<TimedBooking | null>((first, { booking, standing }) => {
    if (booking.start <= now || standing.kind === 'out' || certaintyOf(standing) === null) return first;
    return first && byStart(first, booking) <= 0 ? first : booking;
  }, null);
  const left = all.filter(({ booking, standing }) => isFlight(booking) && isPaperwork(standing));
  const toClose = [...away.filter((one) => one !== present), ...left].toSorted((a, b) => byStart(a.booking, b.booking));
  return {
    doing: awayNow(present) ?? groundNow(all, now) ?? { kind: 'free', until: next?.start ?? null },
    next,
    toClose,
  };
}

/** Checked out and gone, whether or not it is due back. */
function isAway({ booking, standing }: StoodBooking): boolean {
  return isFlight(booking) && (standing.kind === 'not back' || standing.kind === 'out');
}

function isPaperwork(standing: Standing): boolean {
  return standing.kind === 'not closed' || (standing.kind === 'never checked out' && standing.isOver);
}

/**
 * A later closed flight or shop visit: the aircraft came back before it, though the earlier flight was never closed. A
 * shop visit that has ended without being closed proves nothing: the aircraft may never have arrived.
 */
function hasBroughtBack(
  { booking, standing }: StoodBooking,
  { booking: from, standing: own }: StoodBooking,
  now: Instant,
): boolean {
  if (own.kind !== 'not back' || standing.kind !== 'done') return false;
  if (!isFlight(booking) && !(isShopVisit(booking) && isCompleted(booking))) return false;
  return from.start < booking.start && booking.start <= now;
}

function awayNow(present: StoodBooking | null): AircraftDoing | null {
  if (!present) return null;
  const { booking, standing } = present;
  if (standing.kind === 'not back') return { kind: 'not back', booking, late: standing.late, step: standing.step };
  return { kind: 'flying', booking, until: booking.end };
}

/** What keeps the aircraft on the ground: the shop comes before a reservation that is not checked out. */
function groundNow(all: readonly StoodBooking[], now: Instant): AircraftDoing | null {
  const current = all
    .filter(({ booking, standing }) => booking.start <= now && now < booking.end && certaintyOf(standing) !== null)
    .toSorted((a, b) => byStart(a.booking, b.booking));
  const shop = current.find(({ booking }) => isShopVisit(booking))?.booking;
  if (shop) return { kind: 'in the shop', booking: shop, until: shop.end };
  const use = current.find(({ standing }) => standing.kind === 'out')?.booking;
  if (use) return { kind: 'in use', booking: use, until: use.end };
  const due = current.find(({ standing }) => standing.kind !== 'unclear');
  if (due) return { kind: 'due out', booking: due.booking, standing: due.standing };
  const [possible] = current;
  return possible ? { kind: 'may be out', booking: possible.booking } : null;
}

/** What each aircraft named by a reservation is doing, by `idKey` of its id. */
export function fleetNow(bookings: readonly TimedBooking[], now: Instant): ReadonlyMap<string, AircraftNow> {
  const named = bookings.filter(({ aircraftId }) => aircraftId !== null);
  const byAircraft = Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''));
  return new Map(Array.from(byAircraft, ([id, own]) => [id, aircraftNow(own, now)]));
}

/** An aircraft without any reservation. */
export const unbooked: AircraftNow = { doing: { kind: 'free', until: null }, next: null, toClose: [] };

/** `flying until 1500L`, `not back +1:00`, `in the shop until 1700L`, `due out, not out yet +0:05`, `free until 1500L`. */
export function doingText(doing: AircraftDoing, now: Instant, clock: Clock, isSimulator = false): string {
  const { kind } = doing;
  if (kind === 'not back') return lateWords(kind, doing.late);
  if (kind === 'due out') return `due out, ${standingText(doing.standing)}`;
  if (kind === 'may be out') return `may be out: status “${doing.booking.status}”`;
  if (doing.until === null) return 'free';
  const word = kind === 'flying' && isSimulator ? 'in use' : kind;
  return `${word} until ${whenText(doing.until, now, clock)}`;
}

/** `1 older booking to close`; null if there is none. */
export function toCloseText({ toClose }: Pick<AircraftNow, 'toClose'>): string | null {
  if (toClose.length === 0) return null;
  return `${counted(toClose.length, 'older booking')} to close`;
}
