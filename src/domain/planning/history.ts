import type { FreeForm } from '#contract/objects.ts';
import { lessonsOf, rowsOfPerson } from '#domain/people/training.ts';
import { instructorOf, idKey, isTimed, pilotsOf, type Reservation } from '#domain/reservations/reservations.ts';
import { isCheckedOut, isCompleted } from '#domain/reservations/state.ts';
import type { Instant, Zone } from '#domain/time/time.ts';

/** The lessons of a student with one instructor, and when the last of them was. */
export type Lessons = { readonly count: number; readonly last: Instant | null };

/**
 * The lessons of one student with each instructor, as far as the source says. An instructor whom the source does not
 * name has none, although the source may not reach back far enough.
 */
export type CourseHistory = {
  readonly with: (instructor: { readonly userId: string; readonly name: string }) => Lessons;
};

const noLessons: Lessons = { count: 0, last: null };

/** A lesson with the key of its instructor: an id or a name. */
type Lesson = { readonly instructor: string; readonly at: Instant | null };

/**
 * Lessons from reservations that were checked out or completed, with the student as a pilot and an instructor with an
 * id.
 */
export function historyInReservations(
  reservations: readonly Reservation[],
  student: string,
  now: Instant,
): CourseHistory {
  const ownReservations = reservations
    .filter(isTimed)
    .filter((reservation) => reservation.start <= now && (isCompleted(reservation) || isCheckedOut(reservation)))
    .filter((reservation) =>
      pilotsOf(reservation).some(({ userId }) => userId !== null && idKey(userId) === idKey(student)),
    );
  const lessons = ownReservations.flatMap((reservation): Lesson[] => {
    const id = instructorOf(reservation)?.userId ?? null;
    return id === null ? [] : [{ instructor: idKey(id), at: reservation.start }];
  });
  return historyOf(lessons);
}

/**
 * Lessons from the training sessions report's rows up to now. A row names its instructor by id, otherwise by name. Two
 * instructors with the same name cannot be told apart.
 */
export function historyInReport(
  rows: readonly FreeForm[],
  student: string,
  { now, zone }: { readonly now: Instant; readonly zone: Zone },
): CourseHistory {
  const ownLessons = rowsOfPerson(rows, student).flatMap((row): Lesson[] => {
    const [lesson] = lessonsOf([row], zone);
    if (!lesson || (lesson.at !== null && lesson.at > now)) return [];
    const id = row['instructorId'];
    return [{ instructor: typeof id === 'string' ? idKey(id) : nameKey(lesson.instructor), at: lesson.at }];
  });
  return historyOf(ownLessons);
}

function historyOf(lessons: readonly Lesson[]): CourseHistory {
  const known = new Map<string, Lessons>();
  for (const { instructor, at } of lessons) {
    const { count, last } = known.get(instructor) ?? noLessons;
    known.set(instructor, { count: count + 1, last: last === null || (at !== null && at > last) ? at : last });
  }
  return {
    with: ({ userId, name }) => known.get(idKey(userId)) ?? known.get(nameKey(name)) ?? noLessons,
  };
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}
