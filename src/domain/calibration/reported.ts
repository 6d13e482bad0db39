import { isRecord } from '#contract/objects.ts';
import { isFigure } from '#contract/tolerant.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { maxFlown } from '#domain/schedule/usage.ts';
import { meterJump } from '#domain/thresholds.ts';
import { millisecondsInHour } from '#domain/units.ts';
import type { FlownReservation } from './meterNews.ts';
import type { Leg } from './measure.ts';

/** A flight in the flights report, with the readings of each meter by the meter's name. */
export type ReportedFlight = {
  readonly reservation: string;
  readonly aircraft: string;
  readonly meters: ReadonlyMap<string, { readonly out: number; readonly in: number }>;
};

const outName = /(out|start|begin)$/i;
const inNames = { out: 'In', start: 'End', begin: 'End' } as const;

/** Reads rows of the flights report, whose columns no document names: `hobbsOut` and `hobbsIn` are the meter `hobbs`. */
export function reportedFlights(rows: readonly unknown[]): ReportedFlight[] {
  return rows.flatMap((row): ReportedFlight[] => {
    if (!isRecord(row)) return [];
    const { reservationId, aircraftId } = row;
    if (typeof reservationId !== 'string' || typeof aircraftId !== 'string') return [];
    const meters = new Map<string, { out: number; in: number }>();
    for (const [name, out] of Object.entries(row)) {
      const [end = ''] = outName.exec(name) ?? [];
      const word = end.toLowerCase();
      if (word !== 'out' && word !== 'start' && word !== 'begin') continue;
      const meter = name.slice(0, -end.length);
      const back = row[`${meter}${inNames[word]}`];
      if (isFigure(out) && isFigure(back) && back >= out) meters.set(meter, { out, in: back });
    }
    return meters.size > 0 ? [{ reservation: idKey(reservationId), aircraft: idKey(aircraftId), meters }] : [];
  });
}

/** Reports give meters in tenths. */
const same = 0.051;
const minAgreeing = 3;

/**
 * The meter in the report that the reminders use: it rises as they do, or a reading of it is also a reminder's. Null if
 * that is not clear, because an hour of Hobbs is not an hour of tach.
 */
export function reminderMeter(
  flights: readonly ReportedFlight[],
  legs: readonly Leg[],
  readings: ReadonlyMap<string, readonly number[]>,
): string | null {
  const single = new Map(
    legs.flatMap(({ reservations: [first, ...rest], hours }) =>
      first && rest.length === 0 ? [[first.id, hours]] : [],
    ),
  );
  const votes = new Map<string, number>();
  for (const { reservation, aircraft, meters } of flights) {
    const rise = single.get(reservation);
    for (const [name, meter] of meters) {
      const isRise = rise !== undefined && Math.abs(rise - (meter.in - meter.out)) < same;
      const isReading = (readings.get(aircraft) ?? []).some((hours) => Math.abs(hours - meter.in) < same);
      if (isRise || isReading) votes.set(name, (votes.get(name) ?? 0) + 1);
    }
  }
  const [first, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  if (!first || first[1] < minAgreeing || first[1] < 2 * (second?.[1] ?? 0)) return null;
  return first[0];
}

/**
 * The same legs, with each flight as its own leg where the report has its hours. A leg of several flights is split only
 * if the report has all of them. Flights that no leg has are added. Hours that a meter cannot have counted, as in
 * `legsOf`, are not used: one mistyped reading would decide the factor of the whole school.
 */
export function withReported(
  legs: readonly Leg[],
  flights: readonly ReportedFlight[],
  meter: string,
  bookedAs: (reservation: string) => FlownReservation | null,
): Leg[] {
  const hours = new Map(
    flights.flatMap(({ reservation, meters }) => {
      const own = meters.get(meter);
      return own ? [[reservation, own.in - own.out] as const] : [];
    }),
  );
  const alone = (flight: FlownReservation, at: number): Leg => ({
    aircraft: flight.aircraft,
    at,
    reservations: [flight],
    booked: bookedHours(flight),
    hours: hours.get(flight.id) ?? 0,
  });
  const isPlausible = (flight: FlownReservation) =>
    (hours.get(flight.id) ?? 0) <= bookedHours(flight) + meterJump.hours;
  const inLegs = new Set(legs.flatMap(({ reservations }) => reservations.map(({ id }) => id)));
  const others = [...hours.keys()].flatMap((id) => (inLegs.has(id) ? [] : (bookedAs(id) ?? [])));
  return [
    ...legs.flatMap((leg) => {
      const isReported = leg.reservations.every((reservation) => hours.has(reservation.id) && isPlausible(reservation));
      return isReported ? leg.reservations.map((reservation) => alone(reservation, leg.at)) : [leg];
    }),
    ...others.filter((other) => other.end > other.start && isPlausible(other)).map((other) => alone(other, other.end)),
  ].toSorted((a, b) => a.at - b.at);
}

function bookedHours({ start, end }: FlownReservation): number {
  return maxFlown(end - start) / millisecondsInHour;
}
