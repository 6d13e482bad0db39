import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { dutyKind, instructorName } from '#domain/duty/duties.ts';
import { bookedText } from '#domain/duty/flightHours.ts';
import { aircraftLink, instructorLink } from '#domain/lists/links.ts';
import { fleetHorizons, type Limit } from '#domain/maintenance/horizon.ts';
import { type StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { limitsOf, limitsOn, limitWords } from '#domain/readiness/limits.ts';
import type { ReadinessIndex, ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { Schedule } from '#domain/readiness/schedule.ts';
import { visitWords as visitText } from '#domain/readiness/shopVisit.ts';
import { certaintyOf } from '#domain/readiness/standing.ts';
import { idKey, isFlight, type TimedBooking } from '#domain/reservations/bookings.ts';
import { whenText } from '#domain/time/clock.ts';
import { notBackItems, notKnownItems, unfitItems } from './aircraftMatters.ts';
import { type AttentionItem, connectionItem, type ConnectionTrouble, matterOf } from './attention.ts';
import { type Evidence, evidence, limitDays, lookAhead } from './evidence.ts';
import { briefly, conflictItems, flightAt, type Stop, stopItems, stopsOf, urgency } from './flightMatters.ts';

export type AttentionSources = {
  /** Today and tomorrow, and what nobody has closed of the days before. */
  readonly index: ReadinessIndex;
  /** By `idKey` of the aircraft's id, from the bookings of the next days; null while those have not been read. */
  readonly limits: ReadonlyMap<string, readonly Limit[]> | null;
  /** Those bookings: a flight of tomorrow may last until the days after. Null while they have not been read. */
  readonly bookings: readonly TimedBooking[] | null;
  readonly connection: ConnectionTrouble | null;
};

/** The limits of each aircraft by the bookings of the next two weeks, by `idKey` of its id. */
export function limitsAhead(
  { reminders, now }: Pick<ReadinessSources, 'reminders' | 'now'>,
  schedule: Schedule,
): ReadonlyMap<string, readonly Limit[]> {
  const items = Array.from(reminders.values(), (read) => read.items ?? []).flat();
  const horizons = fleetHorizons(items, schedule, { now });
  return new Map(Array.from(reminders, ([id, read]) => [id, limitsOf(read.items ?? [], horizons)]));
}

/**
 * Everything that needs attention, the worst first: what is not back, what speaks against flights of today and tomorrow, limits
 * that fall within seven days and have no shop visit, instructors with too many hours, the connection, and aircraft of which nothing
 * has been read and that leave soon. Each matter stands
 * once: flights of an aircraft that must not fly stand behind the aircraft, and two that clash are one item.
 */
export function attentionOf(sources: AttentionSources): AttentionItem[] {
  const { index, connection } = sources;
  const flights = flightsAhead(index);
  const byAircraft = Map.groupBy(flights, ({ aircraftId }) => idKey(aircraftId ?? ''));
  const stops = stopsOf(flights, index);
  const unfit = unfitItems(index, byAircraft);
  const grounded = new Set(unfit.map(({ aircraftId }) => aircraftId));
  const after = stops.filter(
    ({ booking, lines }) =>
      lines.some(({ subject }) => subject === 'aircraft fit') && !grounded.has(idKey(booking.aircraftId ?? '')),
  );
  const found = [
    ...(connection ? [connectionItem(connection)] : []),
    ...notBackItems(index),
    ...unfit.map(({ item }) => item),
    ...conflictItems(index, sources.bookings ?? []),
    ...stops.flatMap((stop) => stopItems(stop, index)),
    ...hoursItems(index),
    ...limitItems(sources, after),
    ...notKnownItems(index, byAircraft, grounded),
  ];
  return found.toSorted(byRank);
}

function byRank(a: AttentionItem, b: AttentionItem): number {
  return b.rank - a.rank || (a.at ?? 0) - (b.at ?? 0) || (a.key < b.key ? -1 : 1);
}

/** Flights of today and tomorrow that nobody has checked out yet and that can still be held on the ground, by start. */
function flightsAhead(index: ReadinessIndex): TimedBooking[] {
  const { flights: end } = lookAhead(index.sources.now, index.sources.zone.name);
  const isAhead = ({ standing }: StoodBooking) =>
    standing.kind === 'planned' || standing.kind === 'not out yet' || standing.kind === 'unclear';
  return index.bookings.all
    .filter((one) => isFlight(one.booking) && isAhead(one) && one.booking.start < end)
    .map(({ booking }) => booking);
}

/** Instructors with more flight instruction booked in some 24 hours than 14 CFR 61.195(a) allows, of which some is still ahead. */
function hoursItems(index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const { flights: end } = lookAhead(now, zone.name);
  return [...index.overHours].flatMap(([id, windows]): AttentionItem[] => {
    const own = index.bookings.byPerson.get(id) ?? [];
    const live = own.filter(
      ({ booking, standing }) => certaintyOf(standing) !== null && dutyKind(booking, id) === 'flight',
    );
    // Hours that are over are worse than those ahead at times, and nobody can help them any more.
    const ahead = windows.filter(
      ({ window }) =>
        window.start < end &&
        window.end > now &&
        live.some(({ booking }) => booking.end > now && booking.start < window.end),
    );
    const worst = ahead.toSorted((a, b) => b.booked - a.booked || a.window.start - b.window.start)[0];
    const record = index.instructors?.get(id);
    const named = live[0]?.booking.record.instructor;
    if (!worst) return [];
    const { window, booked } = worst;
    const item = matterOf({
      about: `hours ${id}`,
      kind: 'instructor hours',
      subject: record ? instructorName(record) : [named?.firstName, named?.lastName].filter(Boolean).join(' ') || id,
      words: `${bookedText(booked)} of flight instruction booked in 24 h from ${whenText(window.start, now, clock)} (14 CFR 61.195(a): 8 h)`,
      evidence: [evidence('instructor', id, 'over hours'), ...ahead.flatMap((one) => hoursEvidence(id, one, own))],
      since: null,
      at: window.end,
      rank: window.start <= now ? 46 : 42,
      of: null,
      link: instructorLink(record?.userId ?? id),
      behind: [],
    });
    return [item];
  });
}

type OverHours = NonNullable<ReturnType<ReadinessIndex['overHours']['get']>>[number];

/** Each 24 hours by the last lesson in them, which is when there are too many. */
function hoursEvidence(id: string, { window, booked }: OverHours, own: readonly StoodBooking[]): Evidence[] {
  const last = own.findLast(
    ({ booking, standing }) =>
      booking.start < window.end && standing.kind !== 'void' && dutyKind(booking, id) === 'flight',
  );
  const amount = Math.round(booked / millisecondsInMinute);
  return last ? [evidence('reservation', last.booking.key, 'hours', { amount, at: last.booking.start })] : [];
}

/**
 * By aircraft: the flights that the check stops for its limits, in the words of the check; and as a matter of its own the other
 * limits that fall within seven days and have no shop visit.
 */
function limitItems({ index, limits }: AttentionSources, stops: readonly Stop[]): AttentionItem[] {
  const stopped = Map.groupBy(stops, ({ booking }) => idKey(booking.aircraftId ?? ''));
  return [...index.aircraft].flatMap(([id, { aircraft }]): AttentionItem[] => {
    if (!aircraft) return [];
    const [first, ...others] = stopped.get(id) ?? [];
    const told = first ? remindersTold([first, ...others], index) : [];
    const isActive = lifeOf(aircraft.status) === 'active';
    const near = isActive
      ? nearLimits(limits?.get(id) ?? [], index).filter(({ item }) => !told.includes(item.key))
      : [];
    const [soonest] = near;
    return [
      ...(first ? [limitStopItem(id, aircraft, [first, ...others], index)] : []),
      ...(soonest ? [limitItem(id, aircraft, [soonest, ...near.slice(1)], index)] : []),
    ];
  });
}

type Some<One> = readonly [One, ...One[]];

/** What the check says of the aircraft, of all its flights together. */
function fitWords(stops: readonly Stop[]): string[] {
  const lines = stops.flatMap((stop) => stop.lines.filter(({ subject }) => subject === 'aircraft fit'));
  return [...new Set(lines.flatMap(({ words }) => words.split('; ')))];
}

/** The reminders that the check names in these words, by their keys. */
function remindersTold(stops: Some<Stop>, index: ReadinessIndex): string[] {
  const words = fitWords(stops);
  const found = stops.flatMap(({ booking }) => {
    return limitsOn(booking, index.aircraft.get(idKey(booking.aircraftId ?? ''))?.limits ?? []);
  });
  const told = found.filter(({ limit: { item } }) => words.some((one) => one.startsWith(item.name)));
  return [...new Set(told.map(({ limit }) => limit.item.key))];
}

function limitStopItem(id: string, aircraft: Aircraft, stops: Some<Stop>, index: ReadinessIndex): AttentionItem {
  const [{ booking: first }] = stops;
  const told = remindersTold(stops, index);
  return matterOf({
    about: `stop ${id}`,
    kind: 'stop',
    subject: aircraft.tailNumber ?? 'no tail number',
    words: fitWords(stops).join('; '),
    evidence: [
      evidence('aircraft', id, 'stop'),
      ...told.map((key) => evidence('reminder', key, 'stop')),
      ...stops.map(({ booking }) => flightAt(booking)),
    ],
    since: null,
    at: first.start,
    rank: urgency(first.start, index) - 1,
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: stops.map(({ booking }) => briefly(booking, index)),
  });
}

/** One of each reminder, the first first. */
function nearLimits(limits: readonly Limit[], { sources: { now } }: ReadinessIndex): Limit[] {
  const isNear = ({ at, certainty, visits }: Limit) =>
    certainty !== 'possible' &&
    at >= now &&
    at - now <= limitDays * millisecondsInDay &&
    !visits.some(({ isPlanned, isInTime }) => isPlanned && isInTime);
  const near = limits.filter(isNear);
  return near.filter(({ item }, place) => near.findIndex((other) => other.item.key === item.key) === place);
}

function limitItem(id: string, aircraft: Aircraft, near: Some<Limit>, index: ReadinessIndex): AttentionItem {
  const { now, clock } = index.sources;
  const [soonest] = near;
  const told = `${limitWords(soonest, now, clock)}${soonest.certainty !== 'definite' ? ', if flown as booked' : ''}; ${visitWords(soonest, index)}`;
  const more = near.length > 1 ? `; ${near.length - 1} more within ${limitDays} days` : '';
  return matterOf({
    about: `limit ${id}`,
    kind: 'limit near',
    subject: aircraft.tailNumber ?? 'no tail number',
    words: told + more,
    evidence: near.map(({ item, at, certainty }) =>
      evidence('reminder', item.key, certainty === 'definite' ? 'limit' : 'forecast', { at }),
    ),
    since: null,
    at: soonest.at,
    rank: 40 - Math.ceil((soonest.at - now) / millisecondsInDay),
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: [],
  });
}

/** Why the shop visits that are booked do not help. */
function visitWords({ visits }: Limit, { sources: { now, clock } }: ReadinessIndex): string {
  const when = ({ booking }: Limit['visits'][number]) => whenText(booking.start, now, clock);
  const other = visits.find(({ isInTime }) => isInTime);
  if (other) return visitText(other, now, clock);
  const late = visits.find(({ isPlanned }) => isPlanned);
  return late ? `shop visit ${when(late)} comes after it` : 'no shop visit before it';
}
