import { reservationStatuses, trainingSessionStatuses } from '#contract/statuses.ts';
import { cancelledStatus } from '#operator/school/fates.ts';
import { guidOf } from '#operator/school/random.ts';
import { type AnswerRequest, statusOf, zuluTime } from './list.ts';
import type { School } from '#operator/school/school.ts';
import type { DatabaseSync } from 'node:sqlite';
import { readRow } from '#operator/rows.ts';

export type ReservationRow = {
  id: number;
  start_at: number;
  end_at: number;
  out_at: number;
  in_at: number;
  type_id: number;
  activity_id: number | null;
  aircraft_id: number | null;
  instructor_id: number | null;
  series: number | null;
  display_name: string | null;
  enrollment_id: number | null;
  lesson_id: number | null;
  lesson_outcome: number | null;
};

/** A Reservation (section 2.6) as of now; `pilots` are the ids of those who fly or attend. */
export function reservationRecord(
  row: ReservationRow,
  pilots: readonly number[],
  references: References,
  { school, now, isField }: Pick<AnswerRequest, 'school' | 'now' | 'isField'>,
): object {
  const type = references.type(row.type_id);
  const activity = references.activity(row.activity_id);
  const aircraft = references.aircraft(row.aircraft_id);
  const instructor = references.person(row.instructor_id);
  return {
    reservationId: guidOf(school.seed, 'reservation', row.id),
    operatorId: school.operatorId,
    ...(isField && { reservationNumber: row.id }),
    recurringSeries: row.series && { recurringSeriesId: guidOf(school.seed, 'series', row.series) },
    startTime: zuluTime(row.start_at),
    endTime: zuluTime(row.end_at),
    displayName: row.display_name,
    reservationType: type && { reservationTypeId: type.guid, displayTypeId: type.displayType, name: type.name },
    activityType: activity && {
      activityTypeId: activity.guid,
      name: activity.name,
      displayTypeId: activity.displayType,
      trackTrainingMismatch: activity.trackTrainingMismatch === 1,
    },
    aircraft: aircraft && aircraftRecord(aircraft, placeRecord(aircraft, school)),
    aircraftOption: aircraft && optionRecord(aircraft),
    pilots: pilots.flatMap((id) => pilotRecord(references.person(id), school)),
    instructor: instructor && nameRecord(instructor),
    training: { scheduled: null, sessions: sessionsOf(row, references, school.seed, now) },
    reservationStatus: cancelledStatus(school.seed, row, now) ?? statusOf(reservationStatuses, statusAt(row, now)),
  };
}

/** 0 Reserved, 1 Checked Out, 2 Completed. */
function statusAt(row: ReservationRow, now: number): number {
  if (now < row.out_at) return 0;
  return now < row.in_at ? 1 : 2;
}

function nameRecord({ userId, firstName, lastName }: PersonReference): object {
  return { userId, firstName, lastName };
}

function pilotRecord(person: PersonReference | null, school: Pick<School, 'locations'>): object[] {
  if (!person) return [];
  const place = placeRecord(person, school);
  return [{ ...nameRecord(person), imageUrl: null, phone: person.phone, locations: place ? [place] : [] }];
}

/** The location of an aircraft or a person, if the school names locations; its form is ours (section 2.9). */
function placeRecord({ locationId, location: name }: Placed, { locations }: Pick<School, 'locations'>): object | null {
  return locations > 0 ? { locationId, name } : null;
}

function makeAndModel(aircraft: AircraftReference): object {
  return {
    make: { makeId: aircraft.makeGuid, name: aircraft.make },
    model: { modelId: aircraft.modelGuid, name: aircraft.model },
  };
}

