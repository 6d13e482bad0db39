import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  stubReservation,
  stubService,
  testNow,
} from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';

/** What programs demand of an answer: `Cache-Control`, `Prefer: wait`, and to be told early that it would come too late. */

const core = '/api/core/v1.0/operators/1001';
const reservations = '/api/scheduling/v1.0/operators/1001/reservations';
const today = `${reservations}?startTime=gte:2026-05-12T00:00:00&endTime=lte:2026-05-13T00:00:00`;
const sixWeeks = `${reservations}?startTime=lt:2026-06-20T00:00:00&endTime=gt:2026-05-12T00:00:00`;
const minute = 60_000;
const python = { 'user-agent': 'python-requests/2.32' };
const wants = (cacheControl: string) => ({ ...python, 'cache-control': cacheControl });

/** A small school whose clock a test moves; `calls` are the addresses that its service was asked for. */
async function openSchool(allowance: string, aircraft = 3) {
  const school = newStubSchool();
  for (let number = 1; number <= aircraft; number++)
    school.aircraft.push({ aircraftId: guid(number), tailNumber: `N51${number}SP`, status: { id: 1, name: 'Active' } });
  school.reservations.push(stubReservation(10, '2026-05-12T18:00:00Z', '2026-05-12T20:00:00Z'));
  const calls: string[] = [];
  const service = await listen(stubService(school, calls));
  let shift = 0;
  const copy = await openTestCopy({
    service: service.url,
    settings: { API_RATE_LIMIT: allowance },
    tuning: { monotonic: () => performance.now() + shift, wall: () => testNow + shift },
  });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  const ask = async (path: string, headers: { [name: string]: string }) => {
    const before = calls.length;
    const began = performance.now();
    const { status, headers: sent } = await copy.ask(path, headers);
    return {
      status,
      age: Number(sent.get('age')),
      cacheStatus: sent.get('cache-status') ?? '',
      retryAfter: Number(sent.get('retry-after')),
      took: performance.now() - began,
      calls: calls.slice(before),
    };
  };
  return { copy, calls, ask, pass: (ms: number) => void (shift += ms) };
}

describe('Cache-Control of a program', () => {
  it.each([
    ['the aircraft', `${core}/aircraft`, '/aircraft'],
    ['one aircraft’s reminders', `${core}/aircraft/${guid(1)}/maintenanceReminders`, '/maintenanceReminders'],
    ['today', today, '/reservations'],
    ['six weeks, as the one page asked for', sixWeeks, '/reservations'],
    ['what only the service knows', `${core}/users/${guid(900)}`, '/users/'],
  ])('gives an answer as new as asked for: %s', async (_, path, called) => {
    const { copy, ask, pass } = await openSchool('6000');
    await copy.complete();
    await ask(path, python);
    pass(40_000);
    // A planner that runs meanwhile would prove nothing.
    const old = await ask(path, wants('max-age=600'));
    expect([old.status, old.calls.length, old.age >= 40]).toEqual([200, 0, true]);
    for (const cacheControl of ['max-age=30', 'no-cache', 'max-age=0']) {
      pass(cacheControl === 'max-age=30' ? 0 : 5_000);
      const answer = await ask(path, wants(cacheControl));
      expect(answer).toMatchObject({ status: 200, age: 0 });
      expect(answer.calls.some((call) => call.includes(called))).toBe(true);
    }
    expect((await ask(path, wants('max-age=30'))).calls).toEqual([]);
  });

  it('of a browser is not for the gateway, because it adds that by itself', async () => {
    const { copy, ask, pass } = await openSchool('6000');
    await copy.complete();
    await ask(`${core}/aircraft`, {});
    pass(40_000);
    const answer = await ask(`${core}/aircraft`, { 'cache-control': 'no-cache' });
    expect([answer.calls.length, answer.age >= 40]).toEqual([0, true]);
  });

  it('costs at most a part of the allowance, and then the copy is the answer with its age, never 429', async () => {
    const { copy, ask, pass } = await openSchool('60');
    await copy.complete();
    let calls = 0;
    const last: string[] = [];
    for (let turn = 0; turn < 30; turn++) {
      pass(1_500);
      const answer = await ask(`${core}/aircraft`, wants('no-cache'));
      expect(answer.status).toBe(200);
      calls += answer.calls.filter((call) => call.endsWith('/aircraft')).length;
      if (answer.age > 0) last.push(answer.cacheStatus);
    }
    // A quarter of 60 is for all programs, and one leaves as much as it takes.
    expect(calls).toBeLessThanOrEqual(8 + 2);
    expect(calls).toBeGreaterThanOrEqual(7);
    expect(last.length).toBeGreaterThan(15);
    expect(last.every((text) => text.endsWith('; detail=older'))).toBe(true);
    pass(2 * minute);
    expect((await ask(`${core}/aircraft`, wants('no-cache'))).age).toBe(0);
  });

  it('min-fresh asks for an answer that remains fresh for so long', async () => {
    const { copy, ask, pass } = await openSchool('6000');
    await copy.complete();
    await ask(`${core}/aircraft`, python);
    pass(40_000);
    expect((await ask(`${core}/aircraft`, wants('min-fresh=10'))).age).toBeGreaterThanOrEqual(40);
    expect((await ask(`${core}/aircraft`, wants('min-fresh=230'))).age).toBe(0);
  });

  it('only-if-cached never makes a call', async () => {
    const { copy, ask, pass } = await openSchool('6000');
    await copy.complete();
    expect(await ask(`${core}/users/${guid(1)}`, wants('only-if-cached'))).toMatchObject({ status: 504, calls: [] });
    expect(await ask(`${core}/aircraft`, wants('only-if-cached'))).toMatchObject({ status: 200, calls: [] });
    pass(40_000);
    const newer = await ask(`${core}/aircraft`, wants('only-if-cached, max-age=30'));
    expect(newer).toMatchObject({ status: 504, calls: [] });
  });
});

