import { environmentManager, type QueryKey, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import { replicaSets } from '#contract/sets.ts';
import { allNoted, emptyPlan, noted, takeDue, watchEvents } from './events.ts';
import { configKey, createQueryClient } from './policy.ts';

const names = (keys: readonly (readonly unknown[])[]) => keys.map((key) => key.join(' '));

describe('the queries to repeat', () => {
  test('are due at once when their set changed, with the change log', () => {
    const { keys, wakeAt } = takeDue(noted(emptyPlan, { set: 'squawks', changed: true }, 0), 0);
    expect(names(keys)).toEqual([
      'replica squawks',
      'api listSquawks',
      'replica brief',
      'replica changes',
      'replica log',
    ]);
    expect(wakeAt).toBeNull();
  });

  test('are due together after ten seconds when only the age changed', () => {
    let plan = noted(emptyPlan, { set: 'aircraft', changed: false }, 1_000);
    plan = noted(plan, { set: 'squawks', changed: false }, 7_000);
    plan = noted(plan, { set: 'aircraft', changed: false }, 9_000);
    expect(takeDue(plan, 10_999)).toMatchObject({ keys: [], wakeAt: 11_000 });
    const { keys, wakeAt } = takeDue(plan, 11_000);
    expect(names(keys)).toEqual([
      'api listAircraft',
      'replica days',
      'replica brief',
      'replica squawks',
      'api listSquawks',
      'replica brief',
    ]);
    expect(wakeAt).toBeNull();
  });

  test('do not wait for a noted age when a change comes', () => {
    const plan = noted(emptyPlan, { set: 'users', changed: false }, 0);
    expect(names(takeDue(noted(plan, { set: 'users', changed: true }, 3_000), 3_000).keys)).toContain('replica people');
  });

  test('are repeated at most four times a second per set', () => {
    const { plan } = takeDue(noted(emptyPlan, { set: 'reminders', changed: true }, 0), 0);
    const next = noted(plan, { set: 'reminders', changed: true }, 100);
    expect(takeDue(next, 100)).toMatchObject({ keys: [], wakeAt: 250 });
    expect(takeDue(next, 250).keys).not.toEqual([]);
  });
});

describe('all queries to repeat', () => {
  test('cover every set after a reset', () => {
    const keys = names(takeDue(allNoted(emptyPlan, true, 0), 0).keys);
    for (const key of ['api listReservations', 'replica people', 'api listEquipment', 'api getOperator']) {
      expect(keys).toContain(key);
    }
  });

  test('are never lost: a change is due within 250 ms, an age within ten seconds', () => {
    const event = fc.record({
      set: fc.constantFrom(...replicaSets),
      changed: fc.boolean(),
      after: fc.nat(4_000),
      isServed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let plan = emptyPlan;
        let now = 0;
        const owed = new Map<string, number>();
        for (const { set, changed, after, isServed } of events) {
          now += after;
          plan = noted(plan, { set, changed }, now);
          owed.set(set, Math.min(owed.get(set) ?? Number.POSITIVE_INFINITY, now + (changed ? 250 : 10_000)));
          if (!isServed) continue;
          const { wakeAt, plan: next } = takeDue(plan, now);
          for (const taken of owed.keys()) if (!next.due.has(taken as (typeof replicaSets)[number])) owed.delete(taken);
          plan = next;
          expect(wakeAt === null || wakeAt > now).toBe(true);
        }
        for (const [taken, latest] of owed) {
          expect(plan.due.get(taken as (typeof replicaSets)[number])?.at).toBeLessThanOrEqual(latest);
        }
      }),
    );
  });
});

type Listener = (event: { data: string }) => void;

/** The parts of a browser that events need: streams one after another, a page that may be hidden, no locks. */
class FakeStream {
  static readonly CLOSED = 2;
  static all: FakeStream[] = [];
  readonly listeners = new Map<string, Listener>();
  readyState = 1;
  isClosed = false;

  constructor() {
    FakeStream.all.push(this);
  }
  addEventListener(name: string, listener: Listener) {
    this.listeners.set(name, listener);
  }
  close() {
    this.isClosed = true;
  }
  send(name: string, data: unknown = '') {
    this.listeners.get(name)?.({ data: JSON.stringify(data) });
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeAll(() => environmentManager.setIsServer(() => false));
beforeEach(() => {
  vi.useFakeTimers();
  FakeStream.all = [];
  page.visibilityState = 'visible';
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {});
});
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reminders: QueryKey = ['replica', 'reminders'];

/** A screen that shows the reminders, or another query; `requests` counts its requests. */
function screen(
  isAlwaysOn = false,
  answer: () => Promise<unknown> = () => Promise.resolve('reminders'),
  queryKey: QueryKey = reminders,
) {
  const client = createQueryClient();
  let requests = 0;
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      requests += 1;
      return answer();
    },
  });
  stops.push(
    observer.subscribe(() => undefined),
    watchEvents(client, isAlwaysOn),
  );
  return { requests: () => requests, stream: () => FakeStream.all.at(-1)! };
}

