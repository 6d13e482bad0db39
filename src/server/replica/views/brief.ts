import { millisecondsInMinute } from '#domain/units.ts';
import { reminderClassesKey } from '#domain/maintenance/reminderClass.ts';
import { isRecord } from '#contract/objects.ts';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { briefOf, changesFrom } from '#domain/brief/brief.ts';
import { briefClock, type Unread } from '#domain/brief/briefDay.ts';
import { readinessSteps } from '#domain/readiness/readinessIndex.ts';
import { schoolRules } from '#domain/readiness/schoolRule.ts';
import { type Schedule, scheduleOf } from '#domain/schedule/schedule.ts';
import { idKey, type Reservation, type TimedReservation, toReservation } from '#domain/reservations/reservations.ts';
import { isFollowed, type ReservationChange } from '#domain/reservations/changes.ts';
import {
  aircraftPlaces,
  everywhere,
  mentionsIn,
  narrowingTo,
  schoolLocations,
} from '#domain/reservations/locations.ts';
import { atOnce, flatMapped, type Steps } from '#domain/steps.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, overlaps, type Span, type Zone } from '#domain/time/time.ts';
import type { Refusal } from '#server/http/reply.ts';
import type { ReplicaStorage, StoredChange } from '#server/replica/storage/storage.ts';
import { createBehind } from './behind.ts';
import { assessedReader, flyerReader } from './assessed.ts';
import { type historyReader, readSlim, timedOf, timedRow } from './daySources.ts';
import { slimReservation } from './slim.ts';
import {
  type CellStatus,
  keyOf,
  missingIn,
  type PartStatus,
  type ReplicaStatus,
  skippedIn,
  summary,
  resumptionOf,
  type View,
} from './status.ts';
import { counted } from '#domain/words.ts';

/** Checks depend on the time; they are repeated after this many milliseconds. */
const tick = 5 * millisecondsInMinute;

/** The sheet of a day; null while some of the day's reservations are unread. */
export type MadeBrief = {
  readonly sheet: BriefSheet | null;
  /** False if it needs something unread. */
  readonly isWhole: boolean;
  /** When its oldest source was read; null if nothing was. */
  readonly asOf: Instant | null;
};

/** `others`: the locations that reservations name, by `idKey`, if one was requested and none of them is it; otherwise null. */
type Made = MadeBrief & { readonly others: ReadonlySet<string> | null };

/** The brief of a day for a location that no reservation names, as text: the same for every such location. */
type Unplaced = { readonly key: string; readonly others: ReadonlySet<string>; readonly text: string };
/** Days whose `Unplaced` is kept. */
const maxUnplaced = 64;

/**
 * The morning brief (`/replica/brief`), only from the copy and with the screens' functions. It reads only the reservations
 * that the day's brief needs, with unclosed flights, and only the people who fly that day. `behind`: its list of students, which
 * `/replica/behind` answers too.
 */
