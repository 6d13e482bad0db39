import { guidOf } from '#server/operator/school/founding/guid.ts';
import { nameOf, rangeOf, reportOf, type ReportSet } from './reportSet.ts';

/** Training sessions held, by their end. */
export const trainingSessionReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM reservation WHERE lesson_id IS NOT NULL AND in_at <= :now',
  rows: `SELECT reservation.*, course.name AS course_name, lesson.name AS lesson_name, student.guid AS student,
      ${nameOf('student')} AS student_name, ${nameOf('instructor')} AS instructor_name, tail
    FROM (SELECT id FROM reservation WHERE lesson_id IS NOT NULL AND in_at <= :now ORDER BY in_at, id LIMIT :limit OFFSET :offset)
    CROSS JOIN reservation USING (id) JOIN lesson ON lesson.id = lesson_id JOIN course ON course.id = course_id
    JOIN person AS student ON student.id = pilot_id LEFT JOIN person AS instructor ON instructor.id = instructor_id
    LEFT JOIN aircraft ON aircraft.id = aircraft_id ORDER BY in_at, reservation.id`,
  record: (row, { seed, time, hours }) => ({
    trainingSessionId: guidOf(seed, 'training session', Number(row['id'])),
    enrollmentId: guidOf(seed, 'enrollment', Number(row['enrollment_id'])),
    reservationId: guidOf(seed, 'reservation', Number(row['id'])),
    trainingSessionDate: time(row['start_at']),
    trainingSessionStatus: row['lesson_outcome'] === 3 ? 'Passed' : 'Incomplete',
    course: row['course_name'],
    lesson: row['lesson_name'],
    studentId: row['student'],
    student: row['student_name'],
    instructor: row['instructor_name'],
    registrationTail: row['tail'],
    sessionHours: hours(Math.round((Number(row['in_at']) - Number(row['out_at'])) / 360)),
    lastUpdated: time(row['in_at']),
  }),
});

/** The end of the last session held so far. */
const latest = '(SELECT max(in_at) FROM reservation WHERE enrollment_id = enrollment.id AND in_at <= :now)';
const begun = `started_at <= :now AND (NOT :isFiltered OR coalesce(${latest}, started_at) BETWEEN :from AND :to)`;

/** Enrolments that have begun, with the lessons passed by now; in live services there is a filter by the last update. */
export const studentProgressReport: ReportSet = reportOf({
  count: `SELECT count(*) AS total FROM enrollment WHERE ${begun}`,
  rows: `SELECT enrollment.*, course.name AS course_name, student.guid AS student, ${nameOf('student')} AS student_name,
      ${nameOf('instructor')} AS instructor_name,
      (SELECT count(*) FROM lesson WHERE lesson.course_id = enrollment.course_id) AS lessons,
      passed_before + (SELECT count(*) FROM reservation
        WHERE enrollment_id = enrollment.id AND in_at <= :now AND lesson_outcome = 3) AS passed,
      ${latest} AS latest
    FROM enrollment JOIN course ON course.id = course_id JOIN person AS student ON student.id = person_id
    JOIN person AS instructor ON instructor.id = instructor_id
    WHERE ${begun} ORDER BY enrollment.id LIMIT :limit OFFSET :offset`,
  values: ({ lastUpdated }) => ({ isFiltered: lastUpdated ? 1 : 0, ...rangeOf([lastUpdated]) }),
  record(row, { seed, time }) {
    const [passed, lessons] = [Number(row['passed']), Number(row['lessons'])];
    return {
      enrollmentId: guidOf(seed, 'enrollment', Number(row['id'])),
      studentId: row['student'],
      student: row['student_name'],
      course: row['course_name'],
      instructor: row['instructor_name'],
      startedOn: time(row['started_at']),
      status: passed === lessons ? 'Completed' : 'In Progress',
      lessons,
      lessonsPassed: passed,
      percentComplete: Math.floor((100 * passed) / lessons),
      lastSessionOn: time(row['latest']),
      lastUpdated: time(row['latest'] ?? row['started_at']),
    };
  },
});
