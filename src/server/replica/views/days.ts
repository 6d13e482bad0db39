import { millisecondsInMinute } from '#domain/units.ts';
import type { DaySummary } from '#contract/gateway/replica.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { fleetHorizons, forecastSpan, type Horizon } from '#domain/maintenance/horizon.ts';
import { reminderClassesKey } from '#domain/maintenance/reminderClass.ts';
import { aircraftConflicts } from '#domain/conflicts/aircraftConflicts.ts';
import { statesAt } from '#domain/schedule/aircraftNow.ts';
import { scheduleOf } from '#domain/schedule/schedule.ts';
import { isVisitAhead } from '#domain/maintenance/shopVisit.ts';
import { type Certainty, stateAt, takesTime } from '#domain/reservations/state.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { calendarDays, type DayReservation, countKinds, type Notable, notableOf } from '#domain/calendar/days.ts';
import { flyingHours, loadOf } from '#domain/calendar/dayLoad.ts';
import { pairConflicts } from '#domain/conflicts/pairConflicts.ts';
import { atOnce, type Steps } from '#domain/steps.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import {
  allCells,
  historyReader,
  isSame,
  type Listed,
  reservationReader,
  type Stretch,
  type Upkeep,
  upkeepReader,
} from './daySources.ts';
import { keyOf, missingIn, type ReplicaStatus, summary, resumptionOf, type View } from './status.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

/** Conflicts and forecasts are computed again after this many milliseconds, because they change as time passes. */
const tick = 5 * millisecondsInMinute;

/** The certainty of a reservation's worst conflict, by its key. */
type Clashes = Map<string, Certainty>;

/** What the aircraft list, the reminders and the squawks say of all days; made again at each tick and after changes. */
type Forecasts = Upkeep & {
  readonly key: string;
  readonly now: Instant;
  /** Unfinished maintenance of the next days. */
  readonly work: readonly Listed[];
  readonly horizons: ReadonlyMap<string, Horizon>;
};

/** Findings against aircraft. */
type Basis = {
  readonly forecasts: Forecasts;
  /** Unfinished maintenance, in which work may be done, also of the requested days. */
  readonly maintenance: readonly Listed[];
  /** What the aircraft list, the reminders and the squawks say against reservations, as far as examined. */
  readonly upkeep: Clashes;
};

/** The results for one day; valid while its reservations are the same objects. */
type KeptDay = {
  readonly listed: readonly Listed[];
  readonly reservations: readonly DayReservation[];
  readonly counts: DaySummary['counts'];
  readonly hours: number;
  readonly notable: readonly Notable[];
  /** Two reservations of one aircraft or person at one time; for a day that has begun, found again at each tick. */
  readonly pairs: Clashes;
  readonly tick: number;
  /** The maintenance with which its flights were compared. */
  readonly basis: Basis;
};

/**
 * Summaries of days (`/replica/days`), both days included, with the functions that screens use for single days. Results are
 * kept; after a change only the affected cells and days are read and counted again. Forecasts of reminders are made every
 * five minutes, and when the reminders or squawks change.
 */
