import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Caller, local } from '#server/http/rights/caller.ts';
import { callerOf } from '#e2e/servers/access/testCallers.ts';
import { createEvents, type Events, type EventsOptions, type ReplicaEvent } from './events.ts';
import { roles } from '#contract/access/roles.ts';
import { eventually } from '#e2e/servers/teststand.ts';

const startedAt = Date.UTC(2026, 10, 20);

function refresh(revision: number) {
  const asOf = '2026-11-20T18:05:00Z';
  return {
    event: 'refresh',
    data: { set: 'reservations', scope: '2026-11-20', revision, asOf, changed: true },
  } satisfies ReplicaEvent;
}

type Stream = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: () => string;
  readonly close: () => void;
  readonly ended: Promise<unknown>;
};

/** A server for events on a real socket, with a heartbeat that the test triggers. */
async function openEvents(more: Partial<EventsOptions> = {}) {
  const beats: (() => void)[] = [];
  let isBeating = true;
  const repeat = (call: () => void) => {
    beats.push(call);
    return () => void (isBeating = false);
  };
  const events: Events = createEvents({ startedAt, repeat, ...more });
  let caller: Caller = local;
  const server = createServer((incoming, outgoing) => events.handle(incoming, outgoing, caller));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    events.close();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (lastId?: string, method = 'GET'): Promise<Stream> => {
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    const call = get({ port, host: '127.0.0.1', path: '/events', method, headers, agent: false });
    call.on('error', () => undefined);
    const [incoming] = (await once(call, 'response')) as [IncomingMessage];
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('error', () => undefined);
    const ended = new Promise((resolve) => incoming.once('close', resolve));
    const { statusCode: status = 0, headers: received } = incoming;
    return { status, headers: received, text: () => text, close: () => call.destroy(), ended };
  };
  const beat = () => {
    if (isBeating) for (const call of beats) call();
  };
  return { events, port, open, beat, as: (next: Caller) => void (caller = next) };
}

/** The events in a received stream, as a browser reads them: blocks without data are not dispatched. */
function read(text: string) {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => {
      const member = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const data = member('data');
      return { id: member('id'), event: member('event'), data: data ? JSON.parse(data) : data };
    });
}

const has = (stream: Stream, count: number) => eventually(() => expect(read(stream.text())).toHaveLength(count));

