import { type TimedBooking, isShopVisit } from '#domain/reservations/bookings.ts';
import type { Clock } from '#domain/time/clock.ts';
import { barText, type BookingMark, firstName, type RowOf } from '#domain/timeline/barWords.ts';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { isLive } from '#domain/reservations/standing.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Alert, Upkeep } from '#domain/conflicts/upkeep.ts';

type Sign = 'definite' | 'possible' | 'change';
type BarContents = {
  /** The type's icon at the left end. */
  readonly hasIcon: boolean;
  /** Null if not even a few letters fit. The style sheet cuts text that is still too long. */
  readonly text: string | null;
  /** The small shapes at the right end, and whether the status fits after them. */
  readonly signs: readonly Sign[];
  readonly hasStatus: boolean;
};

/** Pixels, as in `RowLine.module.css`; a letter is that of an ordinary 12 px face. */
const padding = 8;
const iconRoom = 17;
export const signRoom = 15;
const letterRoom = 6.8;
const fewLetters = 3;
const nameLetters = 8;

/** The status of most bookings; like the most common type it has no mark, to leave space for names. */
export const reserved = 0;

/**
 * What fits in a bar of a width, in pixels, in its row. In this order: a conflict, the icon of an unusual type, the name, a
 * change, the status.
 */
export function barContents(
  booking: TimedBooking,
  mark: BookingMark | undefined,
  clock: Clock,
  width: number,
  row?: RowOf,
): BarContents {
  const first = firstName(booking, clock, row);
  let room = width - padding;
  let kept = 0;
  const takes = (cost: number) => {
    const fits = room - cost >= kept;
    if (fits) room -= cost;
    return fits;
  };
  const conflict = mark?.conflict && takes(signRoom) ? [mark.conflict] : [];
  const hasIcon = booking.kind !== 'Standard' && takes(iconRoom);
  if (room >= fewLetters * letterRoom) kept = Math.min(first.length, nameLetters) * letterRoom;
  const change = mark?.change && takes(signRoom) ? (['change'] as const) : [];
  const hasStatus = booking.statusId !== reserved && takes(signRoom);
  const letters = Math.floor(room / letterRoom);
  const text = letters >= fewLetters ? barText(booking, clock, letters, row) : null;
  return { hasIcon, text, signs: [...conflict, ...change], hasStatus };
}

type MarkSources = {
  readonly bookings: readonly TimedBooking[];
  /** By the bookings' keys. */
  readonly conflictsOf: ReadonlyMap<string, readonly Conflict[]>;
  readonly crossings: ReadonlySet<string>;
  /** By the bookings' keys; null while the records that checks need are loading. */
  readonly checks: ReadonlyMap<string, DispatchCheck> | null;
  /** In words: `moved from 1300L`. */
  readonly changes: ReadonlyMap<string, string>;
  /** By the aircraft's ids. */
  readonly upkeep: ReadonlyMap<string, Upkeep>;
  readonly now: Instant;
};

/** The marks of the bookings, by key; bookings without marks are left out. An ended booking has no alert. */
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

/** An unknown check is marked only in the details. */
function checkMark(check: DispatchCheck | undefined): BookingMark['check'] {
  if (!check || check.level === 'no findings' || check.level === 'not known') return undefined;
  return { level: check.level, words: checkText(check) };
}

function alertOf(
  booking: TimedBooking,
  { upkeep, crossings, now }: Pick<MarkSources, 'upkeep' | 'crossings' | 'now'>,
): Alert | undefined {
  if (booking.end <= now || isShopVisit(booking) || !isLive(booking, now)) return undefined;
  if (upkeep.get(booking.aircraftId ?? '')?.alert === 'expired') return 'expired';
  return crossings.has(booking.key) ? 'crossing' : undefined;
}
