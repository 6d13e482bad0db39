import type { Horizon } from '#domain/maintenance/horizon.ts';
import { byUrgency } from '#domain/maintenance/dueList.ts';
import { type DueItem, isCounted } from '#domain/maintenance/reminders.ts';

/** What marks a booking: an Expired reminder of its aircraft, or a limit that it will likely cross. */
export type Alert = 'expired' | 'crossing';

/** One aircraft's reminders as a row of the calendar shows them. */
export type Upkeep = {
  /** The worst reminder by the worst of its overall status and its axes; null without any. */
  readonly worst: DueItem | null;
  readonly alert: 'expired' | 'warning' | null;
  /** Meter hours to the nearest limit by hours, as the service gives them, and the hours booked until then. */
  readonly hoursLeft: number | null;
  readonly hoursBooked: number | null;
};

/** The reminders of each aircraft that has answered, by its id. Those done for good or switched off count for nothing. */
export function upkeepByAircraft(
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon> | null,
): ReadonlyMap<string, Upkeep> {
  const byAircraft = Map.groupBy(items.filter(isCounted), (item) => item.aircraft.aircraftId);
  return new Map([...byAircraft].map(([aircraftId, own]) => [aircraftId, upkeepOf(own, horizons)]));
}

function upkeepOf(items: readonly DueItem[], horizons: ReadonlyMap<string, Horizon> | null): Upkeep {
  const [worst = null] = items.toSorted(byUrgency);
  const byHours = items.flatMap((item) => {
    const hours = item.axes.find((axis) => axis.name === 'hours')?.remaining;
    return hours == null ? [] : [{ item, hours }];
  });
  const [nearest] = byHours.toSorted((a, b) => a.hours - b.hours);
  return {
    worst,
    alert: worst?.worst === 'expired' || worst?.worst === 'warning' ? worst.worst : null,
    hoursLeft: nearest?.hours ?? null,
    hoursBooked: (nearest && horizons?.get(nearest.item.key)?.booked?.hours) ?? null,
  };
}

/** The keys of the bookings in which a limit by hours or landings is likely crossed: a forecast. */
export function crossingBookings(horizons: ReadonlyMap<string, Horizon> | null): ReadonlySet<string> {
  const limits = [...(horizons?.values() ?? [])].flatMap((horizon) => horizon.limits);
  return new Set(limits.flatMap(({ certainty, booking }) => (certainty !== 'possible' && booking ? booking.key : [])));
}
