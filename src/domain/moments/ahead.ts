import { millisecondsInHour } from '#domain/units.ts';
import type { Reminder } from '#domain/maintenance/reminders.ts';
import { idKey, isFlight, type Reservation, type TimedReservation } from '#domain/reservations/reservations.ts';
import { endsByItself, isCheckedOut, isStillAway, stateAt } from '#domain/reservations/state.ts';
import { factorFor } from '#domain/schedule/hoursFactor.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { inLandings, type LandingRates } from '#domain/schedule/landings.ts';
import { type Usage, usageOf } from '#domain/schedule/usage.ts';
import type { Instant } from '#domain/time/time.ts';

type Assumed = NonNullable<Reservation['assumed']>;

/** Hours flown between now and a moment ahead, which no meter shows yet. */
export type Flown = { readonly bookedHours: number; readonly meterHours: number; readonly landings: number };

/**
 * The assumptions of a forecast: reservations go as entered, and the meters move by the measured factor. Nothing else
 * is assumed.
 */
export type Ahead = {
  /** The reservations that are assumed to be out or closed by then, by their keys. */
  readonly assumed: ReadonlyMap<string, Assumed>;
  /** By `idKey` of the aircraft's id; aircraft that fly nothing until then have none. */
  readonly flown: ReadonlyMap<string, Flown>;
  /** Reservations not back now. Nothing says when they return, so they stay out. */
  readonly notBack: readonly TimedReservation[];
};

/** What is assumed to have happened between the present and a moment ahead. */
export function assumedUntil({ reservations, history }: Schedule, now: Instant, at: Instant): Ahead {
  const assumed = new Map(
    reservations.flatMap((reservation) => {
      const state = assumedState(reservation, now, at);
      return state === null ? [] : [[reservation.key, state] as const];
    }),
  );
  const named = reservations.filter(({ aircraftId }) => aircraftId !== null);
  const flown = new Map<string, Flown>();
  for (const [id, ownReservations] of Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''))) {
    const { bookedHours, landings } = closedUntil(ownReservations, assumed, now, history.factors.landings);
    const factor = factorFor(id, history.factors).value;
    if (bookedHours > 0) flown.set(id, { bookedHours, meterHours: bookedHours * factor, landings });
  }
  return { assumed, flown, notBack: reservations.filter((reservation) => isStillAway(stateAt(reservation, now))) };
}

/**
 * Null for a reservation that stays as it is: later, over, void, unclear, never checked out, or of a kind without
 * check-out.
 */
function assumedState(reservation: TimedReservation, now: Instant, at: Instant): Assumed | null {
  const { start, end } = reservation;
  // A shop visit that the service shows as open is assumed to be closed at its booked end.
  if (at <= now || start > at || end <= now || (endsByItself(reservation) && !isCheckedOut(reservation))) return null;
  const { kind } = stateAt(reservation, now);
  if (kind !== 'planned' && kind !== 'not out yet' && kind !== 'out') return null;
  return end <= at ? 'completed' : 'checked out';
}

/** Booked hours, and usual landings, of one aircraft that are not on the meter now, but will be once its assumed flights are closed. */
function closedUntil(
  ownReservations: readonly TimedReservation[],
  assumed: Ahead['assumed'],
  now: Instant,
  rates: LandingRates | undefined,
): Pick<Flown, 'bookedHours' | 'landings'> {
  const closed = ownReservations.filter(
    (reservation) => isFlight(reservation) && assumed.get(reservation.key) === 'completed',
  );
  const last = closed.reduce((latest, { start }) => Math.max(latest, start), Number.NEGATIVE_INFINITY);
  const { flights } = usageOf(ownReservations, now);
  // A later reading includes earlier flights that were never closed.
  const read = flights.filter(
    ({ reservation }) => reservation.start < last || assumed.get(reservation.key) === 'completed',
  );
  const sum = (of: Usage) => of.flights.reduce((total, { flown }) => total + flown, 0) / millisecondsInHour;
  return { bookedHours: sum({ flights: read }), landings: sum(inLandings({ flights: read }, 'usual', rates)) };
}

/** The same reservation with what a forecast assumes; the service's own status stays. */
export function reservationAhead<One extends Reservation>(reservation: One, { assumed }: Pick<Ahead, 'assumed'>): One {
  const state = assumed.get(reservation.key);
  return state === undefined ? reservation : { ...reservation, assumed: state };
}

/**
 * A reminder with the meters of a moment ahead. The service's statuses stay. Its message is left out, because it
 * describes the present meter.
 */
export function reminderAhead(record: Reminder, { meterHours, landings }: Flown): Reminder {
  const { timeOptions: time, cycleOptions: cycles } = record;
  return {
    ...record,
    ...(time?.currentHours != null && {
      timeOptions: { ...time, currentHours: time.currentHours + meterHours, assumed: meterHours, message: null },
    }),
    ...(cycles?.currentCycles != null && {
      cycleOptions: { ...cycles, currentCycles: cycles.currentCycles + landings, assumed: landings, message: null },
    }),
  };
}
