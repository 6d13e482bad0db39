import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import { type DueItem, isGroundingItem } from '#domain/maintenance/reminders.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { counted } from '#domain/words.ts';
import type { Picture } from './figuresModel.ts';

const weeks = 8;
const daysInWeek = 7;

type Known = { readonly left: number; readonly rate: number };

/**
 * The hours left across the fleet now and after each of the next eight weeks: a forecast. An aircraft has the hours of its nearest
 * limit in hours, and uses them at its recent rate; one past its limit has none. Aircraft without such a limit, or whose reading
 * is not known, are left out and counted. `horizons` are null until the reservations are read.
 */
export function fleetHours(
  aircraft: readonly Aircraft[],
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon> | null,
): Picture {
  const ahead = [...(horizons?.values() ?? [])];
  const rates = new Map(ahead.map(({ item, rate }) => [idKey(item.aircraft.aircraftId), rate ?? 0]));
  const byAircraft = Map.groupBy(items.filter(isGroundingItem), (item) => idKey(item.aircraft.aircraftId));
  const known = aircraft.flatMap(({ aircraftId }): Known[] => {
    const own = byAircraft.get(idKey(aircraftId)) ?? [];
    const limits = own.flatMap(({ axes }) => axes.filter(({ name }) => name === 'hours'));
    const left = limits.flatMap(({ remaining }) => remaining ?? []);
    const rate = rates.get(idKey(aircraftId));
    if (limits.length === 0 || left.length < limits.length || rate === undefined) return [];
    return [{ left: Math.max(0, Math.min(...left)), rate }];
  });
  const without = aircraft.length - known.length;
  const isNotKnown = horizons === null || (aircraft.length > 0 && known.length === 0);
  return {
    title: 'Hours left across the fleet, 8 weeks ahead',
    unit: 'hours',
    kind: 'columns',
    bars:
      known.length === 0
        ? []
        : Array.from({ length: weeks + 1 }, (_, week) => ({
            name: week === 0 ? 'now' : `+${week}`,
            value: hoursAfter(known, week),
            to: '/maintenance',
          })),
    none: isNotKnown ? 'The limits of the fleet are not known yet.' : 'No aircraft in service',
    isNotKnown,
    assumes: `Forecast: each aircraft flies as in its last weeks, and no visit to the shop resets its hours.${
      without > 0 ? ` Left out: ${counted(without, 'aircraft', 'aircraft')} without known hours to a limit.` : ''
    }`,
  };
}

function hoursAfter(known: readonly Known[], week: number): number {
  return known.reduce((sum, { left, rate }) => sum + Math.max(0, left - rate * daysInWeek * week), 0);
}
