import { lacking, type Knowledge, type NoneText, noneText } from '#domain/answers/known.ts';
import { dateText, figureDown } from '#domain/maintenance/reminders.ts';
import {
  type Course,
  coursesOf,
  type Flown,
  flownHours,
  lessonsOf,
  namesPeople,
  rowsOfPerson,
} from '#domain/people/training.ts';
import { isFinding, type LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { isWhole, scopeText } from '#domain/reports/loading/part.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { counted, numberText } from '#domain/words.ts';

/** The reports that tell about a person's training, in the order of the panels. */
export const trainingReports = ['reportStudentProgress', 'reportTrainingSessions', 'reportFlights'] as const;
export type TrainingReport = (typeof trainingReports)[number];

/** A line of a panel: its subject, and what the report says of it. */
type TrainingLine = { readonly key: string; readonly title: string; readonly text: string };

export type TrainingList = {
  readonly lines: readonly TrainingLine[];
  /** `12 lessons`; empty until rows are loaded. */
  readonly count: string;
  /** The text in place of lines. */
  readonly none: NoneText;
  /** Which rows of the report were read; null if all were. */
  readonly scope: string | null;
  /** What is wrong with the rows. */
  readonly notes: readonly string[];
  /** The report has older rows that may be this person's. */
  readonly hasMore: boolean;
};

type TrainingContext = {
  readonly userId: string;
  readonly now: Instant;
  readonly zone: Zone;
  readonly known: Knowledge;
};

/** The most lessons listed; the report has all of them. */
const maxLessons = 8;

const words = {
  reportStudentProgress: { one: 'course', none: 'The report lists no course of this person.' },
  reportTrainingSessions: { one: 'lesson', none: 'The report lists no lesson of this person.' },
  reportFlights: { one: 'flight', none: 'The report lists no flight of this person.' },
} as const;

/** What the loaded rows of a report tell about a person. */
export function trainingList(id: TrainingReport, plan: LoadPlan, context: TrainingContext): TrainingList {
  const rows = isFinding(plan) ? [] : plan.rows;
  const ownForms = rowsOfPerson(rows, context.userId).filter(
    (row) => id !== 'reportFlights' || row['isSimulator'] !== true,
  );
  const isComplete = isWhole(plan);
  const known = isComplete ? context.known : lacking(context.known, 'part of the report is not loaded');
  return {
    lines: linesOf[id](ownForms, context),
    count: rows.length === 0 ? '' : counted(ownForms.length, words[id].one),
    none: noneText(known, words[id].none),
    scope: rows.length > 0 && !isComplete ? `Counted from ${scopeText(plan)}.` : null,
    notes: rows.length > 0 && !namesPeople(rows) ? ['The rows of this report name nobody by ID.'] : [],
    hasMore: !isComplete && plan.status !== 'loading',
  };
}

type Rows = Parameters<typeof rowsOfPerson>[0];
const linesOf: Readonly<Record<TrainingReport, (rows: Rows, context: TrainingContext) => TrainingLine[]>> = {
  reportStudentProgress: (rows, { now, zone }) =>
    coursesOf(rows, zone).map((course, index) => ({
      key: String(index),
      title: course.name || 'Course without a name',
      text: joined(
        lessonsText(course),
        course.status,
        course.instructor && `with ${course.instructor}`,
        course.lastLesson !== null && `last lesson ${dateText(course.lastLesson, now, zone.name)}`,
      ),
    })),
  reportTrainingSessions: (rows, { now, zone }) =>
    lessonsOf(rows, zone)
      .slice(0, maxLessons)
      .map(({ at, course, lesson, status, instructor, tail }, index) => ({
        key: String(index),
        title: joined(at === null ? 'No date' : dateText(at, now, zone.name), lesson || course),
        text: joined(status, tail, instructor && `with ${instructor}`, lesson !== '' && course),
      })),
  reportFlights: (rows, { now, zone }) => {
    if (rows.length === 0) return [];
    const { all, last30Days, last90Days, dual, solo, withoutHours, since } = flownHours(rows, now, zone);
    const from = since === null ? '' : ` since ${dateText(since, now, zone.name)}`;
    return [
      { key: '30', title: 'Last 30 days', text: flownText(last30Days) },
      { key: '90', title: 'Last 90 days', text: flownText(last90Days) },
      {
        key: 'all',
        title: `All${from}`,
        text: joined(
          flownText(all),
          withoutHours > 0 && `${counted(withoutHours, 'flight')} without hours in the report`,
        ),
      },
      { key: 'dual', title: 'With an instructor', text: flownText(dual) },
      { key: 'solo', title: 'Without an instructor', text: flownText(solo) },
    ];
  },
};

function lessonsText({ passed, lessons }: Course): string {
  if (passed === null) return lessons === null ? '' : counted(lessons, 'lesson');
  return lessons === null ? `${counted(passed, 'lesson')} passed` : `${passed} of ${counted(lessons, 'lesson')} passed`;
}

/** `12.4 h in 9 flights, 31 landings`; hours are rounded down, so that nobody counts on a tenth that was not flown. */
function flownText({ flights, hours, landings }: Flown): string {
  if (flights === 0) return 'none';
  return `${figureDown(hours)} h in ${counted(flights, 'flight')}, ${counted(landings, 'landing')}`;
}

/** `Loading: 1,500 of 4,726 rows`. */
export function trainingProgress({ rows, totalItems }: LoadPlan): string {
  if (rows.length === 0) return 'Loading the newest rows';
  const of = totalItems === null ? '' : ` of ${numberText(totalItems)}`;
  return `Loading: ${numberText(rows.length)}${of} rows`;
}

function joined(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}
