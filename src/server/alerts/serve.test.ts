import { createECDH } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleAlert, sampleRecipient } from '#e2e/servers/alertSender.ts';
import {
  alertsPath,
  alertsShape,
  alertTestPath,
  feedPath,
  newsPath,
  newsShape,
  pushPath,
  type Recipient,
  recipientsPath,
} from '#contract/gateway/alerts.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { everyone } from '#contract/access/grants.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { refusedAddress } from '#server/http/rights/refusals.ts';
import { parsed } from '#server/http/body.ts';
import type { Reply } from '#server/http/reply.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { present } from './alerts.ts';
import { Recipients } from './recipients.ts';
import type { Handler } from '#server/http/handlers.ts';
import { AlertController } from './serve.ts';

const now = Date.UTC(2026, 4, 12, 17);
const browser = createECDH('prime256v1');
browser.generateKeys();
const keys = { p256dh: browser.getPublicKey('base64url'), auth: 'A'.repeat(22) };
const callerOf = (role: Role, grant: string = role): Caller => ({
  who: { ...everyone, role },
  view: role,
  id: grant,
  grant,
});
const manager = callerOf('manager');

function controller(directory: string | null = null) {
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'alerts', at: now });
  onTestFinished(() => storage.close());
  const recipients = new Recipients(directory);
  const audited: string[] = [];
  const ownController = new AlertController({
    storage,
    recipients,
    maxPerHour: 20,
    publicUrl: 'https://fly.example.com',
    wall: () => now,
    test: () => Promise.resolve({ state: 'refused', answer: '550 no such user' }),
    channels: () => [],
    webhooks: [{ name: 'ops', form: 'slack' }],
    pushKey: 'key',
    evaluatedAt: () => now,
    trouble: () => null,
    schoolName: () => 'Pikes Peak',
    audit: ({ event, recipient }) => void audited.push(`${event} ${recipient}`),
    onChange: () => undefined,
  });
  const answers = new Map<string, Handler>(Object.entries(ownController.answers));
  const post = async (path: string, body: unknown, caller = manager) => {
    const incoming = new IncomingMessage(new Socket());
    incoming.push(JSON.stringify(body));
    incoming.push(null);
    return bodyOf((await answers.get(path)?.POST?.(incoming, caller)) ?? null);
  };
  const get = (path: string, caller = manager) => {
    const reply = answers.get(path)?.GET?.({ url: path, headers: {} }, caller, noSender);
    return bodyOf(reply && 'status' in reply ? reply : null);
  };
  const save = (given: Partial<Recipient>, caller = manager) => {
    const { secret, subscription, owner, ...recipient } = sampleRecipient({ id: '', to: 'ops', ...given });
    expect([secret, subscription, owner]).toEqual(['', null, null]);
    return post(recipientsPath, { id: given.id ?? '', recipient }, caller);
  };
  return { storage, recipients, audited, controller: ownController, post, get, save };
}

const noSender = { onDisconnect: () => undefined, takeCall: () => null, takeRenewal: () => true };

/** The status and the body of an answer. */
function bodyOf(reply: Reply | null) {
  return { status: reply?.status ?? 0, body: parsed(reply?.body.plain.toString() ?? '') };
}

describe('recipients', () => {
  it('are saved, changed and removed, each with an audit entry', async () => {
    const { save, post, get, audited } = controller();
    const saved = await save({ name: 'Ops' });
    const { id } = saved.body as { id: string };
    await save({ id, name: 'Line' });
    expect(alertsShape.parse(get(alertsPath).body).recipients.map(({ name }) => name)).toEqual(['Line']);
    expect((await post(recipientsPath, { id, recipient: null })).status).toBe(200);
    expect((await post(recipientsPath, { id, recipient: null })).status).toBe(404);
    expect(audited).toEqual([`recipient saved ${id}`, `recipient saved ${id}`, `recipient removed ${id}`]);
  });

  it.each<[string, Partial<Recipient>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'a\nb' }],
    ['to', { channel: 'mail', to: 'nobody' }],
    ['to', { channel: 'mail', to: 'a@example.com, b@example.com' }],
    ['to', { channel: 'mail', to: 'a@example.com\r\nBcc: b@example.com' }],
    ['to', { channel: 'mail', to: 'a@example.com(b)' }],
    ['to', { channel: 'mail', to: 'group:a@example.com' }],
    ['to', { channel: 'mail', to: 'a\u0007@example.com' }],
    ['to', { channel: 'webhook', to: 'unknown' }],
    ['role', { role: 'display' }],
    ['channel', { channel: 'push', to: '' }],
  ])('with a wrong %s are refused: %j', async (field, given) => {
    const { save, get } = controller();
    const { status, body } = await save(given);
    expect([status, body]).toMatchObject([400, [{ dataField: field }]]);
    expect(alertsShape.parse(get(alertsPath).body).recipients).toEqual([]);
  });

  it('are kept in a file that only its owner can read, and a damaged file is not overwritten', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'alerts-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const { save, recipients } = controller(directory);
    await save({ name: 'Ops' });
    const path = join(directory, 'alerts.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(new Recipients(directory).all()).toEqual(recipients.all());
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20));
    expect(() => new Recipients(directory)).toThrow(/is damaged: restore a copy, or move it away/);
  });

  it('are tested at most ten times a minute, and the test shows the other side’s answer', async () => {
    const { save, post } = controller();
    const { id } = (await save({ name: 'Ops' })).body as { id: string };
    expect((await post(alertTestPath, { id })).body).toEqual({ isSent: false, answer: '550 no such user' });
    for (let more = 0; more < 9; more++) await post(alertTestPath, { id });
    expect((await post(alertTestPath, { id })).status).toBe(429);
  });
});

