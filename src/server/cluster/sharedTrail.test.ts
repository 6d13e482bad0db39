import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { testNow } from '#e2e/servers/access/testAccess.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { Database, DatabaseGone, type Query } from './database.ts';
import { migrate } from './migrations.ts';
import { SharedTrail, verifySharedAudit } from './sharedTrail.ts';

const test = it.skipIf(!hasPostgres);

let postgres: Postgres | null = null;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

/** The audit in a database of its own, whose next statements a test lets fail. */
async function openTrail(schema: string) {
  const database = new Database({ urls: [postgres?.url ?? ''], schema });
  onTestFinished(() => database.close());
  await migrate(database);
  const said: string[] = [];
  let [statements, way]: [number, 'well' | 'gone' | 'unsaid' | 'late'] = [0, 'well'];
  const late: (() => Promise<unknown>)[] = [];
  const query: Query = async (text, values) => {
    statements++;
    const isWrite = text.includes('INSERT INTO audit');
    if (way === 'gone') throw new DatabaseGone('gone');
    if (way === 'unsaid' && isWrite) await database.query(text, values);
    if (way === 'late' && isWrite) late.push(() => database.query(text, values));
    if (way !== 'well' && isWrite) throw new DatabaseGone('gone');
    return database.query(text, values);
  };
  const trail = new SharedTrail({ query }, { clock: () => testNow, log: { warn: (_, words) => said.push(words) } });
  const set = (next: typeof way) => void (way = next);
  const details = async () =>
    (await database.query<{ line: string }>(`SELECT line FROM audit ORDER BY seq`)).map(
      ({ line }) => (JSON.parse(line) as { detail?: string }).detail ?? '',
    );
  return { database, trail, set, details, late, said, statements: () => statements };
}

const created = (detail: string) => ({ event: 'created', detail }) as const;
const refused = (detail: string) => ({ event: 'refused', detail }) as const;

test('entries are written once, in order, whether a slow database takes them, does not say so, or takes them too late', async () => {
  const { database, trail, set, details, late } = await openTrail('audit_once');
  trail.write(created('1'));
  await trail.flushed();
  for (const way of ['unsaid', 'late', 'gone'] as const) {
    set(way);
    trail.write(created(`${way} 1`));
    await trail.flushed();
    trail.write(created(`${way} 2`));
    await trail.flushed();
    // A statement that its sender has given up reaches the database after all.
    for (const run of late.splice(0)) await run();
    set('well');
    trail.write(created(`${way} 3`));
    await trail.flushed();
  }
  const ways = ['unsaid', 'late', 'gone'].flatMap((way) => [1, 2, 3].map((number) => `${way} ${number}`));
  expect(await details()).toEqual(['1', ...ways]);
  expect(await verifySharedAudit(database)).toEqual({ entries: 10, faults: [] });
});

test('what another gateway appends between two tries is before what was tried, and each entry is there once', async () => {
  const { database, trail, set, details } = await openTrail('audit_between');
  const other = new SharedTrail(database, { clock: () => testNow, log: { warn: () => undefined } });
  for (const way of ['unsaid', 'gone'] as const) {
    set(way);
    trail.write(created(way));
    await trail.flushed();
    set('well');
    other.write(created(`after ${way}`));
    await other.flushed();
    await trail.flushed();
  }
  expect(await details()).toEqual(['unsaid', 'after unsaid', 'after gone', 'gone']);
  expect((await verifySharedAudit(database)).faults).toEqual([]);
});

test('however many wait for the audit, one statement at a time is tried, and all are answered after it', async () => {
  const { trail, set, details, said, statements } = await openTrail('audit_crowd');
  set('gone');
  const crowd = Array.from({ length: 2_000 }, (_, number) => {
    trail.write(refused(String(number)));
    return trail.flushed();
  });
  await Promise.all(crowd);
  expect(statements()).toBe(1);
  expect(said).toEqual(['The audit cannot be written: its entries wait in memory.']);
  set('well');
  await trail.flushed();
  expect(await details()).toEqual(Array.from({ length: 2_000 }, (_, number) => String(number)));
  expect(statements()).toBeLessThan(10);
});

test('of more entries than memory holds those of changes stay, and the audit says how many are only in the log', async () => {
  const { database, trail, set, details, said } = await openTrail('audit_full');
  trail.write(created('first'));
  await trail.flushed();
  set('gone');
  trail.write(created('a token'));
  await trail.flushed();
  for (let number = 0; number < 12_000; number++) trail.write(refused(`stranger ${number}`));
  trail.write(created('another token'));
  expect(said.at(-1)).toContain('Too many entries wait');
  set('well');
  await trail.flushed();
  await trail.flushed();
  const all = await details();
  const strangers = all.filter((detail) => detail.startsWith('stranger'));
  expect(strangers).toEqual(Array.from({ length: 9_999 }, (_, number) => `stranger ${number + 2_001}`));
  expect(all.filter((detail) => detail.includes('token'))).toEqual(['a token', 'another token']);
  expect(all.filter((detail) => detail.includes('could not be written'))).toEqual([
    '2001 of the entries could not be written; they are in the log of a server',
  ]);
  expect((await verifySharedAudit(database)).faults).toEqual([]);
});
