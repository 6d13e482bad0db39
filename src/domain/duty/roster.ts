import type { Booking } from '#domain/reservations/bookings.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { type Advisory, flightAdvisory, flightTimeLeft } from './advisory.ts';
import { dutiesByPerson, type Duty, type DutyKind } from './duties.ts';
import { type DutyDay, dutyDay, hoursInUse, nextGap, type Standing, standingWithLate } from './dutyDay.ts';
import { type Instructor, isPlaceholder } from './instructors.ts';

/** One instructor's day on the roster. */
export type RosterRow = {
  readonly instructor: Instructor;
  readonly day: DutyDay;
  /** At the instant that is looked at; null while there are no bookings to read it from. */
  readonly standing: Standing | null;
  readonly gap: Span | null;
  readonly advisory: Advisory | null;
  /** Milliseconds of flight instruction left by 14 CFR 61.195(a) at that instant; null while there are no bookings. */
  readonly flightLeft: number | null;
};

/** What an instructor does at an instant. */
export type Doing = DutyKind | 'free' | 'no hours' | 'out-of-service' | 'unknown';

const none: readonly Duty[] = [];

type Look = {
  readonly day: Span;
  /** When somebody is wanted. */
  readonly at: Instant;
  /** Gaps before it are over. */
  readonly now: Instant;
};

/** The roster of a day from the bookings of that day and the day before (null: not there yet), in the order given. */
export function rosterOf(
  instructors: readonly Instructor[],
  bookings: readonly Booking[] | null,
  { day, at, now }: Look,
): { readonly rows: readonly RosterRow[]; readonly hours: Span } {
  const duties = dutiesByPerson(bookings ?? []);
  const days = instructors.map(({ userId }) => dutyDay(duties.get(userId) ?? none, day));
  const hours = hoursInUse(days, day);
  const rest = { start: Math.max(hours.start, now), end: hours.end };
  const rows = instructors.map((instructor, index): RosterRow => {
    const own = days[index]!;
    return {
      instructor,
      day: own,
      standing: bookings && standingWithLate(duties.get(instructor.userId) ?? none, at, now),
      gap: bookings && nextGap(own.duties, rest),
      advisory: flightAdvisory(duties.get(instructor.userId) ?? none, day),
      flightLeft: bookings && flightTimeLeft(duties.get(instructor.userId) ?? none, at),
    };
  });
  return { rows, hours };
}

/** Only an active instructor who is a person, is back, and may fly with somebody yet is ever free. */
export function doingOf({ instructor, standing, flightLeft }: RosterRow): Doing {
  if (standing === null) return 'unknown';
  if (standing.duty) return standing.duty.kind;
  if (lifeOf(instructor.instructorStatus) !== 'active' || isPlaceholder(instructor)) return 'out-of-service';
  return flightLeft !== null && flightLeft <= 0 ? 'no hours' : 'free';
}

/** Who is free first: longest first, those with duties on the day before those with none; then who is free soonest. */
export function byFreedom(a: RosterRow, b: RosterRow): number {
  return rank(a) - rank(b) || ends(b) - ends(a);
}

function rank(row: RosterRow): number {
  const doing = doingOf(row);
  if (doing === 'free') return row.day.first === null ? 1 : 0;
  if (doing === 'out-of-service' || doing === 'unknown') return 4;
  if (doing === 'no hours') return 2;
  return doing === 'off' ? 3 : 2;
}

/** The free ones by when that ends, the busy ones by when it does not: later is better first, sooner is better then. */
function ends({ standing }: RosterRow): number {
  const until = standing?.until ?? Number.MAX_SAFE_INTEGER;
  return standing?.duty ? -until : until;
}
