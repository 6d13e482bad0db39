import type { Aircraft } from '#domain/fleet/fleet.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import { type ReadinessIndex, readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { byStart, idKey, toReservation, type TimedReservation } from '#domain/reservations/reservations.ts';
import { personIds } from '#domain/schedule/schedule.ts';
import type { Chance } from './finder.ts';
import type { PlanningIndex } from './planningIndex.ts';
import type { FindRequest } from './request.ts';
import { elsewhereOf } from './room.ts';

/** A reservation as it would be with another aircraft: its time, people and location stay. */
export function movedTo(
  reservation: TimedReservation,
  { aircraftId, tailNumber, make, model, isSimulator }: Aircraft,
): TimedReservation {
  const aircraft = { ...reservation.record.aircraft, aircraftId, tailNumber, make, model, isSimulator };
  return { ...reservation, aircraftId, record: { ...reservation.record, aircraft } };
}

/** The reservation that a possibility of the finder would become, with its first aircraft and instructor. */
export function reservationOf(
  { start, end, aircraft, teachers }: Chance,
  { student }: FindRequest,
  { readiness, byAircraft }: PlanningIndex,
): TimedReservation {
  const [offer] = aircraft;
  const { aircraftId, tailNumber, make, model, isSimulator } = offer?.room.aircraft ?? {};
  const described = aircraftId === undefined ? null : byAircraft.values.get(idKey(aircraftId))?.at(-1)?.record.aircraft;
  const teacher = teachers[0]?.teacher.record;
  // Where the records have it before and after; nobody said where the flight begins.
  const isSure = offer && elsewhereOf(offer.room, { start, end, until: end, isFlown: true, place: offer.at }) === null;
  const person = student === null ? null : (readiness.users?.get(idKey(student)) ?? { userId: student });
  const record = {
    reservationId: `proposal ${start}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    reservationType: { displayTypeId: 0, name: teacher ? 'Lesson' : 'Rental' },
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
    instructor: teacher ? { userId: teacher.userId, firstName: teacher.firstName, lastName: teacher.lastName } : null,
  };
  return { ...toReservation(record, readiness.sources.zone), start, end };
}

/**
 * The dispatch checks of reservations as they would be after a change: each replaces the one with its key, or is new. Only what
 * can matter for them is assessed: the reservations of their aircraft, before and after, and of their people.
 */
export function checksAfter(
  changed: readonly TimedReservation[],
  index: PlanningIndex,
): ReadonlyMap<string, DispatchCheck | null> {
  const trial = indexAfter(changed, index);
  return new Map(changed.map((reservation) => [reservation.key, dispatchCheckOf(reservation, trial)]));
}

function indexAfter(changed: readonly TimedReservation[], index: PlanningIndex): ReadinessIndex {
  const { readiness, schedule, byAircraft, byPerson } = index;
  const waiting = waitingIn(readiness);
  const planes = new Set(
    [...changed, ...waiting].flatMap(({ aircraftId }) => (aircraftId === null ? [] : idKey(aircraftId))),
  );
  const people = new Set([...changed, ...waiting].flatMap(personIds));
  const near = new Map<string, TimedReservation>();
  for (const id of planes) for (const one of byAircraft.values.get(id) ?? []) near.set(one.key, one);
  for (const id of people) for (const one of byPerson().values.get(id) ?? []) near.set(one.key, one);
  for (const one of changed) near.set(one.key, one);
  const { sources } = readiness;
  const involved = new Set(
    [...near.values()].flatMap(({ aircraftId }) => (aircraftId === null ? [] : idKey(aircraftId))),
  );
  return readinessIndex({
    ...sources,
    schedule: { ...schedule, reservations: [...near.values()].toSorted(byStart) },
    fleet: sources.fleet && sources.fleet.filter(({ aircraftId }) => involved.has(idKey(aircraftId))),
    reminders: new Map([...sources.reminders].filter(([id]) => planes.has(id))),
  });
}

/** Late reservations, and those that wait for them: a chain of delays may reach a changed one. */
function waitingIn({ late, atRisk, reservations }: ReadinessIndex): TimedReservation[] {
  const ofLate = [...late.notBack, ...late.notOutYet, ...late.neverCheckedOut].filter((one) => one.atRisk.length > 0);
  const ofRisk = Array.from(atRisk.keys(), (key) => reservations.byKey.get(key)?.reservation ?? []).flat();
  return [...ofLate.map(({ reservation }) => reservation), ...ofRisk];
}
