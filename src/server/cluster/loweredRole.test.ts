import { once } from 'node:events';
import { join } from 'node:path';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { accessAnswerShape, accessPath } from '#contract/access/grants.ts';
import { type Role } from '#contract/access/roles.ts';
import { alertsPath, alertsShape, pushPath } from '#contract/gateway/alerts.ts';
import { createECDH } from 'node:crypto';
import { openInstallation } from '#e2e/servers/cluster/installation.ts';
import { ask, type Door, doorOf, signIn, tokenFrom, visit } from '#e2e/servers/cluster/people.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { guid, listen, newStubSchool, stubReservation, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';

const test = it.skipIf(!hasPostgres);
const publicUrl = 'http://localhost:4600';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const midnight = new Date().toISOString().slice(0, 11).concat('00:00:00Z');
const nextMidnight = new Date(Date.parse(midnight) + 86_400_000).toISOString();
/** What each role sees otherwise: money, contact data, names of people, and addresses that it may not open at all. */
const addresses = [
  '/api/core/v1.0/operators/1001/aircraft',
  '/api/core/v1.0/operators/1001/users',
  `/replica/reservations?from=${midnight}&to=${nextMidnight}`,
  '/replica/people',
  '/replica/alerts',
  '/access',
  '/state',
] as const;

async function openPair() {
  const instantAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const aircraft = [{ aircraftId: guid(1), tailNumber: 'N1SP', status: { id: 1, name: 'Active' }, hourlyRate: 187.5 }];
  const users = [{ userId: guid(900), firstName: 'Sam', lastName: 'Garcia', email: 'sam@school.example' }];
  const reservations = [stubReservation(7, instantAt(-2), instantAt(-1))];
  const service = await listen(stubService({ ...newStubSchool(), aircraft, users, reservations }));
  const settings = {
    ACCESS: 'tokens',
    PUBLIC_URL: publicUrl,
    API_RATE_LIMIT: '1000',
    ALERT_PUSH_CONTACT: 'mailto:ops@example.com',
  };
  const { gateways } = await openInstallation(postgres, 2, settings, { instead: service });
  const [first, second] = gateways;
  if (!first || !second) throw new Error('There are not two gateways.');
  const [a, b] = [doorOf(first, publicUrl), doorOf(second, publicUrl)];
  const manager = await signIn(a, tokenFrom(join(first.directory, 'data'), 'Maria', 'manager'));
  // Both have read the school.
  for (const door of [a, b]) await eventually(async () => expect(secretsIn(await seen(door, manager))).toHaveLength(3));
  const change = (json: unknown) => ask(a, accessPath, { cookie: manager, json });
  /** Hands a role out at the first gateway. */
  const handOut = async (name: string, role: Role) => {
    const userId = role === 'instructor' ? guid(901) : null;
    const given = { kind: 'token', name, role, userId, showsNames: true, subject: null, days: 30 };
    const { grants, secret } = accessAnswerShape.parse(JSON.parse((await change({ ask: 'create', ...given })).text));
    return { id: grants.find((grant) => grant.name === name)?.id ?? '', token: secret ?? '' };
  };
  return { a, b, manager, handOut, revoke: (id: string) => change({ ask: 'revoke', id }) };
}

/** The answers of a gateway to a browser that has kept these tags of an earlier, wider answer. */
async function seen({ port, host }: Door, cookie: string, kept: ReadonlyMap<string, string> = new Map()) {
  const answers = new Map<string, { readonly status: number; readonly text: string; readonly tag: string }>();
  for (const path of addresses) {
    const tag = kept.get(path);
    const headers = { host, cookie, ...(tag !== undefined && { 'if-none-match': tag }) };
    const outgoing = request({ host: '127.0.0.1', port, path, headers, agent: false }).end();
    const [answer] = await once(outgoing, 'response');
    const text = Buffer.concat(await answer.toArray()).toString();
    answers.set(path, { status: answer.statusCode ?? 0, text, tag: answer.headers.etag ?? '' });
  }
  return answers;
}
type Seen = Awaited<ReturnType<typeof seen>>;

