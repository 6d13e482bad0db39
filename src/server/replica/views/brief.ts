import { isRecord } from '#contract/objects.ts';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { briefOf, changesFrom } from '#domain/brief/brief.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import type { PersonRecord } from '#domain/readiness/checkout.ts';
import type { ReadRecords } from '#domain/readiness/fitness.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { type Booking, idKey, pilotsOf, type TimedBooking, toBooking } from '#domain/reservations/bookings.ts';
import { type BookingChange, isFollowed } from '#domain/reservations/changes.ts';
import { aircraftPlaces, everywhere, narrowingTo, schoolLocations } from '#domain/reservations/locations.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, overlaps, type Span, type Zone } from '#domain/time/time.ts';
import type { Refusal } from '#server/gateway/http/reply.ts';
import type { ReplicaStorage, StoredChange, StoredRecord } from '#server/replica/storage/storage.ts';
import { isReadable, recordsReader, timedOf, timedRow, type unclosedReader } from './daySources.ts';
import { slimPerson, slimReservation } from './slim.ts';
import {
  type CellStatus,
  keyOf,
  missingIn,
  type PartStatus,
  type ReplicaStatus,
  summary,
  toldResumption,
  type View,
} from './status.ts';

/** What a check says moves on with the time: looked at again after so many milliseconds. */
const tick = 5 * 60_000;

/** Up to tomorrow a limit falls by what is out, not closed and booked; the recent rate adds nothing. */
const rateDays = 1;

/** The sheet of a day; null while the reservations of the day have not all been read. */
export type MadeBrief = {
  readonly sheet: BriefSheet | null;
  /** False where something it rests on has not been read yet. */
  readonly isWhole: boolean;
  /** When the oldest of what it rests on was read; null where nothing has been. */
  readonly asOf: Instant | null;
};

/**
 * The morning brief (`/replica/brief`), from the copy alone and by the same functions with which screens assess. Of the
 * reservations only those are read that the brief of the day rests on, with what nobody has closed; of people only those who
 * fly that day.
 */
export function createBrief(storage: ReplicaStorage, readUnclosed: ReturnType<typeof unclosedReader>) {
  const readRecords = assessedReader(storage);
  const readFlyers = flyerReader(storage);
  const readChanges = changeReader(storage);

  const bookingsOf = ({ spans, older }: HeldForBrief, status: ReplicaStatus): readonly TimedBooking[] => {
    const rows = spans.flatMap(({ start, end }) => storage.overlapping(start, end));
    const running = status.running().flatMap(timedRow);
    const unclosed = readUnclosed(spans[0]?.start ?? status.now, older, status);
    const once = new Map([...unclosed, ...running, ...rows].map((row) => [row.id, row]));
    return [...once.values()].flatMap((row) => timedOf(row, status.zone) ?? []);
  };

  const make = (day: Day, status: ReplicaStatus, location: string | null = null): MadeBrief => {
    const { now, zone } = status;
    const held = heldFor(day, status);
    const { ageMs } = summary(held.dated);
    const made = { isWhole: held.isWhole, asOf: ageMs === null ? null : now - ageMs };
    const span = daySpan(day, zone.name);
    if (missingIn(span, held.cells).length > 0) return { ...made, isWhole: false, sheet: null };
    const bookings = bookingsOf(held, status);
    const flying = bookings.filter((booking) => overlaps(booking, span));
    const index = readinessIndex({ ...readRecords(status), users: readFlyers(flying, status), bookings });
    const changes = readChanges(changesFrom(day, now, zone.name), zone);
    const { narrowing, isKnown } = narrowingFor(location, bookings, now);
    const unread = isKnown ? held.unread : [...held.unread, `the location “${location}”, so that all are told of`];
    const logFrom = storage.logBegan();
    return { ...made, sheet: briefOf({ day, index, changes, logFrom, unread, narrowing }) };
  };

  const view = (day: Day, location: string | null, status: ReplicaStatus): View | Refusal => {
    const { zone, window, now } = status;
    const [first, last] = [dayOf(window.start, zone.name), dayOf(window.end - 1, zone.name)];
    if (day < first || day > last) {
      const message = `The local copy holds reservations from ${dayText(first)} to ${dayText(last)}; there is no brief of ${dayText(day)} ${day.slice(0, 4)}.`;
      return { status: 400, problems: [{ message, dataField: 'date' }] };
    }
    const held = heldFor(day, status);
    const { ageMs, ttlMs, detail } = summary(held.dated);
    const resumesAt = held.isWhole ? null : toldResumption(status.resumesAt);
    const place = Math.floor(now / tick);
    const key = `${place} ${status.lastChange} ${resumesAt} ${keyOf([...held.cells, ...held.older, ...held.parts])}`;
    const body = () => JSON.stringify({ day, sheet: make(day, status, location).sheet, resumesAt });
    return { key, ageMs, ttlMs, detail, headers: {}, body };
  };
  return { make, view };
}

