import { peopleOf, tailOf, type TimedBooking } from '#domain/bookings.ts';
import { overlaps } from '#domain/time.ts';
import type { Certainty, PairConflict } from './conflicts.ts';

/**
 * Of so many at once every pair is found. Of more at once a further one is told to clash with the one that lasts longest, so
 * that each is still found and the list stays linear where everything overlaps.
 */
const everyPairUpTo = 4;

/** Two bookings at one time on an aircraft or with a person, each pair once per reason. The bookings are in order of start. */
export function pairConflicts(bookings: readonly TimedBooking[]): PairConflict[] {
  const found: PairConflict[] = [];
  for (const taken of byAircraft(bookings).values()) {
    sweep(taken, 'Maintenance', (earlier, later) => found.push(aircraftPair(earlier, later)));
  }
  const ofPeople = new Map<string, PairConflict>();
  for (const [userId, taken] of byPerson(bookings)) {
    sweep(taken, 'Instructor Time Off', (earlier, later) => {
      const pair = personPair(userId, earlier, later);
      const known = ofPeople.get(pair.key);
      ofPeople.set(pair.key, known ? merged(known, pair) : pair);
    });
  }
  return [...found, ...ofPeople.values()];
}

type Absence = 'Maintenance' | 'Instructor Time Off';

/**
 * Calls back for the bookings that overlap, half-open, but for two absences: two works go side by side in a shop, and nobody
 * is off twice. Linear, as `everyPairUpTo` bounds what is under way.
 */
function sweep(
  bookings: readonly TimedBooking[],
  absence: Absence,
  found: (earlier: TimedBooking, later: TimedBooking) => void,
): void {
  let underWay: TimedBooking[] = [];
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const booking of bookings) {
    const isAlone = lastEnd <= booking.start;
    lastEnd = Math.max(lastEnd, booking.end);
    if (isAlone) {
      underWay = [booking];
      continue;
    }
    underWay = underWay.filter((other) => other.end > booking.start);
    const clashing = underWay.filter(
      (other) => overlaps(other, booking) && !(other.kind === absence && booking.kind === absence),
    );
    const told = clashing.length < everyPairUpTo ? clashing : clashing.toSorted((a, b) => b.end - a.end).slice(0, 1);
    for (const other of told) found(other, booking);
    underWay.push(booking);
    if (underWay.length > everyPairUpTo) underWay.splice(indexOfFirstEnd(underWay), 1);
  }
}

function indexOfFirstEnd(bookings: readonly TimedBooking[]): number {
  return bookings.reduce((first, booking, index) => (booking.end < bookings[first]!.end ? index : first), 0);
}

function byAircraft(bookings: readonly TimedBooking[]): Map<string, TimedBooking[]> {
  const taken = new Map<string, TimedBooking[]>();
  for (const booking of bookings) if (booking.aircraftId !== null) take(taken, booking.aircraftId, booking);
  return taken;
}

/** One without an id is left out, because a name does not tell two people apart; so is who stands on a maintenance block. */
function byPerson(bookings: readonly TimedBooking[]): Map<string, TimedBooking[]> {
  const taken = new Map<string, TimedBooking[]>();
  for (const booking of bookings) {
    if (booking.kind === 'Maintenance') continue;
    const { instructor, pilots } = booking.record;
    if (instructor?.userId != null) take(taken, instructor.userId, booking);
    for (const { userId } of pilots ?? []) if (userId != null) take(taken, userId, booking);
  }
  return taken;
}

function take(taken: Map<string, TimedBooking[]>, id: string, booking: TimedBooking): void {
  const own = taken.get(id);
  if (!own) taken.set(id, [booking]);
  else if (own.at(-1) !== booking) own.push(booking);
}

function aircraftPair(earlier: TimedBooking, later: TimedBooking): PairConflict {
  const [booking, other] = ordered(earlier, later, 'Maintenance');
  const reason = other.kind === 'Maintenance' ? 'maintenance block' : 'aircraft twice';
  const subject = tailOf(booking) ?? 'The aircraft';
  return {
    key: keyOf(reason, earlier, later),
    certainty: certaintyOf(booking, other),
    booking,
    other,
    subject,
    reason,
  };
}

function personPair(userId: string, earlier: TimedBooking, later: TimedBooking): PairConflict {
  const [booking, other] = ordered(earlier, later, 'Instructor Time Off');
  const reason = other.kind === 'Instructor Time Off' ? 'time off' : 'person twice';
  const isInvited = isAttendedBy(booking, userId) || isAttendedBy(other, userId);
  const certainty = isInvited ? 'possible' : certaintyOf(booking, other);
  const subject = peopleOf(booking).find((person) => person.userId === userId)?.name ?? 'A person';
  return { key: keyOf(reason, earlier, later), certainty, booking, other, subject, reason };
}

/** What takes the aircraft or the person away comes second; else the booking that came later into the slot comes first. */
function ordered(earlier: TimedBooking, later: TimedBooking, absence: Absence): readonly [TimedBooking, TimedBooking] {
  return later.kind === absence ? [earlier, later] : [later, earlier];
}

/** A type we do not know may claim nothing. */
function certaintyOf(a: TimedBooking, b: TimedBooking): Certainty {
  return a.kind === 'unknown' || b.kind === 'unknown' ? 'possible' : 'definite';
}

/** Who attends a class or a meeting is invited rather than booked; who holds it is booked. */
function isAttendedBy({ kind, record }: TimedBooking, userId: string): boolean {
  return (kind === 'Class' || kind === 'Meeting') && record.instructor?.userId !== userId;
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
