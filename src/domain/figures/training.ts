import { type FreeForm, isRecord } from '#contract/objects.ts';
import { textOf } from '#domain/answers/members.ts';
import { coursesOf } from '#domain/people/training.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Instant, readStart, type Span, type Zone } from '#domain/time/time.ts';
import { millisecondsInHour, millisecondsInWeek } from '#domain/units.ts';
import { type Booking, type Group, groupGiven, isOfPeople } from './bookings.ts';
import { type Facts, type Figure, known, type LeftOutRow, notKnown, onceEach, rowsWithin, share } from './figure.ts';

/** An enrolment that is not completed, from the student progress report. */
export type Enrolment = {
  readonly id: string;
  readonly student: Group;
  readonly course: string;
  readonly started: Instant | null;
  readonly lastLesson: Instant | null;
  /** Lessons passed, and lessons in all; null if the report does not say. */
  readonly passed: number | null;
  readonly lessons: number | null;
};

const isOver = /\b(completed?|graduated|withdrawn|dropped|cancell?ed|inactive|deleted|void)\b/i;
const isUnderWay = /\b(in ?complete|not complete|in progress)\b/i;

/** Enrolments under way, each once, the row updated last; a row that names no student is left out as unreadable. */
export function enrolmentsOf(rows: readonly unknown[], zone: Zone): Facts<Enrolment> {
  const unread: LeftOutRow[] = [];
  const read: { readonly enrolment: Enrolment; readonly status: string; readonly given: FreeForm }[] = [];
  for (const given of rows) {
    const course = isRecord(given) ? coursesOf([given], zone)[0] : undefined;
    const student = isRecord(given)
      ? groupGiven(textOf(given, 'studentId'), textOf(given, 'student', 'studentName'))
      : null;
    if (!isRecord(given) || !course || !student) unread.push({ at: null, why: 'unreadable' });
    else {
      const id = idKey(textOf(given, 'enrollmentId', 'id') ?? `${student.key} ${course.name}`);
      const started = readStart(textOf(given, 'startedOn', 'enrolledOn', 'startDate'), zone);
      const { lastLesson, passed, lessons, status } = course;
      read.push({
        enrolment: { id, student, course: course.name, started, lastLesson, passed, lessons },
        status,
        given,
      });
    }
  }
  const once = onceEach(read, {
    id: ({ enrolment }) => enrolment.id,
    rank: ({ given }) => `${textOf(given, 'lastUpdated') ?? ''} ${JSON.stringify(given)}`,
    at: () => null,
  });
  return {
    rows: once.rows
      .filter(({ status }) => !isOver.test(status) || isUnderWay.test(status))
      .map(({ enrolment }) => enrolment)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    leftOut: [...unread, ...once.leftOut],
  };
}

/** A student under way. Weeks are of seven days; null if the report gives no lesson. */
type StudentBar = {
  readonly student: Group;
  readonly course: string;
  readonly weeksSinceLesson: number | null;
  /** Share of the lessons passed. */
  readonly progress: number | null;
  /**
   * Lessons passed per week since the start, over the median of the course's students under way: below 1 is slower than they are.
   * Null with fewer than `minAtPace` students.
   */
  readonly pace: number | null;
  readonly isBookedAhead: boolean;
};

/** Flights and lessons with an instructor that start in the span. */
type InstructorLoad = { readonly instructor: Group; readonly bookings: number; readonly hours: number };

export type Training = {
  /** Lessons in the span that were given, per student who had at least one and week. */
  readonly lessonsAWeek: Figure;
  /** These are null if the copy does not hold the reservations of the whole period. */
  readonly lessons: number | null;
  readonly students: number | null;
  /** Students under way without a booking that starts after now. */
  readonly withoutBooking: Figure;
  /** Never known: no record of the service says which lesson a student has next. */
  readonly stageChecks: Figure;
  /** Those whose last lesson was longest ago come first. */
  readonly byStudent: readonly StudentBar[];
  /** The most hours first. */
  readonly load: readonly InstructorLoad[] | null;
};

/** The least students of a course that have a pace. */
const minAtPace = 3;

