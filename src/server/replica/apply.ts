import { hash } from 'node:crypto';
import type { RefreshEvent } from '#contract/gateway/replica.ts';
import { withoutPersonalData } from '#domain/people/personalData.ts';
import { isRecord } from '#contract/objects.ts';
import { type ReplicaSet, setRow } from '#contract/sets.ts';
import { logEntries } from '#domain/log/entries.ts';
import { searchText } from '#domain/log/words.ts';
import { textOf } from '#domain/answers/members.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import type { Steps } from '#domain/steps.ts';
import { dayOf, type Zone } from '#domain/time/time.ts';
import type { CollectedPart, CollectedSlice } from './collect.ts';
import type { ReadReservation } from './records.ts';
import { followReadings } from './readings.ts';
import type { CopiedCell, Part } from '#server/replica/register/parts.ts';
import type { Register } from '#server/replica/register/register.ts';
import { daysWithin } from '#server/replica/register/slices.ts';
import type {
  AnswerFacts,
  NewChange,
  NewEntry,
  ReplicaStorage,
  StoredCell,
  StoredRecord,
  StoredReservation,
} from '#server/replica/storage/storage.ts';

export type ApplyParts = {
  readonly register: Register;
  readonly storage: ReplicaStorage;
  readonly clock: () => number;
  readonly wall: () => number;
  readonly zone: Zone;
};

/** A reservation that a complete answer no longer contains; it may have moved to another day. */
export type Missing = Pick<StoredReservation, 'id' | 'json' | 'start'>;

/** Reservations written in one transaction: some tens of milliseconds. */
const maxAtOnce = 250;

type SliceNews = {
  readonly slice: CollectedSlice;
  readonly calls: number;
  readonly old: readonly CopiedCell[];
  readonly changed: boolean;
};

/** Writes complete answers into the replica, and logs the changes. */
export class Applying {
  readonly #given: ApplyParts;
  /** One hash over each part's records, which is enough to recognise an answer without changes. */
  readonly #digests = new Map<string, string>();

  constructor(given: ApplyParts) {
    this.#given = given;
  }

  /** Forgets what it knows of the store, which another gateway may have written. */
  forget(): void {
    this.#digests.clear();
  }

