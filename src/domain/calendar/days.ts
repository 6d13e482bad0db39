import { type TimedBooking, type BookingKind, isFlight } from '#domain/reservations/bookings.ts';
import { addDays, type Day, daySpan, overlaps, type Span, addMonths } from '#domain/time/time.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import { isVoid, type Certainty } from '#domain/readiness/standing.ts';

/** A booking in one of the days it touches. */
export type DayBooking = {
  readonly booking: TimedBooking;
  /** True where it began before the day. */
  readonly fromBefore: boolean;
  /** True where it goes on after the day. */
  readonly goesOn: boolean;
};

/** A day of the operator's calendar, with its true 23, 24 or 25 hours. */
export type CalendarDay = { readonly day: Day; readonly span: Span; readonly bookings: readonly DayBooking[] };

/**
 * So many days from a first one, each with the bookings that touch it, in the order given; empty days too. One that ends at
 * midnight does not touch the next day.
 */
export function calendarDays(
  bookings: readonly TimedBooking[],
  first: Day,
  count: number,
  zone: string,
): readonly CalendarDay[] {
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index);
    const span = daySpan(day, zone);
    const here = bookings.filter((booking) => touches(booking, span));
    return {
      day,
      span,
      bookings: here.map((booking) => ({
        booking,
        fromBefore: booking.start < span.start,
        goesOn: booking.end > span.end,
      })),
    };
  });
}

/** One without length at midnight belongs to the day that begins. */
function touches(booking: Span, span: Span): boolean {
  return overlaps(booking, span) || (booking.start === booking.end && booking.start === span.start);
}

/** The Monday on or before a day. */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Why a booking is named in its day: it is in conflict, is work on an aircraft, a check ride, or one of the earliest. */
type NotableReason = 'conflict' | 'maintenance' | 'check ride' | 'early';
type Notable = DayBooking & { readonly why: NotableReason };

/** Of each day so many are named. */
export const mostNotable = 3;

/** How many bookings of each kind there are; void ones are not booked. */
export function countKinds(bookings: readonly DayBooking[]): Partial<Record<BookingKind, number>> {
  const counts: Partial<Record<BookingKind, number>> = {};
  for (const { booking } of bookings) {
    if (!isVoid(booking)) counts[booking.kind] = (counts[booking.kind] ?? 0) + 1;
  }
  return counts;
}

/** At most `mostNotable` bookings of a day, in order of importance, then as given. `clashing` has the keys of those in conflict. */
export function notableOf(
  bookings: readonly DayBooking[],
  clashing: Pick<ReadonlySet<string>, 'has'>,
): readonly Notable[] {
  const named: Notable[] = [];
  for (const why of reasons) {
    for (const one of bookings) {
      if (named.length === mostNotable) return named;
      if (!isVoid(one.booking) && isNamedFor(one.booking, clashing, why)) named.push({ ...one, why });
    }
  }
  return named;
}

/** The gravest first. */
const reasons = ['conflict', 'maintenance', 'check ride', 'early'] as const satisfies readonly NotableReason[];

/** Names are each school's own; these are how the test at the end of a course is written. */
const checkRide = /\b(check\s?-?ride|practical test)\b/i;

/** True where this is the gravest reason to name a booking. */
function isNamedFor(booking: TimedBooking, clashing: Pick<ReadonlySet<string>, 'has'>, why: NotableReason): boolean {
  if (clashing.has(booking.key)) return why === 'conflict';
  if (booking.kind === 'Maintenance') return why === 'maintenance';
  if (why === 'conflict' || why === 'maintenance') return false;
  return checkRide.test(`${booking.activity} ${booking.type}`) === (why === 'check ride');
}

const hour = 3_600_000;
/** From 0600 to 2200. */
const hoursOfADay = 16;

/** Hours of the clock for which aircraft are booked to fly within a span: what is void, and simulators, do not. */
export function flyingHours(bookings: readonly DayBooking[], span: Span): number {
  const flights = bookings.filter(
    ({ booking }) => isFlight(booking) && !isVoid(booking) && booking.record.aircraft?.isSimulator !== true,
  );
  return flights.reduce(
    (sum, { booking: { start, end } }) => sum + (Math.min(end, span.end) - Math.max(start, span.start)) / hour,
    0,
  );
}

/**
 * Booked hours as a share of what the active aircraft could fly from 0600 to 2200; above 1 where more is booked, null without
 * active aircraft.
 */
