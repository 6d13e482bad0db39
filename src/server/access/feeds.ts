import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { FeedSubject, Grant } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { parseList } from '#contract/answers.ts';
import { isolated } from '#contract/isolated.ts';
import { isRecord } from '#contract/objects.ts';
import { isVoid } from '#domain/reservations/state.ts';
import {
  byStart,
  fullName,
  idKey,
  isTimed,
  peopleOf,
  type TimedReservation,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { icalText } from '#domain/reservations/ical.ts';
import { overlaps, type Span, type Zone } from '#domain/time/time.ts';
import { nothingHere, refusalReply, refuse, type Reply } from '#server/http/reply.ts';
import { type Body, fileBody } from '#server/upstream/body.ts';
import { newFindings, readReservations } from '#server/replica/records.ts';
import { windowOf } from '#domain/reservations/heldDays.ts';
import type { ReplicaStorage, StoredCell } from '#server/replica/storage/storage.ts';

export type FeedOptions = {
  readonly storage: Pick<ReplicaStorage, 'cells' | 'parts' | 'records' | 'overlapping' | 'reservation'>;
  readonly config: Pick<Config, 'operatorId' | 'timeZone' | 'zonelessTimes'>;
  /** Days before and after today that the copy always holds. */
  readonly days: { readonly back: number; readonly ahead: number };
  readonly wall: () => number;
};

/** Seconds between two requests of a program. */
const refresh = 15 * 60;
/** Seconds for which an answer stays fresh. */
const maxAge = 5 * 60;
/** Bytes of calendars in memory, without compressed forms. */
const maxBytes = 16 * 1024 * 1024;
/**
 * RFC 5545 (3.8.7.2) requires the instant at which an event was written, but the API does not give it. A constant keeps the
 * bytes of a calendar the same while its reservations are. Programs that subscribe replace the whole calendar anyway.
 */
const written = 0;

/**
 * Answers calendar programs with iCalendar (RFC 5545): an instructor's reservations, or an aircraft's with its shop visits,
 * for the days in the local copy. It makes no calls. An unknown subject gets an empty calendar. It answers 503 only until
 * reservations are read for the first time, and 404 for another kind of grant.
 */
export function createFeeds(options: FeedOptions): (grant: Grant) => Promise<Reply> {
  const { storage, config, days, wall } = options;
  const zone: Zone = { name: config.timeZone, zoneless: config.zonelessTimes };
  const idsOf = createIndex(storage, zone);
  const bodies = new LRUCache<string, { readonly key: string; readonly body: Body }>({
    maxSize: maxBytes,
    sizeCalculation: ({ key, body }) => 2 * body.plain.length + key.length,
  });

  const make = async (subject: FeedSubject, showsNames: boolean, held: WindowCells): Promise<string> => {
    const ids = await idsOf(subject, held);
    const rows = [...running(storage, zone), ...ids.flatMap((id) => storage.reservation(id) ?? [])];
    const reservations = [
      ...new Map(reservationsOf(rows, zone).map((reservation) => [reservation.key, reservation])).values(),
    ]
      .filter((reservation) => subjectsOf(reservation).has(keyOfSubject(subject)))
      .filter((reservation) => overlaps(reservation, held.window) && !isVoid(reservation))
      .toSorted(byStart);
    const name = nameOf(storage, subject) ?? 'Flightline';
    const { operatorId, timeZone } = config;
    const span = held.window;
    return icalText({ name, reservations, asOf: written, operatorId, zone: timeZone, showsNames, span, refresh });
  };

  return async ({ subject, showsNames: showsAll }) => {
    if (!subject) return nothingHere;
    const window = windowOf(wall(), zone.name, days);
    const cells = storage.cells().filter(({ from, to }) => overlaps({ start: from, end: to }, window));
    if (cells.length === 0) return unread;
    const held = { window, cells };
    // Instructors may know their students' names.
    const showsNames = showsAll || subject.of === 'instructor';
    const [address, key] = [`${keyOfSubject(subject)} ${showsNames}`, keyOf(storage, held)];
    const known = bodies.get(address);
    if (known?.key === key) return { status: 200, body: known.body, headers };
    const plain = Buffer.from(await make(subject, showsNames, held));
    const body = known?.body.plain.equals(plain) ? known.body : fileBody(plain);
    bodies.set(address, { key, body });
    return { status: 200, body, headers };
  };
}

/** One key for all spellings of an id. */
const keyOfSubject = ({ of, id }: FeedSubject) => `${of} ${idKey(id)}`;

/** The days to read: only those always in the copy. Other days come and go as people view them. */
type WindowCells = { readonly window: Span; readonly cells: readonly StoredCell[] };

const headers = { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': `private, max-age=${maxAge}` };

const unread = refusalReply(refuse(503, 'No reservations have loaded yet. Try again in a minute.'), {
  'retry-after': '60',
});

/** Two calendars of one subject with equal keys are equal. */
function keyOf(storage: FeedOptions['storage'], { window, cells }: WindowCells): string {
  const parts = storage
    .parts()
    .filter(({ set }) => set === 'instructors' || set === 'aircraft' || set === 'reservations');
  const revisions = [...parts, ...cells].map(({ revision }) => revision.toString(36));
  return [window.start, ...cells.map(({ from }) => from), ...revisions].join(' ');
}

/** Reservations that began before the first day and were still running; the copy keeps them apart from its days. */
function running(storage: FeedOptions['storage'], zone: Zone) {
  const items = storage.records('reservations', 'running').map(({ json }): unknown => JSON.parse(json));
  return readReservations(items, zone, newFindings()).records;
}

/** The calendars that include a reservation: its aircraft's, and those of all its people, because instructors also learn. */
function subjectsOf(reservation: TimedReservation): Set<string> {
  const people = peopleOf(reservation).flatMap(({ userId: id }) =>
    id === null ? [] : keyOfSubject({ of: 'instructor', id }),
  );
  const { aircraftId: id } = reservation;
  return new Set(id === null ? people : [keyOfSubject({ of: 'aircraft', id }), ...people]);
}

type Index = { readonly revision: number; readonly ids: ReadonlyMap<string, readonly string[]> };

/**
 * Reservations by subject and day. Only a changed day is read again, and other requests are answered in between. A large
 * school has tens of thousands of reservations; each program wants a few hundred.
 */
function createIndex(storage: FeedOptions['storage'], zone: Zone) {
  const indexes = new Map<string, Index>();
  const read = async (cells: readonly StoredCell[]): Promise<void> => {
    const names = new Set(cells.map(nameOfCell));
    for (const name of indexes.keys()) if (!names.has(name)) indexes.delete(name);
    for (const cell of cells) {
      const name = nameOfCell(cell);
      if (indexes.get(name)?.revision === cell.revision) continue;
      indexes.set(name, { revision: cell.revision, ids: indexOf(storage, cell, zone) });
      await setImmediate();
    }
  };
  // One after the other, so that simultaneous requests do not all read the same days.
  let last: Promise<void> = Promise.resolve();
  return async (subject: FeedSubject, { cells }: WindowCells): Promise<readonly string[]> => {
    last = last.catch(() => undefined).then(() => read(cells));
    await last;
    const key = keyOfSubject(subject);
    return [...new Set(Array.from(indexes.values()).flatMap(({ ids }) => ids.get(key) ?? []))];
  };
}

function nameOfCell({ from, to }: StoredCell): string {
  return `${from} ${to}`;
}

function indexOf(storage: FeedOptions['storage'], { from, to }: StoredCell, zone: Zone): Index['ids'] {
  const ids = new Map<string, string[]>();
  for (const row of storage.overlapping(from, to)) {
    const [reservation] = row.start >= from ? reservationsOf([row], zone) : [];
    for (const subject of reservation ? subjectsOf(reservation) : []) {
      const subjectIds = ids.get(subject);
      if (subjectIds) subjectIds.push(row.id);
      else ids.set(subject, [row.id]);
    }
  }
  return ids;
}

/** Reservations with a known time, read as on the screens. An unreadable record is skipped. */
function reservationsOf(rows: readonly { readonly slim: string }[], zone: Zone): TimedReservation[] {
  const items = rows.map(({ slim }): unknown => JSON.parse(slim));
  return parseList('listReservations', { items })
    .records.map((record) => toReservation(record, zone))
    .filter(isTimed);
}

/** An instructor's name or a tail number from its record; null if there is none. */
function nameOf(storage: FeedOptions['storage'], { of, id }: FeedSubject): string | null {
  const [set, member] =
    of === 'aircraft' ? (['aircraft', 'aircraftId'] as const) : (['instructors', 'userId'] as const);
  for (const { json } of storage.records(set, '')) {
    const record: unknown = JSON.parse(json);
    if (!isRecord(record) || typeof record[member] !== 'string' || idKey(record[member]) !== idKey(id)) continue;
    const text = (name: string) => (typeof record[name] === 'string' ? record[name] : null);
    const name =
      of === 'aircraft'
        ? isolated(text('tailNumber') ?? '')
        : fullName({ firstName: text('firstName'), lastName: text('lastName') });
    return name || null;
  }
  return null;
}
