import type { DatabaseSync } from 'node:sqlite';
import { type ReminderKind, reminderKind } from '#operator/school/initial/fleetTypes.ts';
import { readRows } from '#operator/rows.ts';
import type { School } from '#operator/school/school.ts';

/** The current limits of a reminder; null on an axis it does not have. */
export type Item = {
  readonly id: number;
  readonly kind: ReminderKind;
  /** The number of compliances. Part of the seed, so that each interval gets its own lead time. */
  round: number;
  dueTach: number | null;
  dueAt: number | null;
  dueLandings: number | null;
};

/** An active aircraft or simulator with its meters (tenths of hours) after the last generated flight. */
export type Aircraft = {
  readonly id: number;
  readonly modelId: number;
  readonly locationId: number;
  readonly isSimulator: boolean;
  readonly hourlyCents: number;
  /** The use on an average day, in tenths of tach hours and in landings, to forecast when items come due. */
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

type AircraftRow = Pick<
  Aircraft,
  'id' | 'modelId' | 'locationId' | 'hourlyCents' | 'hobbs' | 'tach' | 'landings' | 'freeAt'
> & {
  readonly simulator: number;
};

const fleetQuery = `
  SELECT aircraft.id, model_id AS modelId, location_id AS locationId, is_simulator AS simulator, hourly_cents AS hourlyCents,
    coalesce(flight.hobbs_in_tenths, base_hobbs_tenths) AS hobbs, coalesce(flight.tach_in_tenths, base_tach_tenths) AS tach,
    coalesce(flight.landings_in, base_landings) AS landings, coalesce(flight.in_at, 0) AS freeAt
  FROM aircraft JOIN model ON model.id = model_id LEFT JOIN flight ON flight.id = (
    SELECT id FROM flight WHERE aircraft_id = aircraft.id ORDER BY in_at DESC, id DESC LIMIT 1)
  WHERE status = 1 ORDER BY aircraft.id`;

/** Reads the active fleet in order of id. */
export function loadAircraft(database: DatabaseSync, school: School): Aircraft[] {
  const rows = readRows<AircraftRow>(database, fleetQuery);
  const flying = rows.filter((row) => row.simulator === 0).length;
  const tachPerDay = flying === 0 ? 1 : Math.max(1, (school.reservationsPerDay * 9.6) / flying);
  return rows.map(({ simulator, ...row }) => ({
    ...row,
    isSimulator: simulator === 1,
    tachPerDay,
    landingsPerDay: tachPerDay * 0.31,
    items: loadItems(database, row.id),
    squawks: loadSquawks(database, row.id),
  }));
}

function loadItems(database: DatabaseSync, aircraft: number): Item[] {
  const query = `SELECT reminder.id, name, due_tach_tenths AS dueTach, due_at AS dueAt, due_landings AS dueLandings,
      (SELECT count(*) FROM compliance WHERE reminder_id = reminder.id) AS round
    FROM reminder JOIN compliance ON compliance.id = (
      SELECT id FROM compliance WHERE reminder_id = reminder.id ORDER BY at DESC, id DESC LIMIT 1)
    WHERE aircraft_id = :aircraft AND NOT permanent ORDER BY reminder.id`;
  const rows = readRows<Omit<Item, 'kind'> & { readonly name: string }>(database, query, { aircraft });
  return rows.map(({ name, ...limits }) => ({ ...limits, kind: reminderKind(name) }));
}

function loadSquawks(database: DatabaseSync, aircraft: number): Aircraft['squawks'] {
  const query = `SELECT id, grounds, description FROM squawk
    WHERE aircraft_id = :aircraft AND resolved_at IS NULL ORDER BY id`;
  const rows = readRows<{ id: number; grounds: number; description: string }>(database, query, { aircraft });
  return rows.map((row) => ({ ...row, grounds: row.grounds === 1 }));
}

type Instructor = { readonly id: number; readonly locationId: number };

export type Staff = {
  /** Active instructors by location and id, without the pseudo-instructor. */
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

/** An active student (with an enrollment) or renter (without). */
export type Client = {
  readonly id: number;
  readonly locationId: number;
  /** Aircraft at the client's location that a checkout covers, or all aircraft there if none is covered. */
  readonly fleet: readonly Aircraft[];
  readonly simulators: readonly Aircraft[];
  enrollment: Enrollment | null;
  balanceCents: number;
};

/** Reads the instructors and mechanics. */
export function loadStaff(database: DatabaseSync): Staff {
  const instructors = `SELECT id, location_id AS locationId FROM person
    WHERE role = 'instructor' AND instructor_status = 1 ORDER BY location_id, id`;
  const mechanics = `SELECT id FROM person WHERE role = 'mechanic' ORDER BY id`;
  return {
    instructors: readRows<Instructor>(database, instructors),
    mechanics: readRows<{ id: number }>(database, mechanics).map(({ id }) => id),
  };
}

type ClientRow = Pick<Client, 'id' | 'locationId' | 'balanceCents'>;

const clientQuery = `
  SELECT id, location_id AS locationId, opening_balance_cents
    + coalesce((SELECT sum(cents) FROM memo WHERE person_id = person.id), 0)
    - coalesce((SELECT sum(aircraft_cents + instructor_cents) FROM invoice WHERE person_id = person.id), 0) AS balanceCents
  FROM person WHERE role IN ('student', 'renter') AND user_status = 1 ORDER BY id`;

/** Reads the active students and renters in order of id, with their balances and current courses. */
export function loadClients(database: DatabaseSync, fleet: readonly Aircraft[]): Client[] {
  const enrollments = loadEnrollments(database);
  const models = loadCheckouts(database);
  const simulators = fleet.filter((aircraft) => aircraft.isSimulator);
  const parkedAt = Map.groupBy(
    fleet.filter((aircraft) => !aircraft.isSimulator),
    (aircraft) => aircraft.locationId,
  );
  return readRows<ClientRow>(database, clientQuery).map((row) => {
    const parked = parkedAt.get(row.locationId) ?? [];
    const covered = parked.filter((aircraft) => models.get(row.id)?.has(aircraft.modelId));
    const enrollment = enrollments.get(row.id) ?? null;
    return { ...row, fleet: covered.length > 0 ? covered : parked, simulators, enrollment };
  });
}

function loadCheckouts(database: DatabaseSync): Map<number, Set<number>> {
  const models = new Map<number, Set<number>>();
  const query = 'SELECT person_id AS person, model_id AS model FROM checkout WHERE NOT revoked';
  for (const { person, model } of readRows<{ person: number; model: number }>(database, query)) {
    models.set(person, (models.get(person) ?? new Set()).add(model));
  }
  return models;
}

type EnrollmentRow = Omit<Enrollment, 'lessons'> & { readonly person: number };

/** The latest enrollment of each student. */
function loadEnrollments(database: DatabaseSync): Map<number, Enrollment> {
  const lessons = lessonsByCourse(database);
  const query = `SELECT id, person_id AS person, course_id AS courseId, instructor_id AS instructorId, passed_before + (
      SELECT count(*) FROM reservation WHERE enrollment_id = enrollment.id AND lesson_outcome = 3) AS passed
    FROM enrollment WHERE id IN (SELECT max(id) FROM enrollment GROUP BY person_id)`;
  const rows = readRows<EnrollmentRow>(database, query);
  return new Map(
    rows.map(({ person, ...row }) => [person, { ...row, lessons: lessons.get(row.courseId) ?? [] }] as const),
  );
}

/** The lessons of each course, in order. */
export function lessonsByCourse(database: DatabaseSync): Map<number, number[]> {
  const query = 'SELECT id, course_id AS course FROM lesson ORDER BY course_id, ordinal';
  const rows = readRows<{ id: number; course: number }>(database, query);
  const byCourse = Map.groupBy(rows, ({ course }) => course);
  return new Map(Array.from(byCourse, ([course, lessons]) => [course, lessons.map(({ id }) => id)]));
}
