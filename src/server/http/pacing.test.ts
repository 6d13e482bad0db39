import { describe, expect, it } from 'vitest';
import { local } from '#server/http/rights/caller.ts';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import {
  accessOf,
  aircraftPath,
  always,
  emptyList,
  eventually,
  openStand,
  type Stand,
} from '#e2e/servers/teststand.ts';

const reportPage = (page: number) => `/api/reports/v1.0/operators/1001/flights?offset=${page}`;
const pageOf = (page: number) => `${aircraftPath}?limit=10&offset=${page}`;

async function stateOf(stand: Stand) {
  return gatewayStateShape.parse(JSON.parse((await stand.ask('/state')).body.toString()));
}

describe('calls to the upstream', () => {
  it('run at most six at a time', async () => {
    const held: (() => void)[] = [];
    const stand = await openStand((_, outgoing) => void held.push(() => outgoing.end(emptyList)));
    const replies = Array.from({ length: 40 }, (_, page) => stand.ask(pageOf(page)));
    for (let ended = 0; ended < 40; ended++) {
      const max = Math.min(6, 40 - ended);
      await eventually(async () => {
        const { running, queue } = await stateOf(stand);
        expect([held.length, running, queue.person]).toEqual([ended + max, max, 40 - ended - max]);
      });
      held[ended]?.();
    }
    expect((await Promise.all(replies)).every((reply) => reply.status === 200)).toBe(true);
  });

  it('stop at the allowance, and further requests are told when to retry', async () => {
    const stand = await openStand(always(200, emptyList), { scheduling: defaultScheduling(5) });
    const replies = await Promise.all(Array.from({ length: 8 }, (_, page) => stand.ask(pageOf(page))));
    const refused = replies.filter((reply) => reply.status === 503);
    expect([stand.calls.length, refused.length]).toEqual([5, 3]);
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBe(60);
      expect(headers['cache-status']).toBe('flightline; fwd=miss; detail=busy');
      expect(body.toString()).toMatch(/Try again in 60 seconds/);
    }
    expect((await stateOf(stand)).allowance).toEqual({ limit: 100_000, used: 5 });
    stand.advance(61);
    expect((await stand.ask(pageOf(7))).status).toBe(200);
  });

  it('wait in a bounded queue, while stored answers are still served', async () => {
    const held: (() => void)[] = [];
    const stand = await openStand(always(200, emptyList), {
      scheduling: {
        ...defaultScheduling(60),
        concurrency: 1,
        maxQueued: { person: 1, program: 1, load: 1, replica: 1 },
      },
      softTimeoutMs: 20,
    });
    await stand.ask(pageOf(0));
    stand.advance(200);
    stand.answerWith((_, outgoing) => void held.push(() => outgoing.end(emptyList)));
    const waiting = [stand.ask(pageOf(1)), stand.ask(pageOf(2))];
    await eventually(async () => expect(await stateOf(stand)).toMatchObject({ running: 1, queue: { person: 1 } }));
    const full = await stand.ask(pageOf(3));
    expect([full.status, Number(full.headers['retry-after'])]).toEqual([503, 1]);
    const warm = await stand.ask(pageOf(0));
    expect([warm.status, warm.headers['cache-status']]).toEqual([
      200,
      expect.stringMatching(/fwd=stale;.*detail=busy$/),
    ]);
    stand.answerWith(always(200, emptyList));
    for (const finish of held) finish();
    expect((await Promise.all(waiting)).map((reply) => reply.status)).toEqual([200, 200]);
  });
});