describe('a stream of events', () => {
  it('begins with the time to wait before a reconnect and the id to continue from', async () => {
    const { open, events } = await openEvents();
    const stream = await open();
    await eventually(() => expect(stream.text()).toMatch(/^retry: 2000\nid: \w+-0\n\n$/));
    expect(stream.status).toBe(200);
    expect(events.connected()).toBe(1);
  });

  it('must not be stored, buffered by a proxy, or read by another site', async () => {
    const { open } = await openEvents();
    const { headers } = await open();
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('carries refresh, state and reset, with ids that rise', async () => {
    const { open, events } = await openEvents();
    const stream = await open();
    events.send(refresh(7));
    events.send({ event: 'state' });
    events.send({ event: 'reset' });
    await has(stream, 3);
    const prefix = startedAt.toString(36);
    expect(read(stream.text())).toEqual([
      { id: `${prefix}-1`, event: 'refresh', data: refresh(7).data },
      { id: `${prefix}-2`, event: 'state', data: '' },
      { id: `${prefix}-3`, event: 'reset', data: '' },
    ]);
  });

  it('answers HEAD with its headers only', async () => {
    const { open, events } = await openEvents();
    const stream = await open(undefined, 'HEAD');
    await stream.ended;
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(events.connected()).toBe(0);
  });

  it('is kept open by a comment that no browser takes for an event', async () => {
    const { open, beat } = await openEvents();
    const stream = await open();
    beat();
    await eventually(() => expect(stream.text()).toMatch(/\n:\n\n$/));
    expect(read(stream.text())).toEqual([]);
  });

  it('has a heartbeat every 20 seconds', async () => {
    const repeat = vi.fn<NonNullable<EventsOptions['repeat']>>(() => () => undefined);
    await openEvents({ repeat });
    expect(repeat.mock.calls).toEqual([[expect.any(Function), 20_000]]);
  });
});

describe('a client that reconnects', () => {
  it('is sent what it missed, and nothing twice', async () => {
    const { open, events } = await openEvents();
    const first = await open();
    events.send(refresh(1));
    events.send(refresh(2));
    await has(first, 2);
    const [seen] = read(first.text());
    first.close();
    await eventually(() => expect(events.connected()).toBe(0));
    events.send(refresh(3));
    const second = await open(seen?.id);
    events.send(refresh(4));
    await has(second, 3);
    expect(read(second.text()).map(({ data }) => data.revision)).toEqual([2, 3, 4]);
  });

  it('that missed nothing is sent nothing', async () => {
    const { open, events } = await openEvents();
    events.send(refresh(1));
    const stream = await open(`${startedAt.toString(36)}-1`);
    events.send(refresh(2));
    await has(stream, 1);
    expect(read(stream.text())[0]?.data.revision).toBe(2);
  });

  it('after more than a thousand events is told to request everything', async () => {
    const { open, events } = await openEvents();
    const prefix = startedAt.toString(36);
    for (let revision = 1; revision <= 1_500; revision++) events.send(refresh(revision));
    const [late, justInTime] = await Promise.all([open(`${prefix}-499`), open(`${prefix}-500`)]);
    await has(late, 1);
    expect(read(late.text())).toEqual([{ id: `${prefix}-1500`, event: 'reset', data: '' }]);
    await has(justInTime, 1_000);
    const revisions = read(justInTime.text()).map(({ data }) => data.revision);
    expect(revisions).toEqual(Array.from({ length: 1_000 }, (_, index) => 501 + index));
    // This client has missed more events than may wait for one, but must stay connected.
    events.send(refresh(1_501));
    await has(justInTime, 1_001);
  });

  it.each([
    '',
    'x',
    'abc-3',
    `${startedAt.toString(36)}-`,
    `${startedAt.toString(36)}-9`,
    `${startedAt.toString(36)}--1`,
  ])('with the id “%s”, which is not from this process, is told to request everything', async (id) => {
    const { open, events } = await openEvents();
    events.send(refresh(1));
    const stream = await open(id);
    await has(stream, 1);
    expect(read(stream.text())[0]?.event).toBe('reset');
  });
});

describe('limits', () => {
  it('refuse further streams of one person, whatever the number of sessions, until one has closed', async () => {
    const { open, events, as } = await openEvents({ limitPerPerson: 2 });
    let sessions = 0;
    const openAnother = () => {
      as({ ...callerOf('dispatcher'), id: `session ${sessions++}` });
      return open();
    };
    const first = await openAnother();
    await openAnother();
    const refused = await openAnother();
    await refused.ended;
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.text())).toMatchObject([{ code: 503, message: expect.stringContaining('Too many') }]);
    first.close();
    await eventually(() => expect(events.connected()).toBe(1));
    expect((await openAnother()).status).toBe(200);
  });

  it('apply to all clients together', async () => {
    const { open, events } = await openEvents({ limitTotal: 3 });
    await Promise.all([open(), open(), open()]);
    expect((await open()).status).toBe(503);
    expect(events.connected()).toBe(3);
  });

  it('report the number of connections to the planner of calls', async () => {
    const onConnected = vi.fn<(connected: number) => void>();
    const { open } = await openEvents({ onConnected });
    const stream = await open();
    stream.close();
    await eventually(() => expect(onConnected.mock.calls).toEqual([[1], [0]]));
  });
});

