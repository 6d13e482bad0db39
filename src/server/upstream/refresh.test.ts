import { describe, expect, it } from 'vitest';
import { createRefresh, defaultBackoff, failureFromAnswer, memoryStore, recentFailures } from './refresh.ts';
import { type UpstreamAnswer, UpstreamFailure } from './upstream.ts';

const failure = failureFromAnswer({ status: 504, body: Buffer.from('[]'), retryAfter: null });

describe('an address whose call failed', () => {
  it('waits twice as long after each failure in a row, up to a limit, and starts again after a success', () => {
    const failures = recentFailures(defaultBackoff);
    const waits = Array.from({ length: 6 }, () => {
      failures.add('/a', failure, 100);
      return (failures.get('/a')?.until ?? 0) - 100;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    failures.clear('/a');
    failures.add('/a', failure, 0);
    expect(failures.get('/a')).toMatchObject({ until: 1_000, count: 1 });
  });

  it('is left alone for as long as the service says, but not for hours', () => {
    const failures = recentFailures(defaultBackoff);
    const failureAfter = (retryAfter: number) =>
      failureFromAnswer({ status: 503, body: Buffer.from('[]'), retryAfter });
    failures.add('/a', failureAfter(30), 0);
    failures.add('/b', failureAfter(86_400), 0);
    expect([failures.get('/a')?.until, failures.get('/b')?.until]).toEqual([30_000, 120_000]);
  });
});

const request = { id: 'listAircraft', address: '/a' } as const;
const good = (text: string): UpstreamAnswer => ({ status: 200, body: Buffer.from(text), retryAfter: null });
const staying = () => undefined;

/** A refresh whose calls end when told, with a queue that can cancel those that have not started. */
function openRefresh(canCancel = false) {
  const calls: PromiseWithResolvers<UpstreamAnswer>[] = [];
  const promoted: string[] = [];
  const store = memoryStore(1_000_000);
  const failures = recentFailures(defaultBackoff);
  const refresh = createRefresh({
    store,
    failures,
    clock: () => 7_000,
    queue: {
      ticket: (callClass) => ({ callClass, since: 0 }),
      promote: (_, callClass) => void promoted.push(callClass),
      cancel: () => canCancel,
    },
    fetch: async () => {
      const call = Promise.withResolvers<UpstreamAnswer>();
      calls.push(call);
      return { ...(await call.promise), askedAt: 6_000 };
    },
  });
  return { refresh, calls, promoted, store, failures };
}

describe('a single flight', () => {
  it('makes one call for equal requests, at the most urgent priority, and the next one after it', async () => {
    const { refresh, calls, promoted, store } = openRefresh();
    refresh.start(request, 'load');
    const both = [refresh.join(request, 'person', staying), refresh.join(request, 'person', staying)];
    expect([calls.length, promoted, refresh.has('/a')]).toEqual([1, ['person', 'person'], true]);
    calls[0]?.resolve(good('[1]'));
    const outcomes = await Promise.all(both);
    expect(outcomes.map((outcome) => ('answer' in outcome ? outcome.answer.body.plain.toString() : null))).toEqual([
      '[1]',
      '[1]',
    ]);
    expect(store.get('/a')).toMatchObject({ askedAt: 6_000, answeredAt: 7_000 });
    expect(refresh.has('/a')).toBe(false);
    void refresh.join(request, 'person', staying);
    expect(calls).toHaveLength(2);
  });

  it('is cancelled when the last client disconnects, unless the store needs it', () => {
    const leave: (() => void)[] = [];
    const { refresh } = openRefresh(true);
    void refresh.join(request, 'person', (callback) => leave.push(callback));
    void refresh.join(request, 'person', (callback) => leave.push(callback));
    leave[0]?.();
    expect(refresh.has('/a')).toBe(true);
    leave[1]?.();
    expect(refresh.has('/a')).toBe(false);
    refresh.start(request, 'load');
    void refresh.join(request, 'person', (callback) => leave.push(callback));
    leave[2]?.();
    expect(refresh.has('/a')).toBe(true);
  });

  it('is slow from the moment that a client gives up until it ends', async () => {
    const { refresh, calls } = openRefresh();
    refresh.markSlow('/a');
    expect(refresh.isSlow('/a')).toBe(false);
    const joined = refresh.join(request, 'person', staying);
    refresh.markSlow('/a');
    expect(refresh.isSlow('/a')).toBe(true);
    calls[0]?.resolve(good('[]'));
    await joined;
    expect(refresh.isSlow('/a')).toBe(false);
  });
});

describe('a failed call', () => {
  const end = async (fail: (call: PromiseWithResolvers<UpstreamAnswer>) => void) => {
    const opened = openRefresh();
    opened.store.set('/a', { body: failure.body, askedAt: 1, answeredAt: 1 });
    const joined = opened.refresh.join(request, 'person', staying);
    for (const call of opened.calls) fail(call);
    const { failed } = await joined;
    return { failed, isStored: opened.store.get('/a') !== undefined, recent: opened.failures.get('/a')?.count ?? 0 };
  };

  it('that may pass by itself leaves the stored answer, and is remembered', async () => {
    const timeout = await end((call) => call.reject(new UpstreamFailure('timeout')));
    expect(timeout).toMatchObject({ failed: { status: 504, detail: 'timeout' }, isStored: true, recent: 1 });
    const busy = await end((call) => call.resolve({ ...good('[]'), status: 429 }));
    expect(busy).toMatchObject({ failed: { status: 429, detail: 'upstream-429' }, isStored: true, recent: 1 });
  });

  it('with a definite answer replaces the stored one', async () => {
    const gone = await end((call) => call.resolve({ ...good('[]'), status: 404 }));
    expect(gone).toMatchObject({ failed: { status: 404 }, isStored: false, recent: 1 });
  });

  it('that was never made does not count against the address', async () => {
    const full = await end((call) => call.reject(new UpstreamFailure('busy', undefined, 3)));
    expect(full).toMatchObject({ failed: { status: 503, retryAfter: 3 }, isStored: true, recent: 0 });
  });

  it('because of our own error is an internal error and reveals no cause', async () => {
    const internal = await end((call) => call.reject(new TypeError('secret')));
    expect(internal).toMatchObject({ failed: { status: 500, detail: 'fault' }, isStored: true, recent: 1 });
    expect(internal.failed?.body.plain.toString()).not.toContain('secret');
  });
});

it('failures are remembered within a limit of bytes, the latest ones longest', () => {
  const max = 1024 * 1024;
  const failures = recentFailures(defaultBackoff, max);
  const body = Buffer.alloc(30_000, ' ');
  const addresses = Array.from({ length: 1_000 }, (_, index) => `/aircraft/${index}`);
  for (const address of addresses) failures.add(address, failureFromAnswer({ status: 500, body, retryAfter: null }), 0);
  const kept = addresses.filter((address) => failures.get(address));
  expect(kept.length * body.length).toBeLessThanOrEqual(max);
  expect(kept).toEqual(addresses.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(10);
});

it('a failure with a body of megabytes is remembered without it', () => {
  const failures = recentFailures(defaultBackoff);
  const body = Buffer.alloc(5_000_000, ' ');
  failures.add('/aircraft', failureFromAnswer({ status: 503, body, retryAfter: 7 }), 1_000);
  const { failed, until } = failures.get('/aircraft') ?? {};
  expect([failed?.status, failed?.retryAfter, until]).toEqual([503, 7, 8_000]);
  expect(failed?.body.plain.length).toBeLessThan(1_000);
  expect(failed?.body.plain.toString()).toMatch(/error 503.*Try again/);
});
