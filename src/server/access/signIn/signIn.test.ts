import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sessionLimits } from '#server/access/store/sessions.ts';
import { newSecret } from '#server/access/store/secrets.ts';
import { cookieIn, day, hour, minute, openAccessStand } from '#e2e/servers/access/testAccess.ts';

const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const withCookie = (cookie: string) => ({ headers: { cookie } });

describe('a signed-out person', () => {
  it('is led from a page to the sign-in and back', async () => {
    const { ask, enter, handOut } = await openAccessStand();
    const away = await ask('/fleet?view=cards', page);
    expect([away.status, away.headers.get('location')]).toEqual([302, '/sign-in?to=%2Ffleet%3Fview%3Dcards']);
    expect((await ask('/', page)).headers.get('location')).toBe('/sign-in');
    const form = await (await ask(away.headers.get('location') ?? '')).text();
    expect(form).toContain('<input type="hidden" name="to" value="/fleet?view=cards">');
    const back = await enter(handOut().secret, { to: '/fleet?view=cards' });
    expect([back.status, back.headers.get('location')]).toEqual([303, '/fleet?view=cards']);
  });

  it.each([
    '/api/core/v1.0/operators/1001/aircraft',
    '/config',
    '/state',
    '/metrics',
    '/access',
    '/replica/people',
    '/events',
    '/x',
  ])('gets nothing of %s but 401, which no cache keeps', async (path) => {
    const { ask, stand } = await openAccessStand();
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store']);
    expect(await answer.json()).toMatchObject([{ code: 401, message: expect.stringMatching(/^Sign in first/) }]);
    expect([answer.headers.get('www-authenticate'), answer.headers.getSetCookie()]).toEqual([null, []]);
    expect(stand.calls).toHaveLength(0);
  });

  it('cannot be led elsewhere by the sign-in', async () => {
    const { ask, enter, handOut } = await openAccessStand();
    const { secret } = handOut();
    for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example']) {
      expect(await (await ask(`/sign-in?to=${encodeURIComponent(to)}`)).text()).not.toContain('evil');
      expect((await enter(secret, { to })).headers.get('location')).toBe('/');
    }
  });
});

describe('the sign-in page', () => {
  it('needs no other file: no script, its style by its hash, a form to this server, and no cache', async () => {
    const { ask } = await openAccessStand();
    const answer = await ask('/sign-in');
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/<script|<link rel="stylesheet"|style="|https?:/);
    // The face of the dashboard, from this server.
    expect(html.match(/url\([^)]*\)/g)).toEqual(["url('/inter.woff2')"]);
    expect(html).toContain('Pikes &amp; Peak &lt;School&gt;');
  });

  it('accepts a token with blanks around it, and sets a cookie that no script and no other host gets', async () => {
    const { enter, handOut } = await openAccessStand();
    const answer = await enter(`  ${handOut().secret}\n`);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-flightline=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ]);
  });

  it('sets a plain cookie if the address is http on this machine', async () => {
    const { enter, handOut } = await openAccessStand({ publicUrl: 'http://127.0.0.1:4600' });
    const [cookie] = (await enter(handOut().secret)).headers.getSetCookie();
    expect(cookie).toMatch(/^flightline=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('also accepts JSON', async () => {
    const { post, handOut } = await openAccessStand();
    const answer = await post('/sign-in', { token: handOut().secret, to: '/board' });
    expect([answer.status, await answer.json(), answer.headers.getSetCookie().length]).toEqual([
      200,
      { to: '/board' },
      1,
    ]);
    const wrong = await post('/sign-in', { token: newSecret() });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, [{ message: expect.stringMatching(/not known/) }]]);
  });

  it.each([
    ['another token', newSecret(), 401],
    ['a token that is too short', 'too-short', 401],
    ['nothing', '', 400],
    ['far too much', 'x'.repeat(10_000), 413],
    ['SQL', "' OR '1'='1", 401],
    ['markup', '"><script>alert(1)</script>', 401],
  ])('refuses %s, says what to do, and never repeats it', async (_, token, status) => {
    const { enter, logged } = await openAccessStand();
    const answer = await enter(token, { to: '/fleet' });
    const html = await answer.text();
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, []]);
    expect(html).toMatch(/role="alert" id="wrong">[^<]+\.</);
    if (token !== '') expect(html + logged()).not.toContain(token);
  });

  it('accepts no token of another kind, and no ended or revoked one', async () => {
    const { enter, handOut, revoke, advance } = await openAccessStand();
    const display = handOut({ kind: 'display', role: 'display' });
    expect((await enter(display.secret)).status).toBe(401);
    const short = handOut({ days: 1 });
    const long = handOut();
    expect((await enter(short.secret)).status).toBe(303);
    advance(day);
    expect([(await enter(short.secret)).status, (await enter(long.secret)).status]).toEqual([401, 303]);
    revoke(long.id);
    expect((await enter(long.secret)).status).toBe(401);
  });

  it('sends a signed-in person on', async () => {
    const { ask, cookieOf } = await openAccessStand();
    const answer = await ask('/sign-in?to=/fleet', withCookie(await cookieOf()));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/fleet']);
  });
});