describe('the queue of calls', () => {
  it('is ordered by person and kind of request, whatever a header says', async () => {
    const order: string[] = [];
    const held: (() => void)[] = [];
    const stand = await openStand(
      (incoming, outgoing) => {
        order.push(/offset=(\d+)/.exec(incoming.url ?? '')?.[1] ?? 'first');
        held.push(() => outgoing.end(emptyList));
      },
      { scheduling: { ...defaultScheduling(60), concurrency: 1 } },
    );
    const replies = [stand.ask(aircraftPath)];
    await eventually(() => expect(order).toHaveLength(1));
    for (const [page, address] of Object.entries({ 1: reportPage(1), 2: reportPage(2), 3: pageOf(3), 4: pageOf(4) })) {
      replies.push(stand.ask(address, { 'x-flightline-class': Number(page) > 2 ? 'load' : 'person' }));
      await eventually(async () => {
        const { queue } = await stateOf(stand);
        expect(queue).toEqual(
          Number(page) > 2
            ? { person: Number(page) - 2, program: 0, load: 2, replica: 0 }
            : { person: 0, program: 0, load: Number(page), replica: 0 },
        );
      });
    }
    for (let index = 0; index < 5; index++) {
      await eventually(() => expect(held).toHaveLength(index + 1));
      held[index]?.();
    }
    await Promise.all(replies);
    expect(order).toEqual(['first', '3', '4', '1', '2']);
  });
});

describe('a person’s request for data that a display waits for', () => {
  it('takes the display’s call along', async () => {
    const order: string[] = [];
    const held: (() => void)[] = [];
    const display = { ...local, who: { ...local.who, role: 'display' as const } };
    const stand = await openStand(
      (incoming, outgoing) => {
        order.push(/offset=(\d+)/.exec(incoming.url ?? '')?.[1] ?? 'first');
        held.push(() => outgoing.end(emptyList));
      },
      {
        scheduling: { ...defaultScheduling(60), concurrency: 1 },
        access: accessOf(({ headers }) => (headers.cookie === 'display' ? display : local)),
      },
    );
    const replies = [stand.ask(aircraftPath)];
    await eventually(() => expect(order).toHaveLength(1));
    for (const page of [1, 2, 3]) {
      replies.push(stand.ask(pageOf(page), { cookie: 'display' }));
      await eventually(async () =>
        expect((await stateOf(stand)).queue).toEqual({ person: 0, program: 0, load: page, replica: 0 }),
      );
    }
    replies.push(stand.ask(pageOf(2)));
    await eventually(async () =>
      expect((await stateOf(stand)).queue).toEqual({ person: 1, program: 0, load: 2, replica: 0 }),
    );
    for (let index = 0; index < 4; index++) {
      await eventually(() => expect(held).toHaveLength(index + 1));
      held[index]?.();
    }
    await Promise.all(replies);
    expect(order).toEqual(['first', '2', '1', '3']);
  });
});

describe('a 429 for one call', () => {
  it('pauses all: stored answers are served, and other requests wait or are told', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(pageOf(0));
    stand.advance(200);
    stand.answerWith(always(429, '[]', { 'retry-after': '90' }));
    expect((await stand.ask(pageOf(1))).status).toBe(429);
    const calls = stand.calls.length;
    const others = await Promise.all(Array.from({ length: 10 }, (_, page) => stand.ask(pageOf(page))));
    expect(others.map((reply) => reply.status)).toEqual([200, 429, ...Array.from({ length: 8 }, () => 503)]);
    expect(others[0]?.headers['cache-status']).toMatch(/^flightline; hit; ttl=-\d+; detail=paused$/);
    expect(Number(others[2]?.headers['retry-after'])).toBe(90);
    expect(stand.calls).toHaveLength(calls);
    expect((await stateOf(stand)).pausedUntil).toMatch(/Z$/);
    stand.answerWith(always(200, emptyList));
    stand.advance(90);
    expect((await stand.ask(pageOf(5))).status).toBe(200);
  });
});

describe('a connection that breaks before the answer', () => {
  it('is tried once more', async () => {
    const stand = await openStand((incoming) => void incoming.socket.resetAndDestroy());
    expect((await stand.ask(aircraftPath)).status).toBe(502);
    expect(stand.calls).toHaveLength(2);
  });

  it('goes unnoticed by the client if the second try succeeds', async () => {
    const stand = await openStand((incoming) => {
      incoming.socket.resetAndDestroy();
      stand.answerWith(always(200, emptyList));
    });
    expect((await stand.ask(aircraftPath)).status).toBe(200);
    expect(stand.calls).toHaveLength(2);
  });

  it.each([400, 404, 429, 500, 503])('leads to no retry if the answer is %i', async (status) => {
    const stand = await openStand(always(status, '[]'));
    await stand.ask(aircraftPath);
    expect(stand.calls).toHaveLength(1);
  });
});
