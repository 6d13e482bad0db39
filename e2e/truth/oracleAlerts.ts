import { addDays, dayOf, type Instant } from '#domain/time/time.ts';
import { openFlights, type Snapshot } from './oracle.ts';
import { reminderRecord, squawkRecords } from './records.ts';
import { minute } from './school.ts';
import { isOpen, type Plan, type Reservation, versionAt, type World } from './world.ts';

/** An alert that must be sent at a look, with no others of these kinds: `grounded N101TR`. */
export type Expected = { readonly at: Instant; readonly words: string };

/** How long a condition must last before it is reported, and be gone before it is over. */
const held = { squawk: 2 * minute, reminder: 5 * minute, reservation: 2 * minute, late: 0, overLate: 2 * minute };

/** The severity of a condition at each look; 0 while it does not exist. */
type Course = readonly (readonly [at: Instant, rank: number])[];

/**
 * The alerts that a simulated school must send for looks at these instants, only from the service's records. The first look
 * records what already exists, and reports none of it.
 */
export function expectedAlerts(world: World, looks: readonly Instant[], look: (now: Instant) => Snapshot): Expected[] {
  const expected: Expected[] = [];
  for (const { tail, ofReminders, ofSquawks } of statusesOf(world, looks)) {
    for (const { name, onlyFor, course } of ofReminders) {
      for (const { at, rank } of risesOf(course, held.reminder, held.reminder))
        if (rank > 0) {
          const status = rank === 2 ? 'Expired' : 'Warning';
          expected.push({ at, words: `${tail}: ${name} is ${status}${onlyFor === null ? '' : `, ${onlyFor}`}.` });
        }
    }
    for (const { at, rank } of risesOf(ofSquawks, held.squawk, held.squawk)) {
      if (rank === 2) expected.push({ at, words: `grounded ${tail}` });
      if (rank === 0) expected.push({ at, words: `fit again ${tail}` });
    }
  }
  for (const { id, course } of lateFlights(world, looks, look)) {
    for (const { at, rank } of risesOf(course, held.late, held.overLate))
      if (rank > 0) expected.push({ at, words: `not back ${rank * 30} min ${id}` });
  }
  for (const made of world.reservations) expected.push(...changesOf(world, made, looks));
  return expected;
}

/** The looks at which a condition must be reported, with its severity, or 0 when it ends. */
function risesOf(course: Course, settles: number, over: number): { readonly at: Instant; readonly rank: number }[] {
  const found: { readonly at: Instant; readonly rank: number }[] = [];
  let [known, gone]: [number, Instant | null] = [course[0]?.[1] ?? 0, null];
  const since = new Map<number, Instant>();
  for (const [at, rank] of course.slice(1)) {
    if (rank === 0) {
      gone ??= at;
      if (at - gone < over) continue;
      if (known > 0) found.push({ at, rank });
      known = 0;
      since.clear();
      continue;
    }
    gone = null;
    for (const step of [1, 2]) {
      if (rank < step) since.delete(step);
      else if (!since.has(step)) since.set(step, at);
    }
    if (rank <= known || at - (since.get(rank) ?? at) < settles) continue;
    known = rank;
    found.push({ at, rank });
  }
  return found;
}

/** The service's status of each aircraft at each look. */
function statusesOf(world: World, looks: readonly Instant[]) {
  return world.school.fleet.map((aircraft, place) => {
    const ofReminders = aircraft.reminders.map((reminder) => {
      const statusAt = (at: Instant) => reminderRecord(world, place, reminder, at)['status'] as { readonly id: number };
      return { ...reminder, course: looks.map((at) => [at, statusAt(at).id - 1] as const) };
    });
    const isGrounded = (at: Instant) =>
      squawkRecords(world, place, at).some(({ groundAircraft, resolved }) => groundAircraft === true && !resolved);
    const ofSquawks = looks.map((at, turn) => {
      const isExpired = ofReminders.some(({ onlyFor, course }) => onlyFor === null && course[turn]?.[1] === 2);
      return [at, isGrounded(at) ? 2 : isExpired ? 1 : 0] as const;
    });
    return { tail: aircraft.tail, ofReminders: aircraft.isStored ? [] : ofReminders, ofSquawks };
  });
}

/**
 * Flights still out half an hour or more after their booked end. A later flight of the aircraft that is out shows that it came
 * back.
 */
function lateFlights({ school }: World, looks: readonly Instant[], look: (now: Instant) => Snapshot) {
  const courses = new Map<string, (readonly [Instant, number])[]>();
  const ended: { readonly id: string; readonly course: Course }[] = [];
  for (const [turn, at] of looks.entries()) {
    const snapshot = look(at);
    const ranks = new Map<string, number>();
    for (const [place, { isSimulator }] of school.fleet.entries()) {
      const last = isSimulator ? undefined : openFlights(snapshot, place).at(-1);
      const late = last ? Math.floor((at - last.plan.end) / (30 * minute)) : 0;
      if (last && late > 0) ranks.set(last.made.id, Math.min(late, 2));
    }
    const before = looks[turn - 1];
    for (const id of ranks.keys()) if (!courses.has(id)) courses.set(id, before === undefined ? [] : [[before, 0]]);
    for (const [id, course] of courses) {
      course.push([at, ranks.get(id) ?? 0]);
      const isOver = course.slice(-4).length === 4 && course.slice(-4).every(([, rank]) => rank === 0);
      if (!isOver) continue;
      ended.push({ id, course });
      courses.delete(id);
    }
  }
  return [...ended, ...Array.from(courses, ([id, course]) => ({ id, course }))];
}

/** Reservations of today and tomorrow that are made, moved or gone. A change that is undone at once is not reported. */
function changesOf({ school: { zone } }: World, made: Reservation, looks: readonly Instant[]): Expected[] {
  const expected: Expected[] = [];
  const planAt = (at: Instant): Plan | null => {
    const version = versionAt(made, at);
    return version && (isOpen(version) || version.status === 'done') ? version.plan : null;
  };
  let before = planAt(looks[0] ?? 0);
  let [shown, since]: [Plan | null, Instant | null] = [before, null];
  const [from, until] = [made.versions[0]?.at ?? 0, (made.versions.at(-1)?.at ?? 0) + 60 * minute];
  for (const at of looks.slice(1)) {
    if (at < from || at > until) continue;
    const plan = planAt(at);
    if (planText(plan) !== planText(shown)) [shown, since] = [plan, at];
    if (since === null || at - since < held.reservation) continue;
    const days = new Set([dayOf(since, zone), addDays(dayOf(since, zone), 1)]);
    const isNear = [before, shown].some((one) => one !== null && days.has(dayOf(one.start, zone)));
    const what = before === null ? 'New reservation' : shown === null ? 'Reservation gone' : 'Reservation changed';
    if (isNear && planText(before) !== planText(shown)) expected.push({ at, words: `${what} ${made.id}` });
    [before, since] = [shown, null];
  }
  return expected;
}

function planText(plan: Plan | null): string {
  return plan === null ? '' : [plan.start, plan.end, plan.aircraft, plan.pilot?.id, plan.instructor?.id].join(' ');
}