export function createBrief(storage: ReplicaStorage, readHistory: ReturnType<typeof historyReader>) {
  const behind = createBehind(storage);
  const readRecords = assessedReader(storage);
  const readFlyers = flyerReader(storage);
  const readChanges = changeReader(storage);

  const scheduleFor = function* ({ spans, past }: HeldForBrief, status: ReplicaStatus): Steps<Schedule> {
    const zone = status.zone.name;
    const midnight = daySpan(dayOf(status.now, zone), zone).start;
    const { items, ...history } = yield* readHistory(midnight, past, status);
    yield;
    const rows = spans.flatMap(({ start, end }) => storage.overlapping(start, end));
    const once = new Map([...status.running().flatMap(timedRow), ...rows].map((row) => [row.id, row]));
    yield;
    const window = yield* flatMapped([...once.values()], (row) => timedOf(row, status.zone) ?? []);
    yield;
    return scheduleOf({ ...history, reservations: items.map(({ reservation }) => reservation) }, window, zone);
  };

  const make = function* (day: Day, status: ReplicaStatus, location: string | null = null): Steps<Made> {
    const { now, zone } = status;
    const held = heldFor(day, status);
    const { ageMs } = summary(held.dated);
    const made = { isWhole: held.isWhole, asOf: ageMs === null ? null : now - ageMs };
    const span = daySpan(day, zone.name);
    if (missingIn(span, held.cells).length > 0) return { ...made, isWhole: false, sheet: null, others: null };
    const schedule = yield* scheduleFor(held, status);
    const { reservations } = schedule;
    const flying = reservations.filter((reservation) => overlaps(reservation, span));
    const users = readFlyers(flying, status);
    yield;
    const records = yield* readRecords(status);
    yield;
    const weather = status.weather?.() ?? null;
    const rules = weather && schoolRules(weather.airports);
    const index = yield* readinessSteps({ ...records, users, schedule, rules, clock: briefClock(day, zone.name) });
    yield;
    const changes = readChanges(changesFrom(day, now, zone.name), zone);
    const { narrowing, others } = narrowingFor(location, reservations, now);
    const unplaced = { of: 'location', text: 'the location in the address, so all locations are included' } as const;
    const untimed = untimedText(storage.untimed(span.start, span.end).length);
    const unread = [...held.unread, ...untimed, ...(others ? [unplaced] : [])];
    const logFrom = storage.logBegan();
    // They are of the present, and say nothing of a day that is over.
    const students = day < dayOf(now, zone.name) ? null : yield* behind.make(status);
    yield;
    return { ...made, others, sheet: briefOf({ day, index, changes, logFrom, unread, narrowing, weather, students }) };
  };

  const isRead = (day: Day, status: ReplicaStatus) => heldFor(day, status).isWhole;

  const unplacedOf = new Map<Day, Unplaced>();

  const view = (day: Day, location: string | null, status: ReplicaStatus): View | Refusal => {
    const { zone, window, now } = status;
    const [first, last] = [dayOf(window.start, zone.name), dayOf(window.end - 1, zone.name)];
    if (day < first || day > last) {
      const message = `The local copy holds reservations from ${dayText(first)} to ${dayText(last)}; there is no brief of ${dayText(day)} ${day.slice(0, 4)}.`;
      return { status: 400, problems: [{ message, dataField: 'date' }] };
    }
    const held = heldFor(day, status);
    const { ageMs, ttlMs, detail } = summary(held.dated);
    const resumesAt = held.isWhole ? null : resumptionOf(status.resumesAt);
    const place = Math.floor(now / tick);
    const reports =
      status
        .weather?.()
        ?.airports.map(({ metar, taf, endedAt }) => [metar?.raw, taf?.raw, endedAt.metar, endedAt.taf].join(' ')) ?? [];
    const key = `${reports.join(' ')} ${place} ${reminderClassesKey()} ${status.lastChange} ${resumesAt} ${behind.keyOf(status)} ${keyOf([...held.cells, ...held.past, ...held.parts])}`;
    const steps = function* () {
      // Anybody can name any location: making the same brief for each of them would keep all others waiting.
      const known = unplacedOf.get(day);
      if (location !== null && known?.key === key && !known.others.has(idKey(location))) return known.text;
      const { sheet, others } = yield* make(day, status, location);
      const text = JSON.stringify({ day, sheet, resumesAt });
      if (others) {
        const [oldest] = unplacedOf.keys();
        if (oldest !== undefined && unplacedOf.size >= maxUnplaced) unplacedOf.delete(oldest);
        unplacedOf.set(day, { key, others, text });
      }
      return text;
    };
    return { key, ageMs, ttlMs, detail, headers: {}, body: () => atOnce(steps()), steps };
  };
  return { make, isRead, view, behind };
}

/** The location of this id, as far as reservations name it; all locations if none is requested or known. */
function narrowingFor(location: string | null, reservations: readonly TimedReservation[], now: Instant) {
  if (location === null) return { narrowing: everywhere, others: null };
  const locations = schoolLocations({ mentions: mentionsIn(reservations), operator: null });
  const chosen = locations.find(({ id }) => idKey(id) === idKey(location)) ?? null;
  const others = chosen ? null : new Set(locations.map(({ id }) => idKey(id)));
  return { narrowing: narrowingTo(chosen, aircraftPlaces(reservations, now)), others };
}

type HeldForBrief = {
  readonly spans: readonly Span[];
  readonly cells: readonly CellStatus[];
  /** All stored days before today, for the history. */
  readonly past: readonly CellStatus[];
  readonly parts: readonly PartStatus[];
  /** The parts that decide the age of the brief. */
  readonly dated: readonly (CellStatus | PartStatus)[];
  readonly unread: readonly Unread[];
  /** True if nothing that the copy will hold is missing. */
  readonly isWhole: boolean;
};

