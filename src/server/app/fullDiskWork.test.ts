import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recipientsPath } from '#contract/gateway/alerts.ts';
import { latePath } from '#contract/gateway/late.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { sampleRecipient } from '#e2e/servers/alertSender.ts';
import { canMount, smallDisk } from '#e2e/servers/smallDisk.ts';
import {
  guid,
  listen,
  newStubSchool,
  openTestCopy,
  stubReservation,
  stubService,
  testNow,
} from '#e2e/servers/testCopy.ts';
import { browserAgent } from '#e2e/servers/teststand.ts';
import { runBackup } from '#server/cli/backup.ts';

const test = it.skipIf(!canMount());
const steps = Array.from({ length: 40 }, (_, number) => `Step ${number}`);

/** A school with an aircraft that is not back, and others that a squawk grounds. */
async function openService() {
  const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
  const service = await listen(
    stubService({
      ...newStubSchool(),
      aircraft: Array.from({ length: 60 }, (_, number) => ({
        aircraftId: guid(number + 1),
        tailNumber: `N${number + 1}SP`,
        status: { id: 1, name: 'Active' },
      })),
      reservations: [stubReservation(1, '2026-05-12T14:00:00Z', '2026-05-12T16:30:00Z', out)],
      instead: { '/squawks': [{ squawkId: 's1', description: 'Left brake soft', groundAircraft: true }] },
    }),
  );
  onTestFinished(service.close);
  return service.url;
}

/** What people do, and what the gateway then lists. */
async function openSchool(service: string, directory: string) {
  const copy = await openTestCopy({
    service,
    settings: { DATA_DIR: directory, LATE_STEPS: steps.join(';'), ALERT_WEBHOOKS: 'line=slack+http://127.0.0.1:9/' },
  });
  await copy.complete();
  const post = async (path: string, sent: object) => {
    const headers = { ...browserAgent, 'content-type': 'application/json' };
    const answer = await fetch(copy.url + path, { method: 'POST', headers, body: JSON.stringify(sent) });
    return { status: answer.status, text: await answer.text() };
  };
  const fingerprint = fingerprintOf([evidence('squawk', 's1', 'grounds')]);
  const until = new Date(testNow + 3_600_000).toISOString();
  const {
    secret: _,
    subscription: _s,
    owner: _o,
    session: _n,
    ...recipient
  } = sampleRecipient({ id: '', isOn: false });
  const acts = {
    putOff: (number: number) =>
      post(snoozesPath, { key: `grounded ${guid(number + 2)}`, fingerprint, until, by: 'Kim Lee' }),
    tick: (number: number) =>
      post(latePath, { reservation: guid(1), step: steps[number], isDone: true, by: 'Kim Lee' }),
    recipient: (number: number) =>
      post(recipientsPath, { id: '', recipient: { ...recipient, name: `Line ${number}` } }),
  };
  const listed = async () => {
    const { snoozes } = (await copy.ask(snoozesPath)).body as { snoozes: { key: string }[] };
    const sheet = (await copy.ask(`${latePath}?reservation=${guid(1)}`)).body as { acts: { step: string }[] };
    const alerts = (await copy.ask('/replica/alerts')).body as { recipients: { name: string }[] };
    return {
      putOff: snoozes.map(({ key }) => key).toSorted(),
      tick: sheet.acts.map(({ step }) => step),
      recipient: alerts.recipients.map(({ name }) => name),
    };
  };
  return { copy, acts, listed };
}

const kinds = ['putOff', 'tick', 'recipient'] as const;

test('when the disk fills, what people do is refused with the reason or kept through a restart, never both or neither', async () => {
  const service = await openService();
  const disk = smallDisk('6m');
  const first = await openSchool(service, disk.directory);
  for (const kind of kinds) expect(await first.acts[kind](0)).toMatchObject({ status: 200 });
  disk.fill();
  const refused = new Set<string>();
  // The log of a file may have some space left.
  for (let number = 1; number < 30; number++)
    for (const kind of kinds) {
      const before = await first.listed();
      const { status, text } = await first.acts[kind](number);
      const after = await first.listed();
      expect([kind, [200, 503].includes(status), text]).toEqual([kind, true, text]);
      expect([kind, after[kind].length]).toEqual([kind, before[kind].length + (status === 200 ? 1 : 0)]);
      if (status === 503) {
        expect(text).toMatch(/cannot be saved[^"]*disk/);
        refused.add(kind);
      }
    }
  expect([...refused].toSorted()).toEqual([...kinds].toSorted());
  // The page says so.
  const { replica } = await first.copy.state();
  expect(JSON.stringify(replica)).toMatch(/disk[^"]*full/);
  const confirmed = await first.listed();
  await first.copy.close();

  // The start with a full disk serves, and loses nothing either.
  const second = await openSchool(service, disk.directory);
  expect(await second.listed()).toEqual(confirmed);
  expect((await second.acts.tick(35)).status).toBe(503);
  await second.copy.close();
  disk.empty();
  const third = await openSchool(service, disk.directory);
  expect(await third.listed()).toEqual(confirmed);
  for (const kind of kinds) expect([kind, (await third.acts[kind](36)).status]).toEqual([kind, 200]);
  await third.copy.close();
});

test('a backup for which the disk has no room ends with a sentence, and leaves nothing', async () => {
  const service = await openService();
  const disk = smallDisk('6m');
  const school = await openSchool(service, disk.directory);
  await school.copy.close();
  const file = join(emptyDirectory(), 'backup.tar.gz');
  const options = {
    dataDirectory: disk.directory,
    version: '0.1.0',
    clock: () => testNow,
    note: () => undefined,
    becomeOwner: () => undefined,
  };
  disk.fill();
  await expect(runBackup(file, options)).rejects.toThrow(/disk[^\n]* full/);
  expect([existsSync(file), readdirSync(disk.directory).filter((name) => name.startsWith('.'))]).toEqual([false, []]);
  disk.empty();
  expect(await runBackup(file, options)).toBe(0);
});
