import type { ReservationKind, TimedReservation } from '#domain/reservations/reservations.ts';
import { type Capacity, type DayLoad, dayLoad, flyingHours } from '#domain/calendar/dayLoad.ts';
import { calendarDays, countKinds, maxNotable, monthDays, notableOf } from '#domain/calendar/days.ts';
import { shortSpanText, tailAndTitle } from '#domain/reservations/reservationTitles.ts';
import { type Clock, dayText, shownDayText } from '#domain/time/clock.ts';
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

/** Which reservations of a day are named when it is pressed, of `everything` or of one aircraft or person. */
export function namedNote(of: MonthOf): string {
  const first = `Press the marks for up to ${maxNotable} names: shop visits to come, then check rides`;
  return of === 'one' ? `${first}, then the earliest` : first;
}

/** Whether a month is of the whole school, or of one aircraft or person. */
export type MonthOf = 'everything' | 'one';

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
  /** `Tue 12 May`. */
  readonly title: string;
  readonly isInMonth: boolean;
  readonly isKnown: boolean;
  /** The full text of the cell for screen readers. */
  readonly label: string;
  /** `not known yet` while unread; empty otherwise. */
  readonly unread: string;
  /** How many have a definite conflict, and how many only a possible one. */
  readonly definite: number;
  readonly possible: number;
  /**
   * What is drawn as a mark and a count: of the whole school what is out of the ordinary (shop visits, check rides, time off), of one
   * aircraft or person every kind.
   */
  readonly marks: readonly { readonly kind: ReservationKind; readonly count: number; readonly word: string }[];
  /** The hours booked against available hours, and the share; null if unknown, or if nothing is booked. */
  readonly load: DayLoad | null;
  /** In order of start. */
  readonly named: readonly {
    readonly reservation: TimedReservation;
    /** `N512SP Annual`, `N512SP Annual, since Mon 11 May`. */
    readonly text: string;
    /** `0800–1700L N512SP Annual`, for a tooltip. */
    readonly line: string;
  }[];
};

/** A day of the month in words and counts. */
export function monthCell(day: MonthDay, capacity: Capacity | null, clock: Clock, of: MonthOf): MonthCell {
  const { counts, total, isKnown } = day;
  const kinds = reservationKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count, word: kindWord(kind) }] : [];
  });
  const { definite, possible } = day.conflicts ?? { definite: 0, possible: 0 };
  const load = dayLoad(day.hours ?? 0, day.load, capacity);
  const words = [
    dayText(day.day),
    total > 0 && `${total} booked`,
    ...kinds.map(({ count, word }) => `${count} ${word}`),
    load && [load.words, load.share].filter(Boolean).join(', '),
    definite > 0 && `${definite} in conflict`,
    possible > 0 && `${possible} possibly in conflict`,
    total === 0 && 'nothing booked',
  ].filter(Boolean);
  const { start } = daySpan(day.day, clock.zone);
  return {
    day: day.day,
    number: Number(day.day.slice(8)),
    title: dayText(day.day),
    isInMonth: day.isInMonth,
    isKnown,
    label: isKnown ? words.join(', ') : `${dayText(day.day)}, not known yet`,
    unread: isKnown ? '' : 'not known yet',
    definite,
    possible,
    marks: of === 'one' ? kinds : exceptions(day),
    load,
    named: day.notable
      .toSorted((a, b) => a.reservation.start - b.reservation.start)
      .map(({ reservation }) => {
        const since = reservation.start < start ? `, since ${shownDayText(reservation.start, clock)}` : '';
        const text = `${tailAndTitle(reservation)}${since}`;
        return { reservation, text, line: `${shortSpanText(reservation, clock)} ${text}` };
      }),
  };
}

/** The check rides are those that are named: a summary does not count them. */
function exceptions({ counts, notable }: MonthDay): MonthCell['marks'] {
  const rides = notable.filter(({ why }) => why === 'check ride').length;
  const marks = [
    { kind: 'Maintenance', count: counts.Maintenance ?? 0, word: 'in the shop' },
    { kind: 'Standard', count: rides, word: rides === 1 ? 'check ride' : 'check rides' },
    { kind: 'Instructor Time Off', count: counts['Instructor Time Off'] ?? 0, word: 'time off' },
  ] as const;
  return marks.filter(({ count }) => count > 0);
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day that a key moves to; null for other keys, or outside the grid. */
export function dayByKey(key: string, from: Day, days: readonly Day[]): Day | null {
  const weekday = days.indexOf(from) % 7;
  const step = { ...steps, Home: -weekday, End: 6 - weekday }[key];
  const next = step === undefined ? null : addDays(from, step);
  return next !== null && days.includes(next) ? next : null;
}
