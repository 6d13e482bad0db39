import type { DatabaseSync } from 'node:sqlite';
import { nextId, appender, readRows } from '#operator/rows.ts';
import {
  type Client,
  lessonsByCourse,
  loadClients,
  loadStaff,
  type Staff,
  loadAircraft,
  type Aircraft,
} from './roster.ts';
import type { School } from '#operator/school/school.ts';
import { type ZoneClock, zoneClock } from '#operator/school/zone.ts';

/** A reservation as a period [start, end), in epoch seconds, that occupies an aircraft or people. */
export type Span = {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly displayType: number;
  readonly aircraftId: number | null;
  readonly people: readonly number[];
};

/**
 * The school at the end of its last generated day: everything the next day depends on, apart from the seed. It is always
 * read from the database, so that one run or several give the same school.
 */
export type SchoolState = {
  readonly school: School;
  readonly clock: ZoneClock;
  readonly fleet: readonly Aircraft[];
  readonly staff: Staff;
  readonly clients: readonly Client[];
  /** The lessons of each course, in order. */
  readonly lessons: ReadonlyMap<number, readonly number[]>;
  /** Reservations that end after the last generated day: overnight flights, days off and scheduled maintenance. */
  ahead: Span[];
  readonly ids: { reservation: number; squawk: number; workOrder: number; workItem: number; enrollment: number };
  readonly records: Records;
};

/** Reads the state of a school whose last generated day is `school.lastDay`. */
export function loadState(database: DatabaseSync, school: School): SchoolState {
  const clock = zoneClock(school.zone);
  const fleet = loadAircraft(database, school);
  return {
    school,
    clock,
    fleet,
    staff: loadStaff(database),
    clients: loadClients(database, fleet),
    lessons: lessonsByCourse(database),
    ahead: loadAhead(database, clock.midnight(school.lastDay + 1)),
    ids: {
      reservation: nextId(database, 'reservation'),
      squawk: nextId(database, 'squawk'),
      workOrder: nextId(database, 'work_order'),
      workItem: nextId(database, 'work_item'),
      enrollment: nextId(database, 'enrollment'),
    },
    records: recordsOf(database),
  };
}

type AheadRow = Omit<Span, 'people'> & { readonly pilotId: number | null; readonly instructorId: number | null };

function loadAhead(database: DatabaseSync, midnight: number): Span[] {
  const query = `SELECT id, start_at AS start, end_at AS "end", display_type AS displayType, aircraft_id AS aircraftId,
    pilot_id AS pilotId, instructor_id AS instructorId FROM reservation WHERE end_at > :midnight ORDER BY id`;
  return readRows<AheadRow>(database, query, { midnight }).map(({ pilotId, instructorId, ...span }) => ({
    ...span,
    people: [pilotId, instructorId].filter((id) => id !== null),
  }));
}

type Records = ReturnType<typeof recordsOf>;

/** Prepares, once per run, the statements for the rows that a school day writes. */
function recordsOf(database: DatabaseSync) {
  const resolve = database.prepare(
    'UPDATE squawk SET resolved_at = ?, corrective_action = ?, work_order_id = ? WHERE id = ?',
  );
  return {
    reservation: appender(
      database,
      'reservation',
      'id start_at end_at out_at in_at type_id display_type activity_id aircraft_id instructor_id',
      'pilot_id copilot_id series display_name enrollment_id lesson_id lesson_outcome',
    ),
    span: appender(database, 'reservation_span', 'id first_minute last_minute'),
    participation: appender(database, 'participation', 'person_id start_at reservation_id capacity'),
    attendee: appender(database, 'attendee', 'reservation_id person_id'),
    flight: appender(
      database,
      'flight',
      'id aircraft_id out_at in_at hobbs_out_tenths hobbs_in_tenths tach_out_tenths',
      'tach_in_tenths landings_out landings_in destination',
    ),
    invoice: appender(
      database,
      'invoice',
      'id person_id at aircraft_tenths aircraft_cents instructor_tenths instructor_cents',
    ),
    memo: appender(database, 'memo', 'person_id at cents reason'),
    enrollment: appender(database, 'enrollment', 'id person_id course_id instructor_id started_at passed_before'),
    compliance: appender(database, 'compliance', 'reminder_id at due_tach_tenths due_at due_landings permanent'),
    squawk: appender(database, 'squawk', 'id aircraft_id reported_by_id description grounds created_at'),
    resolveSquawk: (id: number, at: number, action: string, workOrder: number): void => {
      resolve.run(at, action, workOrder, id);
    },
    workOrder: appender(
      database,
      'work_order',
      'id aircraft_id reservation_id opened_at closed_at hobbs_tenths tach_tenths landings',
    ),
    workItem: appender(
      database,
      'work_item',
      'id work_order_id mechanic_id reminder_id squawk_id description created_at done_at',
    ),
    workLog: appender(database, 'work_log', 'work_item_id mechanic_id at labour_tenths note'),
  };
}