export type TrainingInputs = {
  readonly bookings: readonly Booking[];
  /** Null if the report is unread. */
  readonly enrolments: readonly Enrolment[] | null;
  readonly span: Span;
  readonly now: Instant;
};

/**
 * A lesson is a flight or other booking with a student and an instructor that was completed. Bookings ahead are those held:
 * a student booked later than that shows as without one, so the page says how far the bookings reach.
 */
export function trainingOf({ bookings, enrolments, span, now }: TrainingInputs): Training {
  const ahead = new Set(
    rowsWithin(bookings, { start: now + 1, end: Infinity }, ({ start }) => start)
      .filter(({ status }) => status !== 'void')
      .flatMap(({ students }) => students),
  );
  const held = rowsWithin(bookings, span, ({ start }) => start).filter(
    (one) => isOfPeople(one) && one.status !== 'void',
  );
  let lessons = 0;
  const taught = new Set<string>();
  for (const { of, status, students: own } of held) {
    if (!of.instructor || status !== 'completed' || own.length === 0) continue;
    lessons++;
    for (const student of own) taught.add(student);
  }
  const students = taught.size;
  const weeks = (span.end - span.start) / millisecondsInWeek;
  const byStudent = enrolments && studentBars(enrolments, ahead, now);
  const without = byStudent?.filter(({ isBookedAhead }) => !isBookedAhead).length ?? 0;
  return {
    lessonsAWeek: share(lessons, students * weeks, lessons, 'No lesson was given.'),
    lessons,
    students,
    withoutBooking: byStudent
      ? known(without, byStudent.length)
      : notKnown('The student progress report is not in the copy.'),
    stageChecks: notKnown('No record of the service says which lesson a student has next.'),
    byStudent: byStudent ?? [],
    load: loadOf(held),
  };
}

function studentBars(enrolments: readonly Enrolment[], ahead: ReadonlySet<string>, now: Instant): StudentBar[] {
  const paces = new Map<string, number[]>();
  const paceOf = ({ passed, started }: Enrolment) =>
    passed === null || started === null || now - started < millisecondsInWeek
      ? null
      : passed / ((now - started) / millisecondsInWeek);
  for (const enrolment of enrolments) {
    const pace = paceOf(enrolment);
    const all = paces.get(enrolment.course) ?? [];
    if (pace !== null) all.push(pace);
    paces.set(enrolment.course, all);
  }
  const medians = new Map(Array.from(paces, ([course, all]) => [course, all.length < minAtPace ? null : median(all)]));
  return enrolments
    .map((enrolment): StudentBar => {
      const { student, course, lastLesson, passed, lessons } = enrolment;
      const [own, usual] = [paceOf(enrolment), medians.get(course) ?? null];
      return {
        student,
        course,
        weeksSinceLesson: lastLesson === null ? null : Math.max(0, now - lastLesson) / millisecondsInWeek,
        progress: passed === null || lessons === null || lessons === 0 ? null : Math.min(1, passed / lessons),
        pace: own === null || usual === null || usual === 0 ? null : own / usual,
        isBookedAhead: ahead.has(student.key),
      };
    })
    .toSorted(
      (a, b) =>
        (b.weeksSinceLesson ?? Infinity) - (a.weeksSinceLesson ?? Infinity) ||
        (`${a.student.name} ${a.course} ${a.student.key}` < `${b.student.name} ${b.course} ${b.student.key}` ? -1 : 1),
    );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

function loadOf(held: readonly Booking[]): InstructorLoad[] {
  const loads = new Map<string, { instructor: Group; bookings: number; milliseconds: number }>();
  for (const { of, start, end } of held) {
    const { instructor } = of;
    if (!instructor) continue;
    const load = loads.get(instructor.key);
    if (load) {
      load.bookings++;
      load.milliseconds += end - start;
      // Of several spellings of a name, one counts in whatever order they come.
      if (instructor.name < load.instructor.name) load.instructor = instructor;
    } else loads.set(instructor.key, { instructor, bookings: 1, milliseconds: end - start });
  }
  return Array.from(loads.values(), ({ milliseconds, ...load }) => ({
    ...load,
    hours: milliseconds / millisecondsInHour,
  })).toSorted((a, b) => b.hours - a.hours || (a.instructor.key < b.instructor.key ? -1 : 1));
}
