import { millisecondsInHour } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import { groupByModel, type Aircraft } from '#domain/fleet/fleet.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, zoneOffset } from '#domain/time/time.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { isTaken, type Room } from './room.ts';

/** The free aircraft of one model on one day: one figure for each hour. */
export type HeatDay = {
  readonly day: Day;
  readonly hours: readonly { readonly start: Instant; readonly free: number }[];
};

export type HeatRow = {
  readonly model: string;
  /** Aircraft of the model in service. */
  readonly count: number;
  readonly days: readonly HeatDay[];
};

/** The hours of the strip: from 0600 to 2200 of the operator's clock. */
export const heatHours = { first: 6, last: 22 } as const;

/** How many days the strip covers. */
const heatDays = 14;

/**
 * How many aircraft of each model are free for a whole hour: not booked, not grounded, back, and with no certain limit
 * before its end. Linear in aircraft and hours.
 */
export function heatStrip(
  { fleet, rooms, readiness, span }: PlanningIndex,
  isMeant: (aircraft: Aircraft) => boolean,
): HeatRow[] {
  const { zone, now } = readiness.sources;
  const today = dayOf(now, zone.name);
  const days = Array.from({ length: heatDays }, (_, place) => addDays(today, place)).filter(
    (day) => daySpan(day, zone.name).end <= span.end,
  );
  const inService = fleet.filter(
    (aircraft) => lifeOf(aircraft.status) === 'active' && aircraft.isSimulator !== true && isMeant(aircraft),
  );
  return groupByModel(inService.map((aircraft) => ({ aircraft }))).map(({ model, rows }) => {
    const ownRooms = rows
      .map(({ aircraft }) => rooms.of(aircraft.aircraftId))
      .filter(({ grounded }) => grounded === null);
    return { model, count: rows.length, days: days.map((day) => heatDay(day, ownRooms, zone.name, now)) };
  });
}

function heatDay(day: Day, rooms: readonly Room[], zone: string, now: Instant): HeatDay {
  const midnight = daySpan(day, zone).start;
  const hours = Array.from({ length: heatHours.last - heatHours.first }, (_, place) => {
    const near = midnight + (heatHours.first + place) * millisecondsInHour;
    // On days when the clock changes, the clock's hour is not the number of hours since midnight.
    const start = near - (zoneOffset(zone, near) - zoneOffset(zone, midnight));
    const until = start + millisecondsInHour;
    const isFree = (room: Room) =>
      start >= room.from && until <= room.recordedUntil && !isTaken(room.taken, { start, until });
    return { start, free: until <= now ? 0 : rooms.filter(isFree).length };
  });
  return { day, hours };
}
