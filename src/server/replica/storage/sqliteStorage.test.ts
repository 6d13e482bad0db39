import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withTwins } from '#e2e/servers/cluster/twin.ts';
import { sqliteStorage } from './sqliteStorage.ts';
import type { CellReplacement, NewChange, StoredCell, StoredPart } from './storage.ts';

const hour = 3_600_000;
const day = 24 * hour;
const facts = { said: null, sent: 1, skipped: [], findings: {} };
const begin = { service: 'school', at: 1_000_000 };
type Put = CellReplacement['put'][number];

const twin = withTwins();
const inMemory = () => {
  const database = new DatabaseSync(':memory:');
  const storage = sqliteStorage(database, begin);
  twin(database);
  return storage;
};

function cell(from: number, to = from + day): StoredCell {
  return { from, to, asOf: from + 5, revision: 1, count: 1, facts };
}

function reservation(id: string, start: number | null, end: number | null, more: Partial<Put> = {}): Put {
  const texts = { hash: `hash of ${id}`, slim: `{"slim":"${id}"}`, json: `{"whole":"${id}"}` };
  return { id, start, end, position: 0, cell: 0, ...texts, ...more };
}

function put(...reservations: Put[]): CellReplacement {
  return { cells: [cell(0)], put: reservations, remove: [], changes: [] };
}

function change(at: number, id: string, set: NewChange['set'] = 'reservations'): NewChange {
  return { at, set, scope: '', id, kind: 'changed', before: '{"a":1}', after: '{"a":2}' };
}

describe('parts', () => {
  const part: StoredPart = { set: 'reminders', scope: 'n1', asOf: 7, revision: 3, facts };
  const record = (id: string, json = `{"id":"${id}"}`) => ({ id, json, hash: json });

  it('hold their records in the service’s order, each replacement in place of the one before', () => {
    const storage = inMemory();
    storage.replacePart(part, [record('b'), record('a'), record('c')], []);
    storage.replacePart({ ...part, scope: 'n2' }, [record('z')], []);
    expect(storage.records('reminders', 'n1')).toEqual([record('b'), record('a'), record('c')]);
    storage.replacePart({ ...part, asOf: 9, revision: 4 }, [record('a', '{}'), record('b')], []);
    expect(storage.records('reminders', 'n1')).toEqual([record('a', '{}'), record('b')]);
    expect(storage.records('reminders', 'n2')).toEqual([record('z')]);
    expect(storage.parts()).toEqual([
      { ...part, asOf: 9, revision: 4 },
      { ...part, scope: 'n2' },
    ]);
  });

  it('are confirmed without changes, and dropped', () => {
    const storage = inMemory();
    storage.replacePart(part, [record('a')], []);
    storage.touchPart({ set: 'reminders', scope: 'n1', asOf: 99 });
    expect(storage.parts()).toEqual([{ ...part, asOf: 99 }]);
    storage.dropPart('reminders', 'n1');
    expect([storage.parts(), storage.records('reminders', 'n1')]).toEqual([[], []]);
  });

  it('keep what the service’s answer had besides its records', () => {
    const storage = inMemory();
    const shown = {
      said: 4,
      sent: 3,
      skipped: [{ raw: { id: null }, reason: 'no id' }],
      findings: { twice: { count: 1, example: 'a' } },
    };
    storage.replacePart({ ...part, facts: shown }, [], []);
    expect(storage.parts()[0]?.facts).toEqual(shown);
  });
});

describe('cells', () => {
  it('replace every cell that they overlap', () => {
    const storage = inMemory();
    storage.replaceCells({ ...put(), cells: [cell(0), cell(day), cell(2 * day)] });
    const moved = cell(hour, day + hour);
    storage.replaceCells({ ...put(), cells: [moved] });
    expect(storage.cells()).toEqual([moved, cell(2 * day)]);
    storage.touchCells([{ from: 2 * day, asOf: 77 }]);
    expect(storage.cells()).toEqual([moved, { ...cell(2 * day), asOf: 77 }]);
  });

  it('are forgotten with the reservations that start in them', () => {
    const storage = inMemory();
    const stays = reservation('stays', day, day + hour, { cell: day });
    storage.replaceCells({
      ...put(reservation('goes', hour, day + hour), reservation('untimed', null, null), stays),
      cells: [cell(0), cell(day)],
    });
    storage.dropCells([0, 5 * day]);
    expect(storage.cells()).toEqual([cell(day)]);
    expect(storage.hashesIn(-day, 9 * day)).toEqual([{ id: 'stays', hash: stays.hash }]);
    expect(storage.overlapping(0, 9 * day).map(({ id }) => id)).toEqual(['stays']);
    expect([storage.reservation('goes'), storage.untimed(0, day)]).toEqual([null, []]);
  });
});

