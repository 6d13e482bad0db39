import { request, type RequestListener, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { configShape } from '#contract/gateway/config.ts';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import {
  aircraftPath,
  always,
  emptyList,
  eventually,
  openStand,
  type Stand,
  browserAgent,
} from '#e2e/servers/teststand.ts';

const longList = JSON.stringify({
  totalItems: 100,
  items: Array.from({ length: 100 }, (_, index) => ({ tailNumber: `N${index}SP` })),
});

describe('compression', () => {
  it('is used for long answers, in the coding that the client prefers', async () => {
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

  it('is not used for a short answer', async () => {
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

describe('a client that disconnects', () => {
  it('leaves its call to other waiting clients', async () => {
    const held = holding();
    const stand = await openStand(held.answer);
    const leaving = openRequest(stand.port, aircraftPath);
    const [outgoing] = await held.next();
    const staying = stand.ask(aircraftPath);
    leaving.destroy();
    await eventually(async () => expect((await stateOf(stand)).counts.coalesced).toBe(1));
    outgoing.end(emptyList);
    expect((await staying).status).toBe(200);
    expect(stand.calls).toHaveLength(1);
  });

  it('removes its call from the queue if nobody else waits for it', async () => {
    const held = holding();
    const stand = await openStand(held.answer, { scheduling: { ...defaultScheduling(60), concurrency: 1 } });
    const first = stand.ask(aircraftPath);
    const [outgoing] = await held.next();
    const leaving = openRequest(stand.port, `${aircraftPath}?limit=1`);
    await eventually(async () => expect((await stateOf(stand)).queue.person).toBe(1));
    leaving.destroy();
    await eventually(async () => expect((await stateOf(stand)).queue.person).toBe(0));
    outgoing.end(emptyList);
    await first;
    expect(await stateOf(stand)).toMatchObject({ running: 0, counts: { calls: 1 } });
    expect(stand.calls).toHaveLength(1);
  });

  it('lets a running call finish, and its answer is stored', async () => {
    const held = holding();
    const stand = await openStand(held.answer);
    const leaving = openRequest(stand.port, aircraftPath);
    const [outgoing] = await held.next();
    leaving.destroy();
    outgoing.end(emptyList);
    await eventually(async () => expect((await stateOf(stand)).counts.calls).toBe(1));
    expect((await stand.ask(aircraftPath)).headers['cache-status']).toMatch(/; hit;/);
  });
});

/** An upstream that answers when the test tells it to. */
function holding() {
  const held: ServerResponse[] = [];
  const answer: RequestListener = (_, outgoing) => void held.push(outgoing);
  const next = () =>
    eventually(() => {
      expect(held).not.toHaveLength(0);
      return held.splice(0) as [ServerResponse];
    });
  return { answer, next };
}

function openRequest(port: number, path: string) {
  const leaving = request({ port, host: '127.0.0.1', path, headers: browserAgent, agent: false });
  leaving.on('error', () => undefined);
  leaving.end();
  return leaving;
}

async function stateOf(stand: Stand) {
  return gatewayStateShape.parse(JSON.parse((await stand.ask('/state')).body.toString()));
}

describe('the gateway’s own endpoints', () => {
  it('/config has what the browser needs to know', async () => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask('/config');
    expect(configShape.parse(JSON.parse(reply.body.toString()))).toMatchObject({
      operatorId: 1001,
      timeZone: 'America/Denver',
    });
  });

  it('/health is live from the start, and later shows the result of the last call', async () => {
    const stand = await openStand(always(503, '[]'));
    const healthOf = async () => JSON.parse((await stand.ask('/health')).body.toString()) as unknown;
    expect(await healthOf()).toEqual({ live: true, ready: true, upstream: { lastCall: null } });
    await stand.ask(aircraftPath);
    expect(await healthOf()).toMatchObject({ upstream: { lastCall: { status: 503, failure: null } } });
  });

  it('/openapi.json is the contract', async () => {
    const stand = await openStand(always(200, emptyList));
    expect(JSON.parse((await stand.ask('/openapi.json')).body.toString())).toEqual(openApiDocument());
  });
});