describe('a session', () => {
  it('names the signed-in person', async () => {
    const { ask, cookieOf } = await openAccessStand();
    const cookie = await cookieOf('instructor', { name: 'Kim Lee', userId: 'u7', showsNames: false });
    expect(await (await ask('/config', withCookie(cookie))).json()).toMatchObject({
      who: { mode: 'tokens', role: 'instructor', name: 'Kim Lee', userId: 'u7', showsNames: false, canSignOut: true },
    });
  });

  it('lasts 12 hours after its last use, and 7 days in all', async () => {
    const { ask, cookieOf, advance } = await openAccessStand();
    const cookie = await cookieOf();
    const status = async () => (await ask('/config', withCookie(cookie))).status;
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      advance(11 * hour);
      expect(await status()).toBe(200);
    }
    advance(2 * hour);
    expect(await status()).toBe(200);
    advance(hour);
    expect(await status()).toBe(401);
    const other = await cookieOf();
    advance(sessionLimits.idleMs);
    expect((await ask('/config', withCookie(other))).status).toBe(401);
  });

  it('is new at each sign-in, never one from the browser, and ends the one before (session fixation)', async () => {
    const { ask, enter, handOut } = await openAccessStand();
    const { secret } = handOut();
    const planted = `__Host-flightline=${newSecret()}`;
    const first = cookieIn(await enter(secret, {}, { cookie: planted }));
    const second = cookieIn(await enter(secret, {}, { cookie: first }));
    expect(new Set([planted, first, second]).size).toBe(3);
    const status = async (cookie: string) => (await ask('/config', withCookie(cookie))).status;
    expect([await status(planted), await status(first), await status(second)]).toEqual([401, 401, 200]);
  });

  it('counts for nothing if several cookies have our name (cookie tossing), or the name is another', async () => {
    const { ask, cookieOf } = await openAccessStand();
    const cookie = await cookieOf();
    const [, value = ''] = cookie.split('=');
    const status = async (text: string) => (await ask('/config', withCookie(text))).status;
    expect([await status(`a=b; ${cookie}; c`), await status(`x${cookie}`)]).toEqual([200, 401]);
    for (const tossed of [`${cookie}; ${cookie}`, `__Host-flightline=; ${cookie}`, `__Host-flightline=x; ${cookie}`])
      expect([tossed, await status(tossed)]).toEqual([tossed, 401]);
    for (const name of ['flightline', '__host-flightline', '__Secure-flightline', '__Host-flightline-sign-in'])
      expect([name, await status(`${name}=${value}`)]).toEqual([name, 401]);
    for (const odd of [`"${value}"`, `${value}=`, `${value} x`, value.slice(0, -1), `${value.slice(0, -1)}%41`])
      expect([odd, await status(`__Host-flightline=${odd}`)]).toEqual([odd, 401]);
  });
});

describe('the end of a session', () => {
  it('comes by the sign-out, which deletes what the browser has stored', async () => {
    const { ask, cookieOf, audited } = await openAccessStand();
    const cookie = await cookieOf();
    const headers = { cookie, 'content-type': 'application/json' };
    expect((await ask('/sign-out', withCookie(cookie))).status).toBe(405);
    const answer = await ask('/sign-out', { method: 'POST', headers, body: '{}' });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('clear-site-data')]).toEqual([
      303,
      '/sign-in',
      '"cache", "storage"',
    ]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-flightline=; Max-Age=0; Path=\//);
    expect((await ask('/config', withCookie(cookie))).status).toBe(401);
    expect((await ask('/sign-out', { method: 'POST', headers, body: '{}' })).status).toBe(303);
    expect(audited().map(({ event }) => event)).toEqual(['signed in', 'signed out']);
  });

  it('comes with more than 20 of a person: the one unused for the longest time ends', async () => {
    const { ask, enter, handOut, advance } = await openAccessStand();
    const { secret } = handOut();
    const other = cookieIn(await enter(handOut({ name: 'Ben' }).secret));
    const cookies: string[] = [];
    for (let count = 0; count <= sessionLimits.perGrant; count++) {
      advance(minute);
      cookies.push(cookieIn(await enter(secret)));
    }
    const statuses = await Promise.all(
      [other, ...cookies].map(async (cookie) => (await ask('/config', withCookie(cookie))).status),
    );
    expect(statuses).toEqual([200, 401, ...Array<number>(sessionLimits.perGrant).fill(200)]);
  });
});

