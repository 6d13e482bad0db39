import type { Instant } from '#domain/time/time.ts';
import { type Entry, isLive, meets, type Snapshot } from './oracle.ts';
import { dayLength, hour, minute } from './school.ts';
import { isActiveAt, isFlown } from './world.ts';

type Lesson = { readonly start: Instant; readonly end: Instant; readonly isAhead: boolean };

/** The limit of 14 CFR 61.195(a) in any 24 hours. */
const max = 8 * hour;

export type HoursTruth = {
  readonly instructor: string;
  /** Over the limit by real past instruction and bookings ahead. */
  readonly isOver: boolean;
  /** Over the limit by all bookings, flown or not. */
  readonly isBookedOver: boolean;
};

/** Instructors with more than 8 hours in any 24 that begin before an instant and are partly still ahead. */
export function hoursTruth(snapshot: Snapshot, until: Instant): HoursTruth[] {
  const { world, now } = snapshot;
  return world.school.instructors.map(({ id }) => {
    const ownEntries = (snapshot.byPerson.get(id) ?? []).filter(
      (entry) => isLesson(entry, snapshot) && entry.plan.start < until,
    );
    const looked = { now, until };
    return {
      instructor: id,
      isOver: isOverIn(
        ownEntries.flatMap((entry) => reallyTaught(entry, now)),
        looked,
      ),
      isBookedOver: isOverIn(
        ownEntries.map((entry) => booked(entry, now)),
        looked,
      ),
    };
  });
}

/** Whether a lesson belongs to 24 hours over the limit, by bookings and by real instruction. */
export function isInLongDay(
  snapshot: Snapshot,
  lesson: Entry,
  until: Instant,
): { readonly really: boolean; readonly booked: boolean } {
  const { instructor, start, end } = lesson.plan;
  const { now } = snapshot;
  if (!instructor || !isLesson(lesson, snapshot)) return { really: false, booked: false };
  const all = snapshot.byPerson.get(instructor.id) ?? [];
  const ownEntries = all.filter((entry) => isLesson(entry, snapshot) && entry.plan.start < until);
  const isTouched = (window: { readonly start: Instant; readonly end: Instant }) => meets(window, { start, end });
  const over = (lessons: readonly Lesson[]) => windowsOver(lessons).some(isTouched);
  return {
    really: over(ownEntries.flatMap((entry) => reallyTaught(entry, now))),
    booked: over(ownEntries.map((entry) => booked(entry, now))),
  };
}

function isLesson({ plan, status }: Entry, { world }: Snapshot): boolean {
  if (plan.kind !== 'dual' || plan.aircraft === null || status === 'cancelled' || status === 'no-show') return false;
  return world.school.fleet[plan.aircraft]?.isSimulator !== true;
}

function booked({ plan, status }: Entry, now: Instant): Lesson {
  // No record shows when a lesson was closed. A lesson closed before its booked end may have lasted until now; after that end it
  // counts as booked.
  const isEarly = status === 'done' && plan.start < now && now < plan.end;
  return { start: plan.start, end: isEarly ? now : plan.end, isAhead: status !== 'done' && plan.end > now };
}

function reallyTaught(entry: Entry, now: Instant): Lesson[] {
  const { made, plan } = entry;
  const isAhead = isLive(entry, now);
  if (made.real && made.real.out <= now)
    return [{ start: made.real.out, end: Math.min(made.real.in, Math.max(now, plan.end)), isAhead }];
  return isAhead ? [{ start: plan.start, end: plan.end, isAhead }] : [];
}

function isOverIn(
  lessons: readonly Lesson[],
  { now, until }: { readonly now: Instant; readonly until: Instant },
): boolean {
  return windowsOver(lessons).some(({ start, end }) => {
    return (
      start < until && end > now && lessons.some((lesson) => lesson.isAhead && lesson.end > now && lesson.start < end)
    );
  });
}

/** All 24-hour windows over the limit that begin or end with a lesson; time booked twice counts once. */
function windowsOver(lessons: readonly Lesson[]): { readonly start: Instant; readonly end: Instant }[] {
  if (lessons.reduce((sum, { start, end }) => sum + end - start, 0) <= max) return [];
  const starts = lessons.flatMap(({ start, end }) => [start, end - dayLength]);
  return starts
    .map((start) => ({ start, end: start + dayLength }))
    .filter((window) => taughtIn(lessons, window.start, window.end) > max + minute);
}

function taughtIn(lessons: readonly Lesson[], from: Instant, to: Instant): number {
  let [sum, covered] = [0, from];
  for (const { start, end } of lessons.toSorted((a, b) => a.start - b.start)) {
    const begin = Math.max(start, covered);
    const last = Math.min(end, to);
    if (last > begin) sum += last - begin;
    covered = Math.max(covered, last);
  }
  return sum;
}

/** Two reservations that cannot both take place: `plane` or `person`, and their ids in order. */
export type Clash = { readonly key: string; readonly isReal: boolean };

/** All pairs of live reservations for the same aircraft or person at the same time. */
export function clashes(snapshot: Snapshot): ReadonlyMap<string, Clash> {
  const { now, byAircraft, byPerson } = snapshot;
  const found = new Map<string, Clash>();
  const search = (kind: 'plane' | 'person', lists: Iterable<readonly Entry[]>, counts: (entry: Entry) => boolean) => {
    for (const list of lists) {
      const live = list.filter((entry) => isLive(entry, now) && !entry.isUnclear && counts(entry));
      live.forEach((entry, place) => {
        for (const other of live.slice(place + 1)) {
          if (other.plan.start >= entry.plan.end) break;
          if (!meets(entry.plan, other.plan) || isSideBySide(entry, other)) continue;
          const key = `${kind} ${[entry.made.id, other.made.id].toSorted().join(' ')}`;
          found.set(key, { key, isReal: !isReallyOver(entry, now) && !isReallyOver(other, now) });
        }
      });
    }
  };
  search('plane', byAircraft.values(), ({ plan }) => isFlown(plan) || plan.kind === 'shop');
  search('person', byPerson.values(), ({ plan }) => plan.kind !== 'shop');
  return found;
}

/** Two shop visits may overlap, and so may two times off. */
function isSideBySide(one: Entry, other: Entry): boolean {
  return one.plan.kind === other.plan.kind && (one.plan.kind === 'shop' || one.plan.kind === 'off');
}

/** Whether it has flown and is back, although its record may be open. */
export function isReallyOver({ made }: Entry, now: Instant): boolean {
  return made.real !== null && made.real.in <= now;
}

/** The real number of active instructors, and of those with bookings in a span. */
export function instructorsOn(
  { world, now, entries }: Snapshot,
  span: { readonly start: Instant; readonly end: Instant },
) {
  const active = world.school.instructors.filter((person) => isActiveAt(person, now));
  const busy = new Set(
    entries
      .filter(
        ({ plan, status }) =>
          plan.kind !== 'off' && status !== 'cancelled' && status !== 'no-show' && meets(plan, span),
      )
      .flatMap(({ plan }) => plan.instructor?.id ?? []),
  );
  return { on: active.filter(({ id }) => busy.has(id)).length, of: active.length };
}
