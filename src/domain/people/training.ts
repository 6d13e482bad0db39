import { isFigure } from '#contract/tolerant.ts';
import { millisecondsInDay } from '#domain/units.ts';
import type { FreeForm } from '#contract/objects.ts';
import { textOf } from '#domain/answers/members.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Instant, readStart, type Zone } from '#domain/time/time.ts';

/** A lesson in the training sessions report; empty text means not given. */
export type Lesson = {
  /** Null if it has no readable date. */
  readonly at: Instant | null;
  readonly course: string;
  readonly lesson: string;
  /** In the service's own words. */
  readonly status: string;
  readonly instructor: string;
  readonly tail: string;
};

/** An enrolment in the student progress report. */
export type Course = {
  readonly name: string;
  /** In the service's own words. */
  readonly status: string;
  readonly instructor: string;
  /** Lessons passed, and lessons in all; null if the report does not say. */
  readonly passed: number | null;
  readonly lessons: number | null;
  readonly lastLesson: Instant | null;
};

/** Flight hours and landings of some flights. */
export type Flown = { readonly flights: number; readonly hours: number; readonly landings: number };

/** What the flights report says about one person. */
export type FlownHours = {
  readonly all: Flown;
  readonly last30Days: Flown;
  readonly last90Days: Flown;
  /** Flights with an instructor on them, and without. */
  readonly dual: Flown;
  readonly solo: Flown;
  /** Flights without readable hours; they count as flights only. */
  readonly withoutHours: number;
  /** The start of the earliest flight that counts; null for none. */
  readonly since: Instant | null;
};

/** The members in which reports name a row's student or customer. No document lists them. */
const personMembers = ['studentId', 'customerId', 'userId', 'pilotId', 'studentUserId', 'customerUserId', 'personId'];

/** The rows of a report that are about a person, by user id. A row without such an id is about nobody. */
export function rowsOfPerson(rows: readonly FreeForm[], userId: string): FreeForm[] {
  const own = idKey(userId);
  return rows.filter((row) => idsIn(row).some((id) => idKey(id) === own));
}

/** Whether a report names people by id. Without ids, nobody's rows can be found. */
export function namesPeople(rows: readonly FreeForm[]): boolean {
  return rows.some((row) => idsIn(row).length > 0);
}

function idsIn(row: FreeForm): string[] {
  return personMembers.map((name) => row[name]).filter((id) => typeof id === 'string');
}

/** A person's lessons, latest first; those without a date last. */
export function lessonsOf(rows: readonly FreeForm[], zone: Zone): Lesson[] {
  return rows
    .map((row) => ({
      at: readStart(textOf(row, 'trainingSessionDate', 'sessionDate', 'date', 'start'), zone),
      course: textOf(row, 'course', 'courseName') ?? '',
      lesson: textOf(row, 'lesson', 'lessonName') ?? '',
      status: textOf(row, 'trainingSessionStatus', 'status') ?? '',
      instructor: textOf(row, 'instructor', 'instructorName') ?? '',
      tail: textOf(row, 'registrationTail', 'tailNumber') ?? '',
    }))
    .toSorted((a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity));
}

/** A person's enrolments, the one with the latest lesson first. */
export function coursesOf(rows: readonly FreeForm[], zone: Zone): Course[] {
  return rows
    .map((row) => ({
      name: textOf(row, 'course', 'courseName') ?? '',
      status: textOf(row, 'status') ?? '',
      instructor: textOf(row, 'instructor', 'instructorName') ?? '',
      passed: countOf(row, 'lessonsPassed', 'completedLessons'),
      lessons: countOf(row, 'lessons', 'lessonCount', 'totalLessons'),
      lastLesson: readStart(textOf(row, 'lastSessionOn', 'lastLessonDate'), zone),
    }))
    .toSorted((a, b) => (b.lastLesson ?? -Infinity) - (a.lastLesson ?? -Infinity));
}

/**
 * A person's flight hours, in the report's own decimal hours. Simulators do not count, and a flight that is still out has
 * no hours yet.
 */
export function flownHours(rows: readonly FreeForm[], now: Instant, zone: Zone): FlownHours {
  const flights = rows
    .filter(({ isSimulator }) => isSimulator !== true)
    .map((row) => ({
      at: readStart(textOf(row, 'checkedOutOn', 'flightDate', 'start'), zone),
      hours: figureOf(row, 'flightHours', 'hobbsHours', 'hours'),
      landings: figureOf(row, 'landings', 'totalLandings') ?? 0,
      isDual: textOf(row, 'instructor', 'instructorName') !== null,
    }));
  const sum = (some: readonly (typeof flights)[number][]): Flown => ({
    flights: some.length,
    hours: some.reduce((total, { hours }) => total + (hours ?? 0), 0),
    landings: some.reduce((total, { landings }) => total + landings, 0),
  });
  const since = (days: number) => flights.filter(({ at }) => at !== null && at >= now - days * millisecondsInDay);
  const starts = flights.flatMap(({ at }) => (at === null ? [] : [at]));
  return {
    all: sum(flights),
    last30Days: sum(since(30)),
    last90Days: sum(since(90)),
    dual: sum(flights.filter(({ isDual }) => isDual)),
    solo: sum(flights.filter(({ isDual }) => !isDual)),
    withoutHours: flights.filter(({ hours }) => hours === null).length,
    since: starts.length === 0 ? null : starts.reduce((first, at) => Math.min(first, at)),
  };
}

/** A figure that a report gives as a number or as its text; null if none of the members has one. */
function figureOf(row: FreeForm, ...names: readonly string[]): number | null {
  const text = textOf(row, ...names);
  const value = text === null ? Number.NaN : Number(text);
  return isFigure(value) && value >= 0 ? value : null;
}

function countOf(row: FreeForm, ...names: readonly string[]): number | null {
  const value = figureOf(row, ...names);
  return value !== null && Number.isInteger(value) ? value : null;
}
