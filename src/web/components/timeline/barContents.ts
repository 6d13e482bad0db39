import { type TimedReservation, isShopVisit } from '#domain/reservations/reservations.ts';
import type { Clock } from '#domain/time/clock.ts';
import { barText, firstName, type ReservationMark, type RowOf } from '#domain/timeline/barWords.ts';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { isLive, isStillAway, type ReservationState, stateText } from '#domain/reservations/state.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Alert, Upkeep } from '#domain/conflicts/upkeep.ts';

type Sign = 'late' | 'definite' | 'possible' | 'change';
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

/** The status of most reservations; like the most common type it has no mark, to leave space for names. */
export const reserved = 0;

/**
 * What fits in a bar of a width, in pixels, in its row. In this order: that it is not back, a conflict, the icon of an unusual type, the name, a
 * change, the status.
 */
export function barContents(
  reservation: TimedReservation,
  mark: ReservationMark | undefined,
  clock: Clock,
  width: number,
  row?: RowOf,
): BarContents {
  const first = firstName(reservation, clock, row);
  let room = width - padding;
  let kept = 0;
  const takes = (cost: number) => {
    const fits = room - cost >= kept;
    if (fits) room -= cost;
    return fits;
  };
  const late = mark?.late && takes(signRoom) ? (['late'] as const) : [];
  const conflict = mark?.conflict && takes(signRoom) ? [mark.conflict] : [];
  const hasIcon = reservation.kind !== 'Standard' && takes(iconRoom);
  if (room >= fewLetters * letterRoom) kept = Math.min(first.length, nameLetters) * letterRoom;
  const change = mark?.change && takes(signRoom) ? (['change'] as const) : [];
  const hasStatus = reservation.statusId !== reserved && takes(signRoom);
  const letters = Math.floor(room / letterRoom);
  const text = letters >= fewLetters ? barText(reservation, clock, letters, row) : null;
  return { hasIcon, text, signs: [...late, ...conflict, ...change], hasStatus };
}

type MarkSources = {
  readonly reservations: readonly TimedReservation[];
  /** By the reservations' keys. */
  readonly conflictsOf: ReadonlyMap<string, readonly Conflict[]>;
  readonly crossings: ReadonlySet<string>;
  /** By the reservations' keys; null while the records that checks need are loading. */
  readonly checks: ReadonlyMap<string, DispatchCheck> | null;
  /** In words: `moved from 1300L`. */
  readonly changes: ReadonlyMap<string, string>;
  /** Those that are not back, or may not be, by key. */
  readonly notBack: ReadonlyMap<string, ReservationState>;
  /** By the aircraft's ids. */
  readonly upkeep: ReadonlyMap<string, Upkeep>;
  readonly now: Instant;
};

/** The marks of the reservations, by key; reservations without marks are left out. An ended reservation has no alert. */
export function reservationMarks({ reservations, ...sources }: MarkSources): ReadonlyMap<string, ReservationMark> {
  const marks = reservations.map((reservation): [string, ReservationMark] => [
    reservation.key,
    markOf(reservation, sources),
  ]);
  return new Map(marks.filter(([, mark]) => Object.values(mark).some((value) => value !== undefined)));
}

function markOf(
  reservation: TimedReservation,
  { conflictsOf, changes, checks, notBack, ...sources }: Omit<MarkSources, 'reservations'>,
): ReservationMark {
  const conflicts = conflictsOf.get(reservation.key) ?? [];
  const isDefinite = conflicts.some(({ certainty }) => certainty === 'definite');
  return {
    conflict: conflicts.length === 0 ? undefined : isDefinite ? 'definite' : 'possible',
    check: checkMark(checks?.get(reservation.key)),
    late: lateMark(notBack.get(reservation.key)),
    change: changes.get(reservation.key),
    alert: alertOf(reservation, sources),
  };
}

function lateMark(state: ReservationState | undefined): ReservationMark['late'] {
  return state && isStillAway(state) ? { step: state.step, words: stateText(state) } : undefined;
}

/** An unknown check is marked only in the details. */
function checkMark(check: DispatchCheck | undefined): ReservationMark['check'] {
  if (!check || check.level === 'no findings' || check.level === 'not known') return undefined;
  return { level: check.level, words: checkText(check) };
}

function alertOf(
  reservation: TimedReservation,
  { upkeep, crossings, now }: Pick<MarkSources, 'upkeep' | 'crossings' | 'now'>,
): Alert | undefined {
  if (reservation.end <= now || isShopVisit(reservation) || !isLive(reservation, now)) return undefined;
  if (upkeep.get(reservation.aircraftId ?? '')?.alert === 'expired') return 'expired';
  return crossings.has(reservation.key) ? 'crossing' : undefined;
}
