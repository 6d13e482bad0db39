import { describe, expect, it } from 'vitest';
import { type Caller, local } from '#server/http/rights/caller.ts';
import { accessOf, aircraftPath, always, emptyList, openStand, testConfig } from '#e2e/servers/teststand.ts';

const pageOf = (page: number) => `${aircraftPath}?limit=10&offset=${page}`;
const now = { 'x-flightline-refresh': 'now' };

/** The cookie names the person, then the session after a slash: `anna/2`. No cookie means not signed in. */
const access = accessOf(({ headers: { cookie } }) => (cookie === undefined ? null : callerOf(cookie)));

function callerOf(id: string): Caller {
  const [grant = ''] = id.split('/', 1);
  const role = grant === 'lobby' ? ('display' as const) : ('dispatcher' as const);
  return { who: { ...local.who, mode: 'tokens', role }, view: role, id, grant };
}

const guard = { mode: 'tokens' } as const;
const statuses = (replies: readonly { readonly status: number }[]) => replies.map(({ status }) => status);

describe('calls to the service', () => {
  const config = { ...testConfig, rateLimit: 8 };

  it('are half of the allowance for each signed-in person, and others have theirs', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, config });
    const ask = (cookie: string, page: number) => stand.ask(pageOf(page), { cookie });
    const replies = [];
    for (let page = 0; page < 6; page++) replies.push(await ask('anna', page));
    expect(statuses(replies)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(replies[5]?.headers).toMatchObject({ 'cache-status': 'flightline; detail=busy', 'retry-after': '65' });
    expect(replies[5]?.body.toString()).toMatch(/Try again in 65 seconds/);
    // Stored answers cost nothing.
    expect((await ask('anna', 0)).status).toBe(200);
    expect((await ask('ben', 4)).status).toBe(200);
    expect(stand.calls).toHaveLength(5);
    stand.advance(65);
    expect((await ask('anna', 5)).status).toBe(200);
  });

  it.each([
    ['four sessions of one person', ['anna/1', 'anna/2', 'anna/3', 'anna/4']],
    ['four people', ['anna', 'ben', 'chen', 'dora']],
    ['three people and a display', ['anna', 'ben', 'chen', 'lobby']],
  ])('are left to others by %s that want all they can get', async (_, greedy) => {
    const stand = await openStand(always(200, emptyList), { access, guard, config: { ...testConfig, rateLimit: 60 } });
    let page = 0;
    const ask = (cookie: string) => stand.ask(pageOf(page++), { cookie });
    for (const cookie of greedy) for (let turn = 0; turn < 30; turn++) await ask(cookie);
    expect(stand.calls.length).toBeLessThanOrEqual(54);
    const others = [];
    for (const other of ['manager', 'dispatcher', 'mechanic']) others.push(await ask(other));
    expect(statuses(others)).toEqual([200, 200, 200]);
  });

  it('are left to other networks by any number of links in one', async () => {
    const isTrustedProxy = (address: string) => address === '127.0.0.1';
    const proxied = { ...guard, isTrustedProxy, publicUrl: new URL('https://ops.example') };
    const stand = await openStand(always(200, emptyList), {
      access,
      guard: proxied,
      config: { ...testConfig, rateLimit: 60 },
    });
    let page = 0;
    const ask = (cookie: string, from: string) =>
      stand.ask(pageOf(page++), { cookie, host: 'ops.example', 'x-forwarded-for': from });
    // Each with its own address of the many that one IPv6 network has.
    for (let link = 0; link < 80; link++) await ask(`link ${link}`, `2001:db8:1:2::${link}`);
    expect(stand.calls).toHaveLength(57);
    expect((await ask('manager', '192.0.2.7')).status).toBe(200);
    // A person is the same in every network.
    const roaming = [];
    for (let turn = 0; turn < 10; turn++) roaming.push(await ask('anna', `2001:db8:1:${turn + 10}::1`));
    expect(statuses(roaming).filter((status) => status === 200).length).toBeLessThanOrEqual(2);
  });

  it('are not made for a person who refreshes all the time; stored answers are served instead', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, config });
    const replies = [];
    for (let turn = 0; turn < 8; turn++) replies.push(await stand.ask(aircraftPath, { cookie: 'anna', ...now }));
    expect(statuses(replies)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(stand.calls).toHaveLength(4);
  });

  it('are not made because a display wants the newest data', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, config });
    for (let turn = 0; turn < 3; turn++) await stand.ask(aircraftPath, { cookie: 'lobby', ...now });
    expect(stand.calls).toHaveLength(1);
    await stand.ask(aircraftPath, { cookie: 'anna', ...now });
    expect(stand.calls).toHaveLength(2);
  });

  it('all belong to one client where nobody has to sign in', async () => {
    const stand = await openStand(always(200, emptyList), { config });
    for (let page = 0; page < 8; page++) expect((await stand.ask(pageOf(page))).status).toBe(200);
  });
});

describe('requests', () => {
  const shares = { burst: 3, perSecond: 1 };

  it('of one person, or of one address without a person, end at its share, and others continue', async () => {
    const stand = await openStand(always(200, emptyList), { access, guard, shares });
    const ask = async (cookie?: string) => {
      const replies = [];
      for (let turn = 0; turn < 4; turn++)
        replies.push(await stand.ask('/config', cookie === undefined ? {} : { cookie }));
      return replies;
    };
    expect(statuses(await ask())).toEqual([401, 401, 401, 429]);
    const replies = await ask('anna');
    expect(statuses(replies)).toEqual([200, 200, 200, 429]);
    expect(replies[3]?.headers['retry-after']).toBe('1');
    // Another session is the same person.
    expect(statuses(await ask('anna/2'))).toEqual([429, 429, 429, 429]);
    expect(statuses(await ask('ben'))).toEqual([200, 200, 200, 429]);
    // Monitors are never refused.
    expect((await stand.ask('/health')).status).toBe(200);
    stand.advance(1);
    expect(statuses(await ask('anna'))).toEqual([200, 429, 429, 429]);
  });

  it('through a trusted proxy count for the client that it names', async () => {
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
