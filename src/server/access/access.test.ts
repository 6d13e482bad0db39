import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type AccessAnswer, type AccessRequest, accessAnswerShape, grantsShape } from '#contract/access/grants.ts';
import { roles } from '#contract/access/roles.ts';
import { bodyOf } from '#server/upstream/body.ts';
import { newSecret } from './store/secrets.ts';
import { type AccessStand, cookieIn, day, openAccessStand } from '#e2e/servers/access/testAccess.ts';

type CreateRequest = Extract<AccessRequest, { ask: 'create' }>;

const given: CreateRequest = {
  ask: 'create',
  kind: 'display',
  name: 'lobby',
  role: null,
  userId: null,
  showsNames: false,
  subject: null,
  days: 30,
};

async function answerOf(answer: Response): Promise<AccessAnswer> {
  return accessAnswerShape.parse(await answer.json());
}

const fragment = (secret: string | null) => secret?.split('#')[1] ?? '';

describe('a display link', () => {
  it('is made by a manager, shown once, and becomes a cookie that lasts as long as the link', async () => {
    const { cookieOf, post, ask, audited } = await openAccessStand();
    const manager = { cookie: await cookieOf('manager') };
    const made = await answerOf(await post('/access', given, manager));
    expect(made.secret).toMatch(/^https:\/\/ops\.example\/display#[\w-]{43}$/);
    expect(made.grants[0]).toMatchObject({ kind: 'display', name: 'lobby', role: 'display', showsNames: false });
    expect(await (await ask('/access', { headers: manager })).text()).not.toContain(fragment(made.secret));
    const exchanged = await post('/sign-in/display', { token: fragment(made.secret) });
    expect([exchanged.status, await exchanged.json()]).toEqual([200, { to: '/board' }]);
    expect(exchanged.headers.getSetCookie()[0]).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const config = await ask('/config', { headers: { cookie: cookieIn(exchanged) } });
    expect(await config.json()).toMatchObject({
      who: { role: 'display', name: 'lobby', showsNames: false, canSignOut: false },
    });
    const created = audited().find(({ event }) => event === 'created');
    expect(created).toMatchObject({ kind: 'display', grant: made.grants[0]?.id, by: made.grants[1]?.id });
  });

  it('shows names if it was made to', async () => {
    const { handOut, post, ask } = await openAccessStand();
    const { secret } = handOut({ kind: 'display', role: 'display', showsNames: true });
    const cookie = cookieIn(await post('/sign-in/display', { token: secret }));
    expect(await (await ask('/config', { headers: { cookie } })).json()).toMatchObject({ who: { showsNames: true } });
  });

  it('is refused once it has ended or was revoked, and its displays with it', async () => {
    const { handOut, post, ask, advance, revoke } = await openAccessStand();
    const first = handOut({ kind: 'display', role: 'display', days: 1 });
    const second = handOut({ kind: 'display', role: 'display', days: 9 });
    const cookie = cookieIn(await post('/sign-in/display', { token: first.secret }));
    const other = cookieIn(await post('/sign-in/display', { token: second.secret }));
    const status = async (one: string) => (await ask('/config', { headers: { cookie: one } })).status;
    advance(day);
    expect([await status(cookie), await status(other)]).toEqual([401, 200]);
    revoke(second.id);
    for (const { secret } of [first, second]) {
      const answer = await post('/sign-in/display', { token: secret });
      expect([answer.status, await answer.json()]).toMatchObject([
        401,
        [{ message: expect.stringMatching(/Make a new one/) }],
      ]);
    }
    expect(await status(other)).toBe(401);
  });

  it('without an end has its cookie renewed, so that no browser drops it', async () => {
    const { handOut, post, ask, advance } = await openAccessStand();
    const { secret } = handOut({ kind: 'display', role: 'display', days: null });
    const answer = await post('/sign-in/display', { token: secret });
    expect(answer.headers.getSetCookie()[0]).toContain('; Max-Age=34560000;');
    const headers = { cookie: cookieIn(answer) };
    const renewed = async () => (await ask('/config', { headers })).headers.getSetCookie();
    expect(await renewed()).toEqual([]);
    advance(31 * day);
    expect(await renewed()).toEqual([expect.stringContaining(`${headers.cookie}; Max-Age=34560000;`)]);
    expect(await renewed()).toEqual([]);
  });

  it('has a page with one script, allowed by its hash, that is the same for every link', async () => {
    const { ask } = await openAccessStand();
    const answer = await ask('/display?slides=fleet');
    const [first, second] = [await answer.text(), await (await ask('/display')).text()];
    expect(first).toBe(second);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[\w+/]{43}='; connect-src 'self'; /,
    );
  });

  it.each([{}, { token: 1 }, [], 'x'])('is not %j', async (value) => {
    const { post } = await openAccessStand();
    expect((await post('/sign-in/display', value)).status).toBe(400);
  });
});

