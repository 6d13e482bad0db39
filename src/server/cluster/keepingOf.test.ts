import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { grant, testNow } from '#e2e/servers/access/testAccess.ts';
import { Recipients } from '#server/alerts/recipients.ts';
import { openAccessFile } from '#server/access/store/accessFile.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { NotKept } from '#server/http/keeping.ts';
import { silentLog } from '#server/observability/log.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { keepingOf } from './keepingOf.ts';
import { accessTables, copyTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const gone = () => Promise.reject(new Error('The database is gone.'));
const database = { query: gone };

/** A database that answers when a change is about to begin, and is gone when it should be kept. */
function cluster(settled: () => Promise<void> = gone) {
  const figures = () => ({ gateways: 3 }) as ReturnType<Parameters<typeof keepingOf>[0]['figures']>;
  return { reached: () => Promise.resolve(), settled, trouble: () => null, touch: () => undefined, figures };
}

function openStore() {
  const local = openAccessFile(null);
  const copy = new WorkingCopy({ part: 'access', local, tables: accessTables, database });
  const store = new AccessStore({
    directory: null,
    database: local,
    clock: () => testNow,
    log: silentLog,
    audit: () => undefined,
  });
  onTestFinished(() => store.close());
  const rows = () =>
    accessTables.map(({ name, key }) => local.prepare(`SELECT * FROM ${name} ORDER BY ${key.join(', ')}`).all());
  return { store, copy, rows };
}

const column = { report: 'reportWorkOrders', member: 'totalDue', role: 'maintenance' } as const;

it.each([
  ['a token', (store: AccessStore) => store.create(grant({ name: 'Ben' }), 'test')],
  ['a revocation, with its sessions', (store: AccessStore) => store.revoke(store.valid()[0]?.id ?? '', 'test')],
  [
    'a sign-in in place of a session',
    (store: AccessStore) => {
      const [session] = store.sessions();
      if (session) store.begin(session.grant, 'Anna', session);
    },
  ],
  ['an opened column', (store: AccessStore) => store.setColumn({ ...column, member: 'balance' }, true, 'test')],
  ['a closed column', (store: AccessStore) => store.setColumn(column, false, 'test')],
  ['a class of a reminder', (store: AccessStore) => store.setReminderClass('wash', 'advisory', 'test')],
  ['another class', (store: AccessStore) => store.setReminderClass('oil change', 'conditional', 'test')],
  ['no class', (store: AccessStore) => store.setReminderClass('oil change', null, 'test')],
] as const)('undoes %s if the database goes in the moment between, in the file and in memory', async (_, change) => {
  const { store, copy, rows } = openStore();
  const { grant: stored } = store.create(grant(), 'test');
  store.begin(stored, 'Anna', null);
  store.setColumn(column, true, 'test');
  store.setReminderClass('oil change', 'advisory', 'test');
  const state = () => [
    rows(),
    store.valid(),
    store.sessions().map(({ id }) => id),
    store.openedColumns(),
    store.reminderClasses(),
  ];
  const before = structuredClone(state());
  const keeping = keepingOf(cluster(), copy, () => store.reread());
  await expect(keeping.keep(() => change(store))).rejects.toThrow(NotKept);
  expect(state()).toEqual(before);
  // The database may have taken the change, so what was put back is sent as well.
  expect(copy.hasChanges(true)).toBe(true);
  await keepingOf(
    cluster(() => Promise.resolve()),
    copy,
    () => undefined,
  ).keep(() => change(store));
  expect(state()).not.toEqual(before);
});

it('undoes a recipient, and nothing that another change made in the meantime', async () => {
  const local = new DatabaseSync(':memory:');
  onTestFinished(() => local.close());
  const storage = sqliteStorage(local, { service: 's', at: testNow });
  const copy = new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database });
  const recipients = new Recipients(null, storage);
  const { promise, reject } = Promise.withResolvers<void>();
  let settled = () => promise;
  const keeping = keepingOf(
    cluster(() => settled()),
    copy,
    () => undefined,
  );
  const add = (name: string) =>
    recipients.save({
      id: '',
      name,
      channel: 'feed',
      to: '',
      role: 'dispatcher',
      kinds: [],
      aircraft: [],
      models: [],
      locations: [],
      instructors: [],
      quiet: null,
      digest: 'at once',
      names: 'full',
      isOn: true,
    });
  const first = keeping.keep(() => add('First'));
  const second = keeping.keep(() => add('Second'));
  setImmediate(() => {
    settled = () => Promise.resolve();
    reject(new Error('gone'));
  });
  await expect(first).rejects.toThrow(NotKept);
  await second;
  expect(recipients.all().map(({ name }) => name)).toEqual(['Second']);
});

it('changes nothing while the database does not answer, and keeps what is taken away here, saying where it still counts', async () => {
  const { store, copy } = openStore();
  const { grant: stored } = store.create(grant(), 'test');
  let changes = 0;
  const away = keepingOf({ ...cluster(), reached: gone }, copy, () => undefined);
  await expect(away.keep(() => changes++)).rejects.toThrow(/cannot be saved now/);
  const told = keepingOf({ ...cluster(), trouble: () => 'The database does not answer.' }, copy, () => undefined);
  await expect(told.keep(() => changes++)).rejects.toThrow(NotKept);
  expect(changes).toBe(0);
  const { notYet } = await away.takeAway(() => store.revoke(stored.id, 'test'));
  expect(notYet).toContain('does not count yet at 2 other servers');
  expect(store.valid()).toEqual([]);
});

it('does not bring back what was revoked while a sign-in was waiting', async () => {
  const { store, copy } = openStore();
  const { grant: stored } = store.create(grant(), 'test');
  const { session } = store.begin(stored, 'Anna', null);
  const { promise, reject } = Promise.withResolvers<void>();
  const keeping = keepingOf(
    cluster(() => promise),
    copy,
    () => store.reread(),
  );
  const signingIn = keeping.keep(() => store.begin(stored, 'Anna', session));
  await new Promise(setImmediate);
  store.revoke(stored.id, 'test');
  reject(new Error('gone'));
  await expect(signingIn).rejects.toThrow(NotKept);
  expect([store.valid(), store.sessions()]).toEqual([[], []]);
});
