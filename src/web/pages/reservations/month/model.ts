import type { ReservationKind, TimedReservation } from '#domain/reservations/reservations.ts';
import { type Capacity, type DayLoad, dayLoad, flyingHours } from '#domain/calendar/dayLoad.ts';
import { calendarDays, countKinds, maxNotable, monthDays, notableOf } from '#domain/calendar/days.ts';
import { tailAndTitle } from '#domain/reservations/reservationTitles.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, type Day, daySpan } from '#domain/time/time.ts';
import type { Certainty } from '#domain/reservations/state.ts';
import { kindWord, reservationKinds } from '#web/components/reservation/kinds.tsx';

/** A day of a month's grid. */
export type MonthDay = {
  readonly day: Day;
  readonly isInMonth: boolean;
  /** False until its reservations are read. */
  readonly isKnown: boolean;
  /** How many reservations overlap it, in total and by kind; void ones are not counted. */
  readonly total: number;
  readonly counts: Readonly<Partial<Record<ReservationKind, number>>>;
  /** Hours of booked flying, and their share of the available hours; null if unknown. */
  readonly hours: number | null;
  readonly load: number | null;
  /** Reservations in a conflict; null until their sources are read. */
  readonly conflicts: { readonly definite: number; readonly possible: number } | null;
  /** The few notable ones, in order of importance, then of start. */
  readonly notable: readonly { readonly why: string; readonly reservation: TimedReservation }[];
};

/** Whole weeks, Monday first. */
export type MonthWeeks = readonly (readonly MonthDay[])[];

/** The summary of a day as the gateway gives it. */
export type SummarisedDay = Omit<MonthDay, 'isInMonth' | 'total' | 'counts'> & {
  readonly counts: Readonly<Record<string, number>>;
};

/** The weeks of a month (`2026-05`) from summaries; a day without one is unknown. Its earliest reservations are not notable. */
export function monthOfSummaries(month: string, summaries: readonly SummarisedDay[]): MonthWeeks {
  const known = new Map(summaries.map((summary) => [summary.day, summary]));
  return weeksOf(month, (day) => {
    const summary = known.get(day) ?? { ...unknown, day };
    const notable = summary.notable.filter(({ why }) => why !== 'early');
    return { ...summary, notable, total: sumOf(summary.counts) };
  });
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
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
  readonly reservations: readonly TimedReservation[];
  /** How certain the worst conflict of a reservation is, by its key; undefined for one without. */
  readonly certaintyOf: (key: string) => Certainty | undefined;
};

/** The weeks of a month from its reservations, for one aircraft or person: summaries do not separate them. */
export function monthOfReservations(
  month: string,
  { reservations, certaintyOf }: MonthSources,
  zone: string,
): MonthWeeks {
  const { first, count } = monthDays(month);
  const byDay = new Map(
    calendarDays(reservations, first, count, zone).map(({ day, reservations: ownReservations }) => [
      day,
      ownReservations,
    ]),
  );
  return weeksOf(month, (day) => {
    const ownReservations = byDay.get(day) ?? [];
    const certainties = ownReservations.map(({ reservation }) => certaintyOf(reservation.key));
    const countOf = (certainty: Certainty) => certainties.filter((candidate) => candidate === certainty).length;
    const counts = countKinds(ownReservations);
    return {
      day,
      isKnown: true,
      total: sumOf(counts),
      counts,
      hours: flyingHours(ownReservations, daySpan(day, zone)),
      load: null,
      conflicts: { definite: countOf('definite'), possible: countOf('possible') },
      notable: notableOf(ownReservations),
    };
  });
}

/** Why the cells of a month name these reservations and no others: of `everything`, or of one aircraft or person. */
export function namedNote(of: 'everything' | 'one'): string {
  const first = `Named, up to ${maxNotable} a day: shop visits to come, then check rides`;
  return of === 'one' ? `${first}, then the earliest` : first;
}

function weeksOf(month: string, dayOf: (day: Day) => Omit<MonthDay, 'isInMonth'>): MonthWeeks {
  const { first, count } = monthDays(month);
  const days = Array.from({ length: count }, (_, index): MonthDay => {
    const day = addDays(first, index);
    return { ...dayOf(day), isInMonth: day.startsWith(month) };
  });
  return Array.from({ length: count / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

export type MonthConflicts = {
  /** Days with at least one. */
  readonly definite: number;
  /** Days with only possible ones. */
  readonly possible: number;
};

/** On how many days of the month there are conflicts; null until known for every day. */
export function monthConflicts(weeks: MonthWeeks): MonthConflicts | null {
  const found = { definite: 0, possible: 0 };
  for (const { conflicts } of weeks.flat()) {
    if (!conflicts) return null;
    if (conflicts.definite > 0) found.definite++;
    else if (conflicts.possible > 0) found.possible++;
  }
  return found;
}

/** What a cell of the month shows. */
export type MonthCell = {
  readonly day: Day;
  /** The day of the month: `12`. */
  readonly number: number;
  readonly isInMonth: boolean;
  readonly isKnown: boolean;
  /** The full text of the cell for screen readers. */
  readonly label: string;
  /** How many are booked: `94 booked`; empty for none; a note while unread. */
  readonly total: string;
  /** How many have a definite conflict. */
  readonly definite: number;
  /** `24 possible`; empty for none. */
  readonly possible: string;
  readonly kinds: readonly { readonly kind: ReservationKind; readonly count: number; readonly word: string }[];
  /** The hours booked against available hours, and the share; null if unknown, or if nothing is booked. */
  readonly load: DayLoad | null;
  /** In order of start; an arrow before one that began on an earlier day. */
  readonly named: readonly {
    readonly reservation: TimedReservation;
    readonly text: string;
    readonly isFromBefore: boolean;
  }[];
};

/** A day of the month in words and counts. */
export function monthCell(day: MonthDay, capacity: Capacity | null, zone: string): MonthCell {
  const { counts, total, isKnown } = day;
  const kinds = reservationKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count, word: kindWord(kind) }] : [];
  });
  const { definite, possible } = day.conflicts ?? { definite: 0, possible: 0 };
  const load = dayLoad(day.hours ?? 0, day.load, capacity);
  const words = [
    dayText(day.day),
    ...kinds.map(({ count, word }) => `${count} ${word}`),
    load && [load.words, load.share].filter(Boolean).join(', '),
    definite > 0 && `${definite} in conflict`,
    possible > 0 && `${possible} possibly in conflict`,
    total === 0 && 'nothing booked',
  ].filter(Boolean);
  const { start } = daySpan(day.day, zone);
  return {
    day: day.day,
    number: Number(day.day.slice(8)),
    isInMonth: day.isInMonth,
    isKnown,
    label: isKnown ? words.join(', ') : `${dayText(day.day)}, not known yet`,
    total: isKnown ? (total > 0 ? `${total} booked` : '') : 'not known yet',
    definite,
    possible: possible > 0 ? `${possible} possible` : '',
    kinds,
    load,
    named: day.notable
      .toSorted((a, b) => a.reservation.start - b.reservation.start)
      .map(({ reservation }) => ({
        reservation,
        text: tailAndTitle(reservation),
        isFromBefore: reservation.start < start,
      })),
  };
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day that a key moves to; null for other keys, or outside the grid. */
export function dayByKey(key: string, from: Day, days: readonly Day[]): Day | null {
  const weekday = days.indexOf(from) % 7;
  const step = { ...steps, Home: -weekday, End: 6 - weekday }[key];
  const next = step === undefined ? null : addDays(from, step);
  return next !== null && days.includes(next) ? next : null;
}
