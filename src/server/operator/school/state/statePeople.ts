import type { DatabaseSync } from 'node:sqlite';
import type { Plane } from './stateFleet.ts';

type Instructor = { readonly id: number; readonly locationId: number };

export type Staff = {
  /** Active, without the pseudo-instructor, by location first. */
  readonly instructors: readonly Instructor[];
  readonly mechanics: readonly number[];
};

/** A course in progress. */
type Enrollment = {
  readonly id: number;
  readonly courseId: number;
  readonly instructorId: number;
  /** The course's lessons, in order. */
  readonly lessons: readonly number[];
  passed: number;
};

/** An active student (with an enrolment) or renter (without). */
export type Client = {
  readonly id: number;
  readonly locationId: number;
  /** Aircraft at the client's own location that a checkout covers; where there is none, all of that location. */
  readonly planes: readonly Plane[];
  readonly simulators: readonly Plane[];
  enrollment: Enrollment | null;
  balanceCents: number;
};

/** Reads the people who instruct and repair. */
export function loadStaff(database: DatabaseSync): Staff {
  const instructors = `SELECT id, location_id AS locationId FROM person
    WHERE role = 'instructor' AND instructor_status = 1 ORDER BY location_id, id`;
  const mechanics = `SELECT id FROM person WHERE role = 'mechanic' ORDER BY id`;
  return {
    instructors: database.prepare(instructors).all() as unknown as Instructor[],
    mechanics: database
      .prepare(mechanics)
      .all()
      .map((row) => row['id'] as number),
  };
}

/** Reads the active students and renters, by id, with what they have paid and learnt so far. */
export function loadClients(database: DatabaseSync, planes: readonly Plane[]): Client[] {
  const enrollments = loadEnrollments(database);
  const models = loadCheckouts(database);
  const simulators = planes.filter((plane) => plane.isSimulator);
  const parkedAt = Map.groupBy(
    planes.filter((plane) => !plane.isSimulator),
    (plane) => plane.locationId,
  );
  return database
    .prepare(clientQuery)
    .all()
    .map((row) => {
      const [id, locationId] = [row['id'] as number, row['location'] as number];
      const parked = parkedAt.get(locationId) ?? [];
      const covered = parked.filter((plane) => models.get(id)?.has(plane.modelId));
      const balanceCents = row['balance'] as number;
      const enrollment = enrollments.get(id) ?? null;
      return { id, locationId, planes: covered.length > 0 ? covered : parked, simulators, enrollment, balanceCents };
    });
}

const clientQuery = `
  SELECT id, location_id AS location, opening_balance_cents
    + coalesce((SELECT sum(cents) FROM memo WHERE person_id = person.id), 0)
    - coalesce((SELECT sum(aircraft_cents + instructor_cents) FROM invoice WHERE person_id = person.id), 0) AS balance
  FROM person WHERE role IN ('student', 'renter') AND user_status = 1 ORDER BY id`;

function loadCheckouts(database: DatabaseSync): Map<number, Set<number>> {
  const models = new Map<number, Set<number>>();
  for (const row of database.prepare('SELECT person_id, model_id FROM checkout WHERE NOT revoked').all()) {
    const person = row['person_id'] as number;
    models.set(person, (models.get(person) ?? new Set()).add(row['model_id'] as number));
  }
  return models;
}

/** The latest enrolment of each student. */
function loadEnrollments(database: DatabaseSync): Map<number, Enrollment> {
  const lessons = lessonsByCourse(database);
  const query = `SELECT id, person_id, course_id, instructor_id, passed_before + (
      SELECT count(*) FROM reservation WHERE enrollment_id = enrollment.id AND lesson_outcome = 3) AS passed
    FROM enrollment WHERE id IN (SELECT max(id) FROM enrollment GROUP BY person_id)`;
  return new Map(
    database
      .prepare(query)
      .all()
      .map((row) => {
        const courseId = row['course_id'] as number;
        const [id, instructorId, passed] = [row['id'], row['instructor_id'], row['passed']] as [number, number, number];
        return [
          row['person_id'] as number,
          { id, courseId, instructorId, passed, lessons: lessons.get(courseId) ?? [] },
        ];
      }),
  );
}

/** The lessons of each course, in order. */
export function lessonsByCourse(database: DatabaseSync): Map<number, number[]> {
  const rows = database.prepare('SELECT id, course_id FROM lesson ORDER BY course_id, ordinal').all();
  const lessons = new Map<number, number[]>();
  for (const row of rows) {
    const course = row['course_id'] as number;
    lessons.set(course, [...(lessons.get(course) ?? []), row['id'] as number]);
  }
  return lessons;
}
