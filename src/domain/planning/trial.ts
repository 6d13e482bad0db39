import type { Aircraft } from '#domain/fleet/fleet.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import { type ReadinessIndex, readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { byStart, idKey, type TimedBooking } from '#domain/reservations/bookings.ts';
import { personIds } from '#domain/schedule/schedule.ts';
import type { PlanningIndex } from './planningIndex.ts';

/** A reservation as it would be with another aircraft: its time, people and location stay. */
export function movedTo(
  booking: TimedBooking,
  { aircraftId, tailNumber, make, model, isSimulator }: Aircraft,
): TimedBooking {
  const aircraft = { ...booking.record.aircraft, aircraftId, tailNumber, make, model, isSimulator };
  return { ...booking, aircraftId, record: { ...booking.record, aircraft } };
}

/**
 * The dispatch checks of reservations as they would be after a change: each replaces the one with its key, or is new. Only what
 * can matter for them is assessed: the reservations of their aircraft, before and after, and of their people.
 */
export function checksAfter(
  changed: readonly TimedBooking[],
  index: PlanningIndex,
): ReadonlyMap<string, DispatchCheck | null> {
  const trial = indexAfter(changed, index);
  return new Map(changed.map((booking) => [booking.key, dispatchCheckOf(booking, trial)]));
}

function indexAfter(changed: readonly TimedBooking[], index: PlanningIndex): ReadinessIndex {
  const { readiness, schedule, byAircraft, byPerson } = index;
  const waiting = waitingIn(readiness);
  const planes = new Set(
    [...changed, ...waiting].flatMap(({ aircraftId }) => (aircraftId === null ? [] : idKey(aircraftId))),
  );
  const people = new Set([...changed, ...waiting].flatMap(personIds));
  const near = new Map<string, TimedBooking>();
  for (const id of planes) for (const one of byAircraft.values.get(id) ?? []) near.set(one.key, one);
  for (const id of people) for (const one of byPerson().values.get(id) ?? []) near.set(one.key, one);
  for (const one of changed) near.set(one.key, one);
  const { sources } = readiness;
  const involved = new Set(
    [...near.values()].flatMap(({ aircraftId }) => (aircraftId === null ? [] : idKey(aircraftId))),
  );
  return readinessIndex({
    ...sources,
    schedule: { ...schedule, bookings: [...near.values()].toSorted(byStart) },
    fleet: sources.fleet && sources.fleet.filter(({ aircraftId }) => involved.has(idKey(aircraftId))),
    reminders: new Map([...sources.reminders].filter(([id]) => planes.has(id))),
  });
}

/** Late reservations, and those that wait for them: a chain of delays may reach a changed one. */
function waitingIn({ late, atRisk, bookings }: ReadinessIndex): TimedBooking[] {
  const ofLate = [...late.notBack, ...late.notOutYet, ...late.neverCheckedOut].filter((one) => one.atRisk.length > 0);
  const ofRisk = Array.from(atRisk.keys(), (key) => bookings.byKey.get(key)?.booking ?? []).flat();
  return [...ofLate.map(({ booking }) => booking), ...ofRisk];
}