function aircraftRecord(aircraft: AircraftReference, location: object | null): object {
  const isSimulator = aircraft.isSimulator === 1;
  const { category, class: className } = aircraft;
  return {
    aircraftId: aircraft.guid,
    tailNumber: aircraft.tail,
    trackCycles: null,
    trackOilFuel: null,
    hasAirtimeMeter: aircraft.hasAirtimeMeter === 1,
    hasHeaterHobbs: aircraft.hasHeaterHobbs === 1,
    hasHobbs: aircraft.hasHobbs === 1,
    isComplex: aircraft.isComplex === 1,
    isHighPerformance: aircraft.isHighPerformance === 1,
    isTailWheel: aircraft.isTailWheel === 1,
    location,
    ...makeAndModel(aircraft),
    engines: [],
    aircraftClass: className,
    isSimulator,
    categoryClass: { id: aircraft.categoryClass, category, class: className, isSimulator },
    isV3Simulator: false,
    v3SimulatorId: null,
    v3SimulatorName: null,
  };
}

function optionRecord(aircraft: AircraftReference): object {
  const { guid, tail } = aircraft;
  return {
    aircraft: { aircraftId: guid, tailNumber: tail, bookingAlert: null, ...makeAndModel(aircraft) },
    schedulingGroup: null,
    v3Simulator: null,
  };
}

/** The lesson a reservation is for, as its one training session. */
function sessionsOf(row: ReservationRow, references: References, seed: number, now: number): object[] {
  const lesson = references.lesson(row.lesson_id);
  if (!lesson) return [];
  const status = now < row.in_at ? 0 : (row.lesson_outcome ?? 0);
  return [
    {
      trainingSessionId: guidOf(seed, 'training session', row.id),
      trainingSessionStatus: statusOf(trainingSessionStatuses, status, sessionNames[status]),
      course: {
        courseId: lesson.courseGuid,
        name: lesson.courseName,
        syllabusProviderId: null,
        logoUrl: null,
        enrollmentId: guidOf(seed, 'enrollment', row.enrollment_id ?? 0),
      },
      lesson: { lessonId: lesson.guid, name: lesson.name },
      trainingSessionDate: zuluTime(row.start_at),
    },
  ];
}

const sessionNames: { readonly [id: number]: string } = { 0: 'Scheduled', 4: 'Incomplete' };

type Placed = { locationId: string; location: string };
export type PersonReference = Placed & { userId: string; firstName: string; lastName: string; phone: string };
type NamedReference = { guid: string; name: string };
export type TypeReference = NamedReference & { displayType: number };
export type ActivityReference = TypeReference & { trackTrainingMismatch: number };
export type LessonReference = NamedReference & { courseGuid: string; courseName: string };
export type AircraftReference = Placed & {
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

/** What reservations refer to, each read once, because many share few people and aircraft. Null if there is none. */
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

const personSql = `SELECT person.guid AS userId, first_name AS firstName, last_name AS lastName, phone,
    location.guid AS locationId, location.name AS location
  FROM person JOIN location ON location.id = location_id WHERE person.id = :id`;
const activitySql = `SELECT guid, name, display_type AS displayType, track_training_mismatch AS trackTrainingMismatch
  FROM activity_type WHERE id = :id`;
const lessonSql = `SELECT lesson.guid AS guid, lesson.name AS name, course.guid AS courseGuid, course.name AS courseName
  FROM lesson JOIN course ON course.id = course_id WHERE lesson.id = :id`;
const aircraftSql = `SELECT aircraft.guid AS guid, tail, has_airtime_meter AS hasAirtimeMeter,
    has_heater_hobbs AS hasHeaterHobbs, has_hobbs AS hasHobbs, is_complex AS isComplex,
    is_high_performance AS isHighPerformance, is_tail_wheel AS isTailWheel, is_simulator AS isSimulator,
    make.guid AS makeGuid, make.name AS make, model.guid AS modelGuid, model.name AS model,
    category, class, category_class AS categoryClass, location.guid AS locationId, location.name AS location
  FROM aircraft JOIN model ON model.id = model_id JOIN make ON make.id = make_id
    JOIN location ON location.id = location_id
  WHERE aircraft.id = :id`;