describe('a grant', () => {
  it('is listed and made only by managers and administrators', async () => {
    const { cookieOf, ask, post } = await openAccessStand();
    const others = roles.filter((role) => role !== 'manager' && role !== 'administrator' && role !== 'display');
    for (const role of others) {
      const headers = { cookie: await cookieOf(role, { userId: 'u1' }) };
      expect([role, (await ask('/access', { headers })).status]).toEqual([role, 403]);
      expect([role, (await post('/access', given, headers)).status]).toEqual([role, 403]);
    }
    const answer = await ask('/access', { headers: { cookie: await cookieOf('manager') } });
    expect(grantsShape.parse(await answer.json()).grants).toHaveLength(4);
  });

  it('is a token for a person, which signs in', async () => {
    const { cookieOf, post, enter } = await openAccessStand();
    const headers = { cookie: await cookieOf('manager') };
    const made = await answerOf(
      await post('/access', { ...given, kind: 'token', name: ' Ben ', role: 'maintenance' }, headers),
    );
    expect(made.grants[0]).toMatchObject({ kind: 'token', name: 'Ben', role: 'maintenance' });
    expect((await enter(made.secret ?? '')).status).toBe(303);
  });

  it('is the calendar of an instructor, at its own address', async () => {
    const feeds: unknown[] = [];
    const body = { status: 200, body: bodyOf(Buffer.from('BEGIN:VCALENDAR')) };
    const feed = ({ subject }: { subject: unknown }) => {
      feeds.push(subject);
      return body;
    };
    const { cookieOf, post, ask, revoke, stand } = await openAccessStand({}, { feed });
    const headers = { cookie: await cookieOf('manager') };
    const subject = { of: 'instructor', id: 'u1' } as const;
    const made = await answerOf(await post('/access', { ...given, kind: 'feed', subject }, headers));
    const path = made.secret?.replace('https://ops.example', '') ?? '';
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
    expect([(await ask(path)).status, feeds]).toEqual([200, [subject]]);
    expect((await ask(`/calendar/${newSecret()}.ics`)).status).toBe(404);
    expect((await ask(path.replace('.ics', ''))).status).toBe(404);
    revoke(made.grants[0]?.id ?? '');
    expect((await ask(path)).status).toBe(404);
    expect(stand.calls).toHaveLength(0);
  });

  it('can be taken back, which ends the sessions and open streams of its person', async () => {
    const { cookieOf, post, ask, handOut, enter } = await openAccessStand();
    const headers = { cookie: await cookieOf('manager') };
    const { id, secret } = handOut({ name: 'Ben' });
    const cookie = cookieIn(await enter(secret));
    const made = await answerOf(await post('/access', { ask: 'revoke', id }, headers));
    expect([made.secret, made.grants.some((grant) => grant.id === id)]).toEqual([null, false]);
    expect((await ask('/config', { headers: { cookie } })).status).toBe(401);
    // Repeating it is no error; an unknown id is one.
    expect((await post('/access', { ask: 'revoke', id }, headers)).status).toBe(200);
    expect((await post('/access', { ask: 'revoke', id: 'nobody' }, headers)).status).toBe(404);
  });
});