describe('access to alerts', () => {
  it('follows the table of roles: only managers change recipients, and roles without alerts cannot read them', () => {
    const may = (role: Role, path: string, method: string) => refusedAddress(path, method, { role }) === null;
    const all = [
      [alertsPath, 'GET'],
      [newsPath, 'GET'],
      [pushPath, 'POST'],
      [recipientsPath, 'POST'],
      [alertTestPath, 'POST'],
    ] as const;
    const allowed = roles.map((role) => [role, all.filter(([path, method]) => may(role, path, method)).length]);
    expect(Object.fromEntries(allowed)).toEqual({
      manager: 5,
      administrator: 0,
      dispatcher: 3,
      maintenance: 3,
      instructor: 0,
      display: 0,
    });
  });

  it('shows people only their own browsers, except managers, and never a secret', async () => {
    const { save, post, get } = controller();
    await save({ name: 'Ops' });
    const subscription = { endpoint: 'https://fcm.googleapis.com/send/secret', keys };
    const ana = callerOf('dispatcher', 'ana');
    expect((await post(pushPath, { ...subscription, name: 'Firefox' }, ana)).status).toBe(200);
    const names = (caller: Caller) =>
      alertsShape.parse(get(alertsPath, caller).body).recipients.map(({ name }) => name);
    expect([names(manager), names(ana), names(callerOf('dispatcher', 'bo'))]).toEqual([
      ['Ops', 'Firefox'],
      ['Firefox'],
      [],
    ]);
    expect(JSON.stringify(get(alertsPath).body)).not.toContain('secret');
    expect((await post(pushPath, { ...subscription, keys: null, name: '' }, callerOf('dispatcher', 'bo'))).status).toBe(
      404,
    );
    expect((await post(pushPath, { ...subscription, keys: null, name: '' }, ana)).status).toBe(200);
    const wrong = { ...subscription, endpoint: 'https://127.0.0.1/', name: 'x' };
    expect((await post(pushPath, wrong, ana)).status).toBe(400);
  });
});

