import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#server/observability/log.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { openAccessFile } from '#server/access/store/accessFile.ts';
import type { ReminderClass } from '#contract/access/reminderClasses.ts';
import type { Session } from '#server/access/store/sessions.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { Database, DatabaseGone, type Query } from './database.ts';
import { migrate } from './migrations.ts';
import { accessTables } from './sharedTables.ts';
import { type News, WorkingCopy } from './workingCopy.ts';

/** How the database behaves for one gateway: it answers, is away, or does what it is told and its answer is lost. */
type Line = 'answers' | 'away' | 'answer lost';

/** A gateway's access: its file, its store as people use it, and its line to the shared database. */
function openGateway(database: Database) {
  let line: Line = 'answers';
  const query: Query = async (text, values) => {
    if (line === 'away') throw new DatabaseGone('The database does not answer.');
    const rows = await database.query(text, values);
    if (line === 'answer lost') throw new DatabaseGone('The database does not answer.');
    // The caller names the row's type, as for any query.
    return rows as never;
  };
  const local = openAccessFile(null);
  const copy = new WorkingCopy({ part: 'access', local, tables: accessTables, database: { query } });
  let now = Date.UTC(2026, 5, 1, 8);
  const audit = () => undefined;
  const store = new AccessStore({ directory: null, clock: () => now, log: silentLog, audit, database: local });
  const exchange = async (work: () => Promise<News>) => {
    const follow = ({ tables }: News) => tables.size > 0 && store.reread();
    try {
      follow(await work());
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseGone)) throw error;
      follow(copy.untold());
      return false;
    }
  };
  return {
    local,
    store,
    copy,
    /** What was revoked here. */
    revoked: new Set<string>(),
    push: () => exchange(() => copy.push(null)),
    pull: () => exchange(() => copy.pull()),
    setLine: (to: Line) => void (line = to),
    /** Time passes, so that the next use of a grant or session is noted. */
    wait: () => void (now += millisecondsInHour),
    close: () => store.close(),
  };
}
type GatewayAccess = ReturnType<typeof openGateway>;

/** What was handed out, and what was taken back anywhere. */
type Ledger = {
  readonly tokens: { readonly id: string; readonly secret: string }[];
  readonly cookies: { readonly session: Session; readonly value: string }[];
  readonly revoked: Set<string>;
  /** What the database has confirmed of it. */
  readonly confirmed: Set<string>;
};

const newLedger = (): Ledger => ({ tokens: [], cookies: [], revoked: new Set(), confirmed: new Set() });

/** The tokens and sessions of these that a gateway accepts. */
function accepted({ store }: GatewayAccess, { tokens, cookies }: Ledger, ids: ReadonlySet<string>): string[] {
  return [
    ...tokens.filter(({ id, secret }) => ids.has(id) && store.bySecret(secret, 'token')).map(({ id }) => id),
    ...cookies
      .filter(({ session: { id }, value }) => ids.has(id) && store.session(value))
      .map(({ session }) => session.id),
  ];
}

type Deed = (gateway: GatewayAccess, ledger: Ledger) => void | Promise<unknown>;
const defaults = {
  role: 'dispatcher',
  userId: null,
  showsNames: true,
  subject: null,
  reads: null,
  days: null,
} as const;
const pick = <One>(list: readonly One[], nth: number): One | undefined => list[nth % Math.max(1, list.length)];
const which = fc.nat(1);
const column = { report: 'reportFlights', member: 'Note', role: 'dispatcher' } as const;

const handOut: Deed = ({ store }, { tokens }) => {
  const { grant, secret } = store.create({ kind: 'token', name: 'Ana', ...defaults }, 'test');
  tokens.push({ id: grant.id, secret: secret ?? '' });
};
const signIn =
  (nth: number): Deed =>
  ({ store }, { tokens, cookies }) => {
    const grant = store.bySecret(pick(tokens, nth)?.secret ?? '', 'token');
    if (grant) cookies.push(store.begin(grant, grant.name, null));
  };
/** A use changes the row of the token and of the session: `used_at`, `extended_at`. */
const use =
  (nth: number): Deed =>
  ({ store, wait }, { tokens, cookies }) => {
    wait();
    store.bySecret(pick(tokens, nth)?.secret ?? '', 'token');
    store.session(pick(cookies, nth)?.value ?? '');
    store.keep();
  };
const revoke =
  (nth: number): Deed =>
  (gateway, { tokens, revoked }) => {
    const grant = gateway.store.revoke(pick(tokens, nth)?.id ?? '', 'test');
    if (!grant) return;
    revoked.add(grant.id);
    gateway.revoked.add(grant.id);
  };
