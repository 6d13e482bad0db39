import { isRecord } from '#contract/objects.ts';
import { millisecondsInDay } from '#domain/units.ts';
import { type Page, parseList, type RecordOf } from '#contract/answers.ts';
import { operations } from '#contract/operations.ts';
import { lifeOf } from '#contract/statuses.ts';
import { copierOf, salvaged, unreadable } from '#contract/tolerant.ts';
import { type AircraftSet, calledFor, type OperationOfSet, type SchoolSet } from '#contract/sets.ts';
import {
  byStart,
  isShopVisit,
  isTimed,
  type ReservationRecord,
  type TimedReservation,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { groundedIn } from '#domain/readiness/readinessIndex.ts';
import { type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { dayBefore, type History, historyItems, type PastDay, pastDay, rateSpan } from '#domain/schedule/schedule.ts';
import { flatMapped, type Steps } from '#domain/steps.ts';
import { type Instant, overlaps, type Span, type Zone } from '#domain/time/time.ts';
import { type CellStatus, keyOf, type PartStatus, type ReplicaStatus } from './status.ts';
import { calibrationReader, wentBackReader } from '#server/replica/readings.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

/** A reservation with only what summaries need, under its id in the storage. */
export type Listed = TimedReservation & { readonly id: string };

export type Stretch = { readonly span: Span } & ReturnType<ReplicaStatus['reservations']>;

export function allCells(stretches: readonly Stretch[]): CellStatus[] {
  const cells = new Map(stretches.flatMap((stretch) => stretch.cells).map((cell) => [cell.from, cell]));
  return [...cells.values()].toSorted((a, b) => a.from - b.from);
}

export function isSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

type Group = { readonly revision: string; readonly listed: readonly Listed[]; usedAt: number };

/**
 * The reservations of some spans by start, each once, in steps. A cell is read again only if it changed. If nothing changed, the same
 * list returns.
 */
export function reservationReader(storage: ReplicaStorage) {
  const groups = new Map<string, Group>();
  const shared = new Map<string, string>();
  let latest: { readonly groups: readonly Group[]; readonly listed: readonly Listed[] } = { groups: [], listed: [] };
  let reads = 0;
  return function* (stretches: readonly Stretch[], status: ReplicaStatus): Steps<readonly Listed[]> {
    reads++;
    const group = function* (name: string, revision: string, rows: () => readonly Row[]): Steps<Group> {
      let found = groups.get(name);
      if (found?.revision !== revision) {
        const listed = yield* flatMapped(rows(), (row) => listedOf(row, status.zone, shared) ?? []);
        yield;
        found = { revision, listed: listed.toSorted(byStart), usedAt: reads };
        groups.set(name, found);
      }
      found.usedAt = reads;
      return found;
    };
    const cells = allCells(stretches).filter(({ ageMs }) => ageMs !== null);
    const ownGroups: Group[] = [];
    for (const { from, to, revision } of cells) {
      const rows = () => storage.overlapping(from, to).filter(({ start }) => start >= from);
      ownGroups.push(yield* group(`${from} ${to}`, String(revision), rows));
    }
    // Reservations that began before a span and reach into it; their own cells may not be among these.
    const earlier: Group[] = [];
    for (const { span, earlierRevision } of stretches) {
      const rows = () => storage.overlapping(span.start, span.start + 1).filter(({ start }) => start < span.start);
      earlier.push(yield* group(`before ${span.start}`, String(earlierRevision), rows));
    }
    const running = yield* group('running', keyOf(status.parts('reservations')), () =>
      status.running().flatMap(timedRow),
    );
    const all = [...earlier, running, ...ownGroups];
    for (const [name, { usedAt }] of groups) if (reads - usedAt > maxUnused) groups.delete(name);
    if (shared.size > maxShared) shared.clear();
    if (isSame(latest.groups, all)) return latest.listed;
    const isInCell = ({ start }: Listed) => cells.some(({ from, to }) => from <= start && start < to);
    const others = [...earlier, running]
      .flatMap(({ listed }) => listed)
      .filter((reservation) => !isInCell(reservation));
    const once = [...new Map(others.map((reservation) => [reservation.id, reservation])).values()];
    const listed = [...once, ...ownGroups.flatMap((ownGroup) => ownGroup.listed)].toSorted(byStart);
    latest = { groups: all, listed };
    return listed;
  };
}

/**
 * Data is forgotten after this many requests that did not need it. Not sooner, because another person may view another
 * month.
 */
const maxUnused = 8;
/** Ids and names shared by many reservations are stored once. */
const maxShared = 20_000;

export type Row = ReturnType<ReplicaStorage['overlapping']>[number];

/** Of the longest span that is read at once. */
const perRead = 3 * millisecondsInDay;

/**
 * What `overlapping` gives, read in steps. If a record changes meanwhile, everything is read again at once: a reservation that
 * is moved would be found twice or not at all.
 */
export function* rowsIn(
  storage: Pick<ReplicaStorage, 'overlapping' | 'lastChange'>,
  { start, end }: Span,
): Steps<readonly Row[]> {
  const change = storage.lastChange();
  const found: Row[] = [];
  for (let from = start; from < end; from += perRead) {
    if (from > start) yield;
    const rows = storage.overlapping(from, Math.min(from + perRead, end));
    for (const row of rows) if (row.start >= from || from === start) found.push(row);
  }
  return storage.lastChange() === change ? found : storage.overlapping(start, end);
}

export function timedRow({ id, start, end, slim }: ReturnType<ReplicaStatus['running']>[number]): Row[] {
  return start === null || end === null ? [] : [{ id, start, end, slim }];
}

/** Null for a record that no screen could draw. */
export function timedOf({ slim }: Pick<Row, 'slim'>, zone: Zone): TimedReservation | null {
  const record = readSlim(JSON.parse(slim));
  if (!record) return null;
  const reservation = toReservation(record, zone);
  return isTimed(reservation) ? reservation : null;
}

/** A reservation with only the ids of its record. */
function listedOf(row: Row, zone: Zone, shared: Map<string, string>): Listed | null {
  const reservation = timedOf(row, zone);
  if (!reservation) return null;
  const { record } = reservation;
  const sharedText = (text: string): string => {
    const known = shared.get(text);
    if (known === undefined) shared.set(text, text);
    return known ?? text;
  };
  const person = (given: { readonly userId?: string | null | undefined }) => ({
    userId: given.userId == null ? null : sharedText(given.userId),
  });
  const { aircraftId, type, activity, status } = reservation;
  return {
    ...reservation,
    id: row.id,
    aircraftId: aircraftId && sharedText(aircraftId),
    type: sharedText(type),
    activity: sharedText(activity),
    status: sharedText(status),
    pilots: [],
    instructor: null,
    record: {
      pilots: (record.pilots ?? []).map(person),
      instructor: record.instructor && person(record.instructor),
      aircraft: record.aircraft?.isSimulator === true ? simulator : null,
      // The name of a shop visit says what it is for.
      ...(isShopVisit(reservation) && record.displayName != null && { displayName: sharedText(record.displayName) }),
    },
  };
}

const simulator = { isSimulator: true };
const { item: shape } = operations.listReservations;
const copied = copierOf(shape);

/** A slim record, read as screens read it: without a member of the wrong kind. Null if it is no record at all. */
export function readSlim(record: unknown): ReservationRecord | null {
  const read = copied(record);
  const kept = read === unreadable && isRecord(record) ? salvaged(shape, record) : read;
  // Both readers leave only members of the shape's own types.
  return kept === unreadable ? null : (kept as ReservationRecord);
}

/** The records of parts of one aircraft each, or of the whole school, parsed again only if they changed. */
export function recordsReader<Set extends SchoolSet | AircraftSet>(storage: ReplicaStorage, set: Set) {
  type Records = Page<RecordOf<OperationOfSet<Set>>>;
  const parsed = new Map<string, { readonly revision: number; readonly page: Records }>();
  return ({ scope, revision }: Pick<PartStatus, 'scope' | 'revision'>): Records => {
    const before = parsed.get(scope);
    if (before?.revision === revision) return before.page;
    const items = storage.records(set, scope).map(({ json }): unknown => JSON.parse(json));
    const page = parseList(calledFor(set), { items });
    parsed.set(scope, { revision, page });
    return page;
  };
}

/** Findings against aircraft. */
export type Upkeep = {
  /** Null if the list is unread. */
  readonly fleet: readonly Aircraft[] | null;
  readonly due: readonly DueItem[];
  /** The open squawks that ground or may ground, by `idKey` of the aircraft's id. */
  readonly grounding: ReadonlyMap<string, Squawk>;
};

/** The aircraft list, and the reminders and squawks of active aircraft, as far as read. */
export function upkeepReader(storage: ReplicaStorage) {
  const aircraftOf = recordsReader(storage, 'aircraft');
  const remindersOf = recordsReader(storage, 'reminders');
  const squawksOf = recordsReader(storage, 'squawks');
  const wentBackOf = wentBackReader(storage);
  const read = new WeakMap<ReturnType<typeof squawksOf>, readonly Squawk[]>();
  const squawkItems = (page: ReturnType<typeof squawksOf>, zone: Zone) => {
    const items = read.get(page) ?? page.records.map((record, place) => toSquawk(record, place, zone));
    read.set(page, items);
    return items;
  };
  return (status: ReplicaStatus) => {
    const list = status.parts('aircraft');
    const [part] = list;
    const fleet = part ? aircraftOf(part).records : [];
    const inService = fleet.filter((aircraft) => lifeOf(aircraft.status) === 'active');
    const wanted = new Map(inService.map((aircraft) => [aircraft.aircraftId.toLowerCase(), aircraft]));
    const ofFleet = (set: AircraftSet) => status.parts(set).filter(({ scope }) => wanted.has(scope));
    const [reminders, squawks] = [ofFleet('reminders'), ofFleet('squawks')];
    const isWhole = (parts: readonly PartStatus[]) => parts.length === wanted.size && parts.every(isRead);
    const hasList = list.length > 0 && list.every(isRead);
    return {
      parts: [...list, ...reminders, ...squawks],
      isKnown: hasList && isWhole(reminders) && isWhole(squawks),
      read(): Upkeep {
        const wentBack = wentBackOf();
        const answers = reminders.filter(isRead).flatMap((reminder) => {
          const aircraft = wanted.get(reminder.scope);
          const asOf = status.now - (reminder.ageMs ?? 0);
          const { records } = remindersOf(reminder);
          return aircraft ? [{ aircraft, records, asOf, wentBack: wentBack.get(reminder.scope) }] : [];
        });
        const found = squawks
          .filter(isRead)
          .map((squawk) => [squawk.scope, { items: squawkItems(squawksOf(squawk), status.zone) }] as const);
        const due = dueItems(answers, status.zone, status.now);
        return { fleet: hasList ? fleet : null, due, grounding: groundedIn(new Map(found)) };
      },
    };
  };
}

function isRead({ ageMs }: Pick<PartStatus, 'ageMs'>): boolean {
  return ageMs !== null;
}

type PastRow = { readonly reservation: TimedReservation; readonly row: Row };

/** What rules need from the days before a midnight, and which days are unread. */
export type PastOf = { readonly items: readonly PastRow[] } & Omit<History, 'reservations'>;

/**
 * The history before a midnight of the operator (`domain/schedule/schedule.ts`), over all days that the copy holds. A day's
 * reservations are examined again only if it changed. In steps: after a start, all of them are examined.
 */
export function historyReader(storage: ReplicaStorage, calibration = calibrationReader(storage)) {
  const known = new Map<Instant, { readonly revision: number; readonly day: PastDay<PastRow> }>();
  const rowsOf = (rows: readonly Row[], zone: Zone): readonly PastRow[] =>
    rows.flatMap((row) => {
      const reservation = timedOf(row, zone);
      return reservation ? [{ reservation, row }] : [];
    });
  return function* (
    before: Instant,
    cells: readonly CellStatus[],
    { zone, running, now, heldBefore }: ReplicaStatus,
  ): Steps<PastOf> {
    // Also those after this midnight: others ask for a later one.
    const held = new Set(heldBefore(Number.POSITIVE_INFINITY).map(({ from }) => from));
    for (const from of known.keys()) if (!held.has(from)) known.delete(from);
    const rate = rateSpan(before, zone.name);
    const days: (PastDay<PastRow> & { readonly isInRate: boolean })[] = [];
    for (const { from, to, revision, ageMs } of cells) {
      if (from >= before || ageMs === null) continue;
      const last = known.get(from);
      let day = last?.day;
      if (day === undefined || last?.revision !== revision) {
        const rows = storage.overlapping(from, to).filter(({ start }) => start >= from);
        day = pastDay(rowsOf(rows, zone));
        known.set(from, { revision, day });
        yield;
      }
      days.push({ ...day, isInRate: from >= rate.start });
    }
    const earlier = rowsOf(running().flatMap(timedRow), zone);
    const yesterday = dayBefore(before, zone.name);
    const whole = rowsOf(storage.overlapping(yesterday.start, yesterday.end), zone);
    const { items, flown } = historyItems(
      [...earlier.filter(({ reservation }) => overlaps(reservation, yesterday)), ...whole],
      [{ ...pastDay(earlier), isInRate: false }, ...days],
    );
    const missing = cells
      .filter(({ from, ageMs }) => from < before && ageMs === null)
      .map(({ from, to }) => ({ start: from, end: Math.min(to, before) }));
    const { factors } = calibration.read(before, now, zone);
    return { items: items.filter(({ reservation }) => reservation.start < before), flown, factors, before, missing };
  };
}
