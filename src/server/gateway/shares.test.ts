import { describe, expect, it } from 'vitest';
import { type Caller, local } from '#server/access/caller.ts';
import { accessOf, aircraftPath, always, emptyList, openStand, testConfig } from './teststand.ts';

const pageOf = (page: number) => `${aircraftPath}?limit=10&offset=${page}`;
const now = { 'x-flightline-refresh': 'now' };

/** Who asks is written in the cookie; without one nobody has signed in. */
const access = accessOf(({ headers: { cookie } }) => (cookie === undefined ? null : callerOf(cookie)));

function callerOf(id: string): Caller {
  const role = id === 'lobby' ? ('display' as const) : ('dispatcher' as const);
  return { who: { ...local.who, mode: 'tokens', role }, view: role, id, grant: id };
}

const guard = { mode: 'tokens' } as const;
const statuses = (replies: readonly { readonly status: number }[]) => replies.map(({ status }) => status);

describe('calls to the service', () => {
  const config = { ...testConfig, rateLimit: 8 };

  it('are half of the allowance for each who has signed in, and others have theirs', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, config });
    const ask = (cookie: string, page: number) => stand.ask(pageOf(page), { cookie });
    const replies = [];
    for (let page = 0; page < 6; page++) replies.push(await ask('anna', page));
    expect(statuses(replies)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(replies[5]?.headers).toMatchObject({ 'cache-status': 'flightline; detail=busy', 'retry-after': '65' });
    expect(replies[5]?.body.toString()).toMatch(/Try again in 65 seconds/);
    // What is stored costs nothing.
    expect((await ask('anna', 0)).status).toBe(200);
    expect((await ask('ben', 4)).status).toBe(200);
    expect(stand.calls).toHaveLength(5);
    stand.advance(65);
    expect((await ask('anna', 5)).status).toBe(200);
  });

  it('are not made for who wants the newest all the time, who then gets what is stored', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, config });
    const replies = [];
    for (let turn = 0; turn < 8; turn++) replies.push(await stand.ask(aircraftPath, { cookie: 'anna', ...now }));
    expect(statuses(replies)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(stand.calls).toHaveLength(4);
  });

  it('are not made because a display wants the newest', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, config });
    for (let turn = 0; turn < 3; turn++) await stand.ask(aircraftPath, { cookie: 'lobby', ...now });
    expect(stand.calls).toHaveLength(1);
    await stand.ask(aircraftPath, { cookie: 'anna', ...now });
    expect(stand.calls).toHaveLength(2);
  });

  it('are all for one where nobody has to sign in', async () => {
    const stand = await openStand(always(200, emptyList), { config });
    for (let page = 0; page < 8; page++) expect((await stand.ask(pageOf(page))).status).toBe(200);
  });
});

describe('requests', () => {
  const shares = { burst: 3, perSecond: 1 };

  it('of one session, or of one address without, end at its share, and others go on', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, shares });
    const ask = async (cookie?: string) => {
      const replies = [];
      for (let turn = 0; turn < 4; turn++)
        replies.push(await stand.ask('/config', cookie === undefined ? {} : { cookie }));
      return replies;
    };
    expect(statuses(await ask())).toEqual([401, 401, 401, 429]);
    const own = await ask('anna');
    expect(statuses(own)).toEqual([200, 200, 200, 429]);
    expect(own[3]?.headers['retry-after']).toBe('1');
    expect(statuses(await ask('ben'))).toEqual([200, 200, 200, 429]);
    // Whoever watches the server is never turned away.
    expect((await stand.ask('/health')).status).toBe(200);
    stand.advance(1);
    expect(statuses(await ask('anna'))).toEqual([200, 429, 429, 429]);
  });

  it('through a trusted proxy are counted by whom it names', async () => {
    const isTrustedProxy = (address: string) => address === '127.0.0.1';
    const proxied = { ...guard, isTrustedProxy, publicUrl: new URL('https://ops.example') };
    const stand = await openStand(always(200, emptyList), { access, shares, guard: proxied });
    const ask = (client: string) => stand.ask('/config', { host: 'ops.example', 'x-forwarded-for': client });
    const replies = [];
    for (let turn = 0; turn < 4; turn++) replies.push(await ask(`2001:db8:1:2::${turn}`));
    expect(statuses(replies)).toEqual([401, 401, 401, 429]);
    expect((await ask('2001:db8:1:3::1')).status).toBe(401);
  });
});