const event = (set: string, changed = true) => ({ set, scope: '', revision: 1, asOf: '2026-05-12T17:05:00Z', changed });
const hide = (isHidden: boolean) => {
  page.visibilityState = isHidden ? 'hidden' : 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('an open screen requests the settings only after a loss, because the gateway may have restarted with others', async () => {
  const { requests, stream } = screen(false, () => Promise.resolve({ value: { who: everyone } }), configKey);
  stream().send('open');
  stream().send('refresh', event('aircraft'));
  await pass(1_000);
  expect(requests()).toBe(1);
  stream().send('error');
  stream().send('open');
  await pass(10);
  expect(requests()).toBe(2);
});

describe('an open screen', () => {
  test('requests again what an event names, and nothing else', async () => {
    const { requests, stream } = screen();
    await pass(1_000);
    stream().send('refresh', event('reminders'));
    await pass(10);
    expect(requests()).toBe(2);
    stream().send('refresh', event('equipment'));
    stream().send('refresh', { set: 'a set of a later version' });
    await pass(10);
    expect(requests()).toBe(2);
    stream().send('reset');
    await pass(250);
    expect(requests()).toBe(3);
  });

  test('polls every minute while it hears nothing', async () => {
    const { requests, stream } = screen();
    await pass(121_000);
    expect(requests()).toBe(3);
    for (let minute = 0; minute < 3; minute++) {
      await pass(50_000);
      stream().send('refresh', event('equipment'));
    }
    expect(requests()).toBe(3);
  });

  test('closes the stream while hidden, and requests everything when visible again', async () => {
    const { requests, stream } = screen();
    await pass(1_000);
    hide(true);
    expect(stream().isClosed).toBe(true);
    await pass(300_000);
    expect(requests()).toBe(1);
    hide(false);
    await pass(10);
    expect(FakeStream.all).toHaveLength(2);
    expect(requests()).toBe(2);
  });

  test('keeps the stream open in a hidden tab when it is a wall display', async () => {
    const { stream } = screen(true);
    hide(true);
    expect(stream().isClosed).toBe(false);
    expect(FakeStream.all).toHaveLength(1);
  });

  test('requests everything after a loss, and opens a refused stream again', async () => {
    const { requests, stream } = screen();
    stream().send('open');
    await pass(1_000);
    stream().send('error');
    stream().send('open');
    await pass(10);
    expect(requests()).toBe(2);
    stream().readyState = FakeStream.CLOSED;
    stream().send('error');
    await pass(40_000);
    expect(FakeStream.all).toHaveLength(2);
  });

  test('repeats a request once if a change came while it was running, without restarting it', async () => {
    const first = Promise.withResolvers<unknown>();
    const { requests, stream } = screen(false, () => first.promise);
    await pass(100);
    for (let count = 0; count < 3; count++) {
      stream().send('refresh', event('reminders'));
      await pass(300);
    }
    expect(requests()).toBe(1);
    first.resolve('reminders');
    await pass(10);
    expect(requests()).toBe(2);
  });
});

test('tabs of one browser share a stream, and another tab takes over when one closes', async () => {
  const channels = new Set<FakeChannel>();
  class FakeChannel extends EventTarget {
    constructor() {
      super();
      channels.add(this);
    }
    postMessage(data: unknown) {
      for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
    }
    close() {
      channels.delete(this);
    }
  }
  let held = Promise.resolve();
  const request = (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
    held = held.then(() => (signal.aborted ? undefined : hold()));
    return held;
  };
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('navigator', { locks: { request } });
  const clients = [1, 2, 3].map(() => createQueryClient());
  const invalidated = clients.map((client) => vi.spyOn(client, 'invalidateQueries'));
  stops.push(...clients.map((client) => watchEvents(client, false)));
  await pass(10);
  expect(FakeStream.all).toHaveLength(1);
  FakeStream.all[0]!.send('refresh', event('reminders'));
  await pass(10);
  for (const calls of invalidated)
    expect(calls).toHaveBeenCalledWith(expect.objectContaining({ queryKey: ['replica', 'reminders'] }));
  stops.shift()!();
  await pass(10);
  expect(FakeStream.all.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});
