import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OidcStand, openOidcStand } from '#e2e/servers/access/testOidcStand.ts';
import { altered, ana, secret, type TestProvider } from '#e2e/servers/access/testProvider.ts';

let stand: OidcStand;
let provider: TestProvider;
let log: readonly string[];

beforeAll(async () => {
  stand = await openOidcStand();
  ({ provider, log } = stand);
});
afterAll(() => stand.close());
afterEach(() => {
  provider.account = ana;
});

describe('a gateway with a sign-in service', () => {
  test('leads through the sign-in and back to the requested page', async () => {
    const browser = stand.browser();
    expect(await browser.who()).toBeNull();
    const redirect = await browser.ask('/reservations?view=week');
    expect(redirect).toMatchObject({ status: 302, location: '/sign-in?to=%2Freservations%3Fview%3Dweek' });
    expect((await browser.ask(redirect.location)).text).toContain('/sign-in/start?to=%2Freservations%3Fview%3Dweek');
    const back = await browser.begin('/reservations?view=week');
    expect(await browser.return(back)).toMatchObject({ status: 303, location: '/reservations?view=week' });
    expect(await browser.who()).toMatchObject({
      mode: 'oidc',
      role: 'dispatcher',
      name: 'Ana Garcia',
      canSignOut: true,
    });
    expect(Array.from(browser.cookies.keys())).toEqual(['__Host-flightline']);
  });

  test('signs out', async () => {
    const browser = stand.browser();
    await browser.return(await browser.begin('/'));
    const session = new Map(browser.cookies);
    expect(await browser.ask('/sign-out', { method: 'POST' })).toMatchObject({ status: 303 });
    expect(await browser.who()).toBeNull();
    const thief = stand.browser();
    for (const [name, value] of session) thief.cookies.set(name, value);
    expect(await thief.who()).toBeNull();
  });
});

describe('an irregular sign-in', () => {
  test('gives nobody a session that they brought along, or that another person began', async () => {
    const [attacker, victim] = [stand.browser(), stand.browser()];
    victim.cookies.set('__Host-flightline', 'x'.repeat(43));
    const planted = await attacker.begin('/');
    expect(await victim.return(planted)).toMatchObject({ status: 400 });
    expect(await victim.who()).toBeNull();
    victim.cookies.set('__Host-flightline', 'x'.repeat(43));
    await victim.return(await victim.begin('/'));
    expect(victim.cookies.get('__Host-flightline')).toMatch(/^(?!x{43}$)[\w-]{43,}$/);
    expect(await victim.who()).toMatchObject({ name: 'Ana Garcia' });
  });

  test('accepts a return once, and no altered one', async () => {
    const browser = stand.browser();
    const back = await browser.begin('/');
    const before = new Map(browser.cookies);
    expect(await browser.return(altered(back, 'state', 'forged'))).toMatchObject({ status: 400 });
    expect(await browser.who()).toBeNull();
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect(await browser.return(back)).toMatchObject({ status: 303 });
    const again = stand.browser();
    for (const [name, value] of before) again.cookies.set(name, value);
    // With another person's address and cookie: the service accepts the code once.
    expect(await again.return(back)).toMatchObject({ status: 400 });
    expect(await again.who()).toBeNull();
  });
});

