import { lifeOf } from '#contract/statuses.ts';
import { dutyKind } from '#domain/duty/duties.ts';
import { isTraining } from '#domain/duty/training.ts';
import { isSameType, type Typed } from '#domain/people/checkouts.ts';
import { checkoutFor, type CheckoutFinding } from '#domain/readiness/checkout.ts';
import {
  idKey,
  instructorOf,
  type Person,
  pilotsOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { isCheckedOut, isCompleted, isVoid } from '#domain/reservations/state.ts';
import { partsOutside } from '#domain/log/freed.ts';
import { shownDaysBetween } from '#domain/time/clock.ts';
import { type Instant, type Span } from '#domain/time/time.ts';
import { type InstructorTime, instructorsIn, instructorTimes, legalTime, personTime, placeThatDay } from './people.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { once } from './room.ts';
import { canFly, type FreedSlot, leastOf } from './standbySlots.ts';

/** The lessons of a student with one instructor on one type of aircraft: given so far, and booked ahead. */
type Lessons = { given: number; booked: number; last: Instant };

/** A student with the lessons that the reservations show. */
export type Student = {
  readonly userId: string;
  readonly name: string;
  /** The start of the last lesson given, and of the next one booked; null for none. */
  last: Instant | null;
  next: Instant | null;
  /** By the ids of the instructor and of the aircraft, by `idKey`. */
  readonly lessons: Map<string, Map<string, Lessons>>;
};

/** Who learns with whom on what, as far as the reservations show. */
export type Teaching = {
  readonly students: readonly Student[];
  /** The type of each aircraft of a lesson, by `idKey` of its id. */
  readonly types: ReadonlyMap<string, Typed>;
  /** Lessons are known from this instant on. */
  readonly since: Instant;
};

/**
 * Students are the pilots of lessons, but not active instructors. A lesson is training (`isTraining`) on an aircraft or
 * simulator with another person as its instructor, not void, neither solo nor on the ground. It was given if it began and was
 * checked out or completed; it is booked if it is ahead. Linear in the reservations; one that is given twice counts once.
 */
export function teachingIn(
  reservations: readonly TimedReservation[],
  { now, readiness }: Pick<PlanningIndex, 'now' | 'readiness'>,
  since: Instant,
): Teaching {
  const students = new Map<string, Student>();
  const types = new Map<string, Typed>();
  for (const reservation of new Map(reservations.map((one) => [one.key, one])).values()) {
    const { aircraftId, start } = reservation;
    const instructor = instructorOf(reservation)?.userId ?? null;
    const isGiven = start <= now && (isCompleted(reservation) || isCheckedOut(reservation));
    if (aircraftId === null || instructor === null || isVoid(reservation) || !(isGiven || start > now)) continue;
    if (!isTraining(reservation)) continue;
    const kind = dutyKind(reservation, instructor);
    if (kind !== 'flight' && kind !== 'simulator') continue;
    const plane = idKey(aircraftId);
    const type = readiness.aircraft.get(plane)?.aircraft ?? reservation.record.aircraft;
    if (type) types.set(plane, type);
    for (const pilot of pilotsOf(reservation)) {
      const id = pilot.userId === null ? null : idKey(pilot.userId);
      if (id === null || id === idKey(instructor) || readiness.activeInstructors.has(id)) continue;
      const student = students.get(id) ?? studentOf(pilot, id);
      students.set(id, student);
      noteLesson(student, { instructor: idKey(instructor), plane, start, isGiven });
    }
  }
  return { students: [...students.values()], types, since };
}

function studentOf({ userId, name }: Person, id: string): Student {
  return { userId: userId ?? id, name, last: null, next: null, lessons: new Map() };
}

type NewLesson = {
  readonly instructor: string;
  readonly plane: string;
  readonly start: Instant;
  readonly isGiven: boolean;
};

function noteLesson(student: Student, { instructor, plane, start, isGiven }: NewLesson): void {
  const byAircraft = student.lessons.get(instructor) ?? new Map<string, Lessons>();
  student.lessons.set(instructor, byAircraft);
  const known = byAircraft.get(plane) ?? { given: 0, booked: 0, last: Number.NEGATIVE_INFINITY };
  byAircraft.set(plane, known);
  if (isGiven) {
    known.given++;
    known.last = Math.max(known.last, start);
    student.last = Math.max(student.last ?? start, start);
  } else {
    known.booked++;
    student.next = Math.min(student.next ?? start, start);
  }
}

/** A student who could use a freed time. */
export type Candidate = {
  readonly student: Student;
  /** Whole days since the last lesson by the school's calendar; null if none is known, which is a longer wait. */
  readonly days: number | null;
  readonly instructor: InstructorTime;
  /** Lessons given by this instructor, and those on this type with any instructor; booked ones where none was given. */
  readonly taught: number;
  readonly onType: number;
  readonly lastTaught: Instant | null;
  /** The part of the time in which student and instructor are free: all of it, or at least a lesson. */
  readonly free: Span;
  /** For the aircraft; null while people are not read, and on a simulator. */
  readonly checkout: CheckoutFinding | null;
};

/** Why a student of this type of aircraft is not offered the time. */
export type LeftOut = 'booked' | 'instructor' | 'checkout' | 'inactive' | 'gave it up';

export type Takers = {
  /** The longest wait first, then by id. */
  readonly candidates: readonly Candidate[];
  readonly leftOut: ReadonlyMap<LeftOut, readonly Student[]>;
};

/**
 * Who could use a freed time. A student is considered if a lesson on an aircraft of this make and model was given or is
 * booked, and is offered it with an instructor who has taught them or is booked to: first the one with the most lessons
 * on this type, then the most lessons. Both must have nothing else booked, and the instructor must be active, within the
 * limit of flight instruction and not known to be at another location. An expired or revoked checkout for the type keeps
 * a student off; no checkout does not, because the instructor flies along. Whoever gave the time up is not asked again.
 */
export function takersOf(teaching: Teaching, index: PlanningIndex): (slot: FreedSlot) => Takers {
  const instructors = once(
    () => new Map(instructorTimes(instructorsIn(index), index).map((one) => [idKey(one.userId), one])),
  );
  const times = new Map<Student, ReturnType<typeof personTime>>();
  const timeOf = (student: Student) => {
    const time = times.get(student) ?? personTime(student.userId, index);
    times.set(student, time);
    return time;
  };
  return (slot) => {
    const own = new Set<string>();
    for (const [id, type] of teaching.types) if (isSameType(type, slot.room.aircraft)) own.add(id);
    const gaveUp = new Set(slot.entry.people.flatMap(({ userId }) => (userId === null ? [] : idKey(userId))));
    const teachers = teachersIn(slot, instructors, index);
    const leftOut = new Map<LeftOut, Student[]>();
    const candidates: Candidate[] = [];
    for (const student of teaching.students) {
      if (!hasFlown(student, own)) continue;
      const found = gaveUp.has(idKey(student.userId))
        ? 'gave it up'
        : candidateFor(student, slot, { index, teachers, own, time: timeOf(student) });
      if (typeof found !== 'string') candidates.push(found);
      else {
        const students = leftOut.get(found) ?? [];
        students.push(student);
        leftOut.set(found, students);
      }
    }
    for (const students of leftOut.values()) students.sort((a, b) => byText(idKey(a.userId), idKey(b.userId)));
    return { candidates: candidates.toSorted(byWait), leftOut };
  };
}

function byWait(a: Candidate, b: Candidate): number {
  const [waitA, waitB] = [a.days ?? Infinity, b.days ?? Infinity];
  return waitA === waitB ? byText(idKey(a.student.userId), idKey(b.student.userId)) : waitB - waitA;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function hasFlown({ lessons }: Student, own: ReadonlySet<string>): boolean {
  for (const byAircraft of lessons.values()) for (const id of byAircraft.keys()) if (own.has(id)) return true;
  return false;
}

/** An instructor with the free parts of a freed time, and the longest lesson from a start on in milliseconds. */
type Teacher = {
  readonly time: InstructorTime;
  readonly parts: readonly Span[];
  readonly longestFrom: (start: Instant) => number;
};

/** The instructors who are free in part of a time, each looked at once. */
function teachersIn(
  slot: FreedSlot,
  instructors: () => ReadonlyMap<string, InstructorTime>,
  { readiness }: PlanningIndex,
): (id: string) => Teacher | null {
  const { zone } = readiness.sources;
  const known = new Map<string, Teacher | null>();
  const made = (id: string): Teacher | null => {
    const time = instructors().get(id);
    if (!time) return null;
    const at = placeThatDay(time, slot.start, zone.name);
    if (at !== null && slot.place !== null && at !== slot.place) return null;
    const longest = new Map<Instant, number>();
    const longestFrom = (start: Instant) => {
      const left = longest.get(start) ?? (slot.room.aircraft.isSimulator === true ? Infinity : legalTime(time, start));
      longest.set(start, left);
      return left;
    };
    return { time, parts: partsOutside(afterwards(slot, time.from), time.taken), longestFrom };
  };
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const teacher = made(id);
    known.set(id, teacher);
    return teacher;
  };
}

function afterwards({ start, end }: Span, from: Instant): Span {
  return { start: Math.max(start, from), end };
}

type CandidateSources = {
  readonly index: PlanningIndex;
  readonly teachers: (id: string) => Teacher | null;
  /** The aircraft of the slot's type. */
  readonly own: ReadonlySet<string>;
  readonly time: ReturnType<typeof personTime>;
};

function candidateFor(student: Student, slot: FreedSlot, sources: CandidateSources): Candidate | LeftOut {
  const { index, teachers, own, time } = sources;
  const { readiness, now } = index;
  const { zone } = readiness.sources;
  const record = readiness.users?.get(idKey(student.userId)) ?? null;
  if (readiness.users && (record === null || lifeOf(record.status) !== 'active')) return 'inactive';
  const least = leastOf(slot);
  const parts = partsOutside(afterwards(slot, time.from), time.taken).filter((part) => lengthOf(part) >= least);
  if (parts.length === 0) return 'booked';
  const { aircraft } = slot.room;
  const checkout = record && aircraft.isSimulator !== true ? checkoutFor(record, aircraft, slot, zone) : null;
  if (checkout?.state === 'expired' || checkout?.state === 'revoked') return 'checkout';
  for (const { id, total, onType } of instructorsOf(student, own)) {
    const teacher = teachers(id);
    const free = teacher && sharedPart(parts, teacher, slot);
    if (!free) continue;
    return {
      student,
      days: student.last === null ? null : shownDaysBetween(student.last, now, { zone: zone.name, mode: 'L' }),
      instructor: teacher.time,
      taught: total.given,
      onType,
      lastTaught: Number.isFinite(total.last) ? total.last : null,
      free,
      checkout,
    };
  }
  return 'instructor';
}

/** The student's instructors, those with the most lessons on a type first, then those with the most lessons. */
function instructorsOf({ lessons }: Student, own: ReadonlySet<string>) {
  const all = Array.from(lessons, ([id, byAircraft]) => {
    const total: Lessons = { given: 0, booked: 0, last: Number.NEGATIVE_INFINITY };
    let [onType, bookedOnType] = [0, 0];
    for (const [plane, { given, booked, last }] of byAircraft) {
      total.given += given;
      total.booked += booked;
      total.last = Math.max(total.last, last);
      if (own.has(plane)) [onType, bookedOnType] = [onType + given, bookedOnType + booked];
    }
    return { id, total, onType, bookedOnType };
  });
  return all.toSorted(
    (a, b) =>
      b.onType - a.onType ||
      b.total.given - a.total.given ||
      b.bookedOnType - a.bookedOnType ||
      b.total.booked - a.total.booked ||
      byText(a.id, b.id),
  );
}

/** The longest part, the first of several, in which both are free and the instructor and the aircraft may fly a lesson. */
function sharedPart(parts: readonly Span[], { parts: taught, longestFrom }: Teacher, slot: FreedSlot): Span | null {
  const least = leastOf(slot);
  let best: Span | null = null;
  for (const part of parts.flatMap((own) => taught.map((other) => shared(own, other)))) {
    const { start } = part;
    if (lengthOf(part) < least || lengthOf(part) <= (best ? lengthOf(best) : 0)) continue;
    const longest = longestFrom(start);
    if (longest < least || (start !== slot.start && !canFly(slot.room, { start, end: start + least }))) continue;
    const end = Math.min(part.end, start + longest);
    if (!best || end - start > lengthOf(best)) best = { start, end };
  }
  return best;
}

function shared(a: Span, b: Span): Span {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}
