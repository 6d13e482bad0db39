import {
  idKey,
  isSameList,
  peopleOf,
  type PerId,
  perId,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { soloOf } from '#domain/duty/solo.ts';
import { nowOf, type ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { backSinceOf } from '#domain/schedule/reservationIndex.ts';
import { personIds } from '#domain/schedule/schedule.ts';
import { type Certainty, certaintyOf, isPastItsEnd, takesTime } from '#domain/reservations/state.ts';
import type { Instant } from '#domain/time/time.ts';
import type { PairConflict } from './conflict.ts';

/**
 * While at most this many reservations overlap, every pair is found. A further one is paired only with the one that
 * ends last. Every clashing reservation is still found, and the search stays linear even if everything overlaps.
 */
const everyPairUpTo = 4;

/** A reservation that occupies its aircraft and people, with the parts of its state that decide a clash. */
type Taken = {
  readonly reservation: TimedReservation;
  readonly start: Instant;
  /** Its end, or now if it is still away or open. */
  readonly until: Instant;
  /** True for an unknown type, which may occupy nothing, and for an unclear status. */
  readonly isDoubtful: boolean;
  readonly isAway: boolean;
};

/** The reservations of one aircraft or person in order of start, and their clashes. */
type Searched = { readonly list: readonly Taken[]; readonly found: readonly PairConflict[] };

/** By `idKey` of the id. */
type SearchedLists = ReadonlyMap<string, Searched>;

/** The clashes of one search, and the state that lets the next search skip unchanged lists. */
export type PairSearch = {
  readonly pairs: readonly PairConflict[];
  readonly taken: readonly Taken[];
  readonly aircraft: SearchedLists;
  readonly people: SearchedLists;
};

/**
 * Two reservations of one aircraft or person at the same time; each pair once per reason. Void and completed
 * reservations occupy nothing. One that is not back occupies its aircraft and people until now. The reservations are in
 * order of start, with their states now.
 */
export function pairConflicts(states: readonly ReservationWithState[], now: Instant): readonly PairConflict[] {
  return searchPairs(states, now, null).pairs;
}

/**
 * The same, but searches only aircraft and people whose reservations or states have changed since the previous
 * search. Unchanged reservations must be the same objects.
 */
export function searchPairs(
  states: readonly ReservationWithState[],
  now: Instant,
  previous: PairSearch | null,
): PairSearch {
  const { taken, ofAircraft, ofPeople } = takenAt(states, now, previous?.taken ?? []);
  const aircraft = searched(ofAircraft, previous?.aircraft, clashesOfAircraft);
  const people = searched(ofPeople, previous?.people, clashesOfPerson);
  const pairs = [...aircraft.values()].flatMap(({ found }) => found);
  return { pairs: [...pairs, ...ofSeveral(people)], taken, aircraft, people };
}

function searched(
  { values: lists }: PerId<readonly Taken[]>,
  previous: SearchedLists | undefined,
  clashesOf: (list: readonly Taken[], id: string) => readonly PairConflict[],
): SearchedLists {
  return new Map(
    Array.from(lists, ([id, list]): [string, Searched] => {
      const before = previous?.get(id);
      return [id, before && isSameList(before.list, list) ? before : { list, found: clashesOf(list, id) }];
    }),
  );
}

function clashesOfAircraft(list: readonly Taken[]): PairConflict[] {
  const found: PairConflict[] = [];
  sweep(list, 'Maintenance', (earlier, later) => found.push(aircraftPair(earlier, later)));
  return found;
}

function clashesOfPerson(list: readonly Taken[], userId: string): PairConflict[] {
  const found: PairConflict[] = [];
  sweep(list, 'Instructor Time Off', (earlier, later) => {
    if (!isSupervised(userId, earlier, later)) found.push(personPair(userId, earlier, later));
  });
  return found;
}

/** Several people on the same two reservations are one conflict, as certain as the most certain of them. */
function ofSeveral(people: SearchedLists): Iterable<PairConflict> {
  const pairs = new Map<string, PairConflict>();
  for (const { found } of people.values()) {
    for (const pair of found) {
      const known = pairs.get(pair.key);
      pairs.set(pair.key, known ? merged(known, pair) : pair);
    }
  }
  return pairs.values();
}

/**
 * The reservations that occupy something, and the lists for each aircraft and person, all in order of start. It visits
 * each reservation once, because the visits take most of the time. A reservation that occupies the same as before keeps
 * its object. One that is still away or open although its aircraft has flown since is only open paperwork and occupies nothing.
 */
function takenAt(all: readonly ReservationWithState[], now: Instant, previous: readonly Taken[]) {
  const missing = missingIn(all, now);
  const returned = returnedFrom(all, missing, now);
  const before = previous.length > 0 ? new Map(previous.map((one) => [one.reservation, one])) : null;
  const taken: Taken[] = [];
  const ofAircraft = perId<Taken[]>(() => []);
  const ofPeople = perId<Taken[]>(() => []);
  for (const entry of all) {
    const { reservation, state } = entry;
    const isLate = isPastItsEnd(state);
    if (!takesTime(reservation, state, now) || (isLate && !missing.has(entry))) continue;
    const next = takenBy(entry, isLate ? now : reservation.end);
    const old = before?.get(reservation);
    const own = old && isSameTaking(old, next) ? old : next;
    taken.push(own);
    if (reservation.aircraftId !== null) ofAircraft.of(reservation.aircraftId).push(own);
    takePeople(own, ofPeople, returned.get(reservation));
  }
  return { taken, ofAircraft, ofPeople };
}

function takenBy({ reservation, state }: ReservationWithState, until: Instant): Taken {
  return {
    reservation,
    start: reservation.start,
    until,
    isDoubtful: reservation.kind === 'unknown' || certaintyOf(state) !== 'definite',
    isAway: state.kind === 'not back' || (state.kind === 'out' && state.isCheckedOut),
  };
}

/** Compares two states of one reservation by the members that change with time. */
function isSameTaking(a: Taken, b: Taken): boolean {
  return a.until === b.until && a.isAway === b.isAway;
}

/**
 * Leaves out people without an id, because a name does not tell two people apart. Also leaves out people on a
 * maintenance block, and people who are back although their flight's aircraft is not.
 */
function takePeople(one: Taken, ofPeople: PerId<Taken[]>, returned?: ReadonlySet<string>): void {
  const { kind, record } = one.reservation;
  if (kind === 'Maintenance') return;
  const { instructor, pilots } = record;
  if (instructor?.userId != null && !returned?.has(idKey(instructor.userId))) ofPeople.of(instructor.userId).push(one);
  for (const { userId } of pilots ?? []) {
    if (userId == null || returned?.has(idKey(userId))) continue;
    const own = ofPeople.of(userId);
    if (own[own.length - 1] !== one) own.push(one);
  }
}

/** Reservations that hold their aircraft past their end, except those whose aircraft has flown since. */
function missingIn(all: readonly ReservationWithState[], now: Instant): ReadonlySet<ReservationWithState> {
  const late = all.filter(({ state }) => isPastItsEnd(state));
  if (late.length === 0) return new Set();
  const fleet = new Set(late.map(aircraftKey));
  const own = Map.groupBy(
    all.filter((entry) => fleet.has(aircraftKey(entry))),
    aircraftKey,
  );
  const doing = new Map(Array.from(own, ([key, list]) => [key, nowOf(list, now).doing]));
  return new Set(
    late.filter((entry) => {
      const key = aircraftKey(entry);
      const present = key === null ? null : doing.get(key);
      return (
        key === null ||
        (present !== undefined &&
          present !== null &&
          'reservation' in present &&
          present.reservation === entry.reservation)
      );
    }),
  );
}

/** For each reservation that is not back, the people who have begun a later one since. */
function returnedFrom(
  all: readonly ReservationWithState[],
  missing: ReadonlySet<ReservationWithState>,
  now: Instant,
): ReadonlyMap<TimedReservation, ReadonlySet<string>> {
  const since = backSinceOf(missing.size > 0 ? all : [], now);
  const isBack = ({ start }: TimedReservation, id: string) => (since.get(id) ?? start) > start;
  return new Map(
    Array.from(missing, ({ reservation }) => {
      const own = personIds(reservation).filter((id) => isBack(reservation, id));
      return [reservation, new Set(own)] as const;
    }),
  );
}

function aircraftKey({ reservation: { aircraftId } }: ReservationWithState): string | null {
  return aircraftId === null ? null : idKey(aircraftId);
}

type Absence = 'Maintenance' | 'Instructor Time Off';

/**
 * Calls `found` for overlapping reservations; an end at another's start is no overlap. Two absences never clash: a shop
 * can do two jobs at once, and overlapping time off is harmless. Linear, because `everyPairUpTo` bounds the open list.
 */
function sweep(list: readonly Taken[], absence: Absence, found: (earlier: Taken, later: Taken) => void): void {
  let underWay: readonly Taken[] = [];
  let alone: Taken | null = null;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const one of list) {
    const isAlone = lastEnd <= one.start;
    lastEnd = Math.max(lastEnd, one.until);
    if (isAlone) {
      alone = one;
      continue;
    }
    const others = (alone ? [alone] : underWay).filter((other) => other.until > one.start);
    const clashing = others.filter((other) => isClash(other, one, absence));
    const reported =
      clashing.length < everyPairUpTo ? clashing : clashing.toSorted((a, b) => b.until - a.until).slice(0, 1);
    for (const other of reported) found(other, one);
    others.push(one);
    if (others.length > everyPairUpTo) others.splice(indexOfFirstEnd(others), 1);
    underWay = others;
    alone = null;
  }
}

function isClash(earlier: Taken, later: Taken, absence: Absence): boolean {
  const { reservation } = later;
  if (earlier.reservation.kind === absence && reservation.kind === absence) return false;
  if (earlier.start >= later.until || later.start >= earlier.until) return false;
  if (!isOnlyLate(earlier, later)) return true;
  // These overlap only because the earlier one is late. A person who is out again has come back. Time off begins on
  // time, even if the person is late.
  return !later.isAway && reservation.kind !== 'Instructor Time Off';
}

function indexOfFirstEnd(list: readonly Taken[]): number {
  const ends = list.map(({ until }) => until);
  return ends.indexOf(Math.min(...ends));
}

function aircraftPair(earlier: Taken, later: Taken): PairConflict {
  const [reservation, other] = ordered(earlier, later, 'Maintenance');
  const twice = isOnlyLate(earlier, later) ? 'aircraft not back' : 'aircraft twice';
  const reason = other.kind === 'Maintenance' ? 'maintenance block' : twice;
  const subject = tailOf(reservation) ?? 'The aircraft';
  return {
    key: keyOf(reason, earlier.reservation, later.reservation),
    certainty: certaintyOfPair(earlier, later),
    reservation,
    other,
    subject,
    people: [],
    reason,
  };
}

function personPair(userId: string, earlier: Taken, later: Taken): PairConflict {
  const [reservation, other] = ordered(earlier, later, 'Instructor Time Off');
  const off = other.kind === 'Instructor Time Off' ? 'time off' : 'person twice';
  const reason = isOnlyLate(earlier, later) ? 'person not back' : off;
  const isInvited = isAttendedBy(reservation, userId) || isAttendedBy(other, userId);
  const certainty = isInvited ? 'possible' : certaintyOfPair(earlier, later);
  const subject = peopleOf(reservation).find((person) => isSame(person.userId, userId))?.name ?? 'A person';
  const key = keyOf(reason, earlier.reservation, later.reservation);
  return { key, certainty, reservation, other, subject, people: [userId], reason };
}

/** True for a pair that would not overlap if the earlier one were back. */
function isOnlyLate(earlier: Taken, later: Taken): boolean {
  return later.reservation.start >= earlier.reservation.end;
}

/** An instructor who supervises a solo stays on the ground, and may teach at the same time. */
function isSupervised(userId: string, earlier: Taken, later: Taken): boolean {
  const both = [earlier.reservation, later.reservation];
  return (
    both.some((reservation) => soloOf(reservation) === 'solo') &&
    both.every(({ record }) => isSame(record.instructor?.userId, userId))
  );
}

function isSame(id: string | null | undefined, key: string): boolean {
  return id != null && idKey(id) === key;
}

/** An absence comes second, and so does a reservation that is not back. Otherwise the one that starts later comes first. */
function ordered(earlier: Taken, later: Taken, absence: Absence): readonly [TimedReservation, TimedReservation] {
  const isAbsence = later.reservation.kind === absence && !isOnlyLate(earlier, later);
  return isAbsence ? [earlier.reservation, later.reservation] : [later.reservation, earlier.reservation];
}

function certaintyOfPair(a: Taken, b: Taken): Certainty {
  return a.isDoubtful || b.isDoubtful ? 'possible' : 'definite';
}

/** People who attend a class or meeting are invited rather than booked; its instructor is booked. */
function isAttendedBy({ kind, record }: TimedReservation, userId: string): boolean {
  return (kind === 'Class' || kind === 'Meeting') && !isSame(record.instructor?.userId, userId);
}

function keyOf(reason: string, earlier: TimedReservation, later: TimedReservation): string {
  const [first, second] = earlier.key < later.key ? [earlier.key, later.key] : [later.key, earlier.key];
  return `${reason} ${first} ${second}`;
}

function merged(a: PairConflict, b: PairConflict): PairConflict {
  const certainty = a.certainty === 'definite' ? a.certainty : b.certainty;
  return { ...a, certainty, subject: `${a.subject}, ${b.subject}`, people: [...a.people, ...b.people] };
}
