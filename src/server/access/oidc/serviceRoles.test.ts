import { createECDH, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Grant } from '#contract/access/grants.ts';
import { alertsPath, pushPath } from '#contract/gateway/alerts.ts';
import { type Browser, type OidcStand, openOidcStand } from '#e2e/servers/access/testOidcStand.ts';
import { ana, clients, madeToken, signOutAt } from '#e2e/servers/access/testProvider.ts';

/** A gateway that takes roles from groups. The provider notifies it of each sign-out. */
let stand: OidcStand;
let url = '';

const backChannel = {
  clients: [
    {
      ...clients.default,
      backchannel_logout_uri: 'https://ops.example.org/sign-in/logout',
      backchannel_logout_session_required: true,
    },
  ],
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  // The provider calls the gateway by its name; here it is at another address.
  fetch: async (_: unknown, { body }: RequestInit = {}) => {
    const { status } = await post(await new Response(body).text());
    return new Response(null, { status });
  },
};

beforeAll(async () => {
  const roles = {
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'managers=manager,ramp=dispatcher,cfi=instructor',
    OIDC_USER_ID_CLAIM: 'flight_id',
    ALERT_PUSH_CONTACT: 'mailto:ops@example.com',
  };
  stand = await openOidcStand(roles, backChannel);
  ({ url } = stand);
});
afterAll(() => stand.close());
afterEach(() => {
  stand.provider.account = ana;
});

type LogoutAnswer = { readonly status: number; readonly cache: string };

/** Posts like the provider: without a browser, a cookie or an origin. */
async function post(body: string, more: { readonly [name: string]: string } = {}): Promise<LogoutAnswer> {
  const headers = { host: 'ops.example.org', 'content-type': 'application/x-www-form-urlencoded', ...more };
  const outgoing = request(`${url}/sign-in/logout`, { method: 'POST', headers, agent: false }).end(body);
  const [incoming] = await once(outgoing, 'response');
  incoming.resume();
  return { status: incoming.statusCode, cache: incoming.headers['cache-control'] };
}

const kim = { sub: 'u-18', email: 'kim@example.org', email_verified: true, name: 'Kim Lee' };

async function signIn(account: typeof ana, browser = stand.browser()): Promise<{ browser: Browser; status: number }> {
  stand.provider.account = account;
  browser.there.clear();
  const { status } = await browser.return(await browser.begin('/'));
  return { browser, status };
}

async function grants(browser: Browser): Promise<Grant[]> {
  return JSON.parse((await browser.ask('/access', { accept: 'application/json' })).text).grants;
}

function change(browser: Browser, value: unknown) {
  const headers = { 'content-type': 'application/json' };
  return browser.ask('/access', { method: 'POST', body: JSON.stringify(value), headers, accept: 'application/json' });
}

/** The event stream of a person, and when it ends. */
async function listen(browser: Browser) {
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const outgoing = request(`${url}/events`, { headers: { host: 'ops.example.org', cookie }, agent: false }).end();
  onTestFinished(() => void outgoing.destroy());
  const [incoming] = await once(outgoing, 'response');
  expect(incoming.statusCode).toBe(200);
  const stream = { isOpen: true, ended: once(incoming.resume(), 'end') };
  stream.ended.then(
    () => (stream.isOpen = false),
    () => undefined,
  );
  return stream;
}

describe('a role by a group of the service', () => {
  test('needs no role handed out, and is renewed at each sign-in', async () => {
    const manager = (await signIn({ ...kim, sub: 'u-1', email: 'boss@example.org', groups: ['managers'] })).browser;
    expect(await manager.who()).toMatchObject({ role: 'manager', name: 'Kim Lee' });
    const first = (await signIn({ ...kim, groups: ['ramp'] })).browser;
    expect(await first.who()).toMatchObject({ role: 'dispatcher', name: 'Kim Lee', mode: 'oidc' });
    expect((await grants(manager)).filter(({ name }) => name === 'kim@example.org')).toMatchObject([
      { kind: 'person', role: 'dispatcher', fromService: true, expiresAt: null },
    ]);
    const second = (await signIn({ ...kim, groups: ['cfi'], flight_id: 'i-5' })).browser;
    expect(await second.who()).toMatchObject({ role: 'instructor', userId: 'i-5', showsNames: false });
    // The session with the former role has ended.
    expect(await first.who()).toBeNull();
    const { status } = await signIn({ ...kim, groups: ['pilots'] });
    expect([status, await second.who()]).toEqual([403, null]);
    expect((await grants(manager)).some(({ name }) => name === 'kim@example.org')).toBe(false);
  });

  test('is replaced by one that was handed out by name', async () => {
    const { browser } = await signIn({ ...ana, groups: ['managers'] });
    expect(await browser.who()).toMatchObject({ role: 'dispatcher', name: 'Ana Garcia' });
    const manager = (await signIn({ ...kim, sub: 'u-1', email: 'boss@example.org', groups: ['managers'] })).browser;
    const by = (await signIn({ ...kim, groups: ['ramp'] })).browser;
    const given = { ask: 'create', kind: 'person', name: 'Kim@example.org', role: 'maintenance', userId: null };
    const made = await change(manager, { ...given, showsNames: false, subject: null, days: null });
    expect(made.status).toBe(200);
    // They sign in again, with the role handed out.
    expect(await by.who()).toBeNull();
    const after = (await signIn({ ...kim, groups: ['ramp'] })).browser;
    expect(await after.who()).toMatchObject({ role: 'maintenance' });
    const ownGrants = (await grants(manager)).filter(({ name }) => name.toLowerCase() === 'kim@example.org');
    expect(ownGrants).toMatchObject([{ role: 'maintenance', fromService: false }]);
    await change(manager, { ask: 'revoke', id: ownGrants[0]?.id });
  });

  test('ends at once when it is taken back, with open streams, and returns with the next sign-in', async () => {
    const manager = (await signIn({ ...kim, sub: 'u-1', email: 'boss@example.org', groups: ['managers'] })).browser;
    const { browser } = await signIn({ ...kim, groups: ['ramp'] });
    const stream = await listen(browser);
    const held = (await grants(manager)).find(({ name }) => name === 'kim@example.org');
    expect((await change(manager, { ask: 'revoke', id: held?.id })).status).toBe(200);
    await stream.ended;
    expect(await browser.who()).toBeNull();
    expect((await signIn({ ...kim, groups: ['ramp'] })).status).toBe(303);
  });

  test('needs the user id for an instructor', async () => {
    expect((await signIn({ ...kim, groups: ['cfi'] })).status).toBe(403);
  });

  test('is in the audit without a name', () => {
    const lines = stand.log.filter((line) => line.includes('"by":"sign-in service"'));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join()).not.toMatch(/kim|boss|Lee/i);
  });
});

