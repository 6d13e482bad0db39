import { describe, expect, it } from 'vitest';
import { cookieIn, openAccessStand } from '#e2e/servers/access/testAccess.ts';

const question = 'This browser is signed in as Anna. Open the board and sign Anna out?';

describe('a display’s link in a browser with a signed-in person', () => {
  it('signs nobody out before they have been asked', async () => {
    const { ask, post, cookieOf, handOut, audited } = await openAccessStand();
    const headers = { cookie: await cookieOf('manager') };
    const { secret: token } = handOut({ kind: 'display', role: 'display', name: 'lobby' });
    for (const sent of [{ token }, { token, instead: false }]) {
      const answer = await post('/sign-in/display', sent, headers);
      expect([answer.status, answer.headers.getSetCookie(), await answer.json()]).toEqual([
        409,
        [],
        [expect.objectContaining({ message: question })],
      ]);
    }
    expect((await ask('/config', { headers })).status).toBe(200);
    expect(audited().map(({ event }) => event)).toEqual(['signed in']);
    const taken = await post('/sign-in/display', { token, instead: true }, headers);
    expect([taken.status, taken.headers.getSetCookie().length]).toEqual([200, 1]);
    expect((await ask('/config', { headers })).status).toBe(401);
  });

  it('that is unknown says so, and asks nothing', async () => {
    const { post, cookieOf, handOut } = await openAccessStand();
    const headers = { cookie: await cookieOf() };
    expect((await post('/sign-in/display', { token: handOut().secret, instead: true }, headers)).status).toBe(401);
  });

  it('continues if a display is signed in, or nobody', async () => {
    const { post, handOut } = await openAccessStand();
    const [first, second] = ['lobby', 'hangar'].map(
      (name) => handOut({ kind: 'display', role: 'display', name }).secret,
    );
    const before = await post('/sign-in/display', { token: first });
    const after = await post('/sign-in/display', { token: second }, { cookie: cookieIn(before) });
    expect([before.status, after.status]).toEqual([200, 200]);
  });
});
