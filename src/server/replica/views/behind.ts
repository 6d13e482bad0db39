import { parseRecord } from '#contract/answers.ts';
import type { BehindAnswer } from '#contract/gateway/behind.ts';
import { isRecord } from '#contract/objects.ts';
import { lifeOf } from '#contract/statuses.ts';
import { isTraining } from '#domain/duty/training.ts';
import {
  behindDays,
  byReasons,
  saysFinished,
  knowsLessons,
  type LessonTaken,
  studentOf,
  type StudentFacts,
  type Trained,
} from '#domain/people/behind.ts';
import { readUser, toCheckouts } from '#domain/people/checkouts.ts';
import { idKey, instructorOf, pilotsOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { certaintyOf, stateAt } from '#domain/reservations/state.ts';
import { atOnce, type Steps } from '#domain/steps.ts';
import { dayText } from '#domain/time/clock.ts';
import { dayOf, type Instant, readInstant, type Span, type Zone } from '#domain/time/time.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { counted } from '#domain/words.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { rowsIn, timedOf } from './daySources.ts';
import { personReader } from './people.ts';
import { keyOf, missingIn, type ReplicaStatus, skippedIn, summary, type View } from './status.ts';

/** The answer is made again after this many milliseconds, because time passes. */
const tick = 15 * millisecondsInMinute;
/** Reservations that are read in one step. */
const perStep = 200;

type Gathered = {
  readonly name: string;
  readonly trained: Trained[];
  readonly taken: LessonTaken[];
  next: StudentFacts['next'];
  /** Whether any of the reservations was training. */
  isStudent: boolean;
};

/** Students and why some fall behind (`/replica/behind`): one pass over the reservations of the days that are always held. */
export function createBehind(storage: ReplicaStorage) {
  let latest: { readonly key: string; readonly answer: BehindAnswer } | null = null;

  const make = function* (status: ReplicaStatus): Steps<BehindAnswer> {
    const key = keyFor(status);
    if (latest?.key === key) return latest.answer;
    const { window, now } = status;
    const { cells } = status.reservations(window);
    const gathered = yield* gatheredIn(storage, status);
    yield;
    const people = peopleIn(storage, status, gathered);
    yield;
    const held = heldAround(now, window, missingIn(window, cells));
    const students = Array.from(gathered, ([id, { isStudent, ...facts }]) => {
      const person = people?.get(id);
      if (!isStudent || person?.isGone) return [];
      return [studentOf({ userId: id, ...facts, checkouts: person?.checkouts ?? null }, held, now)];
    });
    const untimed = storage.untimed(window.start, window.end).length;
    const unreadable = skippedIn(cells).length + untimed;
    const gaps = [...gapsOf(held, window, status), ...unreadableText(unreadable)];
    const answer: BehindAnswer = { students: students.flat().toSorted(byReasons), gaps };
    latest = { key, answer };
    return answer;
  };

  const view = (status: ReplicaStatus): View => {
    const { cells } = status.reservations(status.window);
    const { ageMs, ttlMs, detail } = summary([...cells, ...status.parts('users')]);
    const steps = function* (): Steps<string> {
      return JSON.stringify(yield* make(status));
    };
    return { key: keyFor(status), ageMs, ttlMs, detail, headers: {}, body: () => atOnce(steps()), steps };
  };
  return { make, view, keyOf: keyFor };
}

/** Differs if the answer does. */
function keyFor(status: ReplicaStatus): string {
  const { cells } = status.reservations(status.window);
  const people = [...status.parts('users'), ...status.parts('user')];
  return `${Math.floor(status.now / tick)} ${keyOf(cells)} ${keyOf(people)}`;
}

/** The span around now without an unread day; empty if today is unread. */
function heldAround(now: Instant, window: Span, missing: readonly Span[]): Span {
  if (missing.some(({ start, end }) => start <= now && now < end)) return { start: now, end: now };
  const before = missing.findLast(({ end }) => end <= now);
  const after = missing.find(({ start }) => start > now);
  return { start: before?.end ?? window.start, end: after?.start ?? window.end };
}

function gapsOf(held: Span, window: Span, status: ReplicaStatus): string[] {
  const { now, zone } = status;
  const day = (at: Instant) => dayText(dayOf(at, zone.name));
  const gaps: string[] = [];
  if (!knowsLessons(held, now)) gaps.push(`Lessons of the last ${behindDays.withoutLesson} days are not all known.`);
  if (held.end <= now) gaps.push('Bookings ahead are not known.');
  else if (held.end < window.end) gaps.push(`Bookings after ${day(held.end - 1)} are not all known.`);
  return gaps;
}

/** Such a record may be a lesson or a booking of anybody. */
function unreadableText(count: number): string[] {
  return count === 0 ? [] : [`${counted(count, 'reservation')} without a readable time or form may be a lesson.`];
}

/** Everyone who flies as a pilot in the held days, by `idKey`. */
function* gatheredIn(storage: ReplicaStorage, { now, zone, window }: ReplicaStatus): Steps<Map<string, Gathered>> {
  const people = new Map<string, Gathered>();
  let read = 0;
  for (const row of yield* rowsIn(storage, window)) {
    if (++read % perStep === 0) yield;
    const reservation = timedOf(row, zone);
    if (!reservation || reservation.kind === 'Instructor Time Off' || reservation.kind === 'Maintenance') continue;
    const state = stateAt(reservation, now);
    const isDone = state.kind === 'done';
    const stands = certaintyOf(state) !== null;
    if (!isDone && !stands) continue;
    const named = instructorOf(reservation);
    const instructor = named?.userId ? { userId: idKey(named.userId), name: named.name } : null;
    const isLesson = isTraining(reservation);
    const students = pilotsOf(reservation).filter(({ userId }) => userId && idKey(userId) !== instructor?.userId);
    // Of several pilots, the record does not say whose session it was.
    const taken = isLesson && isDone && students.length === 1 ? takenIn(storage, row.id, reservation, zone) : [];
    for (const { userId, name } of students) {
      const id = idKey(userId ?? '');
      const person = people.get(id) ?? { name, trained: [], taken: [], next: null, isStudent: false };
      people.set(id, person);
      person.isStudent ||= isLesson;
      if (isLesson) person.trained.push({ end: reservation.end, isDone, instructor });
      person.taken.push(...taken);
      if (stands && reservation.start > now && (person.next === null || reservation.start < person.next.start))
        person.next = { start: reservation.start, instructor: isLesson ? instructor : null };
    }
  }
  return people;
}

/** Training sessions of the whole record, because the windows do not hold how a lesson went. */
function takenIn(storage: ReplicaStorage, id: string, { start }: TimedReservation, zone: Zone): LessonTaken[] {
  const stored = storage.reservation(id);
  const raw: unknown = stored ? JSON.parse(stored.json) : null;
  if (!isRecord(raw)) return [];
  const sessions = parseRecord('listReservations', raw).training?.sessions ?? [];
  return sessions.flatMap(({ trainingSessionId, course, lesson, trainingSessionStatus, trainingSessionDate }) => {
    const name = lesson?.name ?? '';
    const key = lesson?.lessonId ?? (name && `${course?.name ?? ''}\n${name}`);
    if (!key) return [];
    const at = readInstant(trainingSessionDate, zone) ?? start;
    const status = trainingSessionStatus?.name ?? '';
    return [{ id: trainingSessionId ?? null, key, lesson: name || 'A lesson', at, isFinished: saysFinished(status) }];
  });
}

/** The valid checkouts of these people, and whether the service no longer calls them active; null if nobody is read. */
function peopleIn(storage: ReplicaStorage, status: ReplicaStatus, wanted: ReadonlyMap<string, unknown>) {
  if (!status.parts('users').some(({ ageMs }) => ageMs !== null)) return null;
  const read = personReader(storage, status);
  return new Map(
    storage.records('users', '').flatMap(({ id, json }) => {
      const person = wanted.has(idKey(id)) ? read(id, json)?.person : null;
      const user = person ? readUser(person) : null;
      if (!user) return [];
      const life = lifeOf(user.status);
      const valid = toCheckouts(user, status.now, status.zone).filter(({ state }) => state === 'valid');
      const checkouts = user.aircraftCheckouts == null ? null : valid;
      return [[idKey(id), { checkouts, isGone: life === 'inactive' || life === 'deleted' }] as const];
    }),
  );
}