describe('a sign-out at the service', () => {
  test('signs the person out here at once, only in that browser, and ends its streams', async () => {
    const [browser, two] = [(await signIn(ana)).browser, (await signIn(ana)).browser];
    const [first, second] = [await listen(browser), await listen(two)];
    expect([await browser.who(), await two.who()].map(Boolean)).toEqual([true, true]);
    await signOutAt(stand.provider.issuer, browser.there);
    await first.ended;
    expect([await browser.who(), Boolean(await two.who()), second.isOpen]).toEqual([null, true, true]);
  });

  test('everywhere signs the person out here everywhere, and nobody else', async () => {
    const [browser, two] = [(await signIn(ana)).browser, (await signIn(ana)).browser];
    const other = (await signIn({ ...kim, groups: ['ramp'] })).browser;
    expect(await post(`logout_token=${logoutToken({ sub: 'u-17' })}`)).toEqual({ status: 200, cache: 'no-store' });
    expect([await browser.who(), await two.who(), Boolean(await other.who())]).toEqual([null, null, true]);
  });

  test('counts only from the service: a token that is not its logout token ends nothing', async () => {
    const { browser } = await signIn(ana);
    const token = logoutToken({ sub: 'u-17' });
    const bodies = [
      '',
      'logout_token=',
      'logout_token=x',
      `logout_token=${token}&logout_token=${token}`,
      `token=${token}`,
    ];
    for (const body of bodies) expect(await post(body)).toEqual({ status: 400, cache: 'no-store' });
    expect((await post(JSON.stringify({ logout_token: token }), { 'content-type': 'application/json' })).status).toBe(
      415,
    );
    expect((await browser.ask('/sign-in/logout')).status).toBe(405);
    expect(await browser.who()).not.toBeNull();
    // A browser may bring it too: only the signature counts.
    const foreign = { origin: 'https://login.example.net', 'sec-fetch-site': 'cross-site' };
    expect((await post(`logout_token=${token}`, foreign)).status).toBe(200);
    expect(await browser.who()).toBeNull();
    expect((await post(`logout_token=${token}`)).status).toBe(400);
  });
});

/** Turns on the alerts of a browser. */
async function turnOnPush(browser: Browser, name: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const sent = { p256dh: keys.getPublicKey('base64url'), auth: 'A'.repeat(22) };
  const body = JSON.stringify({ endpoint: `https://fcm.googleapis.com/fcm/send/${name}`, name, keys: sent });
  const headers = { 'content-type': 'application/json' };
  expect((await browser.ask(pushPath, { method: 'POST', body, headers })).status).toBe(200);
}

test('a browser gets no alerts any more after a sign-out at the service, or once the service gives another role', async () => {
  const manager = (await signIn({ ...kim, sub: 'u-1', email: 'boss@example.org', groups: ['managers'] })).browser;
  const named = async () => {
    const { text } = await manager.ask(alertsPath, { accept: 'application/json' });
    return (JSON.parse(text) as { recipients: { name: string }[] }).recipients.map(({ name }) => name);
  };
  await turnOnPush(manager, 'Boss');
  await turnOnPush((await signIn({ ...ana, groups: [] })).browser, 'Ana');
  await turnOnPush((await signIn({ ...kim, groups: ['ramp'] })).browser, 'Kim');
  expect(await named()).toEqual(['Boss', 'Ana', 'Kim']);
  expect((await post(`logout_token=${logoutToken({ sub: 'u-17' })}`)).status).toBe(200);
  expect(await named()).toEqual(['Boss', 'Kim']);
  await signIn({ ...kim, groups: ['cfi'], flight_id: 'i-5' });
  expect(await named()).toEqual(['Boss']);
});

function logoutToken(whom: { readonly sub?: string; readonly sid?: string }): string {
  const at = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = { iss: stand.provider.issuer, aud: 'flightline', iat: at, exp: at + 60, jti: randomUUID(), events };
  return madeToken({ ...claims, ...whom }, { alg: 'RS256', typ: 'logout+jwt' });
}