describe('a browser of a person', () => {
  it('belongs only to that person, and changes owner when another person signs in there', async () => {
    const { post, get } = controller();
    const subscription = { endpoint: 'https://fcm.googleapis.com/send/one', keys };
    const [ana, bo] = [callerOf('dispatcher', 'ana'), callerOf('dispatcher', 'bo')];
    const ownBrowsers = (caller: Caller) => alertsShape.parse(get(alertsPath, caller).body).ownBrowsers;
    await post(pushPath, { ...subscription, name: 'Desk' }, ana);
    expect([ownBrowsers(ana), ownBrowsers(bo), ownBrowsers(manager)]).toEqual([[subscription.endpoint], [], []]);
    // The address alone is not enough to take a browser over.
    await post(pushPath, { ...subscription, keys: { ...keys, auth: 'B'.repeat(22) }, name: 'Other' }, bo);
    expect(ownBrowsers(ana)).toEqual([subscription.endpoint]);
    await post(pushPath, { ...subscription, name: 'Desk' }, bo);
    expect([ownBrowsers(ana), ownBrowsers(bo)]).toEqual([[], [subscription.endpoint]]);
  });

  it('gets nothing once the person’s access has ended, and follows a change of role', async () => {
    const { recipients, post } = controller();
    const ana = callerOf('dispatcher', 'ana');
    await post(pushPath, { endpoint: 'https://fcm.googleapis.com/1', name: 'x', keys }, ana);
    const asOf = (role: Role | null) => {
      const roleOf = (grant: string) => (grant === 'ana' ? role : null);
      return present(recipients, { roleOf, isSignedIn: () => true }).all();
    };
    expect(
      [asOf('dispatcher'), asOf('maintenance'), asOf(null)].map(([recipient]) => [recipient?.role, recipient?.isOn]),
    ).toEqual([
      ['dispatcher', true],
      ['maintenance', true],
      [undefined, undefined],
    ]);
  });

  it('gets nothing after its session was ended, no full name after it ran out, and goes on if its person signs in again', async () => {
    const { recipients, post, controller: ownController, audited } = controller();
    const ana = { ...callerOf('dispatcher', 'ana'), id: 'session 1' };
    const endpoint = 'https://fcm.googleapis.com/1';
    await post(pushPath, { endpoint, name: 'Desk', keys }, ana);
    await post(pushPath, { endpoint: `${endpoint}2`, name: 'Phone', keys }, { ...ana, id: 'session 2' });
    const signedIn = new Set(['session 1', 'session 2']);
    const browsers = () =>
      present(recipients, { roleOf: () => 'dispatcher', isSignedIn: (id) => signedIn.has(id) })
        .all()
        .map(({ name, names }) => [name, names]);
    expect(browsers()).toEqual([
      ['Desk', 'full'],
      ['Phone', 'full'],
    ]);
    signedIn.delete('session 2');
    expect(browsers()[1]).toEqual(['Phone', 'initials']);
    await post(pushPath, { endpoint: `${endpoint}2`, name: 'Phone', keys }, { ...ana, id: 'session 3' });
    signedIn.add('session 3');
    expect(browsers()[1]).toEqual(['Phone', 'full']);
    signedIn.add('session 4');
    ownController.endBrowser('session 1', 'session 4');
    expect(browsers()[0]).toEqual(['Desk', 'full']);
    ownController.endBrowser('session 1', null);
    expect(browsers()).toHaveLength(2);
    ownController.endBrowser('session 4', null);
    expect(browsers()).toEqual([['Phone', 'full']]);
    expect(audited.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'recipient saved',
      'recipient saved',
      'recipient saved',
      'recipient removed',
    ]);
  });

  it.each([
    ['endpoint', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1_100)}` }],
    ['endpoint', { endpoint: 'https://fcm.googleapis.com/a\u0000b' }],
    ['endpoint', { endpoint: 'https://fcm.googleapis.com/a b' }],
    ['endpoint', { endpoint: 'http://fcm.googleapis.com/a' }],
    ['endpoint', { endpoint: 'https://example.com/a' }],
    ['name', { name: 'Desk\nDesk' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: ' ' }],
    ['keys', { keys: { ...keys, auth: 'A'.repeat(23) } }],
    ['keys', { keys: { ...keys, auth: 'A'.repeat(400) } }],
    ['keys', { keys: { ...keys, auth: `${'A'.repeat(21)}\u0007` } }],
    ['keys', { keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } }],
    ['keys', { keys: { ...keys, p256dh: keys.p256dh.slice(1) } }],
  ] as const)('is refused with a wrong %s: %j', async (field, given) => {
    const { recipients, post } = controller();
    const { status, body } = await post(pushPath, {
      endpoint: 'https://fcm.googleapis.com/1',
      name: 'x',
      keys,
      ...given,
    });
    expect([status, body]).toMatchObject([400, [{ dataField: field }]]);
    expect(recipients.all()).toEqual([]);
  });

  it('sends no more than a subscription has', async () => {
    const { post } = controller();
    const long = { endpoint: 'https://fcm.googleapis.com/1', name: 'x', keys: { ...keys, more: 'x'.repeat(12_000) } };
    expect((await post(pushPath, long)).status).toBe(413);
  });

  it('is one of at most five', async () => {
    const { post } = controller();
    const add = (number: number) =>
      post(pushPath, { endpoint: `https://fcm.googleapis.com/${number}`, name: 'x', keys });
    for (let number = 0; number < 5; number++) expect((await add(number)).status).toBe(200);
    expect([(await add(5)).status, (await add(0)).status]).toEqual([409, 200]);
  });

  it('gets the alerts of the person’s role, as a feed gets those of its recipient', async () => {
    const { storage, save, get, controller: ownController, recipients } = controller();
    const alerts = [sampleAlert('annual', now), sampleAlert('stop', now, { kind: 'stop' })];
    const rows = alerts.map((alert) => ({ id: alert.id, at: now, json: JSON.stringify(alert) }));
    storage.keepAlerts({ state: '{}', alerts: rows, pending: [] });
    const news = (role: Role) => newsShape.parse(get(newsPath, callerOf(role)).body).alerts.map(({ id }) => id);
    expect([news('dispatcher'), news('maintenance')]).toEqual([['stop', 'annual'], ['annual']]);
    await save({ name: 'Feed', channel: 'feed', to: '', kinds: ['reminder'] });
    const [{ secret } = { secret: '' }] = recipients.all();
    const text = ownController.feed(feedPath + secret).body.plain.toString();
    expect(text).toContain('annual is Expired');
    expect(text).not.toContain('stop is Expired');
    expect([ownController.feed(`${feedPath}x`).status, ownController.feed(feedPath).status]).toEqual([404, 404]);
  });
});
