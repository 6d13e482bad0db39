import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { configShape } from '#contract/config.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { aircraftPath, always, emptyList, openStand } from './teststand.ts';

const longList = JSON.stringify({
  totalItems: 100,
  items: Array.from({ length: 100 }, (_, index) => ({ tailNumber: `N${index}SP` })),
});

describe('packing', () => {
  it('is done once an answer is worth it, as the client likes it', async () => {
    const stand = await openStand(always(200, longList));
    const [br, gzip, plain] = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity'].map((coding) => stand.ask(aircraftPath, { 'accept-encoding': coding })),
    );
    expect(br?.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(longList);
    expect(gzip?.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(longList);
    expect(plain?.headers).not.toHaveProperty('content-encoding');
    expect(plain?.body.toString()).toBe(longList);
    expect(br?.body.length).toBeLessThan(longList.length / 2);
  });

  it('is not done to a short answer', async () => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask(aircraftPath, { 'accept-encoding': 'br' });
    expect(reply.headers).not.toHaveProperty('content-encoding');
    expect(reply.headers['content-length']).toBe(String(emptyList.length));
  });

  it('of the upstream is undone first', async () => {
    const stand = await openStand(always(200, gzipSync(longList), { 'content-encoding': 'gzip' }));
    const reply = await stand.ask(aircraftPath);
    expect(reply.body.toString()).toBe(longList);
  });
});

describe('a client that leaves', () => {
  it('ends the call that was made for it, and harms nobody', async () => {
    let isFirst = true;
    let arrived: (held: ServerResponse) => void = () => undefined;
    const holding = new Promise<ServerResponse>((resolve) => (arrived = resolve));
    const stand = await openStand((_, outgoing) => {
      if (!isFirst) return void outgoing.end(emptyList);
      isFirst = false;
      return arrived(outgoing);
    });
    const leaving = request({ port: stand.port, host: '127.0.0.1', path: aircraftPath, agent: false });
    leaving.on('error', () => undefined);
    leaving.end();
    const held = await holding;
    const ended = once(held, 'close');
    leaving.destroy();
    await ended;
    expect(held.writableFinished).toBe(false);
    expect((await stand.ask(aircraftPath)).status).toBe(200);
    const health = JSON.parse((await stand.ask('/health')).body.toString()) as { upstream: { lastCall: object } };
    expect(health.upstream.lastCall).toMatchObject({ status: 200, failure: null });
  });
});

describe('what the gateway says of itself', () => {
  it('/config is what the browser needs to know', async () => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask('/config');
    expect(configShape.parse(JSON.parse(reply.body.toString()))).toMatchObject({
      operatorId: 1001,
      timeZone: 'America/Denver',
    });
  });

  it('/health is live from the start, and then knows how the last call went', async () => {
    const stand = await openStand(always(503, '[]'));
    const healthOf = async () => JSON.parse((await stand.ask('/health')).body.toString()) as unknown;
    expect(await healthOf()).toEqual({ live: true, upstream: { lastCall: null } });
    await stand.ask(aircraftPath);
    expect(await healthOf()).toMatchObject({ upstream: { lastCall: { status: 503, failure: null } } });
  });

  it('/openapi.json is the contract', async () => {
    const stand = await openStand(always(200, emptyList));
    expect(JSON.parse((await stand.ask('/openapi.json')).body.toString())).toEqual(openApiDocument());
  });
});
