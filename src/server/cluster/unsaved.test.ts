import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessAnswerShape, accessPath, grantsShape } from '#contract/access/grants.ts';
import { columnsPath } from '#contract/access/columns.ts';
import { reminderClassesPath } from '#contract/access/reminderClasses.ts';
import { sessionsPath, sessionsShape } from '#contract/access/sessions.ts';
import { alertsPath, pushPath, recipientsPath } from '#contract/gateway/alerts.ts';
import { latePath } from '#contract/gateway/late.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { routes } from '#contract/routes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { openInstallation } from '#e2e/servers/cluster/installation.ts';
import { ask, type Door, doorOf, signIn, tokenFrom } from '#e2e/servers/cluster/people.ts';
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

const squawk = { squawkId: 's1', description: 'Left brake soft', groundAircraft: true };
const aircraft = [1, 2].map((n) => ({ aircraftId: guid(n), tailNumber: `N${n}SP`, status: { id: 1, name: 'Active' } }));
const keyOf = (n: number) => `grounded ${guid(n)}`;
const token = { kind: 'token', role: 'dispatcher', userId: null, showsNames: true, subject: null, days: 30 };
const recipient = { channel: 'feed', to: '', role: 'dispatcher', kinds: ['grounded'], aircraft: [], models: [] };
const delivery = { locations: [], instructors: [], quiet: null, digest: 'at once', names: 'full', isOn: true };
const endpoint = 'https://fcm.googleapis.com/fcm/send/';
const browser = createECDH('prime256v1');
browser.generateKeys();
const keys = { p256dh: browser.getPublicKey('base64url'), auth: 'A'.repeat(22) };

/** Every address at which somebody changes something that all gateways keep. The others keep nothing, or only the audit. */
const kept = [
  accessPath,
  sessionsPath,
  columnsPath,
  reminderClassesPath,
  recipientsPath,
  pushPath,
  snoozesPath,
  latePath,
] as const;
const keepNothing = ['/replica/late/numbers', '/exports', '/replica/alerts/test', '/connection-check'];
const ofSignIn = ['/sign-in', '/sign-in/display', '/sign-in/logout', '/sign-out'];

/** Two gateways, with something of each kind already there. */
async function openPair() {
  const instantAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const reservations = [stubReservation(7, instantAt(-2), instantAt(-1))];
  const school = { ...newStubSchool(), aircraft, reservations, instead: { '/squawks': [squawk] } };
  const of = { ALERT_PUSH_CONTACT: 'mailto:ops@example.com', LATE_STEPS: 'Call the pilot;Call the tower' };
  const settings = { ACCESS: 'tokens', PUBLIC_URL: publicUrl, API_RATE_LIMIT: '1000', ...of };
  const instead = await listen(stubService(school));
  const { gateways } = await openInstallation(postgres, 2, settings, { instead });
  const [first, second] = gateways;
  if (!first || !second) throw new Error('There are not two gateways.');
  const [a, b] = [doorOf(first, publicUrl), doorOf(second, publicUrl)];
  const cookie = await signIn(a, tokenFrom(join(first.directory, 'data'), 'Maria', 'manager'));
  const post = (door: Door, path: string, json: unknown) => ask(door, path, { cookie, json });
  const handOut = async (name: string) => {
    const { text } = await post(a, accessPath, { ask: 'create', ...token, name });
    const { grants, secret } = accessAnswerShape.parse(JSON.parse(text));
    return { id: grants.find((grant) => grant.name === name)?.id ?? '', secret: secret ?? '' };
  };
  return { a, b, cookie, post, handOut };
}

type Pair = Awaited<ReturnType<typeof openPair>>;
const idIn = (text: string) => (JSON.parse(text) as { id: string }).id;

/** Everything that people have set, as a gateway lists it. */
async function listed({ cookie }: Pair, door: Door): Promise<Record<string, unknown>> {
  const get = async (path: string) => JSON.parse((await ask(door, path, { cookie })).text) as Record<string, unknown>;
  const { grants } = grantsShape.parse(await get(accessPath));
  const { sessions } = sessionsShape.parse(await get(`${sessionsPath}?of=all`));
  const alerts = await get(alertsPath);
  return {
    grants: grants.map(({ name }) => name).toSorted(),
    sessions: sessions.map(({ id }) => id).toSorted(),
    columns: (await get(columnsPath))['reports'],
    classes: await get(reminderClassesPath),
    recipients: alerts['recipients'],
    browsers: alerts['ownBrowsers'],
    putOff: await get(snoozesPath),
    ticks: (await get(`${latePath}?reservation=${guid(7)}`))['acts'],
  };
}

