import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { dutyKind, instructorName, isInstruction } from '#domain/duty/duties.ts';
import { overHoursText, worstOver } from '#domain/duty/flightHours.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';
import { fleetHorizons, type Limit } from '#domain/maintenance/horizon.ts';
import { type ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { limitsOf, limitWords } from '#domain/maintenance/limits.ts';
import type { ReadinessIndex, ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { visitWords as visitText } from '#domain/maintenance/shopVisit.ts';
import { certaintyOf, isStillAway } from '#domain/reservations/state.ts';
import { fullName, idKey, isFlight, type TimedReservation } from '#domain/reservations/reservations.ts';
import { atOnce, flatMapped, type Steps } from '#domain/steps.ts';
import { whenText } from '#domain/time/clock.ts';
import { notBackItems, notKnownItems, groundedItems } from './aircraftMatters.ts';
import { type AttentionItem, connectionItem, type ConnectionTrouble, matterOf } from './attention.ts';
import { type Evidence, evidence, lookAhead } from './evidence.ts';
import { briefly, conflictItems, flightAt, type Stop, stopItems, stopOf, urgency } from './flightMatters.ts';
import { listOf } from './mostMatters.ts';
import { attentionRanks, thresholds } from '#domain/thresholds.ts';

export type AttentionSources = {
  /** Today and tomorrow, and reservations of earlier days that were never closed. */
  readonly index: ReadinessIndex;
  /** By `idKey` of the aircraft's id, from the reservations of the next days; null until those have been read. */
  readonly limits: ReadonlyMap<string, readonly Limit[]> | null;
  /** Those reservations: a flight of tomorrow may overlap the days after. Null until they have been read. */
  readonly reservations: readonly TimedReservation[] | null;
  readonly connection: ConnectionTrouble | null;
};

/** An advisory reminder is no matter. */
const heeded = ['airworthiness', 'conditional'] as const;

/** Each aircraft's limits, given the reservations of the next two weeks, by `idKey` of its id. */
export function limitsAhead(
  { reminders, now }: Pick<ReadinessSources, 'reminders' | 'now'>,
  schedule: Schedule,
): ReadonlyMap<string, readonly Limit[]> {
  const items = Array.from(reminders.values(), (read) => read.items ?? []).flat();
  const horizons = fleetHorizons(items, schedule, { now });
  return new Map(Array.from(reminders, ([id, read]) => [id, limitsOf(read.items ?? [], horizons, heeded)]));
}

/**
 * Every matter that needs attention, worst first:
 * - aircraft that are not back
 * - findings against flights of today and tomorrow
 * - limits that fall soon without a shop visit
 * - instructors with too many hours
 * - the connection
 * - aircraft that leave soon and whose records have not been read
 * Each matter appears once, and at most `maxOfKind` of a kind: one more then says how many others there are. Flights of an aircraft that must not fly are listed under the aircraft, and two clashing
 * flights are one item.
 */
export function attentionOf(sources: AttentionSources): AttentionItem[] {
  return atOnce(attentionSteps(sources));
}

/** The same in steps. */
export function* attentionSteps(sources: AttentionSources): Steps<AttentionItem[]> {
  const { index, connection } = sources;
  const flights = flightsAhead(index);
  const byAircraft = Map.groupBy(flights, ({ aircraftId }) => idKey(aircraftId ?? ''));
  yield;
  const stops = yield* flatMapped(flights, (reservation) => stopOf(reservation, index));
  const onGround = groundedItems(index, byAircraft);
  const grounded = new Set(onGround.map(({ aircraftId }) => aircraftId));
  const after = stops.filter(
    ({ reservation, lines }) =>
      lines.some(({ subject }) => subject === 'aircraft fit') && !grounded.has(idKey(reservation.aircraftId ?? '')),
  );
  yield;
  const notBack = yield* notBackItems(index);
  yield;
  const conflicts = yield* conflictItems(index, sources.reservations ?? []);
  const ofStops = yield* flatMapped(stops, (stop) => stopItems(stop, index));
  yield;
  const found = [
    ...(connection ? [connectionItem(connection)] : []),
    ...notBack.items,
    ...onGround.map(({ item }) => item),
    ...conflicts.items,
    ...ofStops,
    ...hoursItems(index),
    ...limitItems(sources, after),
    ...notKnownItems(index, byAircraft, grounded),
  ];
  return listOf(found, [notBack.left, conflicts.left]);
}

/** Flights of today and tomorrow that are not checked out and can still be stopped, by start. */
function flightsAhead(index: ReadinessIndex): TimedReservation[] {
  const { flights: end } = lookAhead(index.sources.now, index.sources.zone.name);
  const isAhead = ({ state }: ReservationWithState) =>
    state.kind === 'planned' ||
    state.kind === 'not out yet' ||
    state.kind === 'unclear' ||
    (state.kind === 'may be out' && !isStillAway(state));
  return index.reservations.all
    .filter((entry) => isFlight(entry.reservation) && isAhead(entry) && entry.reservation.start < end)
    .map(({ reservation }) => reservation);
}

/**
 * Instructors with more flight instruction booked in 24 hours than 14 CFR 61.195(a) allows, if part of it is still
 * ahead.
 */
function hoursItems(index: ReadinessIndex): AttentionItem[] {
  const { now, zone } = index.sources;
  const { flights: end } = lookAhead(now, zone.name);
  return [...index.overHours].flatMap(([id, windows]): AttentionItem[] => {
    const ownEntries = index.reservations.byPerson.get(id) ?? [];
    const live = ownEntries.filter(
      ({ reservation, state }) =>
        certaintyOf(state) !== null && isInstruction(dutyKind(reservation, id, index.activeInstructors)),
    );
    // A window counts only if a lesson in it has not ended, because nobody can change the past.
    const ahead = windows.filter(
      ({ window }) =>
        window.start < end &&
        window.end > now &&
        live.some(({ reservation }) => reservation.end > now && reservation.start < window.end),
    );
    const worst = worstOver(ahead);
    const record = index.instructors?.get(id);
    const named = live[0]?.reservation.record.instructor;
    if (!worst) return [];
    const { window } = worst;
    const item = matterOf({
      about: `hours ${id}`,
      kind: 'instructor hours',
      subject: record ? instructorName(record) : (named && fullName(named)) || id,
      words: overHoursText(worst, index.sources),
      evidence: [
        evidence('instructor', id, 'over hours'),
        ...ahead.flatMap((hours) => hoursEvidence(id, hours, ownEntries, index)),
      ],
      since: null,
      at: window.end,
      rank: window.start <= now ? attentionRanks.hoursBegun : attentionRanks.hoursAhead,
      of: null,
      link: instructorLink(record?.userId ?? id),
      behind: [],
    });
    return [item];
  });
}

type OverHours = NonNullable<ReturnType<ReadinessIndex['overHours']['get']>>[number];

/** The evidence of one 24-hour window: the last lesson in it, which exceeds the limit. */
function hoursEvidence(
  id: string,
  { window, booked }: OverHours,
  ownEntries: readonly ReservationWithState[],
  index: Pick<ReadinessIndex, 'activeInstructors'>,
): Evidence[] {
  const last = ownEntries.findLast(
    ({ reservation, state }) =>
      reservation.start < window.end &&
      state.kind !== 'void' &&
      isInstruction(dutyKind(reservation, id, index.activeInstructors)),
  );
  const amount = Math.round(booked / millisecondsInMinute);
  return last ? [evidence('reservation', last.reservation.key, 'hours', { amount, at: last.reservation.start })] : [];
}

/**
 * For each aircraft, the flights that the check stops because of its limits, in the check's words. Its other limits
 * that fall soon without a shop visit are a separate matter.
 */
function limitItems({ index, limits }: AttentionSources, stops: readonly Stop[]): AttentionItem[] {
  const stopped = Map.groupBy(stops, ({ reservation }) => idKey(reservation.aircraftId ?? ''));
  return [...index.aircraft].flatMap(([id, { aircraft }]): AttentionItem[] => {
    if (!aircraft) return [];
    const [first, ...others] = stopped.get(id) ?? [];
    const { reminders: shown } = fitOf(stopped.get(id) ?? []);
    const isActive = lifeOf(aircraft.status) === 'active';
    const near = isActive
      ? nearLimits(limits?.get(id) ?? [], index).filter(({ item }) => !shown.includes(item.key))
      : [];
    const [soonest] = near;
    return [
      ...(first ? [limitStopItem(id, aircraft, [first, ...others], index)] : []),
      ...(soonest ? [limitItem(id, aircraft, [soonest, ...near.slice(1)], index)] : []),
    ];
  });
}

type Some<One> = readonly [One, ...One[]];

/**
 * The check's words about the aircraft, for all its flights together, and the keys of the reminders behind them. A reminder
 * is said once, of the first flight that it stops.
 */
function fitOf(stops: readonly Stop[]) {
  const lines = stops.flatMap((stop) => stop.lines.filter(({ subject }) => subject === 'aircraft fit'));
  const byCause = Map.groupBy(
    lines.flatMap(({ findings }) => findings),
    ({ reminder, words }) => reminder ?? words,
  );
  const first = [...byCause.values()].flatMap(([finding]) => finding ?? []);
  return {
    words: [...new Set(first.map(({ words }) => words))].join('; '),
    reminders: first.flatMap(({ reminder }) => reminder ?? []),
  };
}

function limitStopItem(id: string, aircraft: Aircraft, stops: Some<Stop>, index: ReadinessIndex): AttentionItem {
  const [{ reservation: first }] = stops;
  const { words, reminders } = fitOf(stops);
  return matterOf({
    about: `stop ${id}`,
    kind: 'stop',
    subject: aircraft.tailNumber ?? 'no tail number',
    words,
    evidence: [
      evidence('aircraft', id, 'stop'),
      ...reminders.map((key) => evidence('reminder', key, 'stop')),
      ...stops.map(({ reservation }) => flightAt(reservation)),
    ],
    since: null,
    at: first.start,
    rank: urgency(first.start, index) + attentionRanks.aircraftStop,
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: stops.map(({ reservation }) => briefly(reservation, index)),
  });
}

/**
 * One limit per reminder, the earliest. A conditional reminder stays near after its limit: nothing else of the overview
 * would name it.
 */
export function nearLimits(limits: readonly Limit[], { sources: { now } }: ReadinessIndex): Limit[] {
  const isNear = ({ item, at, certainty, visits }: Limit) =>
    certainty !== 'possible' &&
    (at >= now || (certainty === 'definite' && item.reminderClass === 'conditional')) &&
    at - now <= thresholds().limitAhead &&
    !visits.some(({ isPlanned, isInTime }) => isPlanned && isInTime);
  const near = limits.filter(isNear);
  return near.filter(({ item }, place) => near.findIndex((other) => other.item.key === item.key) === place);
}

function limitItem(id: string, aircraft: Aircraft, near: Some<Limit>, index: ReadinessIndex): AttentionItem {
  const { now, clock } = index.sources;
  const [soonest] = near;
  const limitText = `${limitWords(soonest, now, clock)}${soonest.certainty !== 'definite' ? ', if flown as booked' : ''}; ${visitWords(soonest, index)}`;
  const more =
    near.length > 1 ? `; ${near.length - 1} more within ${thresholds().limitAhead / millisecondsInDay} days` : '';
  return matterOf({
    about: `limit ${id}`,
    kind: 'limit near',
    subject: aircraft.tailNumber ?? 'no tail number',
    words: limitText + more,
    evidence: near.map(({ item, at, certainty }) =>
      evidence('reminder', item.key, certainty === 'definite' ? 'limit' : 'forecast', at < now ? {} : { at }),
    ),
    since: null,
    at: soonest.at < now ? null : soonest.at,
    rank: attentionRanks.limitNear - Math.max(0, Math.ceil((soonest.at - now) / millisecondsInDay)),
    of: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    behind: [],
  });
}

/** Why the booked shop visits do not help. */
function visitWords({ visits }: Limit, { sources: { now, clock } }: ReadinessIndex): string {
  const when = ({ reservation }: Limit['visits'][number]) => whenText(reservation.start, now, clock);
  const other = visits.find(({ isInTime }) => isInTime);
  if (other) return visitText(other, now, clock);
  const late = visits.find(({ isPlanned }) => isPlanned);
  return late ? `shop visit ${when(late)} comes after it` : 'no shop visit before it';
}
