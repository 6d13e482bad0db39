import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeHeader } from '#contract/gateway/ages.ts';

const start = Date.parse('2026-05-12T17:05:00Z');
const hour = 3_600_000;

/** The gateway's clock, which runs with the monotonic clock of the tests; null if it cannot be reached. */
let gateway: (() => number) | null;
const stamp = () => new Headers(gateway ? { [timeHeader]: String(Math.floor(gateway())) } : {});

/** The module anew, as in a page that has just been opened. */
async function openPage() {
  vi.resetModules();
  return import('./screenClock.ts');
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  const began = performance.now();
  gateway = () => start + performance.now() - began;
  vi.stubGlobal('fetch', () =>
    gateway ? Promise.resolve(new Response('', { headers: stamp() })) : Promise.reject(new TypeError('no network')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('follows the gateway from its first answer, and says that the device is wrong', async () => {
  vi.setSystemTime(start + 40 * 60_000);
  const page = await openPage();
  expect(page.now()).toBe(start + 40 * 60_000);
  page.noteTime(stamp(), page.readClocks());
  expect(page.now()).toBe(start);
  expect(page.deviceClockNote()).toMatch(/40 min fast/);
  vi.advanceTimersByTime(90_000);
  expect(page.now()).toBe(start + 90_000);
});

test('an answer without a time changes nothing: of a proxy, of a cache', async () => {
  vi.setSystemTime(start + hour);
  const page = await openPage();
  page.noteTime(new Headers(), page.readClocks());
  page.noteTime(new Headers({ [timeHeader]: 'null' }), page.readClocks());
  expect(page.now()).toBe(start + hour);
  expect(page.deviceClockNote()).toBeNull();
});

test.each([-hour, 20_000, 2 * hour])('a clock set by %i ms moves nothing, and is reported once', async (by) => {
  const page = await openPage();
  page.noteTime(stamp(), page.readClocks());
  const onSet = vi.fn<(isJump: boolean) => void>();
  const stop = page.onClockSet(onSet);
  vi.setSystemTime(start + by);
  expect(page.now()).toBe(start);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.now()).toBe(start + 60_000);
  expect(onSet.mock.calls).toEqual([[true]]);
  expect(page.deviceClockNote() === null).toBe(Math.abs(by) < 120_000);
  stop();
  vi.setSystemTime(start);
  page.now();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onSet).toHaveBeenCalledTimes(1);
});

test('after a sleep the gateway is asked; while it cannot be, the time that passed counts', async () => {
  const page = await openPage();
  page.noteTime(stamp(), page.readClocks());
  const before = gateway;
  gateway = null;
  // The monotonic clock stopped.
  vi.setSystemTime(start + 8 * hour);
  page.now();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.now()).toBe(start + 8 * hour + 1_000);
  expect(page.deviceClockNote()).toBeNull();

  gateway = () => (before?.() ?? 0) + 16 * hour;
  vi.setSystemTime(start + 16 * hour + 1_000);
  page.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.now()).toBe(start + 16 * hour + 1_000);
});

test('never goes back by a little', async () => {
  const page = await openPage();
  page.noteTime(stamp(), page.readClocks());
  vi.advanceTimersByTime(1_000);
  const shown = page.now();
  const right = gateway;
  // Another gateway, whose clock is a little behind.
  gateway = () => (right?.() ?? 0) - 400;
  page.noteTime(stamp(), page.readClocks());
  expect(page.now()).toBe(shown);
  vi.advanceTimersByTime(500);
  expect(page.now()).toBe(shown + 100);
});
