import { describe, expect, it } from 'vitest';
import { accessAnswerShape, grantsShape } from '#contract/access/grants.ts';
import { newSecret } from './store/secrets.ts';
import { type AccessStand, day, minute, openAccessStand } from '#e2e/servers/access/testAccess.ts';

const request = {
  ask: 'create',
  kind: 'program',
  name: 'prometheus',
  role: 'administrator',
  userId: null,
  showsNames: false,
  subject: null,
  reads: ['metrics'],
  days: 90,
};
const aircraft = '/api/core/v1.0/operators/1001/aircraft';
const reservations = '/api/scheduling/v1.0/operators/1001/reservations';

/** A program's token, as shown once to a manager. */
async function tokenOf({ cookieOf, post }: AccessStand, more: object = {}): Promise<string> {
  const answer = await post('/access', { ...request, ...more }, { cookie: await cookieOf('manager') });
  return accessAnswerShape.parse(await answer.json()).secret ?? '';
}

const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('a program’s token', () => {
  it('reads its sets without a cookie, and nothing else', async () => {
    const stand = await openAccessStand();
    const token = await tokenOf(stand, { role: 'dispatcher', reads: ['fleet'] });
    expect(token).toMatch(/^flightline_[\w-]{43}$/);
    const status = async (path: string, init = {}) => (await stand.ask(path, { ...bearing(token), ...init })).status;
    for (const path of [aircraft, '/config', '/state', '/openapi.json'])
      expect([path, await status(path)]).toEqual([path, 200]);
    const others = [
      '/metrics',
      '/events',
      '/first?page=/fleet',
      '/access',
      '/access/sessions',
      '/replica/log',
      '/',
      '/fleet',
    ];
    for (const path of [reservations, ...others]) expect([path, await status(path)]).toEqual([path, 403]);
    const body = {
      method: 'POST',
      body: '{}',
      headers: { ...bearing(token).headers, 'content-type': 'application/json' },
    };
    for (const path of ['/replica/snoozes', '/exports']) expect([path, await status(path, body)]).toEqual([path, 403]);
    const refusal: unknown = await (await stand.ask(reservations, bearing(token))).json();
    expect(refusal).toMatchObject([{ message: "This program's token reads only fleet." }]);
  });

  it('lets Prometheus read metrics', async () => {
    const stand = await openAccessStand();
    const answer = await stand.ask('/metrics', bearing(await tokenOf(stand)));
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });

  it('ends at its time and when it is revoked', async () => {
    const stand = await openAccessStand();
    const token = await tokenOf(stand, { days: 1 });
    const other = await tokenOf(stand);
    const status = async (secret: string) => (await stand.ask('/metrics', bearing(secret))).status;
    stand.advance(day);
    expect([await status(token), await status(other)]).toEqual([401, 200]);
    const headers = { cookie: await stand.cookieOf('manager') };
    const { grants } = grantsShape.parse(await (await stand.ask('/access', { headers })).json());
    const id = grants.find(({ kind }) => kind === 'program')?.id;
    expect((await stand.post('/access', { ask: 'revoke', id }, headers)).status).toBe(200);
    expect(await status(other)).toBe(401);
  });

  it('that is wrong is refused, counted, and never replaced by the cookie beside it', async () => {
    const stand = await openAccessStand();
    const cookie = await stand.cookieOf('manager');
    const wrong = `flightline_${newSecret()}`;
    const ask = (token: string) => stand.ask('/metrics', { headers: { cookie, authorization: `Bearer ${token}` } });
    const answer = await ask(wrong);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    for (const token of ['flightline_', 'flightline_x', `${wrong} `, 'flightline_x'.repeat(100)])
      expect([token, (await ask(token)).status]).toEqual([token, 401]);
    for (let count = 0; count < 5; count++) await ask(wrong);
    expect((await ask(wrong)).status).toBe(429);
    expect(stand.logged()).not.toContain(wrong);
    // A proxy may send its own token along, which is not one of ours.
    expect((await ask('eyJhbGciOi')).status).toBe(200);
    stand.advance(minute);
    expect((await stand.ask('/metrics', bearing(await tokenOf(stand)))).status).toBe(200);
  });
});

describe('a token for a program', () => {
  it.each([
    ['without an end', { days: null }, /must end after 1 to 366 days/],
    ['for longer than a year', { days: 400 }, /must end after 1 to 366 days/],
    ['that reads nothing', { reads: [] }, /Choose what the program reads/],
    ['that reads what its role does not see', { role: 'dispatcher' }, /role dispatcher does not include metrics/],
    ['that is an instructor', { role: 'instructor', userId: 'u1' }, /cannot be an instructor/],
    ['that is a display', { role: 'display' }, /The role must be/],
  ])('%s is not handed out', async (_, more, words) => {
    const { cookieOf, post } = await openAccessStand();
    const answer = await post('/access', { ...request, ...more }, { cookie: await cookieOf('manager') });
    const [{ message }]: [{ message: string }] = JSON.parse(await answer.text());
    expect([answer.status, message]).toEqual([400, expect.stringMatching(words)]);
  });
});

describe('an administrator', () => {
  it('hands out every role but manager, to people and to programs', async () => {
    const { cookieOf, post, ask } = await openAccessStand();
    const headers = { cookie: await cookieOf('administrator') };
    const give = async (more: object) => (await post('/access', { ...request, ...more }, headers)).status;
    const token = { kind: 'token', reads: null };
    for (const role of ['administrator', 'dispatcher', 'maintenance', 'instructor'])
      expect([role, await give({ ...token, role, userId: 'u1' })]).toEqual([role, 200]);
    expect(await give({ ...token, kind: 'display', role: null })).toBe(200);
    expect([await give({ ...token, role: 'manager' }), await give({ role: 'manager', reads: ['fleet'] })]).toEqual([
      403, 403,
    ]);
    for (const path of [aircraft, reservations, '/replica/log', '/replica/brief?date=2026-05-12'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 403]);
    for (const path of ['/metrics', '/access', '/access/audit', '/access/sessions?of=all'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 200]);
  });
});
