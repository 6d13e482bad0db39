import { millisecondsInHour } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import { dutyDay, type DutyDay, joined } from './dutyDay.ts';
import { type Advisory, flightAdvisory, flightTimeLeft } from './flightHours.ts';
import {
  activeInstructors,
  dutiesByPerson,
  type Duty,
  type DutyKind,
  type Instructor,
  isPlaceholder,
} from './duties.ts';
import { stateAt, isStillAway, type StillAway } from '#domain/reservations/state.ts';
import { idKey, type Reservation } from '#domain/reservations/reservations.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { awayNearNow, shortestFlight, shortestGap } from '#domain/thresholds.ts';

/**
 * A person's duty at an instant, and until when. `until` is null if no duty follows, and if a flight is not back.
 * `away`: how it stands past its booked end, if the person is not back or may not be.
 */
export type Availability = { readonly duty: Duty | null; readonly until: Instant | null; readonly away?: StillAway };

/** One instructor on a day's roster. */
export type RosterRow = {
  readonly instructor: Instructor;
  /** Null until the day's reservations have been read: the roster then says nothing about anyone. */
  readonly booked: BookedDay | null;
};

type BookedDay = {
  readonly day: DutyDay;
  /** The availability at that instant. */
  readonly availability: Availability;
  /** The next free time on the day. */
  readonly gap: Span | null;
  readonly advisory: Advisory | null;
  /**
   * The longest lesson that may begin at that instant (14 CFR 61.195(a)), in milliseconds; null until the days around
   * have been read.
   */
  readonly flightLeft: number | null;
};

/** An instructor's activity at an instant. */
export type Doing = DutyKind | 'free' | 'no hours' | 'out-of-service' | 'placeholder' | 'unknown';

export type RosterLook = {
  readonly day: Span;
  /** The instant for which an instructor is wanted. */
  readonly at: Instant;
  /** Gaps before it are over. */
  readonly now: Instant;
};

/** The reservations known for a day. */
export type KnownReservations = {
  /** The reservations of the day and of the days before and after: 14 CFR 61.195(a) depends on all three. */
  readonly reservations: readonly Reservation[];
  /** False until both other days have been read: an advisory may be missing. */
  readonly hasDaysAround: boolean;
};

const none: readonly Duty[] = [];

/** A day's roster, in the order given, and the hours in use; `known` is null until the day has been read. */
export function rosterOf(
  instructors: readonly Instructor[],
  known: KnownReservations | null,
  { day, at, now }: RosterLook,
): { readonly rows: readonly RosterRow[]; readonly hours: Span } {
  if (known === null) return { rows: instructors.map((instructor) => ({ instructor, booked: null })), hours: day };
  const duties = dutiesByPerson(known.reservations, now, activeInstructors(instructors));
  const each = instructors.map((instructor) => {
    const ownDuties = duties.get(idKey(instructor.userId)) ?? none;
    return { instructor, ownDuties, ownDay: dutyDay(ownDuties, day) };
  });
  const hours = hoursInUse(
    each.map(({ ownDay }) => ownDay),
    day,
  );
  const rest = { start: Math.max(hours.start, now), end: hours.end };
  const rows = each.map(({ instructor, ownDuties, ownDay }): RosterRow => {
    return {
      instructor,
      booked: {
        day: ownDay,
        availability: availabilityAt(ownDuties, at, now),
        gap: nextGap(ownDay.duties, rest),
        advisory: flightAdvisory(ownDuties, day),
        flightLeft: known.hasDaysAround ? flightTimeLeft(ownDuties, at) : null,
      },
    };
  });
  return { rows, hours };
}

/** A duty takes precedence over time off at the same time. A person who is not back now is not free now. */
export function availabilityAt(duties: readonly Duty[], at: Instant, now: Instant): Availability {
  const held = spansOf(duties);
  const going = held.filter(({ start, end }) => start <= at && at < end);
  const { duty, end } = going.find((candidate) => candidate.duty.kind !== 'off') ?? going[0] ?? {};
  if (duty && end !== undefined) return { duty, until: end };
  const missing = Math.abs(at - now) <= awayNearNow ? notBackFrom(duties, now) : null;
  if (missing) return { duty: missing.duty, until: null, away: missing.away };
  const next = held.map(({ start }) => start).filter((start) => start > at);
  return { duty: null, until: next.length > 0 ? Math.min(...next) : null };
}

/** The duties' times, without those that already ended before their start. */
function spansOf(duties: readonly Duty[]): (Span & { readonly duty: Duty })[] {
  const all = duties.map((duty) => ({ duty, start: duty.reservation.start, end: duty.until }));
  return all.filter(({ start, end }) => start < end);
}