/** The location of this id, as far as reservations name it; all where none is asked for, or where nobody names it. */
function narrowingFor(location: string | null, bookings: readonly TimedBooking[], now: Instant) {
  if (location === null) return { narrowing: everywhere, isKnown: true };
  const locations = schoolLocations({ bookings, operator: null });
  const chosen = locations.find(({ id }) => idKey(id) === idKey(location)) ?? null;
  return { narrowing: narrowingTo(chosen, aircraftPlaces(bookings, now)), isKnown: chosen !== null };
}

/** Everything that is assessed but reservations and people, as far as it has been read. */
function assessedReader(storage: ReplicaStorage) {
  const aircraftOf = recordsReader(storage, 'aircraft', 'listAircraft');
  const instructorsOf = recordsReader(storage, 'instructors', 'listInstructors');
  const remindersOf = recordsReader(storage, 'reminders', 'listMaintenanceReminders');
  const squawksOf = recordsReader(storage, 'squawks', 'listSquawks');
  return (status: ReplicaStatus): Omit<ReadinessSources, 'bookings' | 'users'> => {
    const { now, zone, position, parts } = status;
    const [listed, teaching] = [parts('aircraft')[0], parts('instructors')[0]];
    const fleet = listed?.ageMs == null ? null : aircraftOf(listed).records;
    const byId = new Map((fleet ?? []).map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
    const reminders = perAircraft(parts('reminders'), now, (part, asOf) => {
      const { records, setAside } = remindersOf(part);
      const aircraft = byId.get(part.scope);
      return { items: aircraft ? dueItems([{ aircraft, records, asOf }], zone, now) : [], skipped: setAside.length };
    });
    const squawks = perAircraft(parts('squawks'), now, (part) => {
      const { records, setAside } = squawksOf(part);
      return { items: records.map((record, place) => toSquawk(record, place, zone)), skipped: setAside.length };
    });
    const instructors = teaching?.ageMs == null ? null : instructorsOf(teaching).records;
    const clock = { zone: zone.name, mode: 'L' } as const;
    return { fleet, reminders, squawks, instructors, position, now, zone, clock, rateDays };
  };
}

/** Those who fly in some reservations, with the checkouts that were asked for; null while the list has not been read. */
function flyerReader(storage: ReplicaStorage) {
  let known: {
    readonly revision: number;
    readonly ids: ReadonlySet<string>;
    readonly listed: readonly StoredRecord[];
  } | null = null;
  return (bookings: readonly TimedBooking[], { parts }: ReplicaStatus): readonly PersonRecord[] | null => {
    const [list] = parts('users');
    if (list?.ageMs == null) return null;
    const ids = new Set(bookings.flatMap(pilotsOf).flatMap(({ userId }) => (userId === null ? [] : idKey(userId))));
    // Thousands of people are read again only where the list has changed, or where others are wanted.
    if (known?.revision !== list.revision || ![...ids].every((id) => known?.ids.has(id))) {
      const listed = storage.records('users', '').filter(({ id }) => ids.has(id));
      known = { revision: list.revision, ids, listed };
    }
    const asked = new Set(parts('user').flatMap(({ scope, ageMs }) => (ageMs === null ? [] : scope)));
    const users = known.listed.flatMap(({ id, json }) => {
      const [one] = asked.has(id) ? storage.records('user', id) : [];
      return slimPerson(JSON.parse(json), one && JSON.parse(one.json)) ?? [];
    });
    // The copy has read these records by the service's own shapes before it kept them.
    return users as readonly PersonRecord[];
  };
}

type HeldForBrief = {
  readonly spans: readonly Span[];
  readonly cells: readonly CellStatus[];
  /** Those before the first span, of which what nobody has closed counts. */
  readonly older: readonly CellStatus[];
  readonly parts: readonly PartStatus[];
  /** What the age of the brief is the age of. */
  readonly dated: readonly (CellStatus | PartStatus)[];
  /** In words, what has not been read. */
  readonly unread: readonly string[];
  /** True where nothing is missing that the copy will hold. */
  readonly isWhole: boolean;
};

/** The pieces of the copy that the brief of a day is made of. None is asked for because of it. */
function heldFor(day: Day, { now, zone, window, parts, ...status }: ReplicaStatus): HeldForBrief {
  const spans = spansFor(day, now, zone.name).map(({ start, end }) => ({
    start: Math.max(start, window.start),
    end: Math.min(end, window.end),
  }));
  const cells = spans.flatMap((span) => status.reservations(span).cells);
  const older = status
    .heldBefore(spans[0]?.start ?? now)
    .filter((cell) => !cells.some(({ from }) => from === cell.from));
  const own = (['aircraft', 'reminders', 'squawks', 'instructors', 'users'] as const).map(
    (set) => [set, parts(set)] as const,
  );
  const isRead = ({ ageMs }: { readonly ageMs: number | null }) => ageMs !== null;
  const unread = own.flatMap(([set, of]) => {
    const count = of.filter((part) => !isRead(part)).length;
    if (set === 'reminders' || set === 'squawks') return count > 0 ? `${set} of ${count} aircraft` : [];
    return count > 0 || of.length === 0 ? `the list of ${set}` : [];
  });
  const gaps = [...cells, ...older].filter((cell) => !isRead(cell)).length;
  const all = own.flatMap(([, of]) => of);
  const upkeep = own.flatMap(([set, of]) => (set === 'instructors' || set === 'users' ? [] : of));
  return {
    spans,
    cells,
    older,
    parts: [...all, ...parts('user'), ...parts('reservations')],
    dated: [...cells, ...upkeep.filter(({ isRare }) => !isRare)],
    isWhole: unread.length === 0 && gaps === 0,
    unread: [...unread, ...(gaps > 0 ? [`reservations of ${gaps} other days`] : []), ...betweenText(spans, zone.name)],
  };
}

/** Of a day far ahead: which days before it are left out, whose bookings take hours too. */
function betweenText([before, after]: readonly Span[], zone: string): string[] {
  if (!before || !after) return [];
  const [first, last] = [dayText(dayOf(before.end, zone)), dayText(dayOf(after.start - 1, zone))];
  return [`what is booked from ${first} to ${last}, so that hours left count without it`];
}

/** A limit is looked for so many days ahead by what is booked until then. */
const daysAhead = 14;

/**
 * From today until the day after, because what is booked before it takes hours too; of a day that is far away or past today and
 * tomorrow, and the day with its neighbours.
 */
function spansFor(day: Day, now: Instant, zone: string): Span[] {
  const today = dayOf(now, zone);
  const near = daySpan(today, zone, 2);
  if (day === today) return [near];
  const around = daySpan(addDays(day, -1), zone, 3);
  if (day < today) return around.end < near.start ? [around, near] : [{ start: around.start, end: near.end }];
  return day <= addDays(today, daysAhead) ? [{ start: near.start, end: around.end }] : [near, around];
}

/** By `idKey` of the aircraft's id. */
function perAircraft<Item>(
  parts: readonly PartStatus[],
  now: Instant,
  read: (part: PartStatus, asOf: Instant) => { readonly items: readonly Item[]; readonly skipped: number },
): ReadonlyMap<string, ReadRecords<Item>> {
  return new Map(
    parts.map((part): [string, ReadRecords<Item>] => {
      const { scope, ageMs, facts, failure } = part;
      const hasFailed = failure !== null;
      const asOf = ageMs === null ? null : now - ageMs;
      if (asOf === null) return [scope, { items: null, hasFailed, skipped: 0, asOf }];
      const { items, skipped } = read(part, asOf);
      return [scope, { items, hasFailed, skipped: skipped + (facts?.skipped.length ?? 0), asOf }];
    }),
  );
}

/** Changes per look at the log. */
const pageSize = 500;

/**
 * The changes of reservations from an instant on, in order of time. The log only grows, so that each request reads what has come
 * since the one before.
 */
function changeReader(storage: ReplicaStorage) {
  let known: { readonly from: Instant; last: number; readonly changes: BookingChange[] } | null = null;
  return (from: Instant, zone: Zone): readonly BookingChange[] => {
    // Another file may have taken the place of the one that was read.
    const log = known?.from === from && storage.lastChange() >= known.last ? known : { from, last: 0, changes: [] };
    known = log;
    for (let isMore = true; isMore;) {
      const since = log.last === 0 ? { since: from } : { after: log.last };
      const found = storage.changes({ ...since, set: 'reservations', limit: pageSize });
      for (const one of found) {
        const change = changeOf(one, zone);
        if (change && isFollowed(change)) log.changes.push(change);
      }
      log.last = found.at(-1)?.seq ?? log.last;
      isMore = found.length === pageSize;
    }
    return log.changes;
  };
}

/** Null where a record cannot be read. */
function changeOf({ before, after, at }: StoredChange, zone: Zone): BookingChange | null {
  const both = [before, after].map((json) => (json === null ? null : bookingOf(JSON.parse(json), zone)));
  const [was = null, is = null] = both;
  return both.includes(undefined) ? null : { before: was ?? null, after: is ?? null, seenAt: at };
}

function bookingOf(record: unknown, zone: Zone): Booking | undefined {
  const slim = isRecord(record) ? slimReservation(record) : null;
  return isReadable(slim) ? toBooking(slim, zone) : undefined;
}
