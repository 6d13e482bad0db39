import type { BriefBlock } from '#contract/gateway/brief.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { Reservation, TimedReservation } from '#domain/reservations/reservations.ts';
import { shortSpanText } from '#domain/reservations/reservationTitles.ts';
import type { ReservationChange } from '#domain/reservations/changes.ts';
import { type Clock, clockText, shownDay, weekdayDateText } from '#domain/time/clock.ts';
import type { Day, Instant, Span } from '#domain/time/time.ts';
import type { Draft } from './sheet.ts';

/** The sources of every list in the brief. */
export type BriefDay = {
  /** The index of the present instant, with all reservations of the day. */
  readonly index: ReadinessIndex;
  readonly span: Span;
  /** True if the brief covers a reservation, or an aircraft by its id: it is not known to be at another location. */
  readonly isHere: (of: Reservation | string) => boolean;
  /** Reservations that touch the day and are not void, in order of start. */
  readonly states: readonly ReservationWithState[];
  /** The changes logged since `from`, in order of time. The log is complete since `logFrom`. */
  readonly changes: {
    readonly logged: readonly ReservationChange[];
    readonly from: Instant;
    readonly logFrom: Instant;
  };
  /** See `briefClock`. */
  readonly clock: Clock;
  readonly now: Instant;
  /** What has not been read. A list may say that it has none only if all its sources have been read. */
  readonly unread: readonly Unread[];
};

/** A source that has not been read, or could not be, in words; `of` identifies the lists that need it. */
export type Unread = {
  readonly of: 'fleet' | 'records' | 'people' | 'reservations' | 'other days' | 'location';
  readonly text: string;
};

/** The given words for an empty list, if all its sources have been read. */
export function noneUnless(
  words: string,
  { unread }: Pick<BriefDay, 'unread'>,
  needs: readonly Unread['of'][],
): string {
  return unread.some(({ of }) => needs.includes(of)) ? 'Not known yet: see “Not loaded”' : words;
}

/**
 * The clock of a brief: the operator's own time zone, because the paper hangs at the school. People read it on the
 * brief's day, which may not be the day it was made. So a time without a day is on the brief's day.
 */
export function briefClock(day: Day, zone: string): Clock {
  return { zone, mode: 'L', home: day };
}

export type Row = Draft['rows'][number];
type Column = BriefBlock['columns'][number];

const code = (width: number): Column => ({ kind: 'code', width });
export const mark = (width: number): Column => ({ kind: 'mark', width });
export const rest: Column = { kind: 'text', width: null };
/** The width of `1400L` and of a tail number. All widths are in line heights. */
export const time = code(3.2);
export const tail = code(4.3);

/** `1400L`, or `Wed 13` for a start on another day. */
export function startCell(start: Instant, { span, clock }: BriefDay): string {
  const isHere = start >= span.start && start < span.end;
  return isHere ? clockText(start, clock) : weekdayDateText(shownDay(start, clock));
}

/** The part of a span within the day: `all day`, `until 1200L`, `0800–1700L`. */
export function spanWithin(reservation: TimedReservation, { span, clock }: BriefDay): string {
  const [isBefore, isAfter] = [reservation.start <= span.start, reservation.end >= span.end];
  if (isBefore && isAfter) return 'all day';
  if (isBefore) return `until ${clockText(reservation.end, clock)}`;
  return isAfter ? `from ${clockText(reservation.start, clock)}` : shortSpanText(reservation, clock);
}
