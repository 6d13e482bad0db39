import type { BookingKind, TimedBooking } from '#domain/bookings.ts';
import { addDays, addMonths, type Day, daySpan, type Span } from '#domain/time.ts';
import { type CalendarDay, calendarDays, type DayBooking, mondayOf } from './days.ts';

/** Why a booking is named in its day: it clashes, is work on an aircraft, a check ride, or one of the earliest. */
type NotableReason = 'conflict' | 'maintenance' | 'check ride' | 'early';
type Notable = DayBooking & { readonly why: NotableReason };

export type MonthDay = CalendarDay & {
  readonly isInMonth: boolean;
  readonly counts: Readonly<Partial<Record<BookingKind, number>>>;
  /** At most `mostNotable`, in order of importance, then of start. */
  readonly notable: readonly Notable[];
};

export const mostNotable = 3;

/** The days a month's grid shows, from a Monday to a Sunday: `month` is `2026-05`. */
export function monthDays(month: string): { readonly first: Day; readonly count: number } {
  const first = mondayOf(`${month}-01`);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const count = (Date.parse(addDays(mondayOf(last), 7)) - Date.parse(first)) / 86_400_000;
  return { first, count };
}

/** The span of a month's grid, to ask for its bookings. */
export function monthSpan(month: string, zone: string): Span {
  const { first, count } = monthDays(month);
  return daySpan(first, zone, count);
}

type MonthSources = {
  /** In order of start. */
  readonly bookings: readonly TimedBooking[];
  /** The keys of the bookings that are part of a conflict. */
  readonly clashing: Pick<ReadonlySet<string>, 'has'>;
};

/** The weeks of a month, Monday first, with what each day holds. */
export function monthWeeks(
  month: string,
  { bookings, clashing }: MonthSources,
  zone: string,
): readonly (readonly MonthDay[])[] {
  const { first, count } = monthDays(month);
  const days = calendarDays(bookings, first, count, zone).map((day): MonthDay => ({
    ...day,
    isInMonth: day.day.startsWith(month),
    counts: countKinds(day.bookings),
    notable: notableOf(day.bookings, clashing),
  }));
  return Array.from({ length: count / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

function countKinds(bookings: readonly DayBooking[]): MonthDay['counts'] {
  const counts: Partial<Record<BookingKind, number>> = {};
  for (const { booking } of bookings) counts[booking.kind] = (counts[booking.kind] ?? 0) + 1;
  return counts;
}

const ranks: Readonly<Record<NotableReason, number>> = { conflict: 0, maintenance: 1, 'check ride': 2, early: 3 };

function notableOf(bookings: readonly DayBooking[], clashing: MonthSources['clashing']): Notable[] {
  return bookings
    .map((one): Notable => ({ ...one, why: reasonOf(one.booking, clashing) }))
    .toSorted((a, b) => ranks[a.why] - ranks[b.why])
    .slice(0, mostNotable);
}

/** Names are each school's own; these are how the test at the end of a course is written. */
const checkRide = /\b(check\s?-?ride|practical test)\b/i;

function reasonOf(booking: TimedBooking, clashing: MonthSources['clashing']): NotableReason {
  if (clashing.has(booking.key)) return 'conflict';
  if (booking.kind === 'Maintenance') return 'maintenance';
  return checkRide.test(`${booking.activity} ${booking.type}`) ? 'check ride' : 'early';
}