/** The pieces of the copy for a day's brief. The brief requests none of them. */
function heldFor(day: Day, { now, zone, window, parts, ...status }: ReplicaStatus): HeldForBrief {
  const spans = spansFor(day, now, zone.name).map(({ start, end }) => ({
    start: Math.max(start, window.start),
    end: Math.min(end, window.end),
  }));
  const cells = spans.flatMap((span) => status.reservations(span).cells);
  const past = status.heldBefore(daySpan(dayOf(now, zone.name), zone.name).start);
  const partsBySet = (['aircraft', 'reminders', 'squawks', 'instructors', 'users'] as const).map(
    (set) => [set, parts(set)] as const,
  );
  const isRead = ({ ageMs }: { readonly ageMs: number | null }) => ageMs !== null;
  const unread = partsBySet.flatMap(([set, of]): Unread[] => {
    const count = of.filter((part) => !isRead(part)).length;
    if (set === 'reminders' || set === 'squawks')
      return count > 0 ? [{ of: 'records', text: `${set} of ${count} aircraft` }] : [];
    const kind = set === 'aircraft' ? 'fleet' : 'people';
    return count > 0 || of.length === 0 ? [{ of: kind, text: `the list of ${set}` }] : [];
  });
  const gaps = new Set([...cells, ...past].filter((cell) => !isRead(cell)).map(({ from }) => from)).size;
  const all = partsBySet.flatMap(([, of]) => of);
  const upkeep = partsBySet.flatMap(([set, of]) => (set === 'instructors' || set === 'users' ? [] : of));
  return {
    spans,
    cells,
    past,
    parts: [...all, ...parts('user'), ...parts('reservations')],
    dated: [...cells, ...upkeep.filter(({ isRare }) => !isRare)],
    isWhole: unread.length === 0 && gaps === 0,
    unread: [
      ...unread,
      ...(gaps > 0 ? [{ of: 'other days', text: `reservations of ${gaps} other days` } as const] : []),
      ...skippedText(skippedIn(cells).length),
      ...betweenText(spans, zone.name),
    ],
  };
}

/** An unreadable item of these days may be any reservation. */
function skippedText(count: number): Unread[] {
  if (count === 0) return [];
  return [{ of: 'reservations', text: counted(count, 'unreadable reservation') }];
}

/** The day's reservations that cannot be placed in it. */
function untimedText(count: number): Unread[] {
  if (count === 0) return [];
  return [{ of: 'reservations', text: `${counted(count, 'reservation')} without a readable time` }];
}

/** The days that are left out before a day far ahead, although their reservations use hours too. */
function betweenText([before, after]: readonly Span[], zone: string): Unread[] {
  if (!before || !after) return [];
  const [first, last] = [dayText(dayOf(before.end, zone)), dayText(dayOf(after.start - 1, zone))];
  return [{ of: 'other days', text: `reservations from ${first} to ${last}, so hours left do not count them` }];
}

/** The days ahead in which reservations can reach a limit. */
const daysAhead = 14;

/**
 * The spans to read for a brief. For a day ahead: from today until the day after it, because the reservations before it
 * use hours too. For a day far ahead or past: today and tomorrow, and the day with its neighbours.
 */
function spansFor(day: Day, now: Instant, zone: string): Span[] {
  const today = dayOf(now, zone);
  const near = daySpan(today, zone, 2);
  if (day === today) return [near];
  const around = daySpan(addDays(day, -1), zone, 3);
  if (day < today) return around.end < near.start ? [around, near] : [{ start: around.start, end: near.end }];
  return day <= addDays(today, daysAhead) ? [{ start: near.start, end: around.end }] : [near, around];
}

/** Changes per look at the log. */
const pageSize = 500;

/** The changes of reservations from an instant on, in order of time. The log only grows, so each request reads only what is new. */
function changeReader(storage: ReplicaStorage) {
  let known: { readonly from: Instant; last: number; readonly changes: ReservationChange[] } | null = null;
  return (from: Instant, zone: Zone): readonly ReservationChange[] => {
    // Another file may have replaced the one that was read.
    const log = known?.from === from && storage.lastChange() >= known.last ? known : { from, last: 0, changes: [] };
    known = log;
    for (let isMore = true; isMore;) {
      const since = log.last === 0 ? { since: from } : { after: log.last };
      const found = storage.changes({ ...since, set: 'reservations', limit: pageSize });
      for (const storedChange of found) {
        const change = changeOf(storedChange, zone);
        if (change && isFollowed(change)) log.changes.push(change);
      }
      log.last = found.at(-1)?.seq ?? log.last;
      isMore = found.length === pageSize;
    }
    return log.changes;
  };
}

/** Null if a record cannot be read. */
function changeOf({ before, after, at }: StoredChange, zone: Zone): ReservationChange | null {
  const both = [before, after].map((json) => (json === null ? null : reservationOf(JSON.parse(json), zone)));
  const [was = null, is = null] = both;
  return both.includes(undefined) ? null : { before: was ?? null, after: is ?? null, seenAt: at };
}

function reservationOf(record: unknown, zone: Zone): Reservation | undefined {
  const slim = isRecord(record) ? readSlim(slimReservation(record)) : null;
  return slim ? toReservation(slim, zone) : undefined;
}
