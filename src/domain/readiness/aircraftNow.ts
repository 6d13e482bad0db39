import { byStart, idKey, isFlight, isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type Clock, lateText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import {
  type AttentionStep,
  certaintyOf,
  isCompleted,
  type Standing,
  standingOf,
  standingText,
  usualGrace,
} from './standing.ts';

/** A reservation with its standing at the instant that is looked at. */
export type StoodBooking = { readonly booking: TimedBooking; readonly standing: Standing };

/** Bookings with their standings, in the order given. */
export function stoodAt(bookings: readonly TimedBooking[], now: Instant, grace: number = usualGrace): StoodBooking[] {
  return bookings.map((booking) => ({ booking, standing: standingOf(booking, now, grace) }));
}

/** What an aircraft is doing, with the reservation that says so (readiness, section 1). */
export type AircraftDoing =
  | { readonly kind: 'flying'; readonly booking: TimedBooking; readonly until: Instant }
  | { readonly kind: 'not back'; readonly booking: TimedBooking; readonly late: number; readonly step: AttentionStep }
  | { readonly kind: 'in the shop'; readonly booking: TimedBooking; readonly until: Instant }
  /** A class or a meeting has it. */
  | { readonly kind: 'in use'; readonly booking: TimedBooking; readonly until: Instant }
  /** Its time has come and nobody has checked it out. */
  | { readonly kind: 'due out'; readonly booking: TimedBooking; readonly standing: Standing }
  /** A reservation of which nobody can tell the status has it: on the ground or in the air. */
  | { readonly kind: 'may be out'; readonly booking: TimedBooking }
  /** `until` the next reservation; null where none follows. */
  | { readonly kind: 'free'; readonly until: Instant | null };

export type AircraftNow = {
  readonly doing: AircraftDoing;
  /** The next reservation that is not void, by start. */
  readonly next: TimedBooking | null;
  /** Older reservations whose paperwork is open: a later flight has the aircraft, or nobody ever checked it out. By start. */
  readonly toClose: readonly StoodBooking[];
};

/** What one aircraft is doing, from all its reservations, whatever day they are of, in any order. Linear, but for the lists' order. */
export function aircraftNow(bookings: readonly TimedBooking[], now: Instant, grace = usualGrace): AircraftNow {
  return nowOf(stoodAt(bookings, now, grace), now);
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

/** Checked out and gone, whether it is due back or not. */
function isAway({ booking, standing }: StoodBooking): boolean {
  return isFlight(booking) && (standing.kind === 'not back' || standing.kind === 'out');
}

function isPaperwork(standing: Standing): boolean {
  return standing.kind === 'not closed' || (standing.kind === 'never checked out' && standing.isOver);
}

/**
 * A later flight or shop visit that somebody has closed: the aircraft came back before it, though nobody closed the earlier flight.
 * A visit that has merely ended may have waited in vain.
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

/** What has the aircraft on the ground: the shop before a reservation that nobody has checked out. */
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

/** What each aircraft is doing that any reservation names, by `idKey` of its id. */
export function fleetNow(
  bookings: readonly TimedBooking[],
  now: Instant,
  grace = usualGrace,
): ReadonlyMap<string, AircraftNow> {
  const named = bookings.filter(({ aircraftId }) => aircraftId !== null);
  const byAircraft = Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''));
  return new Map(Array.from(byAircraft, ([id, own]) => [id, aircraftNow(own, now, grace)]));
}

/** An aircraft without any reservation. */
export const unbooked: AircraftNow = { doing: { kind: 'free', until: null }, next: null, toClose: [] };

/** `flying until 1500L`, `not back +1:00`, `in the shop until 1700L`, `due out, not out yet +0:05`, `free until 1500L`. */
export function doingText(doing: AircraftDoing, now: Instant, clock: Clock, isSimulator = false): string {
  const { kind } = doing;
  if (kind === 'not back') return `not back ${lateText(doing.late)}`;
  if (kind === 'due out') return `due out, ${standingText(doing.standing)}`;
  if (kind === 'may be out') return `may be out: status “${doing.booking.status}”`;
  if (doing.until === null) return 'free';
  const word = kind === 'flying' && isSimulator ? 'in use' : kind;
  return `${word} until ${whenText(doing.until, now, clock)}`;
}

/** `1 older booking to close`; null where there is none. */
export function toCloseText({ toClose }: Pick<AircraftNow, 'toClose'>): string | null {
  if (toClose.length === 0) return null;
  return `${toClose.length} older ${toClose.length === 1 ? 'booking' : 'bookings'} to close`;
}
