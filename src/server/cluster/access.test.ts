import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { auditPageShape, auditPath } from '#contract/access/audit.ts';
import { accessAnswerShape, accessPath } from '#contract/access/grants.ts';
import { snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { type InstallationParts, openInstallation, watchLateness } from '#e2e/servers/cluster/installation.ts';
import { ask, cookieOf, type Door, doorOf, signIn, tokenFrom, visit } from '#e2e/servers/cluster/people.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { guid, listen, newStubSchool, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { Database } from './database.ts';
import { schemaOf } from './joinCluster.ts';
import { verifySharedAudit } from './sharedTrail.ts';

const test = it.skipIf(!hasPostgres);
/** A grant revoked at one gateway ends at the other within this time. */
const revokedMs = 1_000;
/** On a busy machine three processes wait for the processor one after another: gateway, database, other gateway. */
const inTurn = 3;
const publicUrl = 'http://localhost:4600';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** Two gateways at which people sign in with tokens, and a manager who has done so. */
async function openPair(parts: InstallationParts = {}) {
  const settings = { ACCESS: 'tokens', PUBLIC_URL: publicUrl, API_RATE_LIMIT: '1000' };
  const { gateways } = await openInstallation(postgres, 2, settings, parts);
  const [first, second] = gateways;
  if (!first || !second) throw new Error('There are not two gateways.');
  const [a, b] = [doorOf(first, publicUrl), doorOf(second, publicUrl)];
  return { a, b, manager: await signIn(a, tokenFrom(join(first.directory, 'data'), 'Maria', 'manager')) };
}

/** Hands a dispatcher's token out at a gateway. */
async function handOut(door: Door, manager: string, name: string): Promise<{ id: string; token: string }> {
  const request = { kind: 'token', name, role: 'dispatcher', userId: null, showsNames: true, subject: null, days: 30 };
  const { text } = await ask(door, accessPath, { cookie: manager, json: { ask: 'create', ...request } });
  const { grants, secret } = accessAnswerShape.parse(JSON.parse(text));
  return { id: grants.find((grant) => grant.name === name)?.id ?? '', token: secret ?? '' };
}

/** Signs in with one request. */
async function enter(door: Door, token: string): Promise<string> {
  const answer = await ask(door, '/sign-in', { form: `token=${token}` });
  const cookie = cookieOf(answer);
  if (cookie === null) throw new Error(`Nobody could sign in: ${answer.status}.`);
  return cookie;
}

test('a change is in the shared audit before it is answered', async () => {
  const { a, b, manager } = await openPair();
  for (const door of [a, b, a]) {
    const { id } = await handOut(door, manager, 'Ana');
    const { text } = await ask(b, `${auditPath}?event=created`, { cookie: manager });
    expect(auditPageShape.parse(JSON.parse(text)).entries[0]).toMatchObject({ event: 'created', grant: id });
    await ask(door, accessPath, { cookie: manager, json: { ask: 'revoke', id } });
    const after = await ask(a, `${auditPath}?event=revoked`, { cookie: manager });
    expect(auditPageShape.parse(JSON.parse(after.text)).entries[0]).toMatchObject({ event: 'revoked', grant: id });
  }
});

const statusOf = async (door: Door, cookie: string) => (await ask(door, '/config', { cookie })).status;

test('who has signed in at one gateway is known at the other with the next request, and so is a token just made', async () => {
  const { a, b, manager } = await openPair();
  for (let turn = 0; turn < 8; turn++) {
    const [here, there] = turn % 2 === 0 ? [a, b] : [b, a];
    const { token } = await handOut(there, manager, `Person ${turn}`);
    const cookie = await enter(here, token);
    expect(await statusOf(there, cookie)).toBe(200);
  }
  expect(await statusOf(b, `${manager}x`)).toBe(401);
});

test('a token revoked at one gateway ends sessions and streams at both within a second, and no others', async () => {
  const { a, b, manager } = await openPair();
  const { id, token } = await handOut(a, manager, 'Ana');
  const ana = await enter(a, token);
  const ben = await enter(a, (await handOut(a, manager, 'Ben')).token);
  const open = async (door: Door, cookie: string) => {
    const stream = await visit(door, '/events', { cookie });
    expect(stream.statusCode).toBe(200);
    onTestFinished(() => void stream.destroy());
    // A stream may end by an error.
    const ended = once(stream.resume(), 'close').then(
      () => performance.now(),
      () => performance.now(),
    );
    return { stream, ended };
  };
  const anas = [await open(a, ana), await open(b, ana)];
  const bens = [await open(a, ben), await open(b, ben)];
  const lateness = watchLateness();
  const revokedAt = performance.now();
  expect((await ask(b, accessPath, { cookie: manager, json: { ask: 'revoke', id } })).status).toBe(200);
  for (const door of [b, a]) {
    while ((await statusOf(door, ana)) !== 401) await sleep(20);
    expect(performance.now() - revokedAt).toBeLessThan(revokedMs + inTurn * lateness());
  }
  for (const { ended } of anas) expect((await ended) - revokedAt).toBeLessThan(revokedMs + inTurn * lateness());
  expect(await Promise.all([a, b].map((door) => statusOf(door, ben)))).toEqual([200, 200]);
  expect(bens.map(({ stream }) => stream.closed)).toEqual([false, false]);
});

test('while the database is gone nobody signs in anew and is told so, and all go on who have', async () => {
  const { a, b, manager } = await openPair();
  const { token } = await handOut(a, manager, 'Ana');
  const ana = await enter(a, token);
  expect(await statusOf(b, ana)).toBe(200);
  postgres.kill();
  for (const door of [a, b]) {
    const refused = await ask(door, '/sign-in', { form: `token=${token}` });
    expect([refused.status, refused.text, refused.headers['set-cookie']]).toEqual([
      503,
      expect.stringContaining('cannot be saved now'),
      undefined,
    ]);
    expect([await statusOf(door, ana), await statusOf(door, manager)]).toEqual([200, 200]);
    expect((await ask(door, auditPath, { cookie: manager })).status).toBe(503);
  }
  postgres.start();
  const later = await signIn(b, token);
  expect(await statusOf(a, later)).toBe(200);
});

test('the audit is one chain of both gateways, and shows any line that was changed, removed or added', async () => {
  const { a, b, manager } = await openPair();
  const { token } = await handOut(a, manager, 'Ana');
  await eventually(() => enter(b, token));
  await Promise.all(Array.from({ length: 20 }, (_, n) => enter(n % 2 === 0 ? a : b, token)));
  const entriesAt = async (door: Door) => {
    const { text } = await ask(door, auditPath, { cookie: manager });
    return auditPageShape.parse(JSON.parse(text)).entries;
  };
  await eventually(async () =>
    expect((await entriesAt(a)).filter(({ event }) => event === 'signed in')).toHaveLength(22),
  );
  const entries = await entriesAt(a);
  expect(await entriesAt(b)).toEqual(entries);
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from(entries, (_, index) => entries.length - index));

  const schema = schemaOf(1001);
  const database = new Database({ urls: [postgres.url], schema });
  onTestFinished(() => database.close());
  expect(await verifySharedAudit(database)).toEqual({ entries: entries.length, faults: [] });
  const last = entries.length;
  const more = `INSERT INTO audit SELECT seq + 1, event, at, replace(line, '"seq":${last},', '"seq":${last + 1},')`;
  await database.query('CREATE TABLE kept_audit AS SELECT * FROM audit');
  for (const [deed, fault] of [
    [`UPDATE audit SET line = replace(line, 'signed in', 'signed out') WHERE seq = 5`, 'before 6 was changed'],
    [`UPDATE audit SET line = line || ' ' WHERE seq = ${last}`, 'The last entry was changed'],
    [`DELETE FROM audit WHERE seq = 5`, 'Entries 5 to 5 are missing'],
    [`DELETE FROM audit WHERE seq >= ${last - 1}`, `Entries ${last - 1} to ${last} are missing`],
    [`${more} FROM audit WHERE seq = ${last}`, `before ${last + 1} was changed`],
  ] as const) {
    await database.query(deed);
    expect((await verifySharedAudit(database)).faults.join(' ')).toContain(fault);
    await database.query('DELETE FROM audit');
    await database.query('INSERT INTO audit SELECT * FROM kept_audit');
    expect((await verifySharedAudit(database)).faults).toEqual([]);
  }
});

