import { millisecondsInHour } from '#domain/units.ts';
import { groupByModel } from '#domain/fleet/fleet.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, zoneOffset } from '#domain/time/time.ts';
import { matching, startsOf, wantedUse } from './candidates.ts';
import type { FindSources } from './finder.ts';
import type { FindRequest } from './request.ts';
import { refusalOf, type Room, type Use } from './room.ts';

/** The aircraft of one model that can take the flight, on one day: one figure for each hour in which it starts. */
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
 * How many aircraft of each model can take a flight of the request that starts in an hour, by the rule of the finder
 * (`refusalOf`): the finder says that no aircraft can take it only where no hour has one. People are not looked at. Linear in
 * aircraft and half hours.
 */
export function heatStrip(request: FindRequest, { index, place }: Pick<FindSources, 'index' | 'place'>): HeatRow[] {
  const { rooms, readiness, span } = index;
  const { zone, now } = readiness.sources;
  const today = dayOf(now, zone.name);
  const days = Array.from({ length: heatDays }, (_, day) => addDays(today, day)).filter(
    (day) => daySpan(day, zone.name).end <= span.end,
  );
  const starts = startsOf(request, { start: now, end: Math.max(now, span.end) }, index).filter(
    ({ isPartlyNight }) => request.mayBeNight || !isPartlyNight,
  );
  const uses = Map.groupBy(
    starts.map((start) => wantedUse(start, request, place)),
    ({ start }) => hourOf(start, zone.name),
  );
  const { aircraft } = matching(request, index);
  return groupByModel(aircraft.map((one) => ({ aircraft: one }))).map(({ model, rows }) => {
    const ownRooms = rows.map((row) => rooms.of(row.aircraft.aircraftId));
    return { model, count: rows.length, days: days.map((day) => heatDay(day, ownRooms, uses, zone.name)) };
  });
}

function heatDay(day: Day, rooms: readonly Room[], uses: ReadonlyMap<number, readonly Use[]>, zone: string): HeatDay {
  const midnight = daySpan(day, zone).start;
  const hours = Array.from({ length: heatHours.last - heatHours.first }, (_, place) => {
    const near = midnight + (heatHours.first + place) * millisecondsInHour;
    // On days when the clock changes, the clock's hour is not the number of hours since midnight.
    const start = near - (zoneOffset(zone, near) - zoneOffset(zone, midnight));
    const own = uses.get(hourOf(start, zone)) ?? [];
    return { start, free: rooms.filter((room) => own.some((use) => refusalOf(room, use) === null)).length };
  });
  return { day, hours };
}

/** The clock's hour that contains an instant, counted on from 1970. */
function hourOf(at: Instant, zone: string): number {
  return Math.floor((at + zoneOffset(zone, at)) / millisecondsInHour);
}