describe('a program that would have to wait longer than it does', () => {
  it.each([
    ['a call', `${core}/users/${guid(1)}`],
    ['a part of the copy', `${core}/aircraft/${guid(40)}/maintenanceReminders`],
    ['a report', '/api/reports/v1.0/operators/1001/invoices'],
  ])('for %s is told so at once, and when to come back', async (_, path) => {
    const { copy, ask } = await openSchool('20', 40);
    await expect.poll(async () => (await copy.state()).allowance.used).toBeGreaterThanOrEqual(13);
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => copy.ask(`${core}/users/${guid(number + 50)}`)));
    const answer = await ask(path, { ...python, prefer: 'wait=2' });
    expect([answer.status, answer.retryAfter > 20, answer.retryAfter <= 61]).toEqual([503, true, true]);
    expect(answer.took).toBeLessThan(500);
    expect(answer.calls).toEqual([]);
    expect((await copy.state()).queue.program).toBe(0);
  });

  it('is known by its time limit after it has left twice', async () => {
    const { copy, ask, pass } = await openSchool('20', 40);
    await expect.poll(async () => (await copy.state()).allowance.used).toBeGreaterThanOrEqual(13);
    const path = `${core}/users/${guid(7)}`;
    await Promise.all([1, 2, 3, 4, 5, 6, 8].map((number) => copy.ask(`${core}/users/${guid(number + 50)}`)));
    const used = (await copy.state()).allowance.used;
    for (let turn = 0; turn < 2; turn++) {
      const leaving = request(copy.url + path, { headers: python, agent: false });
      leaving.on('error', () => undefined);
      leaving.end();
      await eventually(async () => expect((await copy.state()).queue.program).toBe(1));
      pass(5_000 + turn * 100);
      leaving.destroy();
      await eventually(async () => expect((await copy.state()).queue.program).toBe(0));
    }
    const answer = await ask(path, python);
    expect([answer.status, answer.retryAfter > 6]).toEqual([503, true]);
    expect(answer.took).toBeLessThan(500);
    // Those who left used nothing of the allowance.
    expect((await copy.state()).allowance.used).toBeLessThanOrEqual(used);
  });
});

it('a report is not read for a program that has left, while one waits for it', async () => {
  const { copy, calls, pass } = await openSchool('20', 40);
  await expect.poll(async () => (await copy.state()).allowance.used).toBeGreaterThanOrEqual(13);
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => copy.ask(`${core}/users/${guid(number + 50)}`)));
  const leave = async (name: string) => {
    const leaving = request(`${copy.url}/api/reports/v1.0/operators/1001/${name}`, { headers: python, agent: false });
    leaving.on('error', () => undefined);
    leaving.end();
    await new Promise((resolve) => setTimeout(resolve, 150));
    return leaving;
  };
  const first = await leave('invoices');
  const second = await leave('flights');
  first.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  pass(61_000);
  await copy.ask('/replica/days?from=2026-05-12&to=2026-05-12');
  await copy.ask(`${core}/aircraft`, { 'x-flightline-refresh': 'now' });
  await eventually(() => expect(calls.some((call) => call.endsWith('/flights'))).toBe(true));
  second.destroy();
  expect(calls.filter((call) => call.endsWith('/invoices'))).toEqual([]);
});