export function loadOf(hours: number, fleet: readonly Aircraft[]): number | null {
  const count = fleet.filter((one) => lifeOf(one.status) === 'active' && one.isSimulator !== true).length;
  return count === 0 ? null : hours / (count * hoursOfADay);
}

/** A day of a month's grid. */
export type MonthDay = {
  readonly day: Day;
  readonly isInMonth: boolean;
  /** False while its reservations have not been read. */
  readonly isKnown: boolean;
  /** All reservations that touch it, and how many there are of each kind. */
  readonly total: number;
  readonly counts: Readonly<Partial<Record<BookingKind, number>>>;
  /** Hours for which aircraft are booked to fly, and their share of what could be flown; null where that is not known. */
  readonly hours: number | null;
  readonly load: number | null;
  /** Reservations in a conflict; null while what decides it has not been read. */
  readonly conflicts: { readonly definite: number; readonly possible: number } | null;
  /** The few that stand out, in order of importance, then of start. */
  readonly notable: readonly { readonly why: string; readonly booking: TimedBooking }[];
};

/** The days a month's grid shows, from a Monday to a Sunday: `month` is `2026-05`. */
export function monthDays(month: string): { readonly first: Day; readonly count: number } {
  const first = mondayOf(`${month}-01`);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const count = (Date.parse(addDays(mondayOf(last), 7)) - Date.parse(first)) / 86_400_000;
  return { first, count };
}

/** The summary of a day as the gateway gives it. */
export type SummarisedDay = Omit<MonthDay, 'isInMonth' | 'total' | 'counts'> & {
  readonly counts: Readonly<Record<string, number>>;
};

/** The weeks of a month, Monday first, from summaries; a day without one is not known. */
export function monthOfSummaries(month: string, summaries: readonly SummarisedDay[]): readonly (readonly MonthDay[])[] {
  const known = new Map(summaries.map((summary) => [summary.day, summary]));
  return weeksOf(month, (day) => {
    const summary = known.get(day) ?? { ...unknown, day };
    return { ...summary, total: Object.values(summary.counts).reduce((sum, count) => sum + count, 0) };
  });
}

const unknown: Omit<SummarisedDay, 'day'> = {
  isKnown: false,
  counts: {},
  hours: null,
  load: null,
  conflicts: null,
  notable: [],
};

type MonthSources = {
  /** In order of start; they cover the whole grid. */
  readonly bookings: readonly TimedBooking[];
  /** How certain the worst conflict of a booking is, by its key; undefined for one without. */
  readonly certaintyOf: (key: string) => Certainty | undefined;
};

/** The weeks of a month from its bookings, for a choice of them that summaries do not know. */
export function monthOfBookings(
  month: string,
  { bookings, certaintyOf }: MonthSources,
  zone: string,
): readonly (readonly MonthDay[])[] {
  const { first, count } = monthDays(month);
  const byDay = new Map(calendarDays(bookings, first, count, zone).map(({ day, bookings: own }) => [day, own]));
  return weeksOf(month, (day) => {
    const own = byDay.get(day) ?? [];
    const certainties = own.map(({ booking }) => certaintyOf(booking.key));
    const countOf = (certainty: Certainty) => certainties.filter((one) => one === certainty).length;
    return {
      day,
      isKnown: true,
      total: own.length,
      counts: countKinds(own),
      hours: null,
      load: null,
      conflicts: { definite: countOf('definite'), possible: countOf('possible') },
      notable: notableOf(own, { has: (key) => certaintyOf(key) !== undefined }),
    };
  });
}

function weeksOf(month: string, dayOf: (day: Day) => Omit<MonthDay, 'isInMonth'>): readonly (readonly MonthDay[])[] {
  const { first, count } = monthDays(month);
  const days = Array.from({ length: count }, (_, index): MonthDay => {
    const day = addDays(first, index);
    return { ...dayOf(day), isInMonth: day.startsWith(month) };
  });
  return Array.from({ length: count / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

export type MonthConflicts = {
  /** Days that have one. */
  readonly definite: number;
  /** Days that have possible ones alone. */
  readonly possible: number;
};

/** On how many days of the month there are conflicts; null while that is not known of every day. */
export function monthConflicts(weeks: readonly (readonly MonthDay[])[]): MonthConflicts | null {
  const found = { definite: 0, possible: 0 };
  for (const { conflicts } of weeks.flat()) {
    if (!conflicts) return null;
    if (conflicts.definite > 0) found.definite++;
    else if (conflicts.possible > 0) found.possible++;
  }
  return found;
}
