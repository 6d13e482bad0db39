import type { SetAside } from '#contract/answers.ts';
import { missingDay } from '#contract/filters.ts';
import { countText as countedText, type Knowledge, lackAfter, unanswered } from '#domain/answers/known.ts';
import { type Reading, windowOddities } from '#domain/answers/pageChecks.ts';
import { monthDays } from '#domain/calendar/days.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Certainty } from '#domain/reservations/state.ts';
import { isTimed, type TimedReservation } from '#domain/reservations/reservations.ts';
import { countAt, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import type { ReservationMark } from '#domain/timeline/barWords.ts';
import { reservationMarks } from '#web/components/timeline/barContents.ts';
import { type Resource, resourceKinds, resourcesOf } from '#domain/timeline/resources.ts';
import { monthDayText, monthText, weekdayText } from '#domain/time/clock.ts';
import {
  addDays,
  addMonths,
  type Day,
  type Instant,
  readInstant,
  type Span,
  wallText,
  mondayOf,
} from '#domain/time/time.ts';
import type { DayRead, ReservationWindow } from '#web/data/replica.ts';
import type { MonthConflicts, SummarisedDay } from './month/model.ts';
import { counted, numberText } from '#domain/words.ts';

/** The ways to look at reservations. */
export const calendarViews = ['timeline', 'week', 'month', 'agenda', 'lanes', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** How many days a timeline shows. */
export const timelineDays = ['1', '3', '7'] as const;
export type TimelineDays = (typeof timelineDays)[number];

/** What is printed: the day on one page, or the timeline as on screen. */
export type Printed = 'day' | 'timeline';

/**
 * How many tools differ from their defaults: for the timeline its days and rows, for other views the selection of reservations.
 */
export function usedTools({
  view,
  days,
  by,
  resource,
}: Record<'view' | 'days' | 'by' | 'resource', { value: string }>) {
  if (view.value !== 'timeline') return resource.value === '' ? 0 : 1;
  return Number(days.value !== '1') + Number(by.value !== 'aircraft');
}

const agendaDays = 3;

/** The days a view shows around a date: the first, and how many. */
export function shownDays(view: CalendarView, date: Day, days: TimelineDays): { first: Day; count: number } {
  if (view === 'timeline') return { first: date, count: Number(days) };
  if (view === 'week') return { first: mondayOf(date), count: 7 };
  if (view === 'month') return monthDays(date.slice(0, 7));
  return { first: date, count: view === 'agenda' ? agendaDays : 1 };
}

/** The date of the next or previous period of a view. */
export function turned(view: CalendarView, date: Day, days: TimelineDays, direction: -1 | 1): Day {
  if (view === 'month') return `${addMonths(date.slice(0, 7), direction)}-01`;
  return addDays(date, direction * shownDays(view, date, days).count);
}

/**
 * The period of a view, as its title: `Tue 12 May 2026`, `Tue 12 – Thu 14 May 2026`, `11 – 17 May 2026`, `May 2026`; without
 * its year if that is the year of `present`.
 */
export function periodText(view: CalendarView, date: Day, days: TimelineDays, present?: Day): string {
  if (view === 'month') return monthText(date.slice(0, 7));
  const { first, count } = shownDays(view, date, days);
  const last = addDays(first, count - 1);
  const isPresentYear = [first, last].every((day) => day.slice(0, 4) === present?.slice(0, 4));
  const end = isPresentYear ? monthDayText(last) : `${monthDayText(last)} ${last.slice(0, 4)}`;
  if (count === 1) return `${weekdayText(last)} ${end}`;
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const start = isOneMonth ? String(Number(first.slice(8))) : monthDayText(first);
  // A week begins on Monday, so the weekday is left out.
  return view === 'week' ? `${start} – ${end}` : `${weekdayText(first)} ${start} – ${weekdayText(last)} ${end}`;
}

/** An hour of the first day, `1500`, or of another, `2026-05-13T15:00`, by the operator's clock; null for anything else. */
export function readHour(text: string, first: Day, zone: string): Instant | null {
  const full = text.replace(/^(\d\d)(\d\d)$/, `${first}T$1:$2`);
  return readInstant(full, { name: zone, zoneless: 'operator' });
}

/** Why a text in the address is not such an hour; null for none, and for one that `readHour` reads. */
export function hourProblem(text: string, at: Instant | null): string | null {
  if (text === '' || at !== null) return null;
  const day = missingDay(text);
  return `${day === null ? `“${text}” is not a time such as 1500` : `There is no day ${day}`}; at is ignored.`;
}

/** The inverse of `readHour`, to the minute. */
export function hourText(at: Instant, first: Day, zone: string): string {
  const text = wallText(at, zone).slice(0, 16);
  return text.startsWith(first) ? text.slice(11).replace(':', '') : text;
}

/** The loaded reservations of the days in view. */
export type ShownWindow = {
  /** In order of start; empty until loaded. */
  readonly reservations: readonly TimedReservation[];
  /** The days of these reservations; null until all are loaded. */
  readonly span: Span | null;
  readonly notes: readonly string[];
  readonly setAside: readonly SetAside[];
  /** The unread parts of the days whose reservations are loaded. */
  readonly missing: readonly Span[];
  /** Whether there is an answer for these days. */
  readonly isHere: boolean;
};

const noReservations: readonly TimedReservation[] = [];
const notLoaded: ShownWindow = {
  reservations: noReservations,
  span: null,
  notes: [],
  setAside: [],
  missing: [],
  isHere: false,
};

type WindowResult = {
  readonly data: { readonly value: ReservationWindow } | undefined;
  /** True while `data` answers the previous query: it keeps the frame in place, and none of it is shown. */
  readonly isPlaceholderData: boolean;
};

/** The part of an answer about the requested days; empty while it answers for other days. */
export function shownWindow({ data, isPlaceholderData }: WindowResult, requested: Span): ShownWindow {
  if (!data || isPlaceholderData) return notLoaded;
  const window = data.value;
  return {
    reservations: window.reservations.filter(isTimed),
    span: window.missing.length === 0 ? requested : null,
    notes: windowOddities(window),
    setAside: window.setAside,
    missing: window.missing,
    isHere: true,
  };
}

/** The reading of a window: if loading fails, the age of another window does not count. */
export function windowReading(reading: Reading, { isHere }: Pick<ShownWindow, 'isHere'>): Reading {
  return isHere || reading.failure === null ? reading : { ...reading, asOf: null };
}

type MarkSources = Parameters<typeof reservationMarks>[0] & {
  readonly narrowing: Narrowing;
  /** The summaries of a month; null in other views, and until loaded. */
  readonly days: readonly Pick<DayRead, 'notable'>[] | null;
};

/** The marks on each reservation, by key: on loaded reservations, and on those named in summaries of days. */
export function scheduleMarks({ days, narrowing, ...sources }: MarkSources): ReadonlyMap<string, ReservationMark> {
  const named = namedIn(days ?? []);
  const reservations = [...sources.reservations, ...Array.from(named.values(), ({ reservation }) => reservation)];
  const marks = new Map(reservationMarks({ ...sources, reservations }));
  for (const [key, { conflict }] of named) {
    const mark = marks.get(key);
    if (conflict && !mark?.conflict) marks.set(key, { ...mark, conflict });
  }
  for (const reservation of narrowing.chosen ? reservations : []) {
    const isPlaceUnknown = narrowing.whereIs(reservation) === 'not known';
    if (isPlaceUnknown) marks.set(reservation.key, { ...marks.get(reservation.key), isPlaceUnknown });
  }
  return marks;
}

type Named = { readonly reservation: TimedReservation; readonly conflict: Certainty | undefined };

/** The reservations that the summaries name, by key. A summary marks only definite conflicts. */
function namedIn(days: NonNullable<MarkSources['days']>): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>();
  for (const { notable } of days) {
    for (const { isClashing, reservation } of notable) {
      if (found.get(reservation.key)?.conflict) continue;
      found.set(reservation.key, { reservation, conflict: isClashing ? 'definite' : undefined });
    }
  }
  return found;
}

type Narrowable = {
  /** The reservations of the whole school, in order of start. */
  readonly reservations: readonly TimedReservation[];
  readonly fleet: readonly Aircraft[] | null;
  readonly conflicts: readonly Conflict[];
};

/**
 * The part of a schedule at the selected location: all except what is known to be elsewhere. A conflict is shown if either of
 * its two records is; it was found in the whole school.
 */
export function scheduleHere({ reservations, fleet, conflicts }: Narrowable, narrowing: Narrowing) {
  const { chosen, whereIs } = narrowing;
  const here = narrowed(reservations, chosen ? whereIs : null);
  const isShown = (reservation: TimedReservation | null) =>
    reservation !== null && whereIs(reservation) !== 'elsewhere';
  return {
    reservations: here.shown,
    fleet: fleet && narrowed(fleet, chosen ? ({ aircraftId }) => whereIs(aircraftId) : null).shown,
    conflicts: chosen
      ? conflicts.filter(({ reservation, other }) => isShown(reservation) || isShown(other))
      : conflicts,
    note: locationNote(here, narrowing),
  };
}

/** The rows of a narrowed timeline: aircraft elsewhere are left out unless booked here. */
export function rowsHere(rows: readonly Resource[], { chosen, whereIs }: Narrowing): readonly Resource[] {
  if (!chosen) return rows;
  return rows.filter(
    ({ kind, id, reservations }) => kind !== 'aircraft' || reservations.length > 0 || whereIs(id) !== 'elsewhere',
  );
}

type Choice = {
  readonly view: CalendarView;
  /** As in the address: `aircraft:4f0…`; empty for all. */
  readonly value: string;
  /** In order of start. */
  readonly reservations: readonly TimedReservation[];
  /** Null until known. */
  readonly fleet: readonly Aircraft[] | null;
};

/** The reservations of the aircraft or person in the address, and the available choices. */
export type Chosen = {
  readonly value: string;
  /** Null if none is selected, or the selected one has no reservations here. */
  readonly resource: Resource | null;
  readonly reservations: readonly TimedReservation[];
  readonly groups: readonly { readonly name: string; readonly options: readonly Option[] }[];
  /** False if the selected one is not among the groups. */
  readonly isListed: boolean;
};
type Option = { readonly value: string; readonly label: string };

/** Selects one aircraft or person; the timeline has no such choice, because it has a row for each. */
export function chosenOf({ view, value, reservations, fleet }: Choice): Chosen {
  if (view === 'timeline') return { value: '', resource: null, reservations, groups: [], isListed: true };
  const sources = { reservations, fleet: fleet ?? [], instructors: [] };
  const resources = resourceKinds
    .flatMap((kind) => resourcesOf(kind, sources))
    .filter(({ kind }) => kind !== 'none')
    .map((resource) => ({ resource, option: { value: resourceValue(resource), label: resource.label } }));
  const resource = resources.find(({ option }) => option.value === value)?.resource ?? null;
  const groups = Map.groupBy(resources, (one) => one.resource.group);
  return {
    value,
    resource,
    reservations: value === '' ? reservations : (resource?.reservations ?? noReservations),
    groups: Array.from(groups, ([name, members]) => ({ name, options: members.map(({ option }) => option) })),
    isListed: value === '' || resource !== null,
  };
}

/** A resource as one word for the address; it includes the kind, because a person may be an instructor and a pilot. */
function resourceValue({ kind, id }: Pick<Resource, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

type Loaded = {
  /** Whether the reservations are loaded, and whether they cover all days in view. */
  readonly isHere: boolean;
  readonly isAll: boolean;
};

type Counted = Loaded & {
  readonly shown: number;
  readonly total: number;
  /** Why the shown days do not add up to it (`countNotes`). */
  readonly notes: readonly string[];
  /** The days of a month; null until loaded. */
  readonly days: readonly Pick<SummarisedDay, 'hours'>[] | null;
  readonly narrowing: Pick<Narrowing, 'chosen'>;
  /** What is known of the counted reservations, or of the summaries. */
  readonly known: Knowledge;
};

/**
 * How much is shown, each reservation once: `1,204 in all, 3 over midnight`, `12 of 98 · Pueblo`, or `640 h booked` for a month from its summaries; null until known.
 */
export function countText({ isAll, isHere, shown, total, notes, days, narrowing, known }: Counted): string | null {
  if (!isAll) {
    const hours = days?.reduce((sum, day) => sum + (day.hours ?? 0), 0);
    if (hours === undefined) return null;
    const words = `${numberText(Math.round(hours))} h booked`;
    return countedText(known, hours && words, words);
  }
  if (!isHere) return null;
  const all = numberText(total);
  const whole = shown === total ? `${all} in all` : `${numberText(shown)} of ${all}`;
  return countAt(countedText(known, shown, [whole, ...notes].join(', ')), narrowing);
}

type ConflictSources = Loaded & {
  readonly conflicts: readonly Conflict[];
  /** What is known of all sources of conflicts, or of the summaries of a month. */
  readonly ofConflicts: Knowledge;
  /** How many aircraft lack reminders. */
  readonly unchecked: number;
  /** The conflicts of a month, from its summaries; null until known for every day. */
  readonly month: MonthConflicts | null;
};

/** The words of the conflicts button. */
export type ConflictCount = {
  /** The certainty of the worst conflict; null if none is known. */
  readonly certainty: Certainty | null;
  /** `2 conflicts, 1 possible`, `3 possible conflicts`, `No conflicts`, or `Conflicts` until known. */
  readonly words: string;
  /** `, not checked for 3 aircraft`, ` not known yet`; empty if all are checked. */
  readonly gap: string;
  /** How many are found, in figures. */
  readonly definite: number;
  readonly possible: number;
  /** What the figures count where it is not conflicts: ` days` of a month. */
  readonly unit: string;
};

/** How many conflicts there are. “No conflicts” is stated only once all their sources are loaded. */
export function conflictCount(sources: ConflictSources): ConflictCount {
  const { conflicts, isAll, isHere, ofConflicts, unchecked, month } = sources;
  const known = isHere || !isAll ? ofConflicts : unanswered(ofConflicts);
  const found = isAll ? (isHere ? countOf(conflicts) : null) : month && monthCount(month);
  if (found && known.state === 'known') return found;
  const isFound = found !== null && found.certainty !== null;
  const lack = isAll && isHere && unchecked > 0 ? `not checked for ${unchecked} aircraft` : null;
  if (isFound) return { ...found, gap: `, ${lack ?? lackAfter(known) ?? 'not all known yet'}` };
  const since = known.state === 'part' && known.lacks.length === 0 ? `not known since ${known.since}` : 'not known yet';
  return {
    certainty: null,
    words: 'Conflicts',
    gap: lack === null ? ` ${since}` : `, ${lack}`,
    definite: 0,
    possible: 0,
    unit: '',
  };
}

function countOf(conflicts: readonly Conflict[]): ConflictCount {
  const definite = conflicts.filter(({ certainty }) => certainty === 'definite').length;
  const figures = { gap: '', definite, possible: conflicts.length - definite, unit: '' };
  if (conflicts.length === 0) return { certainty: null, words: 'No conflicts', ...figures };
  const { possible } = figures;
  if (definite === 0) return { certainty: 'possible', words: counted(possible, 'possible conflict'), ...figures };
  const rest = possible > 0 ? `, ${possible} possible` : '';
  return { certainty: 'definite', words: `${counted(definite, 'conflict')}${rest}`, ...figures };
}

function monthCount({ definite, possible }: MonthConflicts): ConflictCount {
  const figures = { gap: '', definite, possible, unit: ' days' };
  if (definite + possible === 0) return { certainty: null, words: 'No conflicts', ...figures };
  if (definite > 0) return { certainty: 'definite', words: `Conflicts on ${counted(definite, 'day')}`, ...figures };
  return { certainty: 'possible', words: `Possible conflicts on ${counted(possible, 'day')}`, ...figures };
}
