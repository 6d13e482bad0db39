import type { BookingKind, TimedBooking } from '#domain/reservations/bookings.ts';
import { addDays, addMonths, type Day } from '#domain/time/time.ts';
import type { Certainty } from '#domain/readiness/standing.ts';
import { calendarDays, mondayOf } from './days.ts';
import { countKinds, notableOf } from './daySummary.ts';

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
