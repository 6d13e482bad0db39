import type { Aircraft } from '#domain/fleet/fleet.ts';
import { findingWords, limitsOn } from '#domain/maintenance/limits.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import { type ReadinessIndex, readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { byStart, idKey, toReservation, type TimedReservation } from '#domain/reservations/reservations.ts';
import { personIds } from '#domain/schedule/schedule.ts';
import { dutyPeriod, riskMargin, thresholds } from '#domain/thresholds.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import type { Slot } from './finderWindows.ts';
import type { PlanningIndex } from './planningIndex.ts';
import type { FindRequest } from './request.ts';
import { delayOf, elsewhereOf } from './room.ts';
import { isPastItsEnd } from '#domain/reservations/state.ts';

/** The same reservation with another aircraft. Time, people and location stay. */
export function movedTo(
  reservation: TimedReservation,
  { aircraftId, tailNumber, make, model, isSimulator }: Aircraft,
): TimedReservation {
  const aircraft = { ...reservation.record.aircraft, aircraftId, tailNumber, make, model, isSimulator };
  return { ...reservation, aircraftId, record: { ...reservation.record, aircraft } };
}

/** The reservation for one of the finder's possibilities, with its first aircraft and instructor. */
export function reservationOf(
  { start, end, aircraft, instructors }: Slot,
  { student }: FindRequest,
  { readiness, byAircraft }: PlanningIndex,
): TimedReservation {
  const [offer] = aircraft;
  const { aircraftId, tailNumber, make, model, isSimulator } = offer?.room.aircraft ?? {};
  const described = aircraftId === undefined ? null : byAircraft.values.get(idKey(aircraftId))?.at(-1)?.record.aircraft;
  const instructor = instructors[0]?.instructor.record;
  // The request gives no location. The location is sure only if the records before and after agree.
  const isSure = offer && elsewhereOf(offer.room, { start, end, until: end, isFlown: true, place: offer.at }) === null;
  const person = student === null ? null : (readiness.users?.get(idKey(student)) ?? { userId: student });
  const record = {
    reservationId: `proposal ${start}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    reservationType: { displayTypeId: 0, name: instructor ? 'Lesson' : 'Rental' },
    reservationStatus: { id: 0, name: 'Reserved' },
    aircraft: {
      ...described,
      location: isSure && offer.at !== null ? { name: offer.at } : null,
      aircraftId: aircraftId ?? null,
      tailNumber,
      make,
      model,
      isSimulator,
    },
    pilots: person ? [{ userId: person.userId, firstName: person.firstName, lastName: person.lastName }] : [],
    instructor: instructor
      ? { userId: instructor.userId, firstName: instructor.firstName, lastName: instructor.lastName }
      : null,
  };
  return { ...toReservation(record, readiness.sources.zone), start, end };
}

/** What comes due on an aircraft before the end of a flight, in words with its time; `isAdvisory`: it is listed only. */
export type DueBefore = { readonly words: string; readonly isAdvisory: boolean };

/**
 * What is past due or comes due on the first aircraft of a possibility before its end, by the limits of the dispatch check:
 * `VOR Check expired Sun 3 May, IFR only`. What may ground it is never offered.
 */
export function dueBefore(slot: Slot, request: FindRequest, index: PlanningIndex): DueBefore[] {
  const { aircraft, sources } = index.readiness;
  const proposal = reservationOf(slot, request, index);
  const limits = aircraft.get(idKey(proposal.aircraftId ?? ''))?.limits ?? [];
  return limitsOn(proposal, limits).map((finding) => ({
    words: findingWords(finding, proposal, sources.now, sources.clock),
    isAdvisory: finding.level === 'listed',
  }));
}

/**
 * The dispatch checks of reservations as they would be after a change. Each replaces the reservation with its key, or
 * is new. Only what can matter is assessed: all reservations of the same aircraft, those of the same people around that
 * time, and late ones that may delay them.
 */
export function checksAfter(
  changed: readonly TimedReservation[],
  index: PlanningIndex,
): ReadonlyMap<string, DispatchCheck | null> {
  if (changed.length === 0) return new Map();
  const trial = indexAfter(changed, index);
  return new Map(changed.map((reservation) => [reservation.key, dispatchCheckOf(reservation, trial)]));
}

function indexAfter(changed: readonly TimedReservation[], index: PlanningIndex): ReadinessIndex {
  const { readiness, schedule, byAircraft, byPerson, now } = index;
  const { sources } = readiness;
  const fleet = sharedBy(changed, aircraftIds);
  const people = sharedBy(changed, personIds);
  const { waiting, until } = waitingBefore(fleet, people, index);
  const near = new Map<string, TimedReservation>();
  const add = (list: readonly TimedReservation[] = [], within?: Span) => {
    // A reservation that has begun may be late, and shows who is back.
    for (const reservation of list)
      if (!within || reservation.start <= now || overlaps(reservation, within)) near.set(reservation.key, reservation);
  };
  for (const id of new Set(waiting.flatMap(aircraftIds))) add(byAircraft.values.get(id), { start: now, end: until });
  for (const id of new Set(waiting.flatMap(personIds))) add(byPerson().values.get(id), { start: now, end: until });
  for (const [id, ownReservations] of people) add(byPerson().values.get(id), around(ownReservations));
  // Hours limits count all flights of an aircraft.
  for (const id of fleet.keys()) add(byAircraft.values.get(id));
  add(changed);
  return readinessIndex({
    ...sources,
    schedule: { ...schedule, reservations: [...near.values()].toSorted(byStart) },
    fleet: sources.fleet && sources.fleet.filter(({ aircraftId }) => fleet.has(idKey(aircraftId))),
    reminders: new Map([...sources.reminders].filter(([id]) => fleet.has(id))),
    users: readiness.users && [...people.keys()].flatMap((id) => readiness.users?.get(id) ?? []),
  });
}

type SharedBy = ReadonlyMap<string, readonly TimedReservation[]>;

/** The changed reservations of each aircraft or person. */
function sharedBy(
  changed: readonly TimedReservation[],
  idsOf: (reservation: TimedReservation) => readonly string[],
): SharedBy {
  const shared = new Map<string, TimedReservation[]>();
  for (const reservation of changed)
    for (const id of idsOf(reservation)) shared.set(id, [...(shared.get(id) ?? []), reservation]);
  return shared;
}

function aircraftIds({ aircraftId }: TimedReservation): readonly string[] {
  return aircraftId === null ? [] : [idKey(aircraftId)];
}

/** The time in which a person's other reservations matter: two periods of 14 CFR 61.195(a) on either side. */
function around(reservations: readonly TimedReservation[]): Span {
  return {
    start: Math.min(...reservations.map(({ start }) => start)) - 2 * dutyPeriod,
    end: Math.max(...reservations.map(({ end }) => end)) + 2 * dutyPeriod,
  };
}

/**
 * The late reservations, and those waiting for them, that may delay a change. They share an aircraft or a person with
 * it and are not free before it begins. Includes everything that they wait for in turn. `until`: when the last of them
 * is free.
 */
function waitingBefore(
  fleet: SharedBy,
  people: SharedBy,
  { readiness: { atRisk, reservations }, byAircraft, byPerson, now }: PlanningIndex,
): { readonly waiting: readonly TimedReservation[]; readonly until: Instant } {
  const waiting = new Map<string, TimedReservation>();
  let until = now;
  const add = (first: TimedReservation) => {
    // Not by recursion: a chain may be thousands long.
    const open = [first];
    for (let reservation = open.pop(); reservation; reservation = open.pop()) {
      if (waiting.has(reservation.key)) continue;
      waiting.set(reservation.key, reservation);
      open.push(...(atRisk.get(reservation.key) ?? []).map(({ after }) => after));
    }
  };
  const consider = (list: readonly TimedReservation[] = [], ownReservations: readonly TimedReservation[]) => {
    for (const reservation of list) {
      const state = reservations.byKey.get(reservation.key)?.state;
      const isLate = state !== undefined && 'late' in state && state.late >= 0;
      if (!isLate && !atRisk.has(reservation.key)) continue;
      const { start, end } = reservation;
      const out = isLate && !isPastItsEnd(state) ? now + end - start : now;
      const freeAt = Math.max(out, end + delayOf(reservation.key, atRisk)) + riskMargin + thresholds().turnaround;
      if (!ownReservations.some((one) => start <= one.start && one.start < freeAt)) continue;
      add(reservation);
      until = Math.max(until, freeAt);
    }
  };
  for (const [id, ownReservations] of fleet) consider(byAircraft.values.get(id), ownReservations);
  for (const [id, ownReservations] of people) consider(byPerson().values.get(id), ownReservations);
  return { waiting: [...waiting.values()], until };
}