describe('the sign-in page', () => {
  it('says why the last session of this browser ended, and nothing after a sign-out or to others', async () => {
    const { ask, enter, handOut, revoke, cookieOf, advance } = await openAccessStand();
    const noteFor = async (cookie: string) => {
      const text = await (await ask('/sign-in', { headers: { ...page.headers, cookie } })).text();
      return /<p class="note" role="status">([^<]+)<\/p>/.exec(text)?.[1] ?? null;
    };
    const ana = handOut();
    const inUse = cookieIn(await enter(ana.secret));
    const first = cookieIn(await enter(ana.secret));
    for (let count = 1; count < sessionLimits.perGrant; count++) {
      advance(1_000);
      expect((await ask('/config', withCookie(inUse))).status).toBe(200);
      await enter(ana.secret);
    }
    expect((await ask('/config', withCookie(inUse))).status).toBe(200);
    expect(await noteFor(first)).toMatch(/too many browsers are signed in \(20 for each person\)/);
    const ben = handOut({ name: 'Ben' });
    const revoked = cookieIn(await enter(ben.secret));
    revoke(ben.id);
    // Another process revoked it; a sign-in learns of it.
    const unused = await cookieOf();
    expect(await noteFor(revoked)).toMatch(/your access was taken back/);
    expect([(await ask('/sign-in', { ...page, headers: { ...page.headers, cookie: unused } })).status]).toEqual([303]);
    advance(sessionLimits.idleMs);
    expect(await noteFor(unused)).toMatch(/not used in this browser for 12 hours/);
    expect([await noteFor(''), await noteFor(`__Host-flightline=${newSecret()}`)]).toEqual([
      null,
      'Your last sign-in in this browser has ended.',
    ]);
    const sentOut = cookieIn(await enter(ana.secret));
    const out = await ask('/sign-out', {
      method: 'POST',
      headers: { cookie: sentOut, 'content-type': 'application/json' },
      body: '{}',
    });
    // The browser has no cookie any more.
    expect(out.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
  });
});

it('after a change of the mode, earlier sessions count for nothing', async () => {
  const first = await openAccessStand();
  const cookie = await first.cookieOf('manager');
  const second = await openAccessStand({ mode: 'oidc' }, { directory: first.directory });
  second.advance(11 * hour);
  expect((await second.ask('/config', { headers: { cookie } })).status).toBe(401);
  // A refused cookie does not count as used, which would prolong its session.
  await second.stand.gateway.close();
  const third = await openAccessStand({}, { directory: first.directory });
  third.advance(12 * hour);
  expect((await third.ask('/config', { headers: { cookie } })).status).toBe(401);
});

/** Sends the form from another address of this machine. */
async function enterFrom(localAddress: string, url: string, token: string): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const outgoing = request(`${url}/sign-in`, { method: 'POST', localAddress, headers, agent: false });
  outgoing.end(new URLSearchParams({ token }).toString());
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

describe('wrong tokens', () => {
  it('must wait after ten in a minute; a right one, a session and other clients need not', async () => {
    const { url, enter, ask, handOut, cookieOf, advance } = await openAccessStand();
    const cookie = await cookieOf();
    const wrong = async (address: string) => (await enterFrom(address, url, newSecret())).statusCode;
    for (let count = 0; count < 10; count++) expect(await wrong('127.0.0.1')).toBe(401);
    const refused = await enter(newSecret());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.text()).toMatch(/wait 60 seconds/);
    expect(await wrong('127.0.0.2')).toBe(401);
    expect((await enter(handOut().secret)).status).toBe(303);
    expect((await ask('/config', withCookie(cookie))).status).toBe(200);
    advance(minute);
    expect(await wrong('127.0.0.1')).toBe(401);
  });

  it('by the thousand fill neither the memory nor the log, and the next right one is accepted', async () => {
    const { enter, post, ask, handOut, logged } = await openAccessStand();
    const flood = async () => {
      for (let count = 0; count < 250; count++) {
        await Promise.all([
          enter(newSecret()),
          post('/sign-in', { token: 'x' }),
          post('/sign-in/display', { token: newSecret() }),
        ]);
        await ask(`/calendar/${newSecret()}.ics`);
      }
    };
    await flood();
    expect(logged().split('\n').length).toBeLessThan(40);
    expect((await enter(handOut().secret)).status).toBe(303);
  });
});

describe('the audit', () => {
  it('has a line for each sign-in and refusal, with no name, token or cookie, and only the network of an address', async () => {
    const { enter, handOut, logged, audited } = await openAccessStand();
    const { id, secret } = handOut({ name: 'Anna Garcia' });
    const cookie = cookieIn(await enter(secret));
    const wrong = newSecret();
    await enter(wrong);
    expect(audited()).toEqual([
      {
        event: 'signed in',
        kind: 'token',
        grant: id,
        role: 'dispatcher',
        session: expect.stringMatching(/^[a-z]{8}$/),
        network: '127.0.0.0/24',
      },
      { event: 'refused', why: 'unknown token', network: '127.0.0.0/24' },
    ]);
    for (const secrets of ['Anna', 'Garcia', secret, wrong, cookie.split('=')[1] ?? '', '127.0.0.1'])
      expect(logged()).not.toContain(secrets);
  });
});
