import type { Horizon } from '#domain/maintenance/horizon.ts';
import { byUrgency } from '#domain/maintenance/dueList.ts';
import { type DueItem, isCounted, isGroundingItem, type StatusKind } from '#domain/maintenance/reminders.ts';

/** The mark on a reservation: its aircraft has an Expired reminder, or it will likely cross a limit. */
export type Alert = 'expired' | 'crossing';

/** One aircraft's reminders as a calendar row shows them. */
export type Upkeep = {
  /** The worst reminder by overall status and axes, as its class counts; null without any. */
  readonly worst: DueItem | null;
  readonly alert: 'expired' | 'warning' | null;
  /** Meter hours left to the nearest hours limit, as the service gives them, and the hours booked until then. */
  readonly hoursLeft: number | null;
  readonly hoursBooked: number | null;
  /** The service's status of that limit; null without one. */
  readonly hoursStatus: StatusKind | null;
};

/**
 * Each aircraft's reminders, if they have been read, by its id. Permanently complied and switched-off reminders are
 * left out.
 */
export function upkeepByAircraft(
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon> | null,
): ReadonlyMap<string, Upkeep> {
  const byAircraft = Map.groupBy(items.filter(isCounted), (item) => item.aircraft.aircraftId);
  return new Map([...byAircraft].map(([aircraftId, ownItems]) => [aircraftId, upkeepOf(ownItems, horizons)]));
}

function upkeepOf(items: readonly DueItem[], horizons: ReadonlyMap<string, Horizon> | null): Upkeep {
  const [worst = null] = items.toSorted(byUrgency);
  const byHours = items.filter(isGroundingItem).flatMap((item) => {
    const axis = item.axes.find(({ name }) => name === 'hours');
    return axis?.remaining == null ? [] : [{ item, hours: axis.remaining, status: axis.statusKind }];
  });
  const [nearest] = byHours.toSorted((a, b) => a.hours - b.hours);
  return {
    worst,
    alert: worst?.counts === 'expired' || worst?.counts === 'warning' ? worst.counts : null,
    hoursLeft: nearest?.hours ?? null,
    hoursBooked: (nearest && horizons?.get(nearest.item.key)?.booked?.hours) ?? null,
    hoursStatus: nearest?.status ?? null,
  };
}

/** Keys of the reservations that likely cross a limit other than an advisory one, a forecast. */
export function crossingReservations(horizons: ReadonlyMap<string, Horizon> | null): ReadonlySet<string> {
  const ownHorizons = [...(horizons?.values() ?? [])].filter(({ item }) => item.reminderClass !== 'advisory');
  const limits = ownHorizons.flatMap((horizon) => horizon.limits);
  return new Set(
    limits.flatMap(({ certainty, reservation }) => (certainty !== 'possible' && reservation ? reservation.key : [])),
  );
}