export function createDays(
  storage: ReplicaStorage,
  readHistory = historyReader(storage),
): (first: Day, last: Day, status: ReplicaStatus) => View {
  const readReservations = reservationReader(storage);
  const readUpkeep = upkeepReader(storage);
  const slimOf = slimReader(storage);
  const kept = new Map<Day, KeptDay>();
  let forecasts: Forecasts | null = null;
  let basis: Basis | null = null;

  return (first, last, status) => {
    const { now } = status;
    const zone = status.zone.name;
    const forecast = forecastSpan(dayOf(now, zone), zone);
    const requested = { start: daySpan(first, zone).start, end: daySpan(last, zone).end };
    const stretches = [requested, forecast].map((span): Stretch => ({ span, ...status.reservations(span) }));
    const cells = allCells(stretches);
    const past = status.heldBefore(forecast.start);
    const missing = missingIn(requested, cells);
    const upkeep = readUpkeep(status);
    const resumesAt = missing.length > 0 || !upkeep.isKnown ? resumptionOf(status.resumesAt) : null;
    const earlier = stretches.map(({ earlierRevision }) => earlierRevision).join(' ');
    const place = Math.floor(now / tick);

    const forecastsFrom = function* (listed: readonly Listed[], work: readonly Listed[]): Steps<Forecasts> {
      const key = JSON.stringify([
        place,
        reminderClassesKey(),
        keyOf(upkeep.parts),
        keyOf(past),
        missingIn(forecast, cells),
      ]);
      if (forecasts?.key === key && isSameWork(forecasts.work, work)) return forecasts;
      const read = upkeep.read();
      yield;
      const { items, ...history } = yield* readHistory(forecast.start, past, status);
      yield;
      const near = listed.filter((reservation) => overlaps(reservation, forecast));
      const schedule = scheduleOf(
        { ...history, reservations: items.map(({ reservation }) => reservation) },
        near,
        zone,
      );
      yield;
      const horizons = fleetHorizons(read.due, schedule, { now });
      forecasts = { ...read, key, now, work, horizons };
      return forecasts;
    };

    // Others may be answered between the steps, with other days. So a step ends only when what it keeps for all is whole.
    const steps = function* (): Steps<string> {
      const listed = yield* readReservations(stretches, status);
      yield;
      const maintenance = listed.filter((reservation) => isVisitAhead(reservation, now));
      const work = maintenance.filter((visit) => overlaps(visit, forecast));
      const from = yield* forecastsFrom(listed, work);
      if (basis?.forecasts !== from || !isSameWork(basis.maintenance, maintenance))
        basis = { forecasts: from, maintenance, upkeep: new Map() };
      const own = basis;
      yield;
      const known: (SummaryDay & KeptDay)[] = [];
      for (const some of grouped(daysOf(first, last, listed, zone))) {
        yield;
        compareWithUpkeep(some, kept, own, now);
        for (const day of some) {
          const one = keptDay(day, kept.get(day.day), own, { now, place, zone });
          kept.set(day.day, one);
          known.push({ ...day, ...one });
        }
      }
      yield;
      keepRecent(kept);
      const clashes = merged([own.upkeep, ...known.map(({ pairs }) => pairs)]);
      // A conflict depends on all reservations from now until the day.
      const gaps = missingIn({ start: Math.min(now, requested.end), end: requested.end }, cells);
      const until = upkeep.isKnown ? (gaps[0]?.start ?? requested.end) : Number.NEGATIVE_INFINITY;
      const around = { clashes, fleet: from.fleet, missing, until, slimOf };
      return `{"days":[${known.map((day) => dayJson(day, around)).join(',')}],"resumesAt":${JSON.stringify(resumesAt)}}`;
    };
    const requestedCells = cells.filter(({ from, to }) => overlaps({ start: from, end: to }, requested));
    const { ageMs, ttlMs, detail } = summary([...requestedCells, ...upkeep.parts]);
    const sources = [...cells, ...past, ...upkeep.parts, ...status.parts('reservations')];
    return {
      key: `${place} ${reminderClassesKey()} ${earlier} ${resumesAt} ${keyOf(sources)}`,
      ageMs,
      ttlMs,
      detail,
      headers: {},
      body: () => atOnce(steps()),
      steps,
    };
  };
}

/** Days with remembered results; one request may cover 100. */
const maxDays = 120;

function keepRecent(known: Map<Day, unknown>): void {
  for (const day of known.keys()) {
    if (known.size <= maxDays) return;
    known.delete(day);
  }
}

type SummaryDay = { readonly day: Day; readonly span: Span; readonly listed: readonly Listed[] };

