import { type TimedBooking, tailOf } from '#domain/reservations/bookings.ts';
import { type Aircraft, byTail, groupByModel } from '#domain/fleet/fleet.ts';
import type { Resource } from './resources.ts';

const active = 1;

/**
 * Aircraft by model and tail, simulators last. Active ones stand there without bookings too; an inactive or deleted one, and
 * one the list does not know, where it is booked: a booking must not vanish with its aircraft.
 */
export function aircraftRows(bookings: readonly TimedBooking[], fleet: readonly Aircraft[]): Resource[] {
  const booked = Map.groupBy(bookings, aircraftKey);
  const listed = new Set(fleet.map((aircraft) => aircraft.aircraftId));
  const own = fleet.filter((one) => (one.status?.id ?? active) === active || booked.has(one.aircraftId));
  const strangers = [...booked].flatMap(([id, [first]]) =>
    id === null || listed.has(id) ? [] : [strange(id, first!)],
  );
  const all = [...own, ...strangers].toSorted(byTail).map((aircraft) => ({ aircraft }));
  const rows = groupByModel(all).flatMap(({ model, rows: members }) =>
    members.map(({ aircraft }): Resource => {
      const { aircraftId: id, tailNumber } = aircraft;
      const label = tailNumber ?? 'No tail number';
      const known = listed.has(id) ? aircraft : null;
      return { id, kind: 'aircraft', label, group: model, bookings: booked.get(id) ?? [], aircraft: known };
    }),
  );
  const without = booked.get(null);
  return without ? [...rows, noneRow('No aircraft', without)] : rows;
}

/** Where a service gives the tail number alone, that tells aircraft apart. */
function aircraftKey(booking: TimedBooking): string | null {
  return booking.aircraftId ?? tailOf(booking);
}

/** An aircraft that the list does not have, as its reservation describes it. */
function strange(aircraftId: string, booking: TimedBooking): Aircraft {
  const { make, model, isSimulator } = booking.record.aircraft ?? {};
  return { aircraftId, tailNumber: tailOf(booking), make, model, isSimulator };
}

/** The row of what is booked without an aircraft, an instructor or a pilot. */
export function noneRow(label: string, bookings: readonly TimedBooking[]): Resource {
  return { id: 'none', kind: 'none', label, group: '', bookings, aircraft: null };
}