describe('many clients', () => {
  it('all receive an event, which is serialised once', async () => {
    const { open, events } = await openEvents();
    const streams = await Promise.all(Array.from({ length: 200 }, () => open()));
    const toJSON = vi.fn(() => 'once');
    events.send({ event: 'refresh', data: { ...refresh(1).data, toJSON } as never });
    await Promise.all(streams.map((stream) => has(stream, 1)));
    expect(toJSON).toHaveBeenCalledTimes(1);
  });

  it('continue when one of them does not read, which is disconnected', async () => {
    const { open, events, port } = await openEvents();
    const reading = await open();
    const idle = connect(port, '127.0.0.1', () => idle.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n'));
    idle.pause();
    idle.on('error', () => undefined);
    onTestFinished(() => void idle.destroy());
    await eventually(() => expect(events.connected()).toBe(2));
    let sent = 0;
    // A socket takes some megabytes before data waits.
    while (events.connected() === 2 && sent < 200_000) {
      for (let count = 0; count < 100; count++) events.send(refresh(sent++));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(events.connected()).toBe(1);
    await has(reading, sent);
    // Each event that was written to a stream, and the stream that was ended.
    expect(events.figures()).toEqual({ open: 1, sent: expect.any(Number), cut: 1 });
    expect(events.figures().sent).toBeGreaterThan(sent);
  });
});

describe('closing', () => {
  it('ends all streams and the heartbeat, and refuses new ones', async () => {
    const { open, events, beat } = await openEvents();
    const streams = await Promise.all([open(), open()]);
    events.close();
    beat();
    events.send(refresh(1));
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.flatMap((stream) => read(stream.text()))).toEqual([]);
    await eventually(() => expect(events.connected()).toBe(0));
    expect((await open()).status).toBe(503);
  });
});

describe('a caller who may not see a set of records', () => {
  const sent: readonly ReplicaEvent[] = [
    refresh(1),
    { event: 'refresh', data: { ...refresh(2).data, set: 'users', scope: '' } },
    { event: 'refresh', data: { ...refresh(3).data, set: 'user', scope: 'somebody' } },
    { event: 'refresh', data: { ...refresh(4).data, set: 'report', scope: 'reportInvoices limit=50' } },
    { event: 'refresh', data: { ...refresh(5).data, set: 'report', scope: 'reportWorkOrders' } },
    { event: 'refresh', data: { ...refresh(6).data, set: 'report', scope: 'unheardOf' } },
    { event: 'snoozes' },
    { event: 'state' },
    { event: 'reset' },
  ];
  const heard = {
    manager: [1, 2, 3, 4, 5, 6, 'snoozes', 'state', 'reset'],
    administrator: ['state', 'reset'],
    dispatcher: [1, 2, 3, 5, 'snoozes', 'state', 'reset'],
    maintenance: [1, 5, 'snoozes', 'state', 'reset'],
    instructor: [1, 'state', 'reset'],
    display: [1, 'state', 'reset'],
  } as const;
  const textsOf = (text: string) => read(text).map(({ event, data }) => data.revision ?? event);

  it.each(roles)('is not told that it was refreshed, nor when connecting again: %s', async (role) => {
    const { open, events, as } = await openEvents();
    as(callerOf(role));
    const stream = await open();
    for (const event of sent) events.send(event);
    await has(stream, heard[role].length);
    const again = await open(`${startedAt.toString(36)}-0`);
    await has(again, heard[role].length);
    expect([textsOf(stream.text()), textsOf(again.text())]).toEqual([heard[role], heard[role]]);
    if (!heard[role].some((number) => number === 3)) expect(stream.text() + again.text()).not.toContain('somebody');
  });
});

it('loses all streams once access has ended, and nobody else does', async () => {
  const { open, events, as } = await openEvents();
  as(callerOf('display'));
  const lost = [await open(), await open()];
  as(callerOf('dispatcher'));
  const other = await open();
  events.drop('display');
  await Promise.all(lost.map(({ ended }) => ended));
  events.send({ event: 'state' });
  await has(other, 1);
  expect(events.connected()).toBe(1);
});
