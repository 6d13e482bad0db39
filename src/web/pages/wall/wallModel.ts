import { millisecondsInHour } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import { lifeOf } from '#contract/statuses.ts';
import { isOut } from '#domain/answers/connection.ts';
import { knowledgeOf, type Situation, unknownText } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { fleetRows } from '#domain/readiness/activities.ts';
import { type Aircraft, byTail, matchesAircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  fitnessIn,
  groundedIn,
  type ReadinessIndex,
  readinessIndex,
  type ReadinessSources,
} from '#domain/readiness/readinessIndex.ts';
import { type Schedule, unreadSchedule } from '#domain/schedule/schedule.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import {
  aircraftPlaces,
  everywhere,
  type Location,
  mentionsIn,
  narrowed,
  type Narrowing,
  narrowingTo,
  schoolLocations,
} from '#domain/reservations/locations.ts';
import { dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import type { BoardSettings } from '#domain/wall/settings.ts';
import type { Wording } from '#domain/wall/words.ts';
import { zoneOf } from '#web/data/replica.ts';
import { dueOrder, worstReminders } from './screens/due.ts';
import { type FleetTile, fleetTiles } from './screens/fleetTiles.ts';
import { hoursBack } from './screens/movements.ts';
import { counted } from '#domain/words.ts';

/** The sources of a board's records; null if not yet read. */
export type WallRecords = {
  readonly fleet: readonly Aircraft[] | null;
  /** The reservations of today and tomorrow, with their history. */
  readonly schedule: Schedule | null;
  /** Those of the days after, for trips that last into them; empty until loaded. */
  readonly ahead: readonly TimedReservation[];
  readonly dueItems: readonly DueItem[];
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly readiness: Pick<ReadinessSources, 'reminders' | 'squawks' | 'rules'>;
  /** The operator's record as received; it names locations. */
  readonly operator?: unknown;
};

/** Everything the screens of a board draw, before it is laid out. */
export type WallModel = {
  readonly wording: Wording;
  readonly aircraft: readonly Aircraft[] | null;
  /** The location of the board; null for all, and for an unknown one. */
  readonly location: Location | null;
  /** The number of shown aircraft whose location is unknown. */
  readonly placeless: number;
  /** The reservations of these aircraft, or at the location. */
  readonly reservations: readonly TimedReservation[] | null;
  readonly tiles: readonly FleetTile[];
  /** The aircraft of the tiles that are grounded, by `idKey`. */
  readonly grounded: ReadonlySet<string>;
  readonly dueItems: readonly DueItem[];
  readonly horizons: ReadonlyMap<string, Horizon> | null;
  readonly readiness: ReadinessIndex;
  readonly today: Span;
  /** The departures and returns that are shown: those of today. */
  readonly movementSpan: Span;
};

/** Combines the records for one board: its aircraft, their reservations, tiles and dispatch checks. */
export function wallModel(
  records: WallRecords,
  { aircraft: filter, location }: Pick<BoardSettings, 'aircraft' | 'location'>,
  wording: Wording,
  school: Config,
): WallModel {
  const { now, clock } = wording;
  const zone = zoneOf(school);
  const today = dayOf(now, school.timeZone);
  const listed = records.fleet && boardAircraft(records.fleet, filter);
  const narrowing = narrowingOf(records, location, now);
  const fleetHere = narrowed(listed ?? [], narrowing.chosen ? ({ aircraftId }) => narrowing.whereIs(aircraftId) : null);
  const aircraft = listed && fleetHere.shown;
  const ids = new Set(aircraft?.map(({ aircraftId }) => aircraftId));
  const all = new Set(listed?.map(({ aircraftId }) => aircraftId));
  const isShown = (reservation: TimedReservation) => filter === '' || all.has(reservation.aircraftId ?? '');
  const { schedule } = records;
  const reservations = schedule && schedule.reservations.filter(isShown);
  const readiness = readinessIndex({
    ...records.readiness,
    schedule: schedule ?? unreadSchedule(now, zone.name),
    ahead: records.ahead,
    fleet: records.fleet,
    // A display in the lobby loads no list of people.
    instructors: null,
    users: null,
    position: school.position,
    now,
    zone,
    clock,
  });
  const rows = fleetRows(aircraft ?? [], schedule && readiness.reservations.aircraft, fitnessIn(readiness));
  const order = dueOrder(records.horizons, now);
  const worst = worstReminders(records.dueItems, order);
  const grounding = groundedIn(records.readiness.squawks);
  const isRead = (id: string) => records.readiness.reminders.get(idKey(id))?.items != null;
  const tiles = fleetTiles({ rows, worst, grounding, isRead, order, whereIs: narrowing.whereIs }, wording);
  return {
    wording,
    aircraft,
    location: narrowing.chosen,
    placeless: fleetHere.notKnown,
    // An aircraft's state, and the checks, use all its reservations at every location.
    reservations: reservations?.filter((reservation) => narrowing.whereIs(reservation) !== 'elsewhere') ?? null,
    tiles,
    grounded: new Set(tiles.filter(({ isGrounded }) => isGrounded).map(({ id }) => idKey(id))),
    dueItems: records.dueItems.filter((item) => ids.has(item.aircraft.aircraftId)),
    horizons: records.horizons,
    readiness,
    today: daySpan(today, school.timeZone),
    movementSpan: { start: now - hoursBack * millisecondsInHour, end: daySpan(today, school.timeZone).end },
  };
}

/** Narrows to the location with this id, if today's and tomorrow's reservations or the operator's record mention it. */
function narrowingOf({ schedule, operator }: WallRecords, location: string, now: Instant): Narrowing {
  if (location === '') return everywhere;
  const all = schedule?.reservations ?? [];
  const chosen =
    schoolLocations({ mentions: mentionsIn(all), operator }).find(({ id }) => idKey(id) === idKey(location)) ?? null;
  return narrowingTo(chosen, aircraftPlaces(all, now));
}

/** The aircraft of a board by tail number, simulators last: all except deleted ones, or those that match part of the filter. */
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

/**
 * Says that the alert strip may be incomplete: without this note, an empty strip would mean no alerts. Not where the box above
 * it says more: the connection is lost, or there is no data.
 */
export function alertNotes(readings: readonly Reading[], situation: Situation): string[] {
  const known = knowledgeOf(readings, situation);
  if (known.state === 'known' || isOut(situation.connection) || readings.every(isFailed)) return [];
  return [`Alerts may be missing. ${unknownText(known)}`];
}

const isFailed = ({ asOf, failure }: Reading) => asOf === null && failure !== null;

/** A sentence for each thing that the board cannot show. */
export function missingNotes(
  { aircraft, reservations, location }: Pick<WallModel, 'aircraft' | 'reservations' | 'location'>,
  { aircraft: filter, location: requested }: Pick<BoardSettings, 'aircraft' | 'location'>,
  skipped: { readonly aircraft: number; readonly reservations: number },
): string[] {
  const unread = [
    skipped.aircraft > 0 && `${skipped.aircraft} aircraft`,
    skipped.reservations > 0 && counted(skipped.reservations, 'reservation'),
  ].filter(Boolean);
  return [
    reservations &&
      requested !== '' &&
      !location &&
      `“${requested}” is not a location of this school; showing all locations.`,
    aircraft?.length === 0 && filter !== '' && `No aircraft has “${filter}” in its tail number or model.`,
    unread.length > 0 && `Unreadable records skipped: ${unread.join(' and ')}.`,
  ].filter((note) => typeof note === 'string');
}