test('what two people put off at two gateways at the same moment is all kept, and nothing that was refused', async () => {
  const aircraft = [1, 2, 3].map((n) => ({
    aircraftId: guid(n),
    tailNumber: `N${n}SP`,
    status: { id: 1, name: 'Active' },
  }));
  const squawk = { squawkId: 's1', description: 'Left brake soft', groundAircraft: true };
  const school = { ...newStubSchool(), aircraft, instead: { '/squawks': [squawk] } };
  const { a, b, manager } = await openPair({ instead: await listen(stubService(school)) });
  const ana = await enter(a, (await handOut(a, manager, 'Ana')).token);
  const fingerprint = fingerprintOf([evidence('squawk', 's1', 'grounds')]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const keyOf = (n: number) => `grounded ${guid(n)}`;
  const putOff = (door: Door, cookie: string, n: number) =>
    ask(door, snoozesPath, { cookie, json: { key: keyOf(n), fingerprint, until } });
  // Both have read the school.
  for (const door of [a, b]) await eventually(async () => expect((await putOff(door, manager, 1)).status).toBe(200));
  const answers = await Promise.all([
    putOff(a, ana, 1),
    putOff(b, manager, 1),
    putOff(a, ana, 2),
    putOff(b, manager, 3),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const listAt = async (door: Door) => {
    const { text } = await ask(door, snoozesPath, { cookie: manager });
    const stored = snoozesShape.parse(JSON.parse(text)).snoozes.map(({ key, by }) => `${key} ${by}`);
    return stored.toSorted((first, other) => first.localeCompare(other));
  };
  const all = [`${keyOf(1)} Ana`, `${keyOf(1)} Maria`, `${keyOf(2)} Ana`, `${keyOf(3)} Maria`];
  for (const door of [a, b]) await eventually(async () => expect(await listAt(door)).toEqual(all));
  postgres.kill();
  expect((await putOff(a, ana, 3)).status).toBe(503);
  expect(await listAt(a)).toEqual(all);
  postgres.start();
  await eventually(async () => expect((await putOff(b, manager, 2)).status).toBe(200));
  for (const door of [a, b])
    await eventually(async () => expect(await listAt(door)).toEqual([...all, `${keyOf(2)} Maria`].toSorted()));
});
