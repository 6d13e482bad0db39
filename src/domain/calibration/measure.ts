import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { maxFlown } from '#domain/schedule/usage.ts';
import type { Instant } from '#domain/time/time.ts';
import { meterJump, thresholds } from '#domain/thresholds.ts';
import type { Measured, MeasuredFactors } from '#domain/schedule/hoursFactor.ts';
import type { FlownReservation, MeterMove } from './meterNews.ts';

/** One step of a meter, or several that belong together, and the reservations that explain it. */
export type Leg = {
  readonly aircraft: string;
  readonly at: Instant;
  readonly reservations: readonly FlownReservation[];
  /** Booked hours, as forecasts count them, and hours on the meter. */
  readonly booked: number;
  readonly hours: number;
};

/** A step of a meter that is not used. `no reservation`: it moved, and no flight was closed. */
export type LeftOut = MeterMove & { readonly why: 'jumped' | 'backward' | 'no reservation' };

/**
 * The gateway reads reminders and reservations at different times. A flight seen closed this long after the meter moved
 * still belongs to the step.
 */
const apart = 10 * millisecondsInMinute;

/** The legs of some aircraft's meters, and the steps left out; both in order of time. */
export function legsOf(
  moves: readonly MeterMove[],
  flown: readonly FlownReservation[],
): { readonly legs: readonly Leg[]; readonly leftOut: readonly LeftOut[] } {
  const ofAircraft = Map.groupBy(flown, ({ aircraft }) => aircraft);
  const found = [...Map.groupBy(moves, ({ aircraft }) => aircraft)].map(([aircraft, ownMeterMoves]) =>
    legsOfAircraft(ownMeterMoves.toSorted(byTime), ofAircraft.get(aircraft) ?? []),
  );
  return {
    legs: found.flatMap(({ legs }) => legs).toSorted(byTime),
    leftOut: found.flatMap(({ leftOut }) => leftOut).toSorted(byTime),
  };
}

const byTime = (a: { readonly at: Instant }, b: { readonly at: Instant }) => a.at - b.at;

/**
 * A meter moves when a flight is closed, and then shows all flights before it. So each step takes the flights closed
 * since the step before. It also takes open flights that were checked out before the last of those. A backward step
 * means that this reading or the one before it is wrong, so neither is used.
 */
function legsOfAircraft(moves: readonly MeterMove[], flown: readonly FlownReservation[]) {
  const legs: Leg[] = [];
  const leftOut: LeftOut[] = [];
  const takeOnMeter = meterReader(flown);
  for (const move of moves) {
    const { at, before, after, aircraft } = move;
    const rise = after - before;
    const reservations = takeOnMeter(at);
    const booked = reservations.reduce((sum, { start, end }) => sum + maxFlown(end - start), 0) / millisecondsInHour;
    const last = legs.at(-1);
    if (rise < 0) {
      leftOut.push({ ...move, why: 'backward' });
      legs.pop();
    } else if (rise > booked + meterJump.hours) leftOut.push({ ...move, why: 'jumped' });
    else if (booked > 0) legs.push({ aircraft, at, reservations, booked, hours: rise });
    else if (last && last.reservations.some(({ closedAt }) => closedAt !== null && closedAt > last.at))
      legs.splice(-1, 1, { ...last, at, hours: last.hours + rise });
    else leftOut.push({ ...move, why: 'no reservation' });
  }
  return { legs, leftOut };
}

/**
 * Takes the flights of an aircraft that its meter shows by an instant, by start, each once. Ask in order of time. It looks at each
 * flight once, however many moves and open flights there are.
 */
function meterReader(flown: readonly FlownReservation[]): (at: Instant) => readonly FlownReservation[] {
  const sorted = flown.toSorted((a, b) => a.start - b.start);
  const place = new Map(sorted.map((flight, index) => [flight, index]));
  const placeOf = (flight: FlownReservation) => place.get(flight) ?? 0;
  const byClose = sorted
    .filter(({ closedAt }) => closedAt !== null)
    .toSorted((a, b) => (a.closedAt ?? 0) - (b.closedAt ?? 0));
  const byOut = sorted.filter(({ outAt }) => outAt !== null).toSorted((a, b) => (a.outAt ?? 0) - (b.outAt ?? 0));
  const taken = new Set<FlownReservation>();
  /** Checked out by now and not taken, the latest start first. */
  const out: FlownReservation[] = [];
  let [closes, outs] = [0, 0];
  return (at) => {
    const found: FlownReservation[] = [];
    for (let flight = byClose[closes]; flight && (flight.closedAt ?? 0) <= at + apart; flight = byClose[++closes])
      if (!taken.has(flight)) found.push(flight);
    for (let flight = byOut[outs]; flight && (flight.outAt ?? 0) <= at; flight = byOut[++outs]) {
      const own = placeOf(flight);
      let [low, high] = [0, out.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const other = out[middle];
        if (other && placeOf(other) > own) low = middle + 1;
        else high = middle;
      }
      out.splice(low, 0, flight);
    }
    const lastStart = found.reduce((last, { start }) => Math.max(last, start), Number.NEGATIVE_INFINITY);
    for (const flight of found) taken.add(flight);
    for (let flight = out.at(-1); flight && flight.start < lastStart; flight = out.at(-1)) {
      out.pop();
      if (taken.has(flight)) continue;
      taken.add(flight);
      found.push(flight);
    }
    return found.toSorted((a, b) => placeOf(a) - placeOf(b));
  };
}

/** The ratio of the sums, with its spread; null without any leg. Long flights have a larger spread than short ones. */
export function measured(legs: readonly Pick<Leg, 'booked' | 'hours' | 'reservations'>[]): Measured | null {
  const booked = legs.reduce((sum, leg) => sum + leg.booked, 0);
  if (booked <= 0) return null;
  const hours = legs.reduce((sum, leg) => sum + leg.hours, 0);
  const factor = hours / booked;
  const squares = legs.reduce((sum, leg) => sum + (leg.hours - factor * leg.booked) ** 2, 0);
  const corrected = legs.length > 1 ? (squares / booked) * (legs.length / (legs.length - 1)) : null;
  const flights = legs.reduce((sum, leg) => sum + leg.reservations.length, 0);
  return { flights, booked, hours, factor, spread: corrected === null ? null : Math.sqrt(corrected) };
}

/** Legs with one activity, by its name; a leg of several flights counts only if all have the same. */
export function byActivity(legs: readonly Leg[]): ReadonlyMap<string, readonly Leg[]> {
  const named = legs.filter(({ reservations: [first, ...rest] }) => {
    return first && rest.every(({ activity }) => activity === first.activity);
  });
  return Map.groupBy(named, ({ reservations }) => reservations[0]?.activity ?? '');
}

/** The factors from legs, where there are enough flights. */
export function factorsFrom(legs: readonly Leg[]): MeasuredFactors {
  const enough = (ownLegs: readonly Leg[]): Measured | null => {
    const one = measured(ownLegs);
    return one && one.factor > 0 && one.flights >= thresholds().factorFlights ? one : null;
  };
  const aircraft = [...Map.groupBy(legs, (leg) => leg.aircraft)].flatMap(([id, ownLegs]) => {
    const one = enough(ownLegs);
    return one ? [[id, one] as const] : [];
  });
  return { school: enough(legs), aircraft: new Map(aircraft) };
}
