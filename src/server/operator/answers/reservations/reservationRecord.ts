import { reservationStatuses, trainingSessionStatuses } from '#contract/statuses.ts';
import { guidOf } from '#server/operator/school/founding/guid.ts';
import type { Asking } from '#server/operator/answers/list/asking.ts';
import type { AircraftReference, PersonReference, References } from '#server/operator/answers/references.ts';
import { statusOf, zuluTime } from '#server/operator/answers/list/values.ts';

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

/** A Reservation (section 2.6) as it stands now; `pilots` are the ids of those who fly or attend. */
export function reservationRecord(
  row: ReservationRow,
  pilots: readonly number[],
  references: References,
  { school, now, isField }: Pick<Asking, 'school' | 'now' | 'isField'>,
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
    aircraft: aircraft && aircraftRecord(aircraft),
    aircraftOption: aircraft && optionRecord(aircraft),
    pilots: pilots.flatMap((id) => pilotRecord(references.person(id))),
    instructor: instructor && nameRecord(instructor),
    training: { scheduled: null, sessions: sessionsOf(row, references, school.seed, now) },
    reservationStatus: statusOf(reservationStatuses, statusAt(row, now)),
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

function pilotRecord(person: PersonReference | null): object[] {
  return person ? [{ ...nameRecord(person), imageUrl: null, phone: person.phone, locations: [] }] : [];
}

function makeAndModel(aircraft: AircraftReference): object {
  return {
    make: { makeId: aircraft.makeGuid, name: aircraft.make },
    model: { modelId: aircraft.modelGuid, name: aircraft.model },
  };
}

function aircraftRecord(aircraft: AircraftReference): object {
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
    location: null,
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
