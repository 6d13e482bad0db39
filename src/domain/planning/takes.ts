import type { Aircraft } from '#domain/fleet/fleet.ts';
import { checkoutLine } from '#domain/readiness/checkPeople.ts';
import type { CheckLine } from '#domain/readiness/checkLine.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { idKey, isFlight, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type ReservationState, stateAt } from '#domain/reservations/state.ts';
import { landingRateOf } from '#domain/schedule/landings.ts';
import { riskMargin, thresholds } from '#domain/thresholds.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { delayOf, refusalOf, type Use } from './room.ts';

/**
 * A reservation as a use of an aircraft. A late reservation, or one that waits for a late one, holds the aircraft
 * longer.
 */
export function useOf(reservation: TimedReservation, state: ReservationState, { readiness, now }: PlanningIndex): Use {
  const { start, end } = reservation;
  const isLate = state.kind === 'not out yet' || state.kind === 'never checked out';
  const delay = delayOf(reservation.key, readiness.atRisk);
  const { turnaround } = thresholds();
  const delayed = delay > 0 ? end + delay + turnaround : end;
  const until = isLate ? Math.max(delayed, now + end - start + turnaround + riskMargin) : delayed;
  const { worst: landings } = landingRateOf(reservation, readiness.sources.schedule.history.factors.landings);
  return { start, end, until, isFlown: isFlight(reservation), landings, place: placeOf(reservation)?.name ?? null };
}

/**
 * The checkout line for another aircraft, and whether it keeps the reservation off it: “do not dispatch”, or a finding
 * that the booked one lacks. Each model is looked up once.
 */
export function checkoutOn(reservation: TimedReservation, { readiness }: PlanningIndex) {
  const lineFor = (id: string) => checkoutLine(reservation, readiness.aircraft.get(idKey(id)) ?? null, readiness);
  const before = reservation.aircraftId === null ? null : lineFor(reservation.aircraftId);
  const known = new Map<string, (CheckLine & { readonly isAgainst: boolean }) | null>();
  return ({ aircraftId, make, model, isSimulator }: Aircraft) => {
    const key = `${make?.name} ${model?.name} ${model?.modelId} ${isSimulator}`;
    if (known.has(key)) return known.get(key) ?? null;
    const line = lineFor(aircraftId);
    const isNew = line?.level === 'check' && line.words !== before?.words;
    const marked = line && { ...line, isAgainst: line.level === 'stop' || isNew };
    known.set(key, marked);
    return marked;
  };
}

/** Whether an aircraft of any location could take a reservation, by the rules of the plans. */
export function takesFor(index: PlanningIndex): (reservation: TimedReservation) => (aircraft: Aircraft) => boolean {
  return (reservation) => {
    const use = useOf(reservation, stateAt(reservation, index.now), index);
    const checkout = checkoutOn(reservation, index);
    return (aircraft) =>
      refusalOf(index.rooms.of(aircraft.aircraftId), use, true) === null && checkout(aircraft)?.isAgainst !== true;
  };
}
