import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedRowsOf } from '#e2e/servers/cluster/twin.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { copyTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const facts = { said: null, sent: 1, skipped: [], findings: {} };
const day = 86_400_000;
const text = fc
  .oneof(fc.constantFrom('a', 'b', 'c', 'né "é"', '\\u0000', "it's"), fc.string({ unit: 'binary', maxLength: 6 }))
  .map(
    // PostgreSQL stores neither NUL nor lone surrogates. `sharedStore.test.ts` says what becomes of them.
    (given) => given.replaceAll('\0', '').toWellFormed(),
  );
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const at = fc.integer({ min: 0, max: 5 }).map((n) => n * day);
const time = fc.option(fc.integer({ min: 0, max: 5 * day }));

/** The writes of a planner to its storage, in any order. */
type Deed = (storage: ReplicaStorage) => void;
const changes = fc.array(
  fc.record({
    at,
    set: fc.constant('aircraft' as const),
    scope: fc.constant(''),
    id,
    kind: fc.constant('changed' as const),
    before: fc.option(text),
    after: fc.option(text),
  }),
  { maxLength: 2 },
);
const entries = fc.array(
  fc.record({
    at,
    kinds: fc.uniqueArray(id, { maxLength: 2 }),
    aircraft: fc.uniqueArray(id, { maxLength: 2 }),
    people: fc.constant([]),
    text,
    json: text,
  }),
  { maxLength: 2 },
);
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc
    .record({
      scope: id,
      asOf: at,
      revision: fc.nat(99),
      records: fc.uniqueArray(fc.record({ id, hash: text, json: text }), { selector: (record) => record.id }),
      changes,
      entries,
    })
    .map(
      ({ scope, asOf, revision, records, changes: made, entries: texts }): Deed =>
        (storage) =>
          storage.replacePart({ set: 'reminders', scope, asOf, revision, facts }, records, made, texts),
    ),
  fc.record({ scope: id, asOf: at }).map(
    (one): Deed =>
      (storage) =>
        storage.touchPart({ set: 'reminders', ...one }),
  ),
  id.map(
    (scope): Deed =>
      (storage) =>
        storage.dropPart('reminders', scope),
  ),
  fc
    .record({
      from: at,
      put: fc.uniqueArray(
        fc.record({ id, start: time, end: time, position: fc.nat(3), cell: at, hash: text, slim: text, json: text }),
        { selector: (record) => record.id },
      ),
      remove: fc.array(id, { maxLength: 2 }),
      changes,
      entries,
    })
    .map(
      ({ from, ...rest }): Deed =>
        (storage) =>
          storage.replaceCells({
            cells: [{ from, to: from + day, asOf: from, revision: 1, count: 1, facts }],
            ...rest,
          }),
    ),
  fc.array(at, { maxLength: 2 }).map(
    (froms): Deed =>
      (storage) =>
        storage.dropCells(froms),
  ),
  fc.record({ key: id, value: text }).map(
    ({ key, value }): Deed =>
      (storage) =>
        storage.remember(key, value),
  ),
  id.map(
    (key): Deed =>
      (storage) =>
        storage.forget(key),
  ),
  at.map(
    (before): Deed =>
      (storage) =>
        storage.pruneChanges(before),
  ),
  fc.record({ id, at, json: text, recipient: id }).map(
    ({ recipient, ...alert }): Deed =>
      (storage) =>
        storage.keepAlerts({
          state: alert.json,
          alerts: [alert],
          pending: [{ alert: alert.id, recipient, sendAt: alert.at }],
        }),
  ),
  fc.record({ seq: fc.nat(9), aircraft: id, at, hours: fc.double({ min: 0, max: 9999, noNaN: true }) }).map(
    ({ seq, aircraft, at: seen, hours }): Deed =>
      (storage) =>
        storage.noteReadings({
          seq,
          moves: [{ aircraft, at: seen, before: hours, after: hours + 0.1 }],
          flown: [],
          unflown: [aircraft],
        }),
  ),
);

const test = it.skipIf(!hasPostgres);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

test('every gateway has, after any deeds and exchanges, the very rows of the planner', async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(deeds, fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 25 }),
      async (steps) => {
        const database = new Database({ urls: [postgres.url], schema: `property_${number++}` });
        try {
          await migrate(database);
          await database.query('UPDATE planner SET term = 3');
          const [planner, follower, late] = [open(database), open(database), open(database)];
          await planner.copy.begin(3);
          for (const [deed, isPushed, isPulled] of steps) {
            deed(planner.storage);
            if (isPushed) await planner.copy.push(3);
            if (isPulled) await follower.copy.pull();
          }
          await planner.copy.push(3);
          // The planner reads its own writes too, after those of others.
          await planner.copy.pull();
          await Promise.all([follower.copy.pull(), late.copy.pull()]);
          expect(sharedRowsOf(follower.local)).toEqual(sharedRowsOf(planner.local));
          expect(sharedRowsOf(late.local)).toEqual(sharedRowsOf(planner.local));
          expect(late.storage.overlapping(0, 9 * day)).toEqual(planner.storage.overlapping(0, 9 * day));
        } finally {
          await database.query(`DROP SCHEMA property_${number - 1} CASCADE`);
          await database.close();
        }
      },
    ),
    { numRuns: 12 },
  );
});

function open(database: Database) {
  const local = new DatabaseSync(':memory:');
  const storage = sqliteStorage(local, { service: 's', at: 1_000 });
  return { local, storage, copy: new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database }) };
}