const endSession =
  (nth: number): Deed =>
  (gateway, { cookies, revoked }) => {
    const session = gateway.store.session(pick(cookies, nth)?.value ?? '');
    if (!session) return;
    gateway.store.endSessions([session], 'test');
    revoked.add(session.id);
    gateway.revoked.add(session.id);
  };
/** Rows of these tables may come again. */
const setColumn =
  (isOpen: boolean): Deed =>
  ({ store }) =>
    store.setColumn(column, isOpen, 'test');
const setClass =
  (given: ReminderClass | null): Deed =>
  ({ store }) =>
    store.setReminderClass('oil change', given, 'test');
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.constant(handOut),
  which.map(signIn),
  { weight: 4, arbitrary: which.map(use) },
  { weight: 2, arbitrary: which.map(revoke) },
  which.map(endSession),
  fc.boolean().map(setColumn),
  fc.option(fc.constantFrom('advisory', 'conditional')).map(setClass),
);
const takeLine =
  (line: Line): Deed =>
  (gateway) =>
    gateway.setLine(line);
const pushing: Deed = async (gateway, { revoked, confirmed }) => {
  if (await gateway.push()) for (const id of revoked) if (gateway.revoked.has(id)) confirmed.add(id);
};
const pulling: Deed = async (gateway, ledger) => {
  if (await gateway.pull()) expect(accepted(gateway, ledger, ledger.confirmed)).toEqual([]);
};
const exchanges: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(pushing) },
  { weight: 4, arbitrary: fc.constant(pulling) },
  { weight: 3, arbitrary: fc.constantFrom<Line>('answers', 'answers', 'away', 'answer lost').map(takeLine) },
);
const steps = fc.array(fc.tuple(fc.nat(2), fc.oneof(deeds, exchanges)), { minLength: 1, maxLength: 40 });

const test = it.skipIf(!hasPostgres);

let postgres: Postgres;
let number = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const tables = accessTables.map(({ name }) => name);

async function openDatabase(): Promise<Database> {
  const database = new Database({ urls: [postgres.url], schema: `revoked_${number++}` });
  await migrate(database);
  return database;
}

/** Empties a database, which is much faster than making another one. */
async function empty({ query }: Database): Promise<void> {
  await query(`TRUNCATE ${tables.join(', ')}, gone`);
  await query(`UPDATE head SET revision = 0, is_begun = false, identity = gen_random_uuid()`);
}

async function openThree(database: Database): Promise<readonly GatewayAccess[]> {
  const gateways = [0, 1, 2].map(() => openGateway(database));
  for (const { copy } of gateways) await copy.begin(null);
  return gateways;
}

/** Two tokens and their sessions, which every gateway knows. */
async function handOutTwo(gateways: readonly GatewayAccess[]): Promise<Ledger> {
  const ledger = newLedger();
  for (const { store } of gateways.slice(0, 2)) {
    const { grant, secret } = store.create({ kind: 'token', name: 'Ana', ...defaults }, 'test');
    ledger.tokens.push({ id: grant.id, secret: secret ?? '' });
    ledger.cookies.push(store.begin(grant, grant.name, null));
  }
  await settle(gateways);
  return ledger;
}

/** Every gateway reaches the database again, and exchanges until nothing is left: first all push, then all pull. */
async function settle(gateways: readonly GatewayAccess[]): Promise<void> {
  for (const { setLine } of gateways) setLine('answers');
  for (let round = 0; round < 2; round++) {
    for (const { push } of gateways) expect(await push()).toBe(true);
    for (const { pull } of gateways) expect(await pull()).toBe(true);
  }
}

const rowsIn = ({ local }: GatewayAccess) =>
  Object.fromEntries(
    tables.map((name) => [
      name,
      local
        .prepare(`SELECT * FROM ${name}`)
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ]),
  );

