import type { DatabaseSync } from 'node:sqlite';
import { secondsInDay, secondsInHour } from '#domain/units.ts';
import { appender, readRows } from '#operator/rows.ts';
import { guidOf, type Random, randomOf } from '#operator/school/random.ts';
import { equipmentList, locationsOf, activityTypes, reservationTypes, courses } from './catalog.ts';
import { createFleet } from './initialFleet.ts';
import type { School } from '#operator/school/school.ts';
import { zoneClock } from '#operator/school/zone.ts';

/** Writes the records that exist before the first day: locations, equipment, types, courses, fleet and people. */
export function createSchool(database: DatabaseSync, school: School): void {
  createLocations(database, school);
  createTypes(database, school);
  createCourses(database, school);
  createFleet(database, school);
  createPeople(database, school);
}

function createLocations(database: DatabaseSync, school: School): void {
  const { seed } = school;
  const locations = locationsOf(school);
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

function createTypes(database: DatabaseSync, { seed }: School): void {
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

function createCourses(database: DatabaseSync, { seed }: School): void {
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

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names of many origins, as at an American flight school. The people made from them are invented. */
const firstNames = words(`
  Aaliyah Aaron Abigail Adaeze Adrian Aiko Alejandro Alice Amara Amir Ana Andre Anika Anthony Arjun Astrid Benjamin
  Bianca Brandon Brianna Caleb Camila Carlos Carmen Chidi Chloe Claire Connor Daniel Danielle David Deepa Diego Dmitri
  Elena Elijah Emily Emma Erik Esther Ethan Fatima Felix Fiona Gabriel Grace Hana Hannah Hassan Heather Hiroshi Ian
  Ingrid Isaac Isabella Ivan Jacob Jamal Jasmine Javier Jennifer Jin Joanna Jordan Jose Julia Kai Karen Kayla Kenji
  Kevin Kiran Laila Lars Laura Leilani Leo Liam Linh Lucas Lucia Malik Manuel Marcus Maria Mateo Maya Megan Mei Michael
  Miguel Min Mohammed Nadia Naomi Natalia Nathan Nia Nina Noah Olivia Omar Owen Patrick Paulo Priya Rachel Rafael Rahul
  Rebecca Ricardo Rosa Ruth Ryan Sakura Samuel Sana Santiago Sara Scott Sean Sofia Stephen Sunita Tamika Tariq Theo
  Thomas Tomas Tyler Uma Valeria Victor Vikram Wei William Xavier Yara Yuki Yusuf Zachary Zoe
`);

const lastNames = words(`
  Abbott Adeyemi Aguilar Ahmed Alvarez Andersen Bailey Baker Banerjee Begay Bennett Bergstrom Brooks Carter Castillo
  Chang Chen Choi Clark Cohen Collins Cooper Cruz Dang Davis Delgado Desai Diaz Dubois Edwards Eriksen Espinoza Evans
  Farah Fernandez Fischer Flores Foster Friedman Garcia Gomez Gonzalez Grant Greene Gupta Gutierrez Hale Hansen Harris
  Hassan Hernandez Hoang Hughes Ibrahim Iyer Jackson Jensen Johnson Kaplan Kelly Khan Kim Kowalski Kumar Lam Larsen Lee
  Lewis Lin Lopez Lund Mahmoud Martin Martinez Mbeki McCarthy Mehta Mendoza Miller Mitchell Moore Morales Moreau Morgan
  Murphy Nakamura Nelson Ng Nguyen Novak Nunez Okafor Okonkwo Olsen Ortiz Osei Park Parker Patel Pereira Perez Peterson
  Petrov Pham Phillips Price Quinn Ramirez Ramos Reddy Reed Reyes Rivera Roberts Robinson Rodriguez Romero Rossi Ruiz
  Russell Saito Salazar Sanchez Santos Sato Schmidt Scott Shah Sharma Shapiro Silva Singh Smith Sorensen Suzuki Sullivan
  Takahashi Tan Tanaka Taylor Thomas Thompson Torres Tran Tsosie Turner Vargas Vasquez Volkov Wagner Walker Wang Ward
  Watanabe Watson Weber White Williams Wilson Wong Wright Yang Yazzie Yilmaz Young Zhang Zimmerman
`);

type Role = 'instructor' | 'dispatcher' | 'mechanic' | 'student' | 'renter';
type Ramp = { readonly location: number; readonly model: number };

/** Writes instructors, mechanics, students and renters. The last instructor is the pseudo-instructor "Dispatcher". */
function createPeople(database: DatabaseSync, school: School): void {
  const scale = Math.max(1, school.aircraft / 24);
  const instructors = Math.round(18 * scale);
  const mechanics = Math.round(4 * scale);
  const people = Math.round(220 * scale);
  const ramp = rampOf(database);
  const addPerson = appender(
    database,
    'person',
    'id guid external_id first_name last_name email phone role user_status created_at',
    'opening_balance_cents instructor_status location_id',
  );
  const join = joiner(database, school, ramp, instructors);
  for (let id = 1; id <= people; id++) {
    const random = randomOf(school.seed, 'person', id);
    const role = roleOf(id, instructors, mechanics, random);
    const spread = Math.floor(((id - 1) * ramp.length) / instructors);
    const location = (role === 'instructor' ? ramp[spread] : random.pick(ramp))?.location ?? 1;
    addPerson(personRow(school, id, role, location, random));
    if (role === 'student' || role === 'renter') join(id, role, location, random);
  }
}

/** The active aircraft by location, without simulators. People are assigned to locations in proportion to them. */
function rampOf(database: DatabaseSync): Ramp[] {
  const query = `SELECT location_id AS location, model_id AS model FROM aircraft JOIN model ON model.id = model_id
    WHERE status = 1 AND NOT is_simulator ORDER BY location_id, aircraft.id`;
  return readRows<Ramp>(database, query);
}

function roleOf(id: number, instructors: number, mechanics: number, random: Random): Role {
  if (id < instructors) return 'instructor';
  if (id === instructors) return 'dispatcher';
  if (id <= instructors + mechanics) return 'mechanic';
  return random.chance(0.62) ? 'student' : 'renter';
}

function personRow(school: School, id: number, role: Role, location: number, random: Random) {
  const [first, last] =
    role === 'dispatcher' ? ['Duty', 'Dispatcher'] : [random.pick(firstNames), random.pick(lastNames)];
  const isClient = role === 'student' || role === 'renter';
  const area = random.pick(['303', '719', '720', '970']);
  const opening = zoneClock(school.zone).midnight(school.firstDay);
  return {
    id,
    guid: guidOf(school.seed, 'person', id),
    external_id: `EXT-${String(10_000 + id)}`,
    first_name: first,
    last_name: last,
    email: `${first}.${last}${id}@example.com`.toLowerCase(),
    phone: `(${area}) 555-01${String(random.between(0, 99)).padStart(2, '0')}`,
    role,
    user_status: isClient && random.chance(0.05) ? 0 : 1,
    created_at: opening - random.between(30, 1500) * secondsInDay + random.between(9 * 60, 17 * 60) * 60,
    opening_balance_cents: isClient ? random.between(-20, 150) * 1000 : 0,
    instructor_status: instructorStatus(id, role),
    location_id: location,
  };
}

function instructorStatus(id: number, role: Role): number | null {
  if (role === 'dispatcher') return 1;
  if (role !== 'instructor') return null;
  if (id === 15) return 2;
  return id % 9 === 7 ? 0 : 1;
}

/** Returns a function that gives a client checkouts and, if a student, a course in progress. */
function joiner(database: DatabaseSync, school: School, ramp: readonly Ramp[], instructors: number) {
  const addCheckout = appender(database, 'checkout', 'person_id model_id approved_by_id given_at expires_at revoked');
  const addEnrollment = appender(database, 'enrollment', 'person_id course_id instructor_id started_at passed_before');
  const opening = zoneClock(school.zone).midnight(school.firstDay);
  const byPlace = `SELECT id FROM person WHERE instructor_status = 1 AND id < :instructors
    ORDER BY location_id = :location DESC, id`;
  const instructorsAt = new Map<number, number[]>();
  return (person: number, role: Role, location: number, random: Random): void => {
    const known =
      instructorsAt.get(location) ??
      readRows<{ id: number }>(database, byPlace, { instructors, location }).map(({ id }) => id);
    instructorsAt.set(location, known);
    const near = known.slice(0, Math.max(1, Math.ceil(known.length / 2)));
    const parked = ramp.filter((aircraft) => aircraft.location === location);
    const models = new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(parked).model));
    for (const model of models) {
      const given = opening - random.between(1, 700) * secondsInDay + 15 * secondsInHour;
      const expires = random.chance(0.6) ? given + 730 * secondsInDay : null;
      const revoked = models.size > 1 && random.chance(0.03) ? 1 : 0;
      addCheckout({
        person_id: person,
        model_id: model,
        approved_by_id: random.pick(near),
        given_at: given,
        expires_at: expires,
        revoked,
      });
    }
    if (role !== 'student') return;
    const course = random.pick([0, 0, 0, 0, 0, 1, 1, 2, 3, 4]);
    const passed = random.between(0, (courses[course]?.lessons.length ?? 1) - 1);
    const started = opening - random.between(7, 200) * secondsInDay;
    addEnrollment({
      person_id: person,
      course_id: course + 1,
      instructor_id: random.pick(near),
      started_at: started,
      passed_before: passed,
    });
  };
}