/** Each day with the reservations that may touch it; linear in both. */
function daysOf(first: Day, last: Day, listed: readonly Listed[], zone: string): SummaryDay[] {
  const days: { readonly day: Day; readonly span: Span; readonly listed: Listed[] }[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push({ day, span: daySpan(day, zone), listed: [] });
  let place = 0;
  for (const reservation of listed) {
    while (place < days.length && (days[place]?.span.end ?? 0) <= reservation.start) place++;
    for (let index = place; (days[index]?.span.start ?? Number.POSITIVE_INFINITY) <= reservation.end; index++) {
      days[index]?.listed.push(reservation);
    }
  }
  return days;
}

/** Reservations in a step: all maintenance is gone through for each group. */
const perGroup = 1_000;

/** Neighbouring days with about `perGroup` reservations together. */
function grouped(days: readonly SummaryDay[]): readonly (readonly SummaryDay[])[] {
  const groups: SummaryDay[][] = [];
  let room = 0;
  for (const day of days) {
    if (room <= 0) {
      groups.push([]);
      room = perGroup;
    }
    groups.at(-1)?.push(day);
    room -= day.listed.length;
  }
  return groups;
}

/** Whether the same aircraft are in maintenance at the same times. */
function isSameWork(a: readonly Listed[], b: readonly Listed[]): boolean {
  const words = (listed: readonly Listed[]) =>
    listed.map(({ key, start, end, aircraftId, type, activity, record }) => [
      key,
      start,
      end,
      aircraftId,
      // The names say what a visit is for.
      type,
      activity,
      record.displayName,
    ]);
  return JSON.stringify(words(a)) === JSON.stringify(words(b));
}

/** Finds problems of the aircraft of flights on changed days. */
function compareWithUpkeep(
  days: readonly SummaryDay[],
  kept: ReadonlyMap<Day, KeptDay>,
  basis: Basis,
  now: Instant,
): void {
  const changed = days.filter(({ day, listed }) => {
    const known = kept.get(day);
    return known?.basis !== basis || !isSame(known.listed, listed);
  });
  const flights = new Set(
    changed.flatMap(({ listed }) => openAt(listed, now)).filter(({ kind }) => kind !== 'Maintenance'),
  );
  for (const { key } of flights) basis.upkeep.delete(key);
  // All flights are compared with the same maintenance.
  const found = aircraftConflicts(statesAt([...basis.maintenance, ...flights], basis.forecasts.now), basis.forecasts);
  for (const [key, certainty] of clashesOf(found)) basis.upkeep.set(key, certainty);
}

type Moment = { readonly now: Instant; readonly place: number; readonly zone: string };

function keptDay(day: SummaryDay, known: KeptDay | undefined, basis: Basis, { now, place, zone }: Moment): KeptDay {
  const { listed, span } = day;
  const before = known && isSame(known.listed, listed) ? known : null;
  const reservations = before?.reservations ?? calendarDays(listed, day.day, 1, zone)[0]?.reservations ?? [];
  const hasPairs = before !== null && (before.tick === place || span.start >= now);
  return {
    listed,
    reservations,
    counts: before?.counts ?? countKinds(reservations),
    hours: before?.hours ?? flyingHours(reservations, span),
    notable: before?.notable ?? notableOf(reservations),
    pairs: hasPairs ? before.pairs : clashesOf(pairConflicts(statesAt(listed, now), now)),
    tick: place,
    basis,
  };
}

/** Reservations that have not ended, as in `findConflicts`. */
function openAt(listed: readonly Listed[], now: Instant): readonly Listed[] {
  return listed.filter(
    (reservation) => reservation.end > now && takesTime(reservation, stateAt(reservation, now), now),
  );
}

function clashesOf(conflicts: readonly Conflict[]): Clashes {
  return merged([
    conflicts.flatMap(({ reservation, other, certainty }) =>
      (other ? [reservation, other] : [reservation]).map(({ key }) => [key, certainty] as const),
    ),
  ]);
}

/** The worst certainty of each reservation. */
function merged(all: readonly Iterable<readonly [string, Certainty]>[]): Clashes {
  const worst: Clashes = new Map();
  for (const clashes of all)
    for (const [key, certainty] of clashes) if (worst.get(key) !== 'definite') worst.set(key, certainty);
  return worst;
}

type Around = {
  readonly clashes: Clashes;
  readonly fleet: readonly Aircraft[] | null;
  readonly missing: readonly Span[];
  /** The instant until which the conflicts are known. */
  readonly until: Instant;
  readonly slimOf: (reservation: TimedReservation, listed: readonly Listed[]) => string | null;
};

/** The slim record of a listed reservation; cached, because the same few recur. */
function slimReader(storage: ReplicaStorage): Around['slimOf'] {
  const known = new WeakMap<TimedReservation, string>();
  return (reservation, listed) => {
    const before = known.get(reservation);
    if (before !== undefined) return before;
    const { id = '' } = listed.find(({ key }) => key === reservation.key) ?? {};
    const slim = storage.reservation(id)?.slim ?? null;
    if (slim !== null) known.set(reservation, slim);
    return slim;
  };
}

function dayJson(
  { day, span, listed, reservations = [], counts = {}, hours = 0, notable = [] }: SummaryDay & Partial<KeptDay>,
  { clashes, fleet, missing, until, slimOf }: Around,
): string {
  const conflicts = { definite: 0, possible: 0 };
  for (const { reservation } of reservations) {
    const certainty = clashes.get(reservation.key);
    if (certainty) conflicts[certainty]++;
  }
  const facts = {
    day,
    isKnown: !missing.some((gap) => overlaps(gap, span)),
    counts,
    hours: Math.round(hours * 100) / 100,
    load: fleet && loadOf(hours, fleet),
    conflicts: span.end <= until ? conflicts : null,
  };
  const named = notable.flatMap(({ reservation, why }) => {
    const slim = slimOf(reservation, listed);
    const said = JSON.stringify({ why, isClashing: clashes.get(reservation.key) === 'definite' });
    return slim === null ? [] : [`${said.slice(0, -1)},"record":${slim}}`];
  });
  return `${JSON.stringify(facts).slice(0, -1)},"notable":[${named.join(',')}]}`;
}
