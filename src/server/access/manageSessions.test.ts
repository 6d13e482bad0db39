import { describe, expect, it } from 'vitest';
import { auditPageShape } from '#contract/access/audit.ts';
import { sessionsShape } from '#contract/access/sessions.ts';
import { type AccessStand, cookieIn, minute, openAccessStand } from '#e2e/servers/access/testAccess.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Anna on two devices, Ben, and a manager. */
async function openSchool() {
  const stand = await openAccessStand();
  const { enter, handOut, cookieOf, advance } = stand;
  const { secret } = handOut();
  const deskCookie = cookieIn(await enter(secret, {}, { 'user-agent': firefox }));
  advance(20 * minute);
  const ramp = cookieIn(await enter(secret, {}, { 'user-agent': phone }));
  const ben = await cookieOf('maintenance', { name: 'Ben' });
  return { ...stand, deskCookie, ramp, ben, manager: await cookieOf('manager', { name: 'Mia' }) };
}

async function sessionsOf({ ask }: AccessStand, cookie: string, search = '') {
  const answer = await ask(`/access/sessions${search}`, { headers: { cookie } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return sessionsShape.parse(await answer.json()).sessions;
}

describe('the list of sessions', () => {
  it('has one’s own sessions, with their device and times', async () => {
    const stand = await openSchool();
    const sessions = await sessionsOf(stand, stand.ramp);
    expect(sessions).toEqual([
      expect.objectContaining({ name: 'Anna', device: 'Safari on iPhone', isOwn: true, isThis: true }),
      expect.objectContaining({
        device: 'Firefox on Windows',
        network: '127.0.0.0/24',
        begunAt: '2026-05-12T17:05:00.000Z',
        isThis: false,
      }),
    ]);
    const text = JSON.stringify(sessions);
    for (const cookie of [stand.deskCookie, stand.ramp]) expect(text).not.toContain(cookie.split('=')[1]);
  });

  it('has everyone’s only for managers and administrators', async () => {
    const stand = await openSchool();
    const all = await sessionsOf(stand, stand.manager, '?of=all');
    expect(all.map(({ name, isOwn }) => `${name} ${isOwn}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Anna false',
      'Anna false',
      'Ben false',
      'Mia true',
    ]);
    const refused = await stand.ask('/access/sessions?of=all', { headers: { cookie: stand.ben } });
    expect(refused.status).toBe(403);
  });
});

describe('a session', () => {
  it('is ended by its person or by a manager, and by nobody else', async () => {
    const stand = await openSchool();
    const { deskCookie, ramp, ben, manager, ask, post } = stand;
    const [, first] = await sessionsOf(stand, ramp);
    const end = { ask: 'end', id: first?.id };
    expect((await post('/access/sessions', end, { cookie: ben })).status).toBe(404);
    expect((await post('/access/sessions', end, { cookie: ramp })).status).toBe(200);
    const status = async (cookie: string) => (await ask('/config', { headers: { cookie } })).status;
    expect([await status(deskCookie), await status(ramp)]).toEqual([401, 200]);
    // Repeating it is no error for its person, and tells others nothing.
    expect((await post('/access/sessions', end, { cookie: ramp })).status).toBe(200);
    expect((await post('/access/sessions', end, { cookie: ben })).status).toBe(404);
    const bens = (await sessionsOf(stand, manager, '?of=all')).find(({ name }) => name === 'Ben');
    expect((await post('/access/sessions', { ask: 'end', id: bens?.id }, { cookie: manager })).status).toBe(200);
    expect(await status(ben)).toBe(401);
  });

  it('can be ended with all others of its person, except the one that asks', async () => {
    const stand = await openSchool();
    const { deskCookie, ramp, ben, manager, ask, post } = stand;
    const answer = await post('/access/sessions', { ask: 'end others' }, { cookie: deskCookie });
    expect(sessionsShape.parse(await answer.json()).sessions).toHaveLength(1);
    const statuses = [deskCookie, ramp, ben, manager].map(
      async (cookie) => (await ask('/config', { headers: { cookie } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 200, 200]);
  });

  it.each(['{}', '{"ask":"end"}', 'x', '[]', JSON.stringify({ ask: 'end', id: 'x'.repeat(2_000) })])(
    'is not ended by %s',
    async (body) => {
      const { ben, ask } = await openSchool();
      const headers = { cookie: ben, 'content-type': 'application/json' };
      expect([400, 413]).toContain((await ask('/access/sessions', { method: 'POST', headers, body })).status);
    },
  );
});

describe('the audit as read by managers', () => {
  const auditOf = async ({ ask, manager }: Awaited<ReturnType<typeof openSchool>>, search = '') => {
    const answer = await ask(`/access/audit${search}`, { headers: { cookie: manager } });
    return auditPageShape.parse(await answer.json()).entries;
  };

  it('has sign-ins, ends and exports, with person, session and network', async () => {
    const stand = await openSchool();
    const { ramp, ben, post } = stand;
    await post('/access/sessions', { ask: 'end others' }, { cookie: ramp });
    expect((await post('/exports', { file: 'flights-2026-05-12.csv' }, { cookie: ben })).status).toBe(200);
    const [exported, ended, ...before] = await auditOf(stand);
    expect(exported).toMatchObject({ event: 'exported', file: 'flights-2026-05-12.csv', network: '127.0.0.0/24' });
    expect(exported?.by).toMatch(/^[a-z]{8}$/);
    expect(ended).toMatchObject({ event: 'ended', kind: 'token', by: ended?.grant });
    expect(before.map(({ event }) => event)).toEqual(Array(4).fill('signed in'));
    expect(await auditOf(stand, '?event=exported')).toHaveLength(1);
    expect(await auditOf(stand, '?before=3')).toHaveLength(2);
  });

  it('is refused to others, and to malformed requests', async () => {
    const { ask, manager, ben, post } = await openSchool();
    const status = async (search: string, cookie: string) =>
      (await ask(`/access/audit${search}`, { headers: { cookie } })).status;
    expect(await status('', ben)).toBe(403);
    for (const odd of ['?before=0', '?before=x', '?before=-1', '?event=nothing'])
      expect([odd, await status(odd, manager)]).toEqual([odd, 400]);
    for (const file of ['', 'x'.repeat(201), 'a\nb', 7])
      expect([file, (await post('/exports', { file }, { cookie: ben })).status]).toEqual([file, 400]);
  });
});