/**
 * The last duty that the person is not back from, or may not be; null if there is none. A later duty that has begun shows
 * that they came back.
 */
function notBackFrom(duties: readonly Duty[], now: Instant): { readonly duty: Duty; readonly away: StillAway } | null {
  const begun = duties.filter(({ kind, reservation }) => kind !== 'off' && reservation.start <= now);
  for (const duty of begun.toReversed()) {
    const state = stateAt(duty.reservation, now);
    if (isStillAway(state)) return { duty, away: state };
    if (state.kind === 'out' || state.kind === 'done') return null;
  }
  return null;
}

/** The first gap of at least half an hour within a span; null if there is none. */
export function nextGap(duties: readonly Duty[], { start, end }: Span): Span | null {
  let from = start;
  for (const taken of joined(spansOf(duties))) {
    if (Math.min(end, taken.start) - from >= shortestGap) return { start: from, end: Math.min(end, taken.start) };
    from = Math.max(from, taken.end);
  }
  return end - from >= shortestGap ? { start: from, end } : null;
}

/** Hours of the clock that a scale of a day shows at least: an instructor's page and the roster then have the same one. */
export const scaleHours = { from: 6, to: 22 } as const;

/** The hours of a day to draw: those in use, and at least those of the usual scale. */
export function scaleOf({ start, end }: Span, day: Span): Span {
  const at = (hour: number) => day.start + hour * millisecondsInHour;
  return { start: Math.min(start, at(scaleHours.from)), end: Math.max(end, at(scaleHours.to)) };
}

/** The part of a day with any duty, extended to whole hours; the whole day if there is none. */
export function hoursInUse(days: readonly DutyDay[], day: Span): Span {
  const starts = days.flatMap(({ first }) => first ?? []);
  const lasts = days.flatMap(({ last }) => last ?? []);
  if (starts.length === 0) return day;
  const [first, last] = [Math.max(day.start, Math.min(...starts)), Math.min(day.end, Math.max(...lasts))];
  return {
    start: day.start + Math.floor((first - day.start) / millisecondsInHour) * millisecondsInHour,
    end: Math.min(day.end, day.start + Math.ceil((last - day.start) / millisecondsInHour) * millisecondsInHour),
  };
}

/** Only an active instructor who is a person, is back, and has hours left is ever free. */
export function doingOf({ instructor, booked }: RosterRow): Doing {
  if (booked === null) return 'unknown';
  const { availability, flightLeft } = booked;
  if (availability.duty) return availability.duty.kind;
  if (isPlaceholder(instructor)) return 'placeholder';
  if (lifeOf(instructor.instructorStatus) !== 'active') return 'out-of-service';
  return flightLeft !== null && flightLeft < shortestFlight ? 'no hours' : 'free';
}

/**
 * How long someone who is free can teach from that instant on, in milliseconds: until the next duty, and no longer than the
 * flight instruction left. Infinite if no record limits it; null for someone who is not free.
 */
export function freeFor(row: RosterRow, at: Instant): number | null {
  if (row.booked === null || doingOf(row) !== 'free') return null;
  const { availability, flightLeft } = row.booked;
  return Math.min((availability.until ?? Number.POSITIVE_INFINITY) - at, flightLeft ?? Number.POSITIVE_INFINITY);
}

/**
 * Free instructors first, the longest free first, and of those equally long the ones with duties that day. Then the others,
 * the soonest free first.
 */
export function byAvailability(at: Instant): (a: RosterRow, b: RosterRow) => number {
  // No figure is infinite here: two of them could not be compared.
  const length = (row: RosterRow) => Math.min(Number.MAX_SAFE_INTEGER, freeFor(row, at) ?? 0);
  const isIdle = ({ booked }: RosterRow) => Number(booked?.day.first == null);
  return (a, b) => rank(a) - rank(b) || length(b) - length(a) || isIdle(a) - isIdle(b) || ends(b) - ends(a);
}

function rank(row: RosterRow): number {
  const doing = doingOf(row);
  if (doing === 'free') return 0;
  if (doing === 'out-of-service' || doing === 'placeholder' || doing === 'unknown') return 4;
  return doing === 'off' ? 3 : 2;
}

/** Sorts free instructors by the latest end of their free time, busy ones by the soonest. */
function ends({ booked }: RosterRow): number {
  const until = booked?.availability.until ?? Number.MAX_SAFE_INTEGER;
  return booked?.availability.duty ? -until : until;
}
