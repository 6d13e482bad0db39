import type { BriefBlock } from '#contract/gateway/brief.ts';
import type { StoodBooking } from '#domain/readiness/aircraftNow.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { Booking, TimedBooking } from '#domain/reservations/bookings.ts';
import { spanText } from '#domain/reservations/bookingTitles.ts';
import type { BookingChange } from '#domain/reservations/changes.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Day, Instant, Span } from '#domain/time/time.ts';
import type { Draft } from './sheet.ts';

/** What every list of the brief is made from. */
export type BriefDay = {
  /** Of the present instant, with all reservations of the day. */
  readonly index: ReadinessIndex;
  readonly span: Span;
  /** Whether a reservation, or an aircraft by its id, is told of: not what is known to be at another location. */
  readonly isHere: (of: Booking | string) => boolean;
  /** What touches the day and is not void, in order of start. */
  readonly stood: readonly StoodBooking[];
  /** The changes from an instant on, in order of time, and since when the log of them is complete. */
  readonly changes: { readonly logged: readonly BookingChange[]; readonly from: Instant; readonly logFrom: Instant };
  /** See `briefClock`. */
  readonly clock: Clock;
  readonly now: Instant;
  /** What has not been read: a list may only say that it has none where all is read that it rests on. */
  readonly unread: readonly Unread[];
};

/** Something that has not been read, or could not be, in words; `of` tells which lists rest on it. */
export type Unread = {
  readonly of: 'fleet' | 'records' | 'people' | 'reservations' | 'other days' | 'location';
  readonly text: string;
};

/** That a list has none, in these words, where all has been read that it rests on. */
export function noneUnless(
  words: string,
  { unread }: Pick<BriefDay, 'unread'>,
  needs: readonly Unread['of'][],
): string {
  return unread.some(({ of }) => needs.includes(of)) ? 'Not known yet: see “Not read”' : words;
}

/**
 * The clock of a brief: the operator's own, because paper hangs on one wall. Paper is read on the day that it is of, which may not
 * be the day that it is made on, so that times without a day are of that day.
 */
export function briefClock(day: Day, zone: string): Clock {
  return { zone, mode: 'L', home: day };
}

export type Row = Draft['rows'][number];
type Column = BriefBlock['columns'][number];

const code = (width: number): Column => ({ kind: 'code', width });
export const mark = (width: number): Column => ({ kind: 'mark', width });
export const rest: Column = { kind: 'text', width: null };
/** Of `1400L` and of a tail number, in heights of a line, as all widths are. */
export const time = code(3.2);
export const tail = code(4.3);

/** `1400L`, or `Wed 13` for what begins on another day. */
export function startCell(start: Instant, { span, clock }: BriefDay): string {
  const isHere = start >= span.start && start < span.end;
  return isHere ? clockText(start, clock) : dayText(shownDay(start, clock)).slice(0, 6);
}

/** As much of a span as lies in the day: `all day`, `until 1200L`, `0800–1700L`. */
export function spanWithin(booking: TimedBooking, { span, clock }: BriefDay): string {
  const [isBefore, isAfter] = [booking.start <= span.start, booking.end >= span.end];
  if (isBefore && isAfter) return 'all day';
  if (isBefore) return `until ${clockText(booking.end, clock)}`;
  return isAfter ? `from ${clockText(booking.start, clock)}` : spanText(booking, clock);
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
