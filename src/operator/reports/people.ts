import { nameOf, reportOf, type ReportSet, rangeOf } from './reportSet.ts';
import { guidOf } from '#operator/school/random.ts';

/** Everyone, with balance and last flight as of now. */
export const peopleReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM person',
  rows: `SELECT person.*, ${nameOf('person')} AS name, location.name AS location,
      opening_balance_cents + (SELECT coalesce(sum(cents), 0) FROM memo WHERE person_id = person.id AND at <= :now)
        - (SELECT coalesce(sum(aircraft_cents + instructor_cents), 0) FROM invoice WHERE person_id = person.id AND at <= :now)
        AS balance,
      (SELECT in_at FROM participation JOIN flight ON flight.id = reservation_id
        WHERE participation.person_id = person.id AND start_at <= :now AND in_at <= :now ORDER BY start_at DESC LIMIT 1)
        AS last_flight
    FROM person JOIN location ON location.id = location_id ORDER BY person.id LIMIT :limit OFFSET :offset`,
  record: (row, { time, money }) => ({
    userId: row['guid'],
    externalId: row['external_id'],
    firstName: row['first_name'],
    lastName: row['last_name'],
    customerLabel1Name: row['name'],
    email: row['email'],
    phoneNumber: row['phone'],
    role: roles[String(row['role'])],
    location: row['location'],
    status: row['user_status'] === 1 ? 'Active' : 'Inactive',
    currentBalance: money(row['balance']),
    lastFlightDate: time(row['last_flight']),
    createdDate: time(row['created_at']),
    lastUpdated: time(row['last_flight'] ?? row['created_at']),
  }),
});

/** What a person's role is called. */
const roles: { readonly [role: string]: string } = {
  instructor: 'Instructor',
  dispatcher: 'Dispatcher',
  mechanic: 'Mechanic',
  student: 'Student',
  renter: 'Renter',
};

/** Invoices, one record per line: the aircraft's hours and the instructor's, by the time of the invoice. */
export const invoiceReport: ReportSet = reportOf({
  count: `SELECT coalesce(sum((aircraft_cents > 0) + (instructor_cents > 0)), 0) AS total FROM invoice WHERE at <= :now`,
  rows: `SELECT invoice.*, line, person.guid AS client, ${nameOf('person')} AS client_name, tail, model.name AS model
    FROM (SELECT id, line FROM invoice JOIN (SELECT 1 AS line UNION ALL SELECT 2)
      WHERE at <= :now AND iif(line = 1, aircraft_cents, instructor_cents) > 0
      ORDER BY at, id, line LIMIT :limit OFFSET :offset)
    CROSS JOIN invoice USING (id) JOIN reservation USING (id) JOIN person ON person.id = person_id
    LEFT JOIN aircraft ON aircraft.id = aircraft_id LEFT JOIN model ON model.id = model_id
    ORDER BY at, invoice.id, line`,
  record(row, { seed, time, hours, money }) {
    const [id, isAircraft] = [Number(row['id']), row['line'] === 1];
    const cents = Number(row[isAircraft ? 'aircraft_cents' : 'instructor_cents']);
    const tenths = Number(row[isAircraft ? 'aircraft_tenths' : 'instructor_tenths']);
    return {
      invoiceId: guidOf(seed, 'invoice', id),
      invoiceNumber: `INV-${id}`,
      reservationId: guidOf(seed, 'reservation', id),
      invoiceDate: time(row['at']),
      customerId: row['client'],
      customerLabel1Name: row['client_name'],
      lineNumber: isAircraft || row['aircraft_cents'] === 0 ? 1 : 2,
      item: isAircraft ? row['model'] : 'Flight Instruction',
      registrationTail: row['tail'],
      quantity: hours(tenths),
      rate: money((cents * 10) / tenths),
      amount: money(cents),
      invoiceTotal: money(Number(row['aircraft_cents']) + Number(row['instructor_cents'])),
      lastUpdated: time(row['at']),
    };
  },
});

/** Credits and debits to accounts, by their time. */
export const memoReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM memo WHERE at <= :now',
  rows: `SELECT memo.*, person.guid AS client, ${nameOf('person')} AS client_name 
    FROM (SELECT id FROM memo WHERE at <= :now ORDER BY at, id LIMIT :limit OFFSET :offset)
    CROSS JOIN memo USING (id) JOIN person ON person.id = person_id ORDER BY at, memo.id`,
  record: (row, { seed, time, money }) => ({
    memoId: guidOf(seed, 'memo', Number(row['id'])),
    memoNumber: `MEMO-${Number(row['id'])}`,
    memoType: Number(row['cents']) > 0 ? 'Credit' : 'Debit',
    memoDate: time(row['at']),
    customerId: row['client'],
    customerLabel1Name: row['client_name'],
    reason: row['reason'],
    amount: money(Math.abs(Number(row['cents']))),
    lastUpdated: time(row['at']),
  }),
});

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
