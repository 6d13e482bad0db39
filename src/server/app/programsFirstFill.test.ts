import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { guid, listen, newStubSchool, openTestCopy, stubReservation, stubService } from '#e2e/servers/testCopy.ts';

/** Programs that ask while the copy of a large school is read for the first time. */

const core = '/api/core/v1.0/operators/1001';
const today =
  '/api/scheduling/v1.0/operators/1001/reservations?startTime=gte:2026-05-12T00:00:00&endTime=lte:2026-05-13T00:00:00';
const impatient = { 'user-agent': 'python-requests/2.32', prefer: 'wait=2' };

/** A service of many aircraft that does not answer for the reservations that began before all stored days. */
async function openLargeSchool() {
  const school = newStubSchool();
  for (let number = 1; number <= 80; number++)
    school.aircraft.push({ aircraftId: guid(number), tailNumber: `N${number}SP`, status: { id: 1, name: 'Active' } });
  school.reservations.push(stubReservation(10, '2026-05-12T18:00:00Z', '2026-05-12T20:00:00Z'));
  const calls: string[] = [];
  const answer = stubService(school, calls);
  const service = await listen((incoming, outgoing) => {
    const [, start, end] =
      /startTime=lt:([^&]*)&endTime=gte:([^&]*)/.exec(decodeURIComponent(incoming.url ?? '')) ?? [];
    const isRunning = start !== undefined && start.slice(0, 10) === end?.slice(0, 10);
    if (!isRunning) return answer(incoming, outgoing);
    calls.push(incoming.url ?? '');
  });
  const copy = await openTestCopy({ service: service.url, settings: { API_RATE_LIMIT: '60' } });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  return { copy, calls };
}

it('get more than half of what is left of the first minute, each within two seconds', async () => {
  const { copy, calls } = await openLargeSchool();
  await copy.ask(`${core}/aircraft`, impatient);
  // The copy has had time to use all that it may.
  await sleep(1_500);
  const before = calls.length;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) => copy.ask(`${core}/users/${guid(number)}`, impatient)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(24);
  expect(calls.length - before).toBeGreaterThanOrEqual(24);
  expect((await copy.state()).allowance.used).toBeLessThanOrEqual(60);
});

it('get what they ask for before the rest is read', async () => {
  const { copy } = await openLargeSchool();
  await copy.ask(`${core}/aircraft`, impatient);
  await sleep(1_500);
  const last = Array.from({ length: 15 }, (_, index) => `${core}/aircraft/${guid(80 - index)}/squawks`);
  const answers = await Promise.all(last.map((path) => copy.ask(path, impatient)));
  expect(answers.map(({ status }) => status)).toEqual(last.map(() => 200));
});

it('get today at once when it has been read, whatever else has not', async () => {
  const { copy } = await openLargeSchool();
  await expect.poll(async () => (await copy.state()).replica.sets.find(({ set }) => set === 'aircraft')?.known).toBe(1);
  await expect.poll(async () => (await copy.ask('/replica/days?from=2026-05-12&to=2026-05-12')).status).toBe(200);
  await sleep(500);
  const began = performance.now();
  const { status, headers, body } = await copy.ask(today, impatient);
  expect([status, (body as { totalItems: number }).totalItems]).toEqual([200, 1]);
  expect(headers.get('cache-status')).toContain('hit');
  expect(performance.now() - began).toBeLessThan(500);
});