async function countsAt({ query }: Database): Promise<number[]> {
  const counts = tables.map((name) => query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`));
  return (await Promise.all(counts)).map(([row]) => row?.count ?? 0);
}

function expectAgreed(gateways: readonly GatewayAccess[], ledger: Ledger): void {
  const [first, ...others] = gateways;
  for (const other of others) expect(rowsIn(other)).toEqual(rowsIn(first!));
  for (const gateway of gateways) {
    expect(gateway.copy.hasChanges(true)).toBe(false);
    expect(accepted(gateway, ledger, ledger.revoked)).toEqual([]);
  }
}

test('after any uses, deletions and exchanges, with the database away in between, no gateway accepts what was revoked, and all agree', async () => {
  const database = await openDatabase();
  onTestFinished(() => database.close());
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await empty(database);
      const gateways = await openThree(database);
      const ledger = await handOutTwo(gateways);
      for (const [nth, deed] of taken) await deed(gateways[nth]!, ledger);
      await settle(gateways);
      expectAgreed(gateways, ledger);
      const late = openGateway(database);
      await late.pull();
      expectAgreed([...gateways, late], ledger);
      expect(await countsAt(database)).toEqual(tables.map((name) => rowsIn(late)[name]?.length));
      for (const { close } of [...gateways, late]) close();
    }),
    { numRuns: 100 },
  );
});

async function openPair() {
  const database = await openDatabase();
  const gateways = await openThree(database);
  onTestFinished(async () => {
    for (const { close } of gateways) close();
    await database.close();
  });
  const [a, b, c] = gateways as [GatewayAccess, GatewayAccess, GatewayAccess];
  const ledger = await handOutTwo(gateways);
  const [{ id, secret: token }] = ledger.tokens as [Ledger['tokens'][number]];
  return { database, gateways, a, b, c, ledger, token, id };
}

test.each(['pull', 'push'] as const)(
  'a token that was used where its revocation arrives is gone there with the next %s',
  async (how) => {
    const { gateways, a, b, token, id, ledger } = await openPair();
    a.wait();
    expect(a.store.bySecret(token, 'token')?.id).toBe(id);
    a.store.keep();
    expect(a.copy.hasChanges()).toBe(true);
    b.store.revoke(id, 'test');
    ledger.revoked.add(id);
    await b.push();
    await a[how]();
    expect(a.store.bySecret(token, 'token')).toBeNull();
    await settle(gateways);
    expectAgreed(gateways, ledger);
  },
);

test('a push whose answer was lost does not bring a revoked token or session back', async () => {
  const { gateways, a, b, ledger } = await openPair();
  const made = a.store.create({ kind: 'token', name: 'Ben', ...defaults }, 'test');
  ledger.cookies.push(a.store.begin(made.grant, 'Ben', null));
  ledger.tokens.push({ id: made.grant.id, secret: made.secret ?? '' });
  a.setLine('answer lost');
  expect(await a.push()).toBe(false);
  await b.pull();
  expect(b.store.revoke(made.grant.id, 'test')?.id).toBe(made.grant.id);
  await b.push();
  ledger.revoked.add(made.grant.id).add(ledger.cookies.at(-1)!.session.id);
  await settle(gateways);
  expectAgreed(gateways, ledger);
});

test('a session that its token’s revoker did not know yet ends, and a gateway that reads it all at once can', async () => {
  const { gateways, a, b, c, token, id, ledger } = await openPair();
  ledger.cookies.push(a.store.begin(a.store.bySecret(token, 'token')!, 'Ana', null));
  ledger.revoked.add(ledger.cookies.at(-1)!.session.id);
  await a.push();
  b.store.revoke(id, 'test');
  ledger.revoked.add(id);
  await b.push();
  expect(await c.pull()).toBe(true);
  await settle(gateways);
  expectAgreed(gateways, ledger);
});

test('what a pull brought before the database went away in its middle counts at once', async () => {
  const { database, a, b, token, id, ledger } = await openPair();
  b.store.revoke(id, 'test');
  ledger.revoked.add(id);
  await b.push();
  // Many writes: a pull takes two pieces, and the second one fails.
  await database.query(`UPDATE head SET revision = revision + 300 WHERE part = 'access'`);
  const { query } = database;
  let reads = 0;
  const failing: Query = async (text, values) => {
    if (text.includes('read_rows') && ++reads === 2) throw new DatabaseGone('The database does not answer.');
    return (await query(text, values)) as never;
  };
  Object.assign(database, { query: failing });
  expect(await a.pull()).toBe(false);
  expect(a.store.bySecret(token, 'token')).toBeNull();
});

test('a session may be older than the last write of its token by more than a piece of a pull', async () => {
  const { database, a, token, ledger } = await openPair();
  const begun = a.store.begin(a.store.bySecret(token, 'token')!, 'Ana', null);
  ledger.cookies.push(begun);
  await a.push();
  await database.query(`UPDATE head SET revision = revision + 300 WHERE part = 'access'`);
  a.wait();
  a.store.bySecret(token, 'token');
  a.store.keep();
  await a.push();
  const late = openGateway(database);
  onTestFinished(() => late.close());
  expect(await late.pull()).toBe(true);
  expect(late.store.session(begun.value)?.id).toBe(begun.session.id);
});
