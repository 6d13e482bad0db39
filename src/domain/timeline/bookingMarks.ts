import { isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { isLive } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';
import type { BookingMark } from '#domain/reservations/bookingWords.ts';
import type { Conflict } from '#domain/conflicts/conflicts.ts';
import type { Alert, Upkeep } from '#domain/conflicts/upkeep.ts';

type MarkSources = {
  readonly bookings: readonly TimedBooking[];
  /** By the bookings' keys. */
  readonly conflictsOf: ReadonlyMap<string, readonly Conflict[]>;
  readonly crossings: ReadonlySet<string>;
  /** By the bookings' keys; null while the records are not here that checks rest on. */
  readonly checks: ReadonlyMap<string, DispatchCheck> | null;
  /** In words: `moved from 1300L`. */
  readonly changes: ReadonlyMap<string, string>;
  /** By the aircraft's ids. */
  readonly upkeep: ReadonlyMap<string, Upkeep>;
  readonly now: Instant;
};

/** What is marked on the bookings, by key; one without any mark is left out. What is over needs no alert any more. */
export function bookingMarks({ bookings, ...sources }: MarkSources): ReadonlyMap<string, BookingMark> {
  const marks = bookings.map((booking): [string, BookingMark] => [booking.key, markOf(booking, sources)]);
  return new Map(marks.filter(([, mark]) => Object.values(mark).some((value) => value !== undefined)));
}

function markOf(
  booking: TimedBooking,
  { conflictsOf, changes, checks, ...sources }: Omit<MarkSources, 'bookings'>,
): BookingMark {
  const conflicts = conflictsOf.get(booking.key) ?? [];
  const isDefinite = conflicts.some(({ certainty }) => certainty === 'definite');
  return {
    conflict: conflicts.length === 0 ? undefined : isDefinite ? 'definite' : 'possible',
    check: checkMark(checks?.get(booking.key)),
    change: changes.get(booking.key),
    alert: alertOf(booking, sources),
  };
}

/** What is not known says nothing on a bar: the details do. */
function checkMark(check: DispatchCheck | undefined): BookingMark['check'] {
  if (!check || check.level === 'no findings' || check.level === 'not known') return undefined;
  return { level: check.level, words: checkText(check) };
}

function alertOf(
  booking: TimedBooking,
  { upkeep, crossings, now }: Pick<MarkSources, 'upkeep' | 'crossings' | 'now'>,
): Alert | undefined {
  if (booking.end <= now || isShopVisit(booking) || !isLive(booking, now)) return undefined;
  const own = upkeep.get(booking.aircraftId ?? '')?.alert ?? undefined;
  return own !== 'expired' && crossings.has(booking.key) ? 'crossing' : own;
}
