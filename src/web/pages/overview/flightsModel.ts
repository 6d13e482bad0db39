import { countText, type Knowledge, type NoneText, noneText } from '#domain/answers/known.ts';
import { lateLink, reservationLink } from '#domain/reservations/links.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { isDueNow, isStillAway, type ReservationState, stateText } from '#domain/reservations/state.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { isFlight, tailOf } from '#domain/reservations/reservations.ts';
import { titleOf } from '#domain/reservations/reservationTitles.ts';
import type { Narrowing } from '#domain/reservations/locations.ts';
import { type Clock, lateText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { numberText } from '#domain/words.ts';

/** A flight as a row: when, which aircraft, who, and what its check says. */
export type FlightRow = {
  readonly key: string;
  readonly link: string;
  /** `1400L`. */
  readonly time: string;
  /** How late it is, `+0:35`; empty if it is not. */
  readonly late: string;
  readonly tail: string;
  readonly who: string;
  /** Null if the flight has left: a check is made before departure. */
  readonly check: DispatchCheck | null;
  /** The sheet of a flight that is not back. */
  readonly sheet: string | null;
};

type FlightsHere = {
  readonly now: Instant;
  readonly clock: Clock;
  readonly narrowing: Narrowing;
  /** From today's and tomorrow's reservations, and those not closed out. */
  readonly known: Knowledge;
  /** The most departures and returns in a list. */
  readonly max: number;
};

/** The most departures and returns in a list, and in a window too low for them. */
export const [maxFlights, maxFlightsLow] = [12, 7] as const;

export type Flights = {
  /** The next to leave and the next to come back, today and tomorrow. */
  readonly departures: FlightList;
  readonly returns: FlightList;
  /** Past their start and on the ground, as far as known. */
  readonly notOutYet: readonly FlightRow[];
  readonly neverCheckedOut: readonly FlightRow[];
  /** How many those are: `2 in all`. */
  readonly lateCount: string;
  readonly lateNone: NoneText;
};
export type FlightList = {
  readonly rows: readonly FlightRow[];
  /** Includes those not shown. */
  readonly total: number;
  /** `3 in all`, `12 of 15`, `3, 1 day not loaded yet`. */
  readonly count: string;
  /** The text in place of rows. */
  readonly none: NoneText;
};

/** `+0:15`, `now`, `may be out`; empty for a flight on time. */
function lateNote(state: ReservationState): string {
  if (state.kind === 'may be out') return stateText(state);
  if (!('late' in state)) return '';
  return isDueNow(state.late) ? 'now' : lateText(state.late);
}

/** Out, also past its end: whoever waits for its return looks for it among the returns. */
function isAway(kind: ReservationState['kind']): boolean {
  return kind === 'out' || kind === 'not back';
}

/** What leaves and comes back next, and what has not left. */
export function flightsOf(index: ReadinessIndex, { now, clock, narrowing, known, max }: FlightsHere): Flights {
  const zone = index.sources.zone.name;
  const row =
    (side: 'start' | 'end') =>
    (entry: ReservationWithState): FlightRow => ({
      key: entry.reservation.key,
      link: reservationLink(entry.reservation, zone),
      time: whenText(entry.reservation[side], now, clock),
      late: lateNote(entry.state),
      tail: tailOf(entry.reservation) ?? (entry.reservation.aircraftId === null ? 'no aircraft' : 'no tail number'),
      who: titleOf(entry.reservation),
      check:
        isAway(entry.state.kind) || entry.state.kind === 'may be out'
          ? null
          : dispatchCheckOf(entry.reservation, index),
      sheet: isStillAway(entry.state) ? lateLink(entry.reservation) : null,
    });
  const isHere = ({ reservation }: ReservationWithState) => narrowing.whereIs(reservation) !== 'elsewhere';
  const flights = index.reservations.all.filter((entry) => isFlight(entry.reservation) && isHere(entry));
  const leaving = flights.filter(({ state }) => state.kind === 'planned');
  const away = flights
    .filter(({ state }) => isAway(state.kind) || (state.kind === 'may be out' && !isStillAway(state)))
    .toSorted((a, b) => a.reservation.end - b.reservation.end);
  const listOf = (flown: readonly ReservationWithState[], side: 'start' | 'end', none: string): FlightList => {
    const total = flown.length;
    const whole = total > max ? `${max} of ${numberText(total)}` : `${total} in all`;
    const rows = flown.slice(0, max).map(row(side));
    return { rows, total, count: countText(known, total, whole), none: noneText(known, none) };
  };
  const notOutYet = index.late.notOutYet.filter(isHere).map(row('start'));
  const neverCheckedOut = index.late.neverCheckedOut.filter(isHere).map(row('start'));
  const late = notOutYet.length + neverCheckedOut.length;
  return {
    departures: listOf(leaving, 'start', 'No more departures today or tomorrow.'),
    returns: listOf(away, 'end', 'No returns due.'),
    notOutYet,
    neverCheckedOut,
    lateCount: countText(known, late, `${late} in all`),
    lateNone: noneText(known, 'Nothing waits to be checked out.'),
  };
}
