import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Config } from '#contract/gateway/config.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { forgetThresholds } from '#domain/thresholds.ts';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  stubReservation,
  stubService,
  testNow,
} from '#e2e/servers/testCopy.ts';

// Each real gateway has its own process. Here several share one process, and so its thresholds.
beforeEach(() => {
  forgetThresholds();
  return forgetThresholds;
});

/** N512SP was checked out and is 20 minutes late at the time of the tests, 1105L. */
const late = stubReservation(10, '2026-05-12T15:00:00Z', '2026-05-12T16:45:00Z', {
  reservationStatus: { id: 1, name: 'Checked Out' },
});

async function startService() {
  const aircraft = [{ aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 1, name: 'Active' } }];
  const service = await listen(stubService({ ...newStubSchool(), aircraft, reservations: [late] }));
  onTestFinished(() => service.close());
  return service.url;
}

async function openSchool(service: string, settings: { readonly [name: string]: string }) {
  forgetThresholds();
  const copy = await openTestCopy({ service, settings });
  onTestFinished(() => copy.close());
  await copy.complete();
  /** Puts off the matter “not back”, from a screen that shows it at this level of attention. */
  const putOff = async (step: number) => {
    const key = `not back ${guid(10)}`;
    const fingerprint = fingerprintOf([evidence('reservation', guid(10), 'not back', { amount: step })]);
    const body = JSON.stringify({
      key,
      fingerprint,
      until: new Date(testNow + 3_600_000).toISOString(),
      by: 'Kim Lee',
    });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(copy.url + snoozesPath, { method: 'POST', headers, body })).status;
  };
  return { copy, putOff };
}

it.each([
  ['the usual figures', {}, 1],
  ['an earlier red', { NOT_BACK_RED_MINUTES: '15' }, 2],
  ['an earlier worst', { NOT_BACK_RED_MINUTES: '15', NOT_BACK_WORST_MINUTES: '20' }, 3],
])('an aircraft that is 20 minutes late is as serious as %s say', async (_, settings, step) => {
  const { putOff } = await openSchool(await startService(), settings);
  expect(await putOff((step % 3) + 1)).toBe(409);
  expect(await putOff(step)).toBe(200);
});

it('within a longer grace it is no item at all', async () => {
  const { putOff } = await openSchool(await startService(), { LATE_GRACE_MINUTES: '25' });
  expect(await putOff(1)).toBe(404);
});

it('the browser gets the same figures', async () => {
  const { copy } = await openSchool(await startService(), { NOT_BACK_RED_MINUTES: '15' });
  const { thresholds } = (await copy.ask('/config')).body as Config;
  expect(thresholds).toMatchObject({ LATE_GRACE_MINUTES: 10, NOT_BACK_RED_MINUTES: 15 });
});

it('an item put off by other figures shows again after a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flightline-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const service = await startService();
  const listed = async (settings: { readonly [name: string]: string }) => {
    const school = await openSchool(service, { DATA_DIR: directory, ...settings });
    const { snoozes } = (await school.copy.ask(snoozesPath)).body as { snoozes: unknown[] };
    return { ...school, count: snoozes.length };
  };
  const first = await listed({});
  expect(await first.putOff(1)).toBe(200);
  await first.copy.close();
  const same = await listed({});
  expect(same.count).toBe(1);
  await same.copy.close();
  expect((await listed({ NOT_BACK_RED_MINUTES: '15' })).count).toBe(0);
});
