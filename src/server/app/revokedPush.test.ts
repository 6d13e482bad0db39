import { createECDH } from 'node:crypto';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import type { AuditLine } from '#contract/access/audit.ts';
import { accessAnswerShape, accessPath } from '#contract/access/grants.ts';
import { sessionsPath, sessionsShape } from '#contract/access/sessions.ts';
import { alertsPath, alertsShape, alertTestPath, pushPath } from '#contract/gateway/alerts.ts';
import { sampleAlert } from '#e2e/servers/alertSender.ts';
import { emptyDirectory, grant, hour, minute } from '#e2e/servers/access/testAccess.ts';
import { openTokenGateway } from '#e2e/servers/access/tokenGateway.ts';
import { listen, newStubSchool, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import type { NewGrant } from '#server/access/store/grants.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';

const browser = createECDH('prime256v1');
browser.generateKeys();
const p256dh = browser.getPublicKey('base64url');
const pushService = 'https://fcm.googleapis.com';

/** The browsers' push service: it takes every message, and notes for which browser. */
function takePushes(): string[] {
  const sent: string[] = [];
  const agent = new MockAgent();
  agent.enableNetConnect(/^127\.0\.0\.1/);
  agent
    .get(pushService)
    .intercept({ path: (path) => path.startsWith('/fcm/send/'), method: 'POST' })
    .reply(({ path }) => {
      sent.push(path.split('/').at(-1) ?? '');
      return { statusCode: 201 };
    })
    .persist();
  const before = getGlobalDispatcher();
  setGlobalDispatcher(agent);
  onTestFinished(() => setGlobalDispatcher(before));
  return sent;
}

type Person = { readonly id: string; readonly secret: string; cookie: string };

/** A gateway that can be stopped and started, at which each person has turned on the alerts of a browser. */
async function openSchool(names: readonly string[], given: (name: string) => Partial<NewGrant> = () => ({})) {
  let now = Date.now();
  const wall = () => now;
  const directory = emptyDirectory();
  const service = await listen(stubService(newStubSchool()));
  onTestFinished(() => service.close());
  const start = (more: { readonly [name: string]: string } = {}) =>
    openTokenGateway(directory, { ALERT_PUSH_CONTACT: 'mailto:ops@example.com', ...more }, { service, wall });
  /** Changes the access file as the command line does, in another process than the gateway. */
  const command = <Result>(work: (store: AccessStore) => Result): Result => {
    const store = new AccessStore({ directory, clock: wall, log: silentLog, audit: () => undefined });
    try {
      return work(store);
    } finally {
      store.close();
    }
  };
  const handOut = (name: string, more: Partial<NewGrant> = {}) => {
    const { grant: made, secret } = command((store) => store.create(grant({ name, ...more }), 'test'));
    return { id: made.id, secret: secret ?? '' };
  };
  let gateway = await start();
  const log: string[] = [];
  const stop = async () => {
    log.push(...gateway.log);
    await gateway.close();
  };
  onTestFinished(stop);
  const ask = (path: string, cookie: string, json?: unknown) => gateway.ask(path, cookie, json);
  const signIn = async (secret: string, cookie = '') => (await ask('/sign-in', cookie, { token: secret })).set ?? '';
  const manager = await signIn(handOut('Maria', { role: 'manager' }).secret);
  const people = new Map<string, Person>();
  for (const name of names) {
    const { id, secret } = handOut(name, given(name));
    const cookie = await signIn(secret);
    const keys = { p256dh, auth: Buffer.from(name.padEnd(16).slice(0, 16)).toString('base64url') };
    const endpoint = `${pushService}/fcm/send/${name}`;
    expect((await ask(pushPath, cookie, { endpoint, name, keys })).status).toBe(200);
    people.set(name, { id, secret, cookie });
  }
  const listed = async () =>
    alertsShape
      .parse(JSON.parse((await ask(alertsPath, manager)).text))
      .recipients.map(({ id, name }) => ({ id, name }));
  const ids = new Map((await listed()).map(({ id, name }) => [name, id]));
  return {
    handOut,
    command,
    manager,
    ask,
    signIn,
    listed,
    person: (name: string) => people.get(name)!,
    recipient: (name: string) => ids.get(name) ?? '',
    pass: (milliseconds: number) => void (now += milliseconds),
    /** An alert that every browser gets in an hour, and another one whose first try has failed. */
    async queue() {
      await stop();
      const { storage } = openStorage({ directory, service: gateway.copyOf, log: silentLog, now: wall });
      const alerts = ['waits', 'tried'].map((id) => ({ id, at: now, json: JSON.stringify(sampleAlert(id, now)) }));
      const pending = [...ids.values()].map((recipient) => ({ alert: 'waits', recipient, sendAt: now + hour }));
      storage.keepAlerts({ state: '{}', alerts, pending });
      const tried = { channel: 'push', state: 'retrying', attempts: 1, at: now, triedAt: now, answer: '503' } as const;
      storage.addMessages(
        Array.from(ids, ([name, recipient]) => {
          return { ...tried, id: `m ${name}`, recipient, name, nextAt: now + hour, alerts: ['tried'] };
        }),
      );
      storage.close();
    },
    async start(more: { readonly [name: string]: string } = {}) {
      gateway = await start(more);
    },
    stop,
    /** Who was removed from the recipients, by the audit. */
    removed() {
      const lines = [...log, ...gateway.log].flatMap((line) => {
        return (JSON.parse(line) as { audit?: AuditLine }).audit ?? [];
      });
      const gone = lines.flatMap(({ event, recipient }) => (event === 'recipient removed' && recipient) || []);
      return Array.from(ids).flatMap(([name, id]) => gone.filter((one) => one === id).map(() => name));
    },
  };
}
type School = Awaited<ReturnType<typeof openSchool>>;

/** How the access of a person ends while the gateway runs. */
const ends: { readonly [how: string]: (school: School, person: Person) => Promise<unknown> | void } = {
  'revoked on the page': ({ ask, manager }, { id }) => ask(accessPath, manager, { ask: 'revoke', id }),
  'revoked by command': ({ command }, { id }) => void command((store) => store.revoke(id, 'command line')),
  'signed out': ({ ask }, { cookie }) => ask('/sign-out', cookie, {}),
  'ended by a manager': async ({ ask, manager }, { cookie }) => {
    const { sessions } = sessionsShape.parse(JSON.parse((await ask(sessionsPath, cookie)).text));
    await ask(sessionsPath, manager, { ask: 'end', id: sessions.find(({ isThis }) => isThis)?.id });
  },
  'ended by date': () => undefined,
  'lower role': async ({ ask, manager, signIn }, { id, cookie }) => {
    await ask(accessPath, manager, { ask: 'revoke', id });
    const lower = { kind: 'token', name: 'Lower', role: 'instructor', userId: 'u1', showsNames: true, subject: null };
    const { text } = await ask(accessPath, manager, { ask: 'create', ...lower, days: 30 });
    await signIn(accessAnswerShape.parse(JSON.parse(text)).secret ?? '', cookie);
  },
  'another person signs in there': async ({ handOut, signIn }, { cookie }) =>
    signIn(handOut('Next', { role: 'dispatcher' }).secret, cookie),
};
const names = ['stays', ...Object.keys(ends)].map((name) => name.replaceAll(' ', '-'));

it('sends nothing to a browser whose person’s access or sign-in ended, also what waited, and no longer lists it', async () => {
  const sent = takePushes();
  const school = await openSchool(names, (name) => (name === 'ended-by-date' ? { days: 1 / 48 } : {}));
  await school.queue();
  await school.start();
  for (const [how, end] of Object.entries(ends)) await end(school, school.person(how.replaceAll(' ', '-')));
  school.pass(31 * minute);
  await eventually(async () => expect((await school.listed()).map(({ name }) => name)).toEqual(['stays']));
  expect(school.removed()).toEqual(names.slice(1));
  for (const name of names.slice(1))
    expect((await school.ask(alertTestPath, school.manager, { id: school.recipient(name) })).status).toBe(404);
  school.pass(hour);
  await eventually(() => expect(sent).toHaveLength(2));
  expect(new Set(sent)).toEqual(new Set(['stays']));
});

it('sends nothing to a browser whose person’s access ended while the gateway was stopped', async () => {
  const sent = takePushes();
  const school = await openSchool(['stays', 'revoked', 'over'], (name) => (name === 'over' ? { days: 1 / 48 } : {}));
  await school.queue();
  school.command((store) => store.revoke(school.person('revoked').id, 'command line'));
  school.pass(2 * hour);
  await school.start();
  await eventually(() => expect(sent).toHaveLength(2));
  expect(new Set(sent)).toEqual(new Set(['stays']));
  await eventually(async () => expect((await school.listed()).map(({ name }) => name)).toEqual(['stays']));
  expect(school.removed()).toEqual(['revoked', 'over']);
});