describe('a sign-in', () => {
  test('never leads to another site', async () => {
    for (const to of [
      'https://other.example.net',
      '//other.example.net',
      String.raw`/\other.example.net`,
      '/sign-in',
    ]) {
      const browser = stand.browser();
      expect(await browser.return(await browser.begin(to))).toMatchObject({ status: 303, location: '/' });
    }
  });

  test('tells a person without a role what to do', async () => {
    provider.account = { ...ana, sub: 'u-18', email: 'kim@example.org', name: 'Kim <b>Lee' };
    const browser = stand.browser();
    const { status, text } = await browser.return(await browser.begin('/'));
    expect(status).toBe(403);
    expect(text).toContain('npm run access -- add --name kim@example.org');
    expect(text).not.toContain('<b>Lee');
    expect(await browser.who()).toBeNull();
  });

  test('is not held up by any number of other started sign-ins', async () => {
    const browser = stand.browser();
    const back = await browser.begin('/');
    const flood = stand.browser();
    // Not all at once: a busy machine resets some of 1,200 connections. From several addresses, each within its share.
    for (let host = 10; host < 22; host++) {
      const begun = Array.from({ length: 100 }, () => flood.ask('/sign-in/start', { from: `127.0.0.${host}` }));
      const statuses = (await Promise.all(begun)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([303]));
    }
    expect(await browser.return(back)).toMatchObject({ status: 303 });
    expect(await browser.who()).toMatchObject({ name: 'Ana Garcia' });
  });

  test('calls the service only for sign-ins that were begun, and a limited number of times for one client', async () => {
    const flood = stand.browser();
    const back = await flood.begin('/');
    const begun = new Map(flood.cookies);
    const before = provider.requests('/token');
    const callback = (url: URL, cookies: ReadonlyMap<string, string>, from: string) => {
      const browser = stand.browser();
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return browser.ask(url.pathname + url.search, { from });
    };
    for (let count = 0; count < 100; count++) {
      const made = new Map([['__Host-flightline-sign-in', randomBytes(200).toString('base64url')]]);
      expect((await callback(back, made, '127.0.0.3')).status).toBe(400);
    }
    expect(provider.requests('/token')).toBe(before);
    // Anyone who has begun a sign-in can invent codes.
    const wrong: number[] = [];
    for (let count = 0; count < 80; count++)
      wrong.push((await callback(altered(back, 'code', `made-up-${count}`), begun, '127.0.0.3')).status);
    expect([wrong[59], wrong[60], wrong.at(-1), provider.requests('/token') - before]).toEqual([400, 429, 429, 60]);
    const { text } = await callback(back, begun, '127.0.0.3');
    expect(text).toMatch(/wait \d+ seconds/);
    // Everyone else can still sign in.
    const browser = stand.browser();
    expect(await browser.return(await browser.begin('/'))).toMatchObject({ status: 303 });
  });
});

describe('a sign-in beside others', () => {
  test('is kept apart in three tabs, and the newest always succeeds', async () => {
    const browser = stand.browser();
    const paths = ['/fleet', '/people', '/reports', '/board'];
    const begun: URL[] = [];
    for (const path of paths) begun.push(await browser.begin(path));
    expect(browser.cookies.size).toBe(3);
    const [first, ...others] = begun.map((url, index) => ({ url, path: paths[index] }));
    expect((await browser.return(first?.url ?? new URL('http://none'))).status).toBe(400);
    for (const { url, path } of others)
      expect(await browser.return(url)).toMatchObject({ status: 303, location: path });
    expect([...browser.cookies.keys()]).toEqual(['__Host-flightline']);
  });

  test('says that the service is away, and continues when it is back', async () => {
    const browser = stand.browser();
    const back = await browser.begin('/');
    await provider.down();
    const { status, text } = await browser.return(back);
    expect(status).toBe(503);
    expect(text).toContain('The sign-in service cannot be reached. Try again in a minute.');
    await provider.up();
    expect(await browser.return(await browser.begin('/'))).toMatchObject({ status: 303 });
  });
});

describe('the log', () => {
  test('contains nobody’s name, address, cookie or code', async () => {
    const browser = stand.browser();
    const back = await browser.begin('/');
    const cookies = Array.from(browser.cookies.values());
    await browser.return(back);
    await browser.return(back);
    provider.account = { ...ana, sub: 'u-18', email: 'kim@example.org' };
    const other = await browser.begin('/');
    await browser.return(other);
    const code = (url: URL) => url.searchParams.get('code') ?? '';
    const texts = log.join('\n');
    expect(texts).toMatch(/refused/);
    for (const text of ['Garcia', 'garcia@', 'kim@', secret, code(back), code(other), ...cookies]) {
      expect(text).not.toBe('');
      expect(texts).not.toContain(text);
    }
  });
});