test('a change that is refused because the database is gone never takes effect; what is taken away counts here at once, and says where not yet', async () => {
  const pair = await openPair();
  const { a, b, post, handOut } = pair;
  const fingerprint = fingerprintOf([evidence('squawk', 's1', 'grounds')]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const putOff = (n: number) => ({ key: keyOf(n), fingerprint, until });
  const tick = (step: string, isDone = true) => ({ reservation: guid(7), step, isDone });
  const ana = await handOut('Ana');
  const ben = await handOut('Ben');
  const bensCookie = await signIn(a, ben.secret);
  const anasCookie = await signIn(a, ana.secret);
  const column = { report: 'reportWorkOrders', member: 'totalDue', role: 'maintenance' };
  const savedRecipient = { ...recipient, ...delivery, name: 'Ramp', id: '' };
  const made = [
    await post(a, columnsPath, { ask: 'open', ...column }),
    await post(a, reminderClassesPath, { name: 'Oil change', class: 'advisory' }),
    await post(a, recipientsPath, { id: '', recipient: savedRecipient }),
    await post(a, pushPath, { endpoint: `${endpoint}1`, name: 'Tower', keys }),
  ];
  expect(made.map(({ status, text }) => [status, status === 200 ? '' : text])).toEqual(made.map(() => [200, '']));
  await eventually(async () => expect((await post(a, snoozesPath, putOff(1))).status).toBe(200));
  await eventually(async () => expect((await post(a, latePath, tick('Call the pilot'))).status).toBe(200));
  const id = idIn(made[2]?.text ?? '');
  const before = await listed(pair, a);
  await eventually(async () => expect(await listed(pair, b)).toEqual(before));
  const bens = sessionsShape.parse(JSON.parse((await ask(a, sessionsPath, { cookie: bensCookie })).text)).sessions;
  // A gateway counts the others when it reports that it lives.
  await eventually(async () =>
    expect((await ask(a, '/state', { cookie: pair.cookie })).text).toContain('by 2 servers'),
  );

  postgres.kill();
  const refused: readonly (readonly [string, unknown])[] = [
    [accessPath, { ask: 'create', ...token, name: 'Later' }],
    [accessPath, { ask: 'create', ...token, kind: 'display', name: 'Later display' }],
    [accessPath, { ask: 'create', ...token, kind: 'program', reads: ['schedule'], name: 'Later program' }],
    [columnsPath, { ask: 'open', ...column, member: 'balance' }],
    [columnsPath, { ask: 'close', ...column }],
    [reminderClassesPath, { name: 'Oil change', class: 'conditional' }],
    [reminderClassesPath, { name: 'Oil change', class: null }],
    [reminderClassesPath, { name: 'Wash', class: 'advisory' }],
    [recipientsPath, { id: '', recipient: { ...savedRecipient, name: 'Later' } }],
    [recipientsPath, { id, recipient: { ...savedRecipient, id, name: 'Renamed' } }],
    [recipientsPath, { id, recipient: null }],
    [pushPath, { endpoint: `${endpoint}2`, name: 'Later', keys }],
    [pushPath, { endpoint: `${endpoint}1`, name: 'Tower', keys: null }],
    [snoozesPath, putOff(2)],
    [snoozesPath, { ...putOff(1), until: null }],
    [latePath, tick('Call the tower')],
    [latePath, tick('Call the pilot', false)],
    ['/sign-in', { token: ana.secret }],
  ];
  // Nothing that keeps a change is missing here.
  const posts = Object.entries(routes).flatMap(([path, route]) => ('body' in route ? [path] : []));
  expect(posts.filter((path) => ![...kept, ...keepNothing, ...ofSignIn].includes(path))).toEqual([]);
  const answers = await Promise.all(refused.map(([path, json]) => post(a, path, json)));
  expect(answers.map(({ status, text }, at) => [refused[at], status, text.includes('cannot be saved now')])).toEqual(
    refused.map((given) => [given, 503, true]),
  );
  expect(await listed(pair, a)).toEqual(before);

  // What is taken away is taken away here at once; asked again, it is not unknown.
  const words = 'does not count yet at 1 other server';
  for (let turn = 0; turn < 2; turn++) {
    const taken = [
      await post(a, accessPath, { ask: 'revoke', id: ana.id }),
      await post(a, sessionsPath, { ask: 'end', id: bens[0]?.id }),
    ];
    expect(taken.map(({ status, text }) => [status, text.includes(words)])).toEqual(taken.map(() => [202, true]));
  }
  for (const cookie of [anasCookie, bensCookie]) {
    expect((await ask(a, '/config', { cookie })).status).toBe(401);
    expect((await ask(b, '/config', { cookie })).status).toBe(200);
  }
  postgres.start();
  const after = {
    ...before,
    grants: (before['grants'] as string[]).filter((name) => name !== 'Ana'),
    sessions: expect.any(Array),
  };
  for (const door of [a, b])
    await eventually(async () => {
      expect(await listed(pair, door)).toEqual(after);
      for (const cookie of [anasCookie, bensCookie]) expect((await ask(door, '/config', { cookie })).status).toBe(401);
    });
  // Now it is gone everywhere, and what was refused can be made.
  expect((await post(a, accessPath, { ask: 'revoke', id: ana.id })).status).toBe(200);
  await eventually(async () =>
    expect((await post(b, reminderClassesPath, { name: 'Wash', class: 'advisory' })).status).toBe(200),
  );
  await eventually(async () => expect((await listed(pair, a))['classes']).toEqual((await listed(pair, b))['classes']));
  expect((await listed(pair, a))['grants']).toEqual(after.grants);
});
