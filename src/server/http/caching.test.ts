import { describe, expect, it } from 'vitest';
import { aircraftPath, always, emptyList, eventually, openStand, type Stand } from '#e2e/servers/teststand.ts';

const longList = (tail: string) =>
  JSON.stringify({ totalItems: 90, items: Array.from({ length: 90 }, () => ({ tailNumber: tail })) });

const cacheStatusOf = async (stand: Stand, path = aircraftPath) => (await stand.ask(path)).headers['cache-status'];

describe('a stored answer', () => {
  it('is served with its age while fresh, without a call', async () => {
    const stand = await openStand(always(200, emptyList));
    const first = await stand.ask(aircraftPath);
    expect(first.headers).toMatchObject({
      age: '0',
      'cache-status': 'flightline; fwd=miss; fwd-status=200; stored; ttl=15',
    });
    stand.advance(9);
    const second = await stand.ask(aircraftPath);
    expect(second.headers).toMatchObject({ age: '9', 'cache-status': 'flightline; hit; ttl=6' });
    expect(second.body.toString()).toBe(emptyList);
    expect(stand.calls).toHaveLength(1);
  });

  it('is served at once when a little old, while one call fetches a new one for all', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(aircraftPath);
    stand.advance(20);
    let finish = () => undefined as void;
    stand.answerWith((_, outgoing) => void (finish = () => void outgoing.end('{"items":[1]}')));
    const replies = await Promise.all(Array.from({ length: 20 }, () => stand.ask(aircraftPath)));
    for (const { headers } of replies) {
      expect(headers).toMatchObject({ age: '20', 'cache-status': 'flightline; hit; ttl=-5; detail=refreshing' });
    }
    await eventually(() => expect(stand.calls).toHaveLength(2));
    finish();
    await eventually(async () => expect((await stand.ask(aircraftPath)).body.toString()).toBe('{"items":[1]}'));
    expect(stand.calls).toHaveLength(2);
  });

  it('is renewed first when older than that', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(aircraftPath);
    stand.advance(200);
    expect(await cacheStatusOf(stand)).toBe('flightline; fwd=stale; fwd-status=200; stored; ttl=15');
  });

  it('looks older, never younger, when the time of day is set', async () => {
    let wall = Date.UTC(2026, 10, 20);
    const stand = await openStand(always(200, emptyList), { wall: () => wall });
    await stand.ask(aircraftPath);
    wall -= 3_600_000;
    expect((await stand.ask(aircraftPath)).headers).toMatchObject({
      age: '0',
      'cache-status': 'flightline; hit; ttl=15',
    });
    wall += 30_000;
    expect((await stand.ask(aircraftPath)).headers).toMatchObject({
      age: '30',
      'cache-status': expect.stringMatching(/refreshing/),
    });
  });

  it('is evicted when memory is full, the one requested longest ago first', async () => {
    const stand = await openStand(always(200, longList('N512SP')), { storeBytes: 12_000 });
    for (const page of [0, 1, 0, 2]) await stand.ask(`${aircraftPath}?limit=90&offset=${page}`);
    expect(await cacheStatusOf(stand, `${aircraftPath}?limit=90&offset=0`)).toMatch(/; hit/);
    expect(await cacheStatusOf(stand, `${aircraftPath}?limit=90&offset=1`)).toMatch(/; fwd=miss/);
  });
});

describe('many equal requests', () => {
  it('share one call, also those that come while its answer arrives', async () => {
    let finish = () => undefined as void;
    const stand = await openStand((_, outgoing) => {
      outgoing.write('{"items":');
      finish = () => void outgoing.end('[]}');
    });
    const early = Array.from({ length: 100 }, () => stand.ask(aircraftPath));
    await eventually(() => expect(stand.calls).toHaveLength(1));
    const late = Array.from({ length: 20 }, () => stand.ask(aircraftPath));
    await eventually(async () => {
      const { counts } = JSON.parse((await stand.ask('/state')).body.toString()) as { counts: { coalesced: number } };
      expect(counts.coalesced).toBe(119);
    });
    finish();
    const replies = await Promise.all([...early, ...late]);
    expect(new Set(replies.map((reply) => reply.body.toString()))).toEqual(new Set(['{"items":[]}']));
    expect(replies.filter((reply) => reply.headers['cache-status']?.includes('; collapsed'))).toHaveLength(119);
    expect(stand.calls).toHaveLength(1);
  });
});

describe('a client that has the answer', () => {
  it('gets 304 in its own coding, with the present age', async () => {
    const stand = await openStand(always(200, longList('N512SP')));
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers } = await stand.ask(aircraftPath, { 'accept-encoding': coding });
      const tag = String(headers.etag);
      expect(tag).toMatch(coding === 'identity' ? /^"[\w-]+"$/ : new RegExp(`^"[\\w-]+-${coding}"$`));
      for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await stand.ask(aircraftPath, { 'accept-encoding': coding, 'if-none-match': held });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        expect(again.headers).toMatchObject({
          etag: tag,
          age: '0',
          vary: 'accept-encoding',
          'cache-control': 'no-store',
        });
        expect(again.headers['cache-status']).toMatch(/^flightline; hit/);
        for (const name of ['content-length', 'content-type', 'content-encoding'])
          expect(again.headers).not.toHaveProperty(name);
      }
    }
  });

  it('gets 304 after a refresh without news, and otherwise the new answer', async () => {
    const stand = await openStand(always(200, longList('N512SP')));
    const { etag = '' } = (await stand.ask(aircraftPath)).headers;
    stand.advance(200);
    const same = await stand.ask(aircraftPath, { 'if-none-match': etag });
    expect([same.status, same.headers['cache-status']]).toEqual([304, expect.stringMatching(/fwd=stale/)]);
    stand.advance(200);
    stand.answerWith(always(200, longList('N513SP')));
    expect((await stand.ask(aircraftPath, { 'if-none-match': etag })).status).toBe(200);
  });

  it('never gets 304 for an error', async () => {
    const stand = await openStand(always(503, '[]'));
    const reply = await stand.ask(aircraftPath, { 'if-none-match': '*' });
    expect(reply.status).toBe(503);
    expect(reply.headers).not.toHaveProperty('etag');
  });
});
