import type { DatabaseSync } from 'node:sqlite';
import { type ReminderKind, reminderKind } from '#server/operator/school/founding/fleetTypes.ts';
import type { School } from '#server/operator/school/school.ts';

/** The limits in force for one reminder; null on an axis it does not have. */
export type Item = {
  readonly id: number;
  readonly kind: ReminderKind;
  /** Counts the compliances, so that each interval has its own luck. */
  round: number;
  dueTach: number | null;
  dueAt: number | null;
  dueLandings: number | null;
};

/** An active aircraft or simulator with its meters (tenths of hours) after the last generated flight. */
export type Plane = {
  readonly id: number;
  readonly modelId: number;
  readonly locationId: number;
  readonly isSimulator: boolean;
  readonly hourlyCents: number;
  /** What a usual day adds, for looking ahead. */
  readonly tachPerDay: number;
  readonly landingsPerDay: number;
  readonly items: readonly Item[];
  hobbs: number;
  tach: number;
  landings: number;
  /** The last check-in, in epoch seconds. */
  freeAt: number;
  squawks: { readonly id: number; readonly grounds: boolean; readonly description: string }[];
};

/** Reads the active fleet, by id. */
export function loadPlanes(database: DatabaseSync, school: School): Plane[] {
  const rows = database.prepare(fleetQuery).all();
  const flying = rows.filter((row) => !row['simulator']).length;
  const tachPerDay = flying === 0 ? 1 : Math.max(1, (school.reservationsPerDay * 9.6) / flying);
  return rows.map((row) => {
    const isSimulator = row['simulator'] === 1;
    const id = row['id'] as number;
    return {
      id,
      modelId: row['model'] as number,
      locationId: row['location'] as number,
      isSimulator,
      hourlyCents: row['rate'] as number,
      tachPerDay,
      landingsPerDay: tachPerDay * 0.31,
      items: loadItems(database, id),
      hobbs: row['hobbs'] as number,
      tach: row['tach'] as number,
      landings: row['landings'] as number,
      freeAt: row['free'] as number,
      squawks: loadSquawks(database, id),
    };
  });
}

const fleetQuery = `
  SELECT aircraft.id, model_id AS model, location_id AS location, is_simulator AS simulator, hourly_cents AS rate,
    coalesce(flight.hobbs_in_tenths, base_hobbs_tenths) AS hobbs, coalesce(flight.tach_in_tenths, base_tach_tenths) AS tach,
    coalesce(flight.landings_in, base_landings) AS landings, coalesce(flight.in_at, 0) AS free
  FROM aircraft JOIN model ON model.id = model_id LEFT JOIN flight ON flight.id = (
    SELECT id FROM flight WHERE aircraft_id = aircraft.id ORDER BY in_at DESC, id DESC LIMIT 1)
  WHERE status = 1 ORDER BY aircraft.id`;

function loadItems(database: DatabaseSync, aircraftId: number): Item[] {
  const query = `SELECT reminder.id, name, due_tach_tenths AS tach, due_at AS at, due_landings AS landings,
      (SELECT count(*) FROM compliance WHERE reminder_id = reminder.id) AS round
    FROM reminder JOIN compliance ON compliance.id = (
      SELECT id FROM compliance WHERE reminder_id = reminder.id ORDER BY at DESC, id DESC LIMIT 1)
    WHERE aircraft_id = ? AND NOT permanent ORDER BY reminder.id`;
  return database
    .prepare(query)
    .all(aircraftId)
    .map((row) => ({
      id: row['id'] as number,
      kind: reminderKind(row['name'] as string),
      round: row['round'] as number,
      dueTach: row['tach'] as number | null,
      dueAt: row['at'] as number | null,
      dueLandings: row['landings'] as number | null,
    }));
}

function loadSquawks(database: DatabaseSync, aircraftId: number): Plane['squawks'] {
  const query = 'SELECT id, grounds, description FROM squawk WHERE aircraft_id = ? AND resolved_at IS NULL ORDER BY id';
  const rows = database.prepare(query).all(aircraftId);
  return rows.map(({ id, grounds, description }) => ({
    id: id as number,
    grounds: grounds === 1,
    description: description as string,
  }));
}

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