  /** Stores a whole part as just read. */
  part(part: Part, { askedAt, records, facts }: CollectedPart): RefreshEvent {
    const { register, storage } = this.#given;
    const { set, scope, key } = part;
    const isFirst = part.asOf === null;
    const digest = digestOf(records, facts);
    const known = this.#digests.get(key) ?? (isFirst ? null : digestOf(storage.records(set, scope), part.facts));
    const asOf = register.toWall(askedAt);
    if (known === digest) {
      storage.touchPart({ set, scope, asOf });
      part.asOf = askedAt;
      return this.#event(set, scope, part, false);
    }
    const before = new Map(isFirst ? [] : storage.records(set, scope).map((record) => [record.id, record]));
    const changes = isFirst
      ? []
      : differences(before, records, (id, was, is) => this.#changeOf({ set, scope, id }, was, is));
    const revision = register.nextRevision();
    const entries = this.#entriesOf(changes, askedAt - (part.asOf ?? askedAt));
    storage.replacePart({ set, scope, asOf, revision, facts }, records, changes, entries);
    this.#follow(changes);
    this.#digests.set(key, digest);
    Object.assign(part, { asOf: askedAt, facts, revision });
    return this.#event(set, scope, part, true);
  }

  /**
   * Stores what was read of some days, in steps. A missing reservation stays unchanged until it has been looked up once more. Thousands
   * of reservations are written in several transactions: each reservation with its change, and the days last, so that the days do not
   * count as read before everything is written.
   */
  *slice(slice: CollectedSlice, calls: number): Steps<{ event: RefreshEvent; missing: Missing[] }> {
    const { register, storage, zone } = this.#given;
    const { askedAt, from, until, records, facts } = slice;
    const old = register.cellsIn({ start: from, end: until });
    const stored = new Map(storage.hashesIn(from, until).map(({ id, hash: known }) => [id, known]));
    const fresh = records.filter((record) => stored.get(record.id) !== record.hash);
    const sent = new Set(records.map(({ id }) => id));
    const missing = [...stored.keys()].filter((id) => !sent.has(id)).flatMap((id) => storage.reservation(id) ?? []);
    const isNew = old.some(({ asOf }) => asOf === null);
    const changed = fresh.length > 0 || isNew || !sameFacts(old[0]?.facts ?? null, facts);
    const cells = this.#newCells({ slice, calls, old, changed });
    const writeOf = (some: CollectedSlice['records']) => {
      const put = some.map((record) => ({ ...record, cell: cellOf(cells, record.place ?? from) }));
      const changes = this.#changesOf(some, old, from);
      return { put, remove: [], changes, entries: this.#entriesOf(changes) };
    };
    const last = Math.max(0, Math.ceil(fresh.length / maxAtOnce) - 1) * maxAtOnce;
    let isLogged = false;
    for (let place = 0; place < last; place += maxAtOnce) {
      const write = writeOf(fresh.slice(place, place + maxAtOnce));
      storage.replaceCells({ cells: [], ...write });
      isLogged ||= write.changes.length > 0;
      yield;
    }
    const next = register.replaceCells(cells).filter(({ asOf }) => asOf !== null);
    if (changed || cells.length !== old.length) {
      const write = writeOf(fresh.slice(last));
      storage.replaceCells({ cells: next.map((cell) => this.#storedCell(cell)), ...write });
      if (isLogged || write.changes.length > 0) followReadings(storage, zone);
    } else {
      storage.touchCells(next.map((cell) => ({ from: cell.from, asOf: register.toWall(cell.asOf ?? askedAt) })));
    }
    // Lets requests that wait for the old cells continue.
    for (const cell of old) if (cell.to <= until) cell.asOf = askedAt;
    const first = cells[0] ?? { asOf: askedAt, revision: 0 };
    return { event: this.#event('reservations', dayOf(from, zone.name), first, changed), missing };
  }

  /** Updates missing reservations: moves each to its place in `found`, or deletes it. */
  resolveMissing(missing: readonly Missing[], found: readonly ReadReservation[]): RefreshEvent | null {
    const { register, storage, zone } = this.#given;
    const there = new Map(found.map((record) => [record.id, record]));
    const cellAt = (place: number | null) => register.cells().find((cell) => place !== null && holds(cell, place));
    const put = missing.flatMap(({ id }) => {
      const record = there.get(id);
      const cell = record && cellAt(record.place);
      return cell ? [{ ...record, cell: cell.from, position: lastPlace }] : [];
    });
    const kept = new Set(put.map(({ id }) => id));
    const remove = missing.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    const changes = missing.flatMap(({ id, json }) =>
      this.#changeOf({ set: 'reservations', scope: '', id }, json, there.get(id)?.json ?? null),
    );
    storage.replaceCells({ cells: [], put, remove, changes, entries: this.#entriesOf(changes) });
    this.#follow(changes);
    const places = missing.flatMap(({ id, start }) => [start, there.get(id)?.place ?? null]);
    const touched = places.flatMap((place) => cellAt(place) ?? []);
    const revision = register.nextRevision();
    for (const cell of touched) cell.revision = revision;
    const [first] = touched;
    return first ? this.#event('reservations', dayOf(first.from, zone.name), first, true) : null;
  }

  #follow(changes: readonly NewChange[]): void {
    if (changes.length > 0) followReadings(this.#given.storage, this.#given.zone);
  }

  /** Changes against the earlier data; the first read of a day counts as no change. */
  #changesOf(fresh: readonly ReadReservation[], old: readonly CopiedCell[], from: number): NewChange[] {
    const isKnown = (at: number) => old.some((cell) => cell.asOf !== null && holds(cell, at));
    return fresh.flatMap((record) => {
      const before = this.#given.storage.reservation(record.id)?.json ?? null;
      if (before === null && !isKnown(record.place ?? from)) return [];
      return this.#changeOf({ set: 'reservations', scope: '', id: record.id }, before, record.json);
    });
  }

  /** One cell per operator's day, so that days can be joined differently next time. */
  #newCells({ slice, calls, old, changed }: SliceNews): CopiedCell[] {
    const { register, zone } = this.#given;
    const { askedAt, from, until, records, facts } = slice;
    const revision = changed ? register.nextRevision() : Math.max(...old.map((cell) => cell.revision));
    const days = daysWithin(from, until, zone.name);
    return days.map((day, index) => ({
      ...register.newCell(day.start, day.end),
      asOf: askedAt,
      calls: calls / days.length,
      revision,
      viewedAt: Math.max(...old.map((cell) => cell.viewedAt)),
      isRequested: old.some((cell) => cell.isRequested),
      // Oddities of the answer count once. Unreadable items may belong to any of the days.
      facts: index === 0 ? facts : { said: null, sent: 0, skipped: facts.skipped, findings: {} },
      count: records.filter(({ place }) => (place ?? from) >= day.start && (place ?? from) < day.end).length,
    }));
  }

  #storedCell(cell: CopiedCell): StoredCell {
    const { register, clock } = this.#given;
    const facts = cell.facts ?? { said: null, sent: 0, skipped: [], findings: {} };
    const asOf = register.toWall(cell.asOf ?? clock());
    return { from: cell.from, to: cell.to, asOf, revision: cell.revision, count: cell.count ?? 0, facts };
  }

  #changeOf(what: Pick<NewChange, 'set' | 'scope' | 'id'>, before: string | null, after: string | null): NewChange[] {
    if (!setRow(what.set).isLogged) return [];
    const was = before === null ? null : withoutPersonal(before);
    const is = after === null ? null : withoutPersonal(after);
    if (was === is) return [];
    const kind = was === null ? 'added' : is === null ? 'gone' : 'changed';
    return [{ ...what, at: this.#given.wall(), kind, before: was, after: is }];
  }

  /** The log entries for one answer's changes; `passed`: milliseconds since the previous answer. */
  #entriesOf(changes: readonly NewChange[], passed = 0): NewEntry[] {
    const { storage, zone } = this.#given;
    const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
    const records = changes.map(({ set, scope, id, before, after }) => {
      return { set, scope, id, before: parsed(before), after: parsed(after) };
    });
    const drafts = logEntries(records, { zone, passed, tailOf: (aircraftId) => storedTail(storage, aircraftId) });
    const at = changes[0]?.at ?? 0;
    return drafts.map((draft) => {
      const { facts } = draft;
      const plans = facts.of === 'reservation' ? [facts.before?.aircraftId, facts.after?.aircraftId] : [];
      return {
        at,
        kinds: draft.kinds,
        aircraft: [draft.aircraftId, ...plans].flatMap((id) => (id == null ? [] : [idKey(id)])),
        people: draft.people.flatMap(({ userId }) => (userId === null ? [] : [idKey(userId)])),
        text: searchText(draft),
        json: JSON.stringify(draft),
      };
    });
  }

  #event(
    set: ReplicaSet,
    scope: string,
    held: { readonly asOf: number | null; readonly revision: number },
    changed: boolean,
  ): RefreshEvent {
    const { register, clock } = this.#given;
    const asOf = new Date(register.toWall(held.asOf ?? clock())).toISOString();
    return { set, scope, revision: held.revision, asOf, changed };
  }
}

/** Sorts after all others with the same start until the slice is read again. */
const lastPlace = 1_000_000;

const holds = (cell: CopiedCell, at: number) => cell.from <= at && at < cell.to;

function cellOf(cells: readonly CopiedCell[], place: number): number {
  return cells.find((cell) => holds(cell, place))?.from ?? cells[0]?.from ?? 0;
}

/** The record for the log, without contact data and balances. */
function withoutPersonal(json: string): string {
  return JSON.stringify(withoutPersonalData(JSON.parse(json)));
}

/** The tail number of an aircraft in the list; null if unknown. */
export function storedTail(storage: ReplicaStorage, aircraftId: string): string | null {
  const found = storage.records('aircraft', '').find(({ id }) => id === idKey(aircraftId));
  const record: unknown = found ? JSON.parse(found.json) : null;
  return isRecord(record) ? textOf(record, 'tailNumber') : null;
}

function digestOf(records: readonly StoredRecord[], facts: AnswerFacts | null): string {
  return hash(
    'sha1',
    records.map((record) => `${record.id} ${record.hash}`).join('\n') + JSON.stringify(facts),
    'base64',
  );
}

/** Whether two answers were odd in the same way; the number of records does not count. */
function sameFacts(before: AnswerFacts | null, after: AnswerFacts): boolean {
  const comparable = ({ said, skipped, findings }: AnswerFacts) => JSON.stringify([said, skipped, findings]);
  return comparable(before ?? { said: null, sent: 0, skipped: [], findings: {} }) === comparable(after);
}

function differences(
  before: ReadonlyMap<string, StoredRecord>,
  after: readonly StoredRecord[],
  changeOf: (id: string, before: string | null, after: string | null) => NewChange[],
): NewChange[] {
  const is = new Map(after.map((record) => [record.id, record]));
  const ids = [...new Set([...before.keys(), ...is.keys()])];
  return ids
    .filter((id) => before.get(id)?.hash !== is.get(id)?.hash)
    .flatMap((id) => changeOf(id, before.get(id)?.json ?? null, is.get(id)?.json ?? null));
}