describe('what cannot be handed out', () => {
  it.each<[string, Partial<CreateRequest>, string]>([
    ['no name', { name: '  ' }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
    ['no days at all', { days: 0 }, 'days'],
    ['half a day', { days: 1.5 }, 'days'],
    ['too many days', { days: 3_651 }, 'days'],
    ['no end and no reason', { days: null }, 'reason'],
    ['no end and hardly a reason', { days: null, reason: ' no ' }, 'reason'],
    ['no end and too long a reason', { days: null, reason: 'x'.repeat(201) }, 'reason'],
    ['a token with no end and no reason', { kind: 'token', role: 'manager', days: null }, 'reason'],
    ['a calendar with no end and no reason', { kind: 'feed', days: null }, 'reason'],
    ['a token without a role', { kind: 'token' }, 'role'],
    ['a token of a display', { kind: 'token', role: 'display' }, 'role'],
    ['an instructor without an id', { kind: 'token', role: 'instructor' }, 'userId'],
    ['an instructor with an odd id', { kind: 'token', role: 'instructor', userId: 'a b' }, 'userId'],
    ['a calendar of nothing', { kind: 'feed' }, 'subject'],
    ['a person, whom nobody names in this mode', { kind: 'person', role: 'manager' }, 'kind'],
  ])('is %s', async (_, change, dataField) => {
    const { cookieOf, post } = await openAccessStand();
    const answer = await post('/access', { ...given, ...change }, { cookie: await cookieOf('manager') });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      [{ dataField, message: expect.stringMatching(/^[A-Z].*\.$/) }],
    ]);
  });

  it.each([[{}], [[]], [{ ask: 'revoke' }], [{ ...given, kind: 'key' }], [{ ...given, role: 'admin' }]])(
    'is anything with a wrong form: %j',
    async (value) => {
      const { cookieOf, post } = await openAccessStand();
      expect((await post('/access', value, { cookie: await cookieOf('manager') })).status).toBe(400);
    },
  );
});

