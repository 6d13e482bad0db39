import { firstIndex } from '#domain/schedule/usage.ts';
import { onTimeWithin } from '#domain/thresholds.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { Booking } from './bookings.ts';
import { type Figure, known, raise, rowsWithin, share, sortedCounts } from './figure.ts';
import type { FlownFlight } from './flights.ts';
import type { GroundedSpans } from './grounded.ts';

/**
 * Why a flight did not leave in time, as far as records show it. `late aircraft`: the aircraft's flight before came back after
 * the booked departure. `grounded`: a grounding squawk was open at it. The copy keeps no past weather, so a flight that
 * waited for it is `not recorded`.
 */
type LateCause = 'late aircraft' | 'grounded' | 'never checked out' | 'cancelled' | 'not recorded';

export type Departures = {
  /** The share that left by `onTimeWithin` after the booked start; early is in time. */
  readonly reliability: Figure;
  /** Flights that were to leave, with a record of what became of them. */
  readonly due: number;
  readonly onTime: number;
  /** The others by cause, the most first; together with those in time they are all. */
  readonly causes: readonly { readonly name: LateCause; readonly count: number }[];
  /** Completed or checked out, but no report gives the time at which they left: in no other count. */
  readonly notRecorded: Figure;
};

export type DepartureInputs = {
  /** By start, and flights by departure; each once. */
  readonly bookings: readonly Booking[];
  readonly flights: readonly FlownFlight[];
  readonly grounded: GroundedSpans;
  readonly span: Span;
  readonly now: Instant;
};

/** Flights booked to leave in a span, as soon as they would be late. A reservation belongs to the span of its booked start. */
export function departuresOf({ bookings, span, ...evidence }: DepartureInputs): Departures {
  const outcomeOf = outcomeReader(evidence);
  const causes = new Map<LateCause, number>();
  let [onTime, late, notRecorded] = [0, 0, 0];
  for (const booking of rowsWithin(bookings, span, ({ start }) => start)) {
    const outcome = outcomeOf(booking);
    if (!outcome) continue;
    if (outcome.cause !== null) {
      late++;
      raise(causes, outcome.cause);
    } else if (outcome.isInTime) onTime++;
    else notRecorded++;
  }
  const due = onTime + late;
  return {
    reliability: share(onTime, due, due, 'No flight was to leave.'),
    due,
    onTime,
    causes: sortedCounts(causes),
    notRecorded: known(notRecorded, notRecorded),
  };
}

/** A cause for each flight that did not leave in time; without one and not in time, its departure is not recorded. */
type Outcome = { readonly isInTime: boolean; readonly cause: LateCause | null };

const inTime: Outcome = { isInTime: true, cause: null };
const unrecorded: Outcome = { isInTime: false, cause: null };

/** What became of a flight that was to leave; null for a reservation that is none, and before it would be late. */
export function outcomeReader({ flights, grounded, now }: Pick<DepartureInputs, 'flights' | 'grounded' | 'now'>) {
  const { outs, earlier } = indexOf(flights);
  return (booking: Booking): Outcome | null => {
    if (booking.kind !== 'flight' || booking.start + onTimeWithin > now) return null;
    const out = booking.status === 'void' ? null : (outs.get(booking.id) ?? null);
    const hasLeft = booking.status === 'completed' || booking.status === 'checked out';
    if (!out && hasLeft) return unrecorded;
    if (out && out.out - booking.start <= onTimeWithin) return inTime;
    return { isInTime: false, cause: causeOf(booking, out, { earlier, grounded }) };
  };
}

type Evidence = { readonly earlier: ReadonlyMap<string, readonly FlownFlight[]>; readonly grounded: GroundedSpans };

function causeOf({ status, start, of }: Booking, out: FlownFlight | null, { earlier, grounded }: Evidence): LateCause {
  if (status === 'void') return 'cancelled';
  const aircraft = of.aircraft?.key ?? '';
  if (grounded.at(aircraft, start)) return 'grounded';
  if (!out) return 'never checked out';
  const own = earlier.get(aircraft) ?? [];
  const before = own[firstIndex(own, (flight) => flight.out >= out.out) - 1];
  // A flight before that is not closed shows nothing.
  return before?.back != null && before.back > start ? 'late aircraft' : 'not recorded';
}

type FlightIndex = {
  /** The first departure of each reservation. */
  readonly outs: ReadonlyMap<string, FlownFlight>;
  /** By aircraft, in order of departure. */
  readonly earlier: ReadonlyMap<string, readonly FlownFlight[]>;
};

/** One list of flights serves several periods. */
const indexes = new WeakMap<readonly FlownFlight[], FlightIndex>();

function indexOf(flights: readonly FlownFlight[]): FlightIndex {
  const before = indexes.get(flights);
  if (before) return before;
  const outs = new Map<string, FlownFlight>();
  for (const flight of flights)
    if (flight.reservation !== null && !outs.has(flight.reservation)) outs.set(flight.reservation, flight);
  const index = { outs, earlier: Map.groupBy(flights, ({ of }) => of.aircraft?.key ?? '') };
  indexes.set(flights, index);
  return index;
}