const tagsOf = (answers: Seen) => new Map([...answers].flatMap(([path, { tag }]) => (tag === '' ? [] : [[path, tag]])));
/** Without the parts of the state that differ between gateways and moments. */
const statusesIn = (answers: Seen) => [...answers].map(([path, { status }]) => [path, status]);
const secrets = { money: '187.5', contact: 'sam@school.example', name: 'Garcia' } as const;
const secretsIn = (answers: Seen) => {
  const all = Array.from(answers.values(), ({ text }) => text).join('\n');
  return Object.entries(secrets).flatMap(([what, text]) => (all.includes(text) ? [what] : []));
};

/** What each role sees of the secrets. */
const visible: { readonly [Name in Role]?: readonly string[] } = {
  manager: ['money', 'contact', 'name'],
  dispatcher: ['contact', 'name'],
  maintenance: ['name'],
  instructor: [],
};

test('a role that is lowered or raised at one gateway counts at the other for requests, streams, kept views and tags', async () => {
  const { a, b, handOut, revoke } = await openPair();
  let wider: Seen | null = null;
  let before: { readonly id: string; readonly cookie: string } | null = null;
  // Down, and up again: what was made for one view is never another one's.
  for (const role of ['manager', 'dispatcher', 'maintenance', 'instructor', 'dispatcher', 'manager'] as const) {
    const stream = before && (await visit(b, '/events', { cookie: before.cookie }));
    const ended = stream && once(stream.resume(), 'close').catch(() => undefined);
    onTestFinished(() => void stream?.destroy());
    if (before) {
      expect((await revoke(before.id)).status).toBe(200);
      await ended;
      const { cookie } = before;
      await eventually(async () => expect((await ask(b, '/config', { cookie })).status).toBe(401));
      const after = await seen(b, cookie, wider ? tagsOf(wider) : undefined);
      expect([...new Set(Array.from(after.values(), ({ status }) => status))]).toEqual([401]);
    }
    const { id, token } = await handOut('Ana', role);
    // At once, before the notice may have come.
    const cookie = await signIn(b, token);
    const withTags = await seen(b, cookie, wider ? tagsOf(wider) : undefined);
    const fresh = await seen(b, cookie);
    expect([role, secretsIn(fresh)]).toEqual([role, visible[role]]);
    // An answer of the former role is unchanged only if this role gets the same bytes.
    for (const [path, { status }] of withTags)
      if (status === 304) expect([path, fresh.get(path)?.text]).toEqual([path, wider?.get(path)?.text]);
    expect(statusesIn(await seen(a, cookie))).toEqual(statusesIn(fresh));
    wider = fresh;
    before = { id, cookie };
  }
});

test('a browser’s alerts end at the gateway that sends them, whichever one learns first that its person has no access', async () => {
  const { a, b, manager, handOut, revoke } = await openPair();
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const p256dh = browser.getPublicKey('base64url');
  const named = async (door: Door) => {
    const { text } = await ask(door, alertsPath, { cookie: manager });
    return alertsShape.parse(JSON.parse(text)).recipients.map(({ name }) => name);
  };
  const people: { id: string; name: string; cookie: string; door: Door }[] = [];
  for (const [name, door] of [
    ['At A', a],
    ['At B', b],
    ['Out at A', a],
    ['Out at B', b],
  ] as const) {
    const { id, token } = await handOut(name, 'dispatcher');
    const cookie = await signIn(door, token);
    const keys = { p256dh, auth: Buffer.from(name.padEnd(16)).toString('base64url') };
    const endpoint = `https://fcm.googleapis.com/fcm/send/${people.length}`;
    expect((await ask(door, pushPath, { cookie, json: { endpoint, name, keys } })).status).toBe(200);
    people.push({ id, name, cookie, door });
  }
  for (const door of [a, b])
    await eventually(async () => expect(await named(door)).toEqual(people.map(({ name }) => name)));
  for (const { name, id, cookie, door } of people) {
    if (name.startsWith('Out')) await ask(door, '/sign-out', { cookie, json: {} });
    else await revoke(id);
  }
  for (const door of [a, b]) await eventually(async () => expect(await named(door)).toEqual([]));
});
