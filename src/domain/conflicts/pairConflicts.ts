import { idKey, peopleOf, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { isSolo } from '#domain/duty/duties.ts';
import { nowOf, type StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { certaintyOf, type Certainty, type Standing, takesTime } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';
import type { PairConflict } from './conflict.ts';

/**
 * Of so many at once every pair is found. Of more at once a further one is told to clash with the one that lasts longest, so
 * that each is still found and the list stays linear where everything overlaps.
 */
const everyPairUpTo = 4;

/** A booking that takes its aircraft and its people, until its end, or until now where it is not back. */
type Taken = StoodBooking & { readonly until: Instant };

/**
 * Two bookings at one time on an aircraft or with a person, each pair once per reason. What is void or done takes nothing, and
 * what is not back takes its aircraft and its people until now. The bookings are in order of start, with their standings now.
 */
export function pairConflicts(stood: readonly StoodBooking[], now: Instant): PairConflict[] {
  const taken = takenAt(stood, now);
  const found: PairConflict[] = [];
  for (const own of byAircraft(taken).values()) {
    sweep(own, 'Maintenance', (earlier, later) => found.push(aircraftPair(earlier, later)));
  }
  const ofPeople = new Map<string, PairConflict>();
  for (const [userId, own] of byPerson(taken)) {
    sweep(own, 'Instructor Time Off', (earlier, later) => {
      if (isSupervised(userId, earlier, later)) return;
      const pair = personPair(userId, earlier, later);
      const known = ofPeople.get(pair.key);
      ofPeople.set(pair.key, known ? merged(known, pair) : pair);
    });
  }
  return [...found, ...ofPeople.values()];
}

/** What is not back, though its aircraft has flown since, is paperwork, and takes nothing. */
function takenAt(all: readonly StoodBooking[], now: Instant): Taken[] {
  const late = all.filter(({ standing }) => standing.kind === 'not back');
  const planes = new Set(late.map(aircraftKey));
  const own =
    late.length === 0
      ? null
      : Map.groupBy(
          all.filter((one) => planes.has(aircraftKey(one))),
          aircraftKey,
        );
  const missing = new Set(
    late.filter((one) => {
      const key = aircraftKey(one);
      if (key === null) return true;
      const { doing } = nowOf(own?.get(key) ?? [], now);
      return doing.kind === 'not back' && doing.booking === one.booking;
    }),
  );
  const taken: Taken[] = [];
  for (const one of all) {
    const { booking, standing } = one;
    const isLate = standing.kind === 'not back';
    if (!takesTime(booking, standing, now) || (isLate && !missing.has(one))) continue;
    taken.push({ booking, standing, until: isLate ? now : booking.end });
  }
  return taken;
}

function aircraftKey({ booking: { aircraftId } }: StoodBooking): string | null {
  return aircraftId === null ? null : idKey(aircraftId);
}

type Absence = 'Maintenance' | 'Instructor Time Off';

/**
 * Calls back for the bookings that overlap, half-open, but for two absences: two works go side by side in a shop, and nobody
 * is off twice. Linear, as `everyPairUpTo` bounds what is under way.
 */
function sweep(list: readonly Taken[], absence: Absence, found: (earlier: Taken, later: Taken) => void): void {
  let underWay: Taken[] = [];
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const one of list) {
    const isAlone = lastEnd <= one.booking.start;
    lastEnd = Math.max(lastEnd, one.until);
    if (isAlone) {
      underWay = [one];
      continue;
    }
    underWay = underWay.filter((other) => other.until > one.booking.start);
    const clashing = underWay.filter((other) => isClash(other, one, absence));
    const told =
      clashing.length < everyPairUpTo ? clashing : clashing.toSorted((a, b) => b.until - a.until).slice(0, 1);
    for (const other of told) found(other, one);
    underWay.push(one);
    if (underWay.length > everyPairUpTo) underWay.splice(indexOfFirstEnd(underWay), 1);
  }
}

function isClash(earlier: Taken, later: Taken, absence: Absence): boolean {
  const [a, b] = [earlier.booking, later.booking];
  if (a.kind === absence && b.kind === absence) return false;
  if (a.start >= later.until || b.start >= earlier.until) return false;
  if (!isOnlyLate(earlier, later)) return true;
  // Whoever is out again has come back, and time off begins when it does.
  return !isAway(later.standing) && b.kind !== 'Instructor Time Off';
}

function isAway(standing: Standing): boolean {
  return standing.kind === 'not back' || (standing.kind === 'out' && standing.isCheckedOut);
}

function indexOfFirstEnd(list: readonly Taken[]): number {
  const ends = list.map(({ until }) => until);
  return ends.indexOf(Math.min(...ends));
}

function byAircraft(list: readonly Taken[]): Map<string, Taken[]> {
  const taken = new Map<string, Taken[]>();
  for (const one of list) {
    const key = aircraftKey(one);
    if (key !== null) take(taken, key, one);
  }
  return taken;
}

/** One without an id is left out, because a name does not tell two people apart; so is who stands on a maintenance block. */
function byPerson(list: readonly Taken[]): Map<string, Taken[]> {
  const taken = new Map<string, Taken[]>();
  for (const one of list) {
    if (one.booking.kind === 'Maintenance') continue;
    const { instructor, pilots } = one.booking.record;
    if (instructor?.userId != null) take(taken, idKey(instructor.userId), one);
    for (const { userId } of pilots ?? []) if (userId != null) take(taken, idKey(userId), one);
  }
  return taken;
}

function take(taken: Map<string, Taken[]>, id: string, one: Taken): void {
  const own = taken.get(id);
  if (!own) taken.set(id, [one]);
  else if (own.at(-1) !== one) own.push(one);
}

function aircraftPair(earlier: Taken, later: Taken): PairConflict {
  const [booking, other] = ordered(earlier, later, 'Maintenance');
  const shop = other.kind === 'Maintenance' ? 'maintenance block' : 'aircraft twice';
  const reason = isOnlyLate(earlier, later) ? 'aircraft not back' : shop;
  const subject = tailOf(booking) ?? 'The aircraft';
  return {
    key: keyOf(reason, earlier.booking, later.booking),
    certainty: certaintyOfPair(earlier, later),
    booking,
    other,
    subject,
    reason,
  };
}

function personPair(userId: string, earlier: Taken, later: Taken): PairConflict {
  const [booking, other] = ordered(earlier, later, 'Instructor Time Off');
  const off = other.kind === 'Instructor Time Off' ? 'time off' : 'person twice';
  const reason = isOnlyLate(earlier, later) ? 'person not back' : off;
  const isInvited = isAttendedBy(booking, userId) || isAttendedBy(other, userId);
  const certainty = isInvited ? 'possible' : certaintyOfPair(earlier, later);
  const subject = peopleOf(booking).find((person) => isSame(person.userId, userId))?.name ?? 'A person';
  return { key: keyOf(reason, earlier.booking, later.booking), certainty, booking, other, subject, reason };
}

/** True for a pair that would not overlap if the earlier one were back. */
function isOnlyLate(earlier: Taken, later: Taken): boolean {
  return later.booking.start >= earlier.booking.end;
}

/** An instructor who supervises a solo stands on the ground, and may teach meanwhile. */
function isSupervised(userId: string, earlier: Taken, later: Taken): boolean {
  const both = [earlier.booking, later.booking];
  return both.some(isSolo) && both.every(({ record }) => isSame(record.instructor?.userId, userId));
}

function isSame(id: string | null | undefined, key: string): boolean {
  return id != null && idKey(id) === key;
}

/**
 * What takes the aircraft or the person away comes second, and so does what is not back; else the booking that came later into
 * the slot comes first.
 */
function ordered(earlier: Taken, later: Taken, absence: Absence): readonly [TimedBooking, TimedBooking] {
  const isAbsence = later.booking.kind === absence && !isOnlyLate(earlier, later);
  return isAbsence ? [earlier.booking, later.booking] : [later.booking, earlier.booking];
}

/** A type we do not know may claim nothing, and a status nobody can tell neither. */
function certaintyOfPair(a: Taken, b: Taken): Certainty {
  const isDoubtful = ({ booking, standing }: Taken) =>
    booking.kind === 'unknown' || certaintyOf(standing) !== 'definite';
  return isDoubtful(a) || isDoubtful(b) ? 'possible' : 'definite';
}

/** Who attends a class or a meeting is invited rather than booked; who holds it is booked. */
function isAttendedBy({ kind, record }: TimedBooking, userId: string): boolean {
  return (kind === 'Class' || kind === 'Meeting') && !isSame(record.instructor?.userId, userId);
}

function keyOf(reason: string, earlier: TimedBooking, later: TimedBooking): string {
  const [first, second] = earlier.key < later.key ? [earlier.key, later.key] : [later.key, earlier.key];
  return `${reason} ${first} ${second}`;
}

/** Several people of the same two bookings are one conflict, as certain as the most certain of them. */
function merged(a: PairConflict, b: PairConflict): PairConflict {
  const certainty = a.certainty === 'definite' ? a.certainty : b.certainty;
  return { ...a, certainty, subject: `${a.subject}, ${b.subject}` };
}
