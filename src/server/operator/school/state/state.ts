import type { DatabaseSync } from 'node:sqlite';
import { nextId } from './appender.ts';
import { type Client, lessonsByCourse, loadClients, loadStaff, type Staff } from './statePeople.ts';
import { loadPlanes, type Plane } from './stateFleet.ts';
import { type Records, recordsOf } from './records.ts';
import type { School } from '#server/operator/school/school.ts';
import { type ZoneClock, zoneClock } from '#server/operator/school/zone.ts';

/** A stretch of time that takes an aircraft and people: [start, end), in epoch seconds. */
export type Span = {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly displayType: number;
  readonly aircraftId: number | null;
  readonly people: readonly number[];
};

/**
 * The school as it stands at the end of its last generated day: all that generating the next day depends on, besides the
 * seed. It is read from the database alone, so that going on later is the same as not having stopped.
 */
export type SchoolState = {
  readonly school: School;
  readonly clock: ZoneClock;
  /** The active ones. */
  readonly planes: readonly Plane[];
  readonly staff: Staff;
  readonly clients: readonly Client[];
  /** The lessons of each course, in order. */
  readonly lessons: ReadonlyMap<number, readonly number[]>;
  /** What reaches beyond the last generated day: overnight flights, days off, maintenance to come. */
  ahead: Span[];
  readonly ids: { reservation: number; squawk: number; workOrder: number; workItem: number; enrollment: number };
  readonly records: Records;
};

/** Reads the state of a school whose last generated day is `school.lastDay`. */
export function loadState(database: DatabaseSync, school: School): SchoolState {
  const clock = zoneClock(school.zone);
  const planes = loadPlanes(database, school);
  return {
    school,
    clock,
    planes,
    staff: loadStaff(database),
    clients: loadClients(database, planes),
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

function loadAhead(database: DatabaseSync, midnight: number): Span[] {
  const query = `SELECT id, start_at AS start, end_at AS "end", display_type AS displayType, aircraft_id AS aircraftId,
    pilot_id, instructor_id FROM reservation WHERE end_at > ? ORDER BY id`;
  return database
    .prepare(query)
    .all(midnight)
    .map((row) => {
      const people = [row['pilot_id'], row['instructor_id']].filter((id) => id !== null);
      return { ...row, people } as unknown as Span;
    });
}
