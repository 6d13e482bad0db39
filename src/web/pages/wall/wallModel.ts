import type { Config } from '#contract/gateway/config.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { FreeForm } from '#contract/objects.ts';
import { fleetRows } from '#domain/fleet/activities.ts';
import { type Aircraft, byTail, matchesAircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { byImportance, type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import {
  fitnessIn,
  type ReadinessIndex,
  readinessIndex,
  type ReadinessSources,
} from '#domain/readiness/readinessIndex.ts';
import { type Booking, idKey, isTimed, type TimedBooking } from '#domain/reservations/bookings.ts';
import { addDays, dayOf, daySpan, type Span, type Zone } from '#domain/time/time.ts';
import type { BoardSettings } from '#domain/wall/settings.ts';
import type { Wording } from '#domain/wall/words.ts';
import { nearRateDays } from '#web/queries/fitness.ts';
import { zoneOf } from '#web/queries/replica.ts';
import { dueOrder, worstReminders } from './screens/due.ts';
import { type FleetTile, fleetTiles, isUnfit } from './screens/fleetTiles.ts';
import { hoursBack } from './screens/movements.ts';

/** The records a board is made from; null where nothing has been read yet. */
export type WallRecords = {
  readonly fleet: readonly Aircraft[] | null;
  /** Of today and tomorrow. */
  readonly bookings: readonly Booking[] | null;
  /** Flights of the days before that nobody has closed. */
  readonly unclosed: readonly Booking[];
  readonly dueItems: readonly DueItem[];
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly squawks: readonly SquawkRecords[];
  readonly readiness: Pick<ReadinessSources, 'reminders' | 'squawks'>;
};

type SquawkRecords = { readonly aircraft: Aircraft; readonly records: readonly FreeForm[] };

/** Everything the screens of a board draw, before it is laid out. */
export type WallModel = {
  readonly wording: Wording;
  readonly aircraft: readonly Aircraft[] | null;
  /** Of these aircraft. */
  readonly bookings: readonly TimedBooking[] | null;
  readonly tiles: readonly FleetTile[];
  /** The aircraft of the tiles whose records say that they must not fly, by `idKey`. */
  readonly unfit: ReadonlySet<string>;
  readonly dueItems: readonly DueItem[];
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly readiness: ReadinessIndex;
  readonly today: Span;
  /** The departures and returns that are shown. */
  readonly movementSpan: Span;
};

/** Puts the records together for one board: its aircraft, their bookings, tiles and dispatch checks. */
export function wallModel(
  records: WallRecords,
  { aircraft: filter }: Pick<BoardSettings, 'aircraft'>,
  wording: Wording,
  school: Config,
): WallModel {
  const { now, clock } = wording;
  const zone = zoneOf(school);
  const today = dayOf(now, school.timeZone);
  const aircraft = records.fleet && boardAircraft(records.fleet, filter);
  const ids = new Set(aircraft?.map(({ aircraftId }) => aircraftId));
  const isShown = (booking: TimedBooking) => filter === '' || ids.has(booking.aircraftId ?? '');
  const bookings = records.bookings && [...records.unclosed, ...records.bookings].filter(isTimed).filter(isShown);
  const readiness = readinessIndex({
    ...records.readiness,
    bookings: bookings ?? [],
    fleet: records.fleet,
    // A display in the lobby loads no list of people.
    instructors: null,
    users: null,
    position: school.position,
    now,
    zone,
    clock,
    rateDays: nearRateDays,
  });
  const rows = fleetRows(aircraft ?? [], bookings, now, fitnessIn(readiness));
  const order = dueOrder(records.horizons, now);
  const worst = worstReminders(records.dueItems, order);
  const tiles = fleetTiles({ rows, worst, grounding: groundingSquawks(records.squawks, zone), order }, wording);
  return {
    wording,
    aircraft,
    bookings,
    tiles,
    unfit: new Set(tiles.filter(isUnfit).map(({ id }) => idKey(id))),
    dueItems: records.dueItems.filter((item) => ids.has(item.aircraft.aircraftId)),
    horizons: records.horizons,
    readiness,
    today: daySpan(today, school.timeZone),
    movementSpan: { start: now - hoursBack * 3_600_000, end: daySpan(addDays(today, 1), school.timeZone).end },
  };
}

/** The aircraft of a board by tail, simulators last: all but deleted ones, or those that match a part of the filter. */
export function boardAircraft(fleet: readonly Aircraft[], filter: string): Aircraft[] {
  const parts = filter
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return fleet
    .filter((aircraft) => lifeOf(aircraft.status) !== 'deleted')
    .filter((aircraft) => parts.length === 0 || parts.some((part) => matchesAircraft(aircraft, part)))
    .toSorted(byTail);
}

/** The newest open squawk that grounds, for each aircraft that has one, by its id. */
export function groundingSquawks(answers: readonly SquawkRecords[], zone: Zone): ReadonlyMap<string, Squawk> {
  const grounding = answers.flatMap(({ aircraft, records }): [string, Squawk][] => {
    const squawks = records.map((record, index) => toSquawk(record, index, zone));
    const [worst] = squawks.filter((squawk) => squawk.isGrounding && !squawk.isResolved).toSorted(byImportance);
    return worst ? [[aircraft.aircraftId, worst]] : [];
  });
  return new Map(grounding);
}

/** A sentence for each thing that the board cannot show. */
export function missingNotes(
  { aircraft }: Pick<WallModel, 'aircraft'>,
  { aircraft: filter }: Pick<BoardSettings, 'aircraft'>,
  skipped: { readonly aircraft: number; readonly reservations: number },
): string[] {
  const counted = [
    ...(skipped.aircraft > 0 ? [`${skipped.aircraft} aircraft`] : []),
    ...(skipped.reservations > 0
      ? [`${skipped.reservations} ${skipped.reservations === 1 ? 'reservation' : 'reservations'}`]
      : []),
  ];
  return [
    ...(aircraft?.length === 0 && filter !== '' ? [`No aircraft has “${filter}” in its tail number or model.`] : []),
    ...(counted.length > 0 ? [`Unreadable records skipped: ${counted.join(' and ')}.`] : []),
  ];
}