describe('where nobody signs in', () => {
  it('links can be handed out and tried on this machine, and nothing else', async () => {
    const { post, ask } = await openAccessStand({ mode: 'open', publicUrl: null });
    const made = await answerOf(await post('/access', given));
    expect(made.secret).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/display#/);
    const answer = await post('/sign-in/display', { token: fragment(made.secret) });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    expect((await ask('/display')).status).toBe(200);
    expect((await post('/access', { ...given, kind: 'token', role: 'manager' })).status).toBe(400);
    const page = await ask('/sign-in?to=/fleet', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/fleet']);
    expect(await (await ask('/config')).json()).toMatchObject({ who: { mode: 'open', role: 'manager', name: null } });
  });
});

type Raw = { readonly status: number; readonly text: string; readonly cookies: readonly string[] };

/** A request with exactly these headers, perhaps the same one twice, from an address of this machine. */
function askRaw({ url }: AccessStand, path: string, headers: string[], localAddress = '127.0.0.1'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const options = { headers: ['Host', 'ops.example', ...headers], localAddress, agent: false };
    const outgoing = request(url + path, options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const via = ['X-Forwarded-For', '192.0.2.7'];
const named = (name: string) => [...via, 'X-Forwarded-User', name];

async function openProxied() {
  const access = await openAccessStand({ mode: 'proxy', trustedProxies: ['127.0.0.9'] });
  access.handOut({ kind: 'person', name: 'anna@school.example', role: 'manager' });
  // As another version may store it: the Kelvin sign, and letters with a dot.
  access.handOut({ kind: 'person', name: '\u212Aim@school.example', role: 'manager' });
  access.handOut({ kind: 'person', name: 'Zoë', role: 'dispatcher' });
  const ask = (headers: string[], from = '127.0.0.9', path = '/config') => askRaw(access, path, headers, from);
  return { access, ask };
}

describe('behind a proxy that signs people in', () => {
  it('a person has the role of their name, without a cookie of ours', async () => {
    const { ask } = await openProxied();
    const answer = await ask(named('Anna@School.Example'));
    expect([answer.status, answer.cookies]).toEqual([200, []]);
    expect(JSON.parse(answer.text)).toMatchObject({
      who: { mode: 'proxy', role: 'manager', name: 'anna@school.example', canSignOut: false },
    });
  });

  it('nobody becomes another person by letters that look like theirs or fold into them', async () => {
    const { ask, access } = await openProxied();
    const utf8 = (text: string) => Buffer.from(text).toString('latin1');
    expect((await ask(named('kim@school.example'))).status).toBe(403);
    access.handOut({ kind: 'person', name: 'kim@school.example', role: 'manager' });
    expect((await ask(named('KIM@school.example'))).status).toBe(200);
    for (const name of [
      '\u212Aim@school.example',
      'kim@school.example\u200B',
      'k\u0131m@school.example',
      'Zoë',
      'ａnna@school.example',
    ])
      expect([name, (await ask(named(utf8(name)))).status]).toEqual([name, 401]);
  });

  it('a client that bypasses the proxy is noted once in the audit', async () => {
    const { access } = await openProxied();
    for (let count = 0; count < 3; count++) expect((await askRaw(access, '/config', [], '127.0.0.9')).status).toBe(401);
    await askRaw(access, '/config', via, '127.0.0.9');
    const lines = access.audited().filter(({ why }) => why === 'not through the proxy');
    expect(lines).toEqual([{ event: 'refused', why: 'not through the proxy', network: '127.0.0.0/24' }]);
  });
});

describe('the person whom a proxy names', () => {
  it('is not accepted from another address', async () => {
    const { ask } = await openProxied();
    for (const from of ['127.0.0.1', '127.0.0.8']) {
      // The guard refuses requests that claim to come through a proxy; without such a header there is no name either.
      expect((await ask(named('anna@school.example'), from)).status).toBe(403);
      expect([401, 403]).toContain((await ask([], from)).status);
    }
  });

  it.each([
    ['two names', [...named('anna@school.example'), 'x-forwarded-user', 'anna@school.example']],
    ['a name that is too long', named('a'.repeat(201))],
    ['no name', via],
    ['an empty name', named('')],
    ['bytes that are no text', named('\u00ff\u00fe')],
  ])('is nobody in a request with %s', async (_, headers) => {
    const { ask } = await openProxied();
    expect((await ask(headers)).status).toBe(401);
    const page = await ask([...headers, 'Accept', 'text/html'], '127.0.0.9', '/fleet');
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('does not send your name')]);
  });

  it('is told what to ask for if they have no role, and their name is markup nowhere', async () => {
    const { ask, access } = await openProxied();
    const json = await ask(named('ben@school.example'));
    expect([json.status, json.text]).toEqual([
      403,
      expect.stringContaining('npm run access -- add --name ben@school.example --role dispatcher'),
    ]);
    const odd = await ask([...named('<b>$(rm -rf)</b>'), 'Accept', 'text/html'], '127.0.0.9', '/');
    expect(odd.text).toContain('&lt;b&gt;$(rm -rf)&lt;/b&gt;');
    expect(odd.text).not.toMatch(/<b>|--name [^&]*rm/);
    expect(access.audited().filter(({ why }) => why === 'unknown person')).toHaveLength(2);
    expect(access.logged()).not.toContain('ben@');
  });

  it('a display signs in by its link, and nobody by a token', async () => {
    const { ask, access } = await openProxied();
    const token = access.handOut();
    const display = access.handOut({ kind: 'display', role: 'display' });
    expect((await access.enter(token.secret)).status).toBe(405);
    const cookie = cookieIn(await access.post('/sign-in/display', { token: display.secret }));
    expect(JSON.parse((await ask([...via, 'Cookie', cookie])).text)).toMatchObject({ who: { role: 'display' } });
    const both = await ask([...named('anna@school.example'), 'Cookie', cookie]);
    expect(JSON.parse(both.text)).toMatchObject({ who: { role: 'manager' } });
  });
});