describe('reservations', () => {
  it('are found by id, changed in place and removed', () => {
    const storage = inMemory();
    storage.replaceCells(put(reservation('a', hour, 2 * hour), reservation('b', hour, 2 * hour)));
    const {
      position,
      cell: from,
      ...stored
    } = reservation('a', 5 * hour, 6 * hour, { json: '{"new":1}', hash: 'new' });
    storage.replaceCells({ ...put({ ...stored, position, cell: from }), remove: ['b', 'unknown'] });
    expect(storage.reservation('a')).toEqual(stored);
    expect(storage.reservation('b')).toBeNull();
    expect(storage.overlapping(hour, 3 * hour)).toEqual([]);
    expect(storage.overlapping(5 * hour, 6 * hour)).toEqual([
      { id: 'a', start: 5 * hour, end: 6 * hour, slim: stored.slim },
    ]);
  });

  it('come by start, then place, then id', () => {
    const storage = inMemory();
    const placed = (id: string, start: number, position: number) => reservation(id, start, start + hour, { position });
    storage.replaceCells(put(placed('d', 5, 0), placed('c', 0, 9), placed('b', 0, 1), placed('a', 0, 9)));
    expect(storage.overlapping(0, day).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
    expect(storage.selectReservations({}).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
    expect(storage.selectReservations({ endAfter: 0 }).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  });

  it('without a readable time belong to their cell', () => {
    const storage = inMemory();
    const halves = [reservation('none', null, null), reservation('no end', 5, null), reservation('no start', null, 5)];
    storage.replaceCells(put(...halves, reservation('later', null, null, { cell: day })));
    expect(
      storage
        .untimed(0, day)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['no end', 'no start', 'none']);
    expect(
      storage
        .hashesIn(0, day)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['no end', 'no start', 'none']);
    expect([storage.overlapping(0, 2 * day), storage.selectReservations({})]).toEqual([[], []]);
    storage.replaceCells(put(reservation('no end', 5, 10)));
    expect(storage.overlapping(0, day).map(({ id }) => id)).toEqual(['no end']);
  });

  it('may last until the year 9999 and end before they start', () => {
    const storage = inMemory();
    const never = Date.UTC(9999, 11, 31, 23, 59);
    storage.replaceCells(put(reservation('long', Date.UTC(1, 0), never), reservation('turned', 2 * hour, hour)));
    expect(storage.overlapping(0, 3 * hour).map(({ id }) => id)).toEqual(['long', 'turned']);
    expect(storage.overlapping(never - 1, never).map(({ id }) => id)).toEqual(['long']);
    expect(storage.overlapping(-Infinity, Infinity)).toHaveLength(2);
  });
});

const instants = fc.oneof(
  fc.integer({ min: 0, max: 10 }),
  fc.integer({ min: 0, max: 3 }).map((minutes) => minutes * 60_000 + 1),
);
const spans = fc.array(fc.tuple(instants, instants, fc.integer({ min: 0, max: 3 })), { maxLength: 25 });

describe('any reservations, with any bounds', () => {
  it('are exactly those of the definition of an overlap, in order', () => {
    fc.assert(
      fc.property(spans, instants, instants, (drawn, first, other) => {
        const storage = inMemory();
        const stored = drawn.map(([start, end, position], index) =>
          reservation(`r${String(index).padStart(2, '0')}`, start, end, { position }),
        );
        storage.replaceCells(put(...stored));
        const ordered = stored.toSorted(
          (a, b) => (a.start ?? 0) - (b.start ?? 0) || a.position - b.position || (a.id < b.id ? -1 : 1),
        );
        const chosen = (isOne: (start: number, end: number) => boolean) =>
          ordered.filter(({ start, end }) => isOne(start ?? 0, end ?? 0)).map(({ id }) => id);
        const [from, to] = [Math.min(first, other), Math.max(first, other)];
        const overlaps = (start: number, end: number) =>
          end > start ? start < to && end > from : (start >= from && start < to) || (start < to && end > from);
        expect(storage.overlapping(from, to).map(({ id }) => id)).toEqual(chosen(overlaps));
        const query = (bounds: object) => storage.selectReservations(bounds).map(({ id }) => id);
        expect(query({ startFrom: from, startBefore: to })).toEqual(chosen((start) => start >= from && start < to));
        expect(query({ startBefore: to, endAfter: from })).toEqual(chosen((start, end) => start < to && end > from));
        expect(query({ startFrom: from, endAfter: to })).toEqual(chosen((start, end) => start >= from && end > to));
        expect(
          storage
            .hashesIn(from, to)
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(chosen((start) => start >= from && start < to).toSorted());
        storage.close();
      }),
    );
  });
});

describe('the log of changes', () => {
  it('is read after a number, since an instant, by set and up to a limit', () => {
    const storage = inMemory();
    storage.replaceCells({ ...put(), changes: [change(10, 'a'), change(20, 'b')] });
    storage.replacePart({ set: 'aircraft', scope: '', asOf: 1, revision: 1, facts }, [], [change(30, 'c', 'aircraft')]);
    const all = storage.changes({ limit: 10 });
    expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(all[0]).toEqual({ ...change(10, 'a'), seq: all[0]?.seq });
    const ids = (query: Partial<Parameters<typeof storage.changes>[0]>) =>
      storage.changes({ limit: 10, ...query }).map(({ id }) => id);
    expect(ids({ after: all[0]?.seq ?? 0 })).toEqual(['b', 'c']);
    expect(ids({ after: all[2]?.seq ?? 0 })).toEqual([]);
    expect(ids({ since: 20 })).toEqual(['b', 'c']);
    expect(ids({ since: 31 })).toEqual([]);
    expect(ids({ set: 'reservations' })).toEqual(['a', 'b']);
    expect(ids({ set: 'reservations', since: 20 })).toEqual(['b']);
    expect(ids({ limit: 2 })).toEqual(['a', 'b']);
  });

  it('finds changes seen after the clock was set back', () => {
    const storage = inMemory();
    storage.replaceCells({ ...put(), changes: [change(50, 'a'), change(20, 'b'), change(60, 'c')] });
    expect(storage.changes({ since: 30, limit: 10 }).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(storage.changes({ since: 20, limit: 10 }).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('is complete since its beginning or the last pruning; numbers are never used twice', () => {
    const storage = inMemory();
    expect(storage.logBegan()).toBe(begin.at);
    storage.pruneChanges(5);
    expect(storage.logBegan()).toBe(begin.at);
    storage.replaceCells({ ...put(), changes: [change(10, 'a'), change(2_000_000, 'b')] });
    const [, last] = storage.changes({ limit: 10 });
    storage.pruneChanges(2_000_000);
    expect(storage.logBegan()).toBe(2_000_000);
    expect(storage.changes({ limit: 10 }).map(({ id }) => id)).toEqual(['b']);
    storage.pruneChanges(3_000_000);
    storage.replaceCells({ ...put(), changes: [change(3_000_001, 'c')] });
    expect(storage.changes({ limit: 10 })[0]?.seq).toBe((last?.seq ?? 0) + 1);
  });

  it('begins with numbers above those of any earlier log', () => {
    const earlier = inMemory();
    earlier.replaceCells({ ...put(), changes: [change(10, 'a'), change(20, 'b')] });
    const last = earlier.changes({ limit: 10 }).at(-1)?.seq ?? 0;
    const later = sqliteStorage(new DatabaseSync(':memory:'), { ...begin, at: begin.at + 1000 });
    later.replaceCells({ ...put(), changes: [change(30, 'c')] });
    expect(later.changes({ after: last, limit: 10 }).map(({ id }) => id)).toEqual(['c']);
  });
});

it('a failed transaction leaves everything as it was', () => {
  const storage = inMemory();
  storage.replaceCells(put(reservation('a', hour, 2 * hour)));
  const before = [storage.cells(), storage.selectReservations({}), storage.changes({ limit: 9 })];
  const broken = reservation('b', hour, 2 * hour, { position: Number.NaN });
  const failing = { ...put(broken), cells: [cell(hour)], remove: ['a'], changes: [change(1, 'x')] };
  expect(() => storage.replaceCells(failing)).toThrow(/NOT NULL/);
  expect([storage.cells(), storage.selectReservations({}), storage.changes({ limit: 9 })]).toEqual(before);
});

it('calls that an earlier process never ended count as ending now; small notes are kept', () => {
  const directory = mkdtempSync(join(tmpdir(), 'replica-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const open = (at: number) => sqliteStorage(new DatabaseSync(join(directory, 'file.sqlite')), { ...begin, at });
  const first = open(0);
  expect(first.isDurable()).toBe(true);
  first.endCall(first.beginCall(100), 150);
  first.endCall(first.beginCall(200_000), 200_100);
  first.beginCall(200_200);
  first.remember('limit', '50');
  first.remember('limit', '100');
  first.close();
  const second = open(230_000);
  expect(second.recentCalls(170_000)).toEqual([200_100, 230_000]);
  expect(second.recentCalls(0)).toEqual([200_100, 230_000]);
  expect([second.memory('limit'), second.memory('other')]).toEqual(['100', null]);
  second.close();
});
