import type { DatabaseSync } from 'node:sqlite';
import { appender } from '#server/operator/school/state/appender.ts';
import { foundFleet } from './foundingFleet.ts';
import { foundPeople } from './foundingPeople.ts';
import { guidOf } from './guid.ts';
import { equipmentList, locations, activityTypes, reservationTypes } from './inventory.ts';
import type { School } from '#server/operator/school/school.ts';
import { courses } from './syllabus.ts';

/** Writes what stands before the first day: places, types, courses, fleet, people. */
export function foundSchool(database: DatabaseSync, school: School): void {
  foundPlaces(database, school);
  foundTypes(database, school);
  foundCourses(database, school);
  foundFleet(database, school);
  foundPeople(database, school);
}

function foundPlaces(database: DatabaseSync, { seed }: School): void {
  const addLocation = appender(database, 'location', 'id guid name airport');
  for (const [index, location] of locations.entries()) {
    addLocation({ id: index + 1, guid: guidOf(seed, 'location', index + 1), ...location });
  }
  const addEquipment = appender(database, 'equipment', 'id guid name kind serial location_id status');
  for (const [index, [kind, name]] of equipmentList.entries()) {
    const id = index + 1;
    const serial = `${kind.slice(0, 2).toUpperCase()}-${String(1040 + index * 7)}`;
    const guid = guidOf(seed, 'equipment', id);
    addEquipment({
      id,
      guid,
      name,
      kind,
      serial,
      location_id: 1 + (index % locations.length),
      status: index % 9 === 8 ? 0 : 1,
    });
  }
}

function foundTypes(database: DatabaseSync, { seed }: School): void {
  const addType = appender(database, 'reservation_type', 'id guid display_type name');
  for (const [index, { name, displayType }] of reservationTypes.entries()) {
    addType({ id: index + 1, guid: guidOf(seed, 'reservationType', index + 1), display_type: displayType, name });
  }
  const addActivity = appender(database, 'activity_type', 'id guid display_type name track_training_mismatch');
  for (const [index, { name, displayType, training }] of activityTypes.entries()) {
    const guid = guidOf(seed, 'activityType', index + 1);
    addActivity({ id: index + 1, guid, display_type: displayType, name, track_training_mismatch: training ? 1 : 0 });
  }
}

function foundCourses(database: DatabaseSync, { seed }: School): void {
  const addCourse = appender(database, 'course', 'id guid name');
  const addLesson = appender(database, 'lesson', 'id guid course_id ordinal name');
  let lessonId = 0;
  for (const [index, course] of courses.entries()) {
    addCourse({ id: index + 1, guid: guidOf(seed, 'course', index + 1), name: course.name });
    for (const [ordinal, name] of course.lessons.entries()) {
      lessonId += 1;
      addLesson({
        id: lessonId,
        guid: guidOf(seed, 'lesson', lessonId),
        course_id: index + 1,
        ordinal: ordinal + 1,
        name,
      });
    }
  }
}
