import type { DatabaseSync } from 'node:sqlite';
import { readRow } from './list/rows.ts';

export type PersonReference = { userId: string; firstName: string; lastName: string; phone: string };
type NamedReference = { guid: string; name: string };
export type TypeReference = NamedReference & { displayType: number };
export type ActivityReference = TypeReference & { trackTrainingMismatch: number };
export type LessonReference = NamedReference & { courseGuid: string; courseName: string };
export type AircraftReference = {
  guid: string;
  tail: string;
  hasAirtimeMeter: number;
  hasHeaterHobbs: number;
  hasHobbs: number;
  isComplex: number;
  isHighPerformance: number;
  isTailWheel: number;
  isSimulator: number;
  makeGuid: string;
  make: string;
  modelGuid: string;
  model: string;
  category: string;
  class: string;
  categoryClass: string;
};

/** What reservations point at, each read once: many reservations share few people and aircraft. Null where there is none. */
export function referencesOf(database: DatabaseSync) {
  const lookUp = <Reference>(sql: string) => {
    const known = new Map<number, Reference | null>();
    return (id: number | null): Reference | null => {
      if (id === null) return null;
      if (!known.has(id)) known.set(id, readRow<Reference>(database, sql, { id }));
      return known.get(id) ?? null;
    };
  };
  return {
    person: lookUp<PersonReference>(personSql),
    aircraft: lookUp<AircraftReference>(aircraftSql),
    type: lookUp<TypeReference>('SELECT guid, name, display_type AS displayType FROM reservation_type WHERE id = :id'),
    activity: lookUp<ActivityReference>(activitySql),
    lesson: lookUp<LessonReference>(lessonSql),
  };
}
export type References = ReturnType<typeof referencesOf>;

const personSql =
  'SELECT guid AS userId, first_name AS firstName, last_name AS lastName, phone FROM person WHERE id = :id';
const activitySql = `SELECT guid, name, display_type AS displayType, track_training_mismatch AS trackTrainingMismatch
  FROM activity_type WHERE id = :id`;
const lessonSql = `SELECT lesson.guid AS guid, lesson.name AS name, course.guid AS courseGuid, course.name AS courseName
  FROM lesson JOIN course ON course.id = course_id WHERE lesson.id = :id`;
const aircraftSql = `SELECT aircraft.guid AS guid, tail, has_airtime_meter AS hasAirtimeMeter,
    has_heater_hobbs AS hasHeaterHobbs, has_hobbs AS hasHobbs, is_complex AS isComplex,
    is_high_performance AS isHighPerformance, is_tail_wheel AS isTailWheel, is_simulator AS isSimulator,
    make.guid AS makeGuid, make.name AS make, model.guid AS modelGuid, model.name AS model,
    category, class, category_class AS categoryClass
  FROM aircraft JOIN model ON model.id = model_id JOIN make ON make.id = make_id WHERE aircraft.id = :id`;
