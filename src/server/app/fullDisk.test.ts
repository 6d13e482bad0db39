import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { accessAnswerShape, accessPath, grantsShape } from '#contract/access/grants.ts';
import { columnsPath } from '#contract/access/columns.ts';
import { grant } from '#e2e/servers/access/testAccess.ts';
import { openTokenGateway } from '#e2e/servers/access/tokenGateway.ts';
import { canMount, smallDisk } from '#e2e/servers/smallDisk.ts';
import { AuditTrail, verifyAudit } from '#server/access/store/auditTrail.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';

const test = it.skipIf(!canMount());

/** Two tokens, made by another process, as with the command line. */
function handOut(directory: string): readonly [manager: string, dispatcher: string, id: string] {
  const store = new AccessStore({ directory, clock: Date.now, log: silentLog, audit: () => undefined });
  const manager = store.create(grant({ name: 'Maria', role: 'manager' }), 'test');
  const dispatcher = store.create(grant({ name: 'Ana' }), 'test');
  store.close();
  return [manager.secret ?? '', dispatcher.secret ?? '', dispatcher.grant.id];
}

const created = {
  ask: 'create',
  kind: 'token',
  name: 'Ben',
  role: 'dispatcher',
  userId: null,
  showsNames: true,
  subject: null,
  days: 30,
};

test.each([
  ['full', 'The disk of the server is full'],
  ['read-only', 'The data directory of the server cannot be written'],
] as const)(
  'with a %s disk a restart is no outage: who has access keeps it and signs in, and nothing new is handed out',
  async (how, words) => {
    const disk = smallDisk();
    const { directory } = disk;
    const [manager, dispatcher, id] = handOut(directory);
    const first = await openTokenGateway(directory);
    const cookie = (await first.ask('/sign-in', '', { token: manager })).set ?? '';
    expect((await first.ask('/config', cookie)).status).toBe(200);
    await first.close();
    if (how === 'full') disk.fill();
    else disk.makeReadOnly();

    const { ask, close, log } = await openTokenGateway(directory);
    expect((await ask('/config', cookie)).status).toBe(200);
    const anas = (await ask('/sign-in', '', { token: dispatcher })).set ?? '';
    expect((await ask('/config', anas)).status).toBe(200);
    // The page says so.
    const { trouble, grants } = grantsShape.parse(JSON.parse((await ask(accessPath, cookie)).text));
    expect([trouble, grants.length]).toEqual([expect.stringMatching(/restart Flightline/), 2]);
    expect(JSON.parse((await ask('/state', cookie)).text)).toMatchObject({
      replica: { storage: { trouble: expect.stringMatching(/restart/) } },
    });
    for (const [path, json] of [
      [accessPath, created],
      [columnsPath, { ask: 'open', report: 'reportWorkOrders', member: 'totalDue', role: 'maintenance' }],
      ['/access/reminders', { name: 'Oil change', class: 'advisory' }],
    ] as const) {
      const refused = await ask(path, cookie, json);
      expect([path, refused.status, refused.text.includes('cannot be saved')]).toEqual([path, 503, true]);
    }
    expect(grantsShape.parse(JSON.parse((await ask(accessPath, cookie)).text)).grants).toHaveLength(2);
    const revoked = await ask(accessPath, cookie, { ask: 'revoke', id });
    expect([revoked.status, accessAnswerShape.parse(JSON.parse(revoked.text)).notYet]).toEqual([
      202,
      expect.stringContaining('after a restart'),
    ]);
    expect((await ask('/config', anas)).status).toBe(401);
    expect(log.join('\n')).toContain(how === 'full' ? 'disk' : words);
    await close();
  },
  30_000,
);

test('an audit that a full disk cuts off within an entry is whole once there is space again, with every entry once', () => {
  const { directory, fill, empty } = smallDisk();
  new AccessStore({ directory, clock: Date.now, log: silentLog, audit: () => undefined }).close();
  const trail = new AuditTrail({ directory, clock: Date.now, log: silentLog });
  onTestFinished(() => trail.close());
  const entry = { event: 'created', detail: 'x'.repeat(3_000) } as const;
  trail.write(entry);
  fill();
  rmSync(join(directory, 'fill-8192-0'));
  for (let count = 0; count < 20; count++) trail.write(entry);
  // What is in the file is whole also while the rest waits, as a backup or a reader finds it.
  expect(readFileSync(auditFileIn(directory), 'utf8').endsWith('\n')).toBe(true);
  empty();
  trail.write(entry);
  trail.close();
  expect(verifyAudit(directory)).toMatchObject({ entries: 22, faults: [] });
});

const auditFileIn = (directory: string) => {
  const [name = ''] = readdirSync(join(directory, 'audit'));
  return join(directory, 'audit', name);
};

test('when the disk fills while it runs, people sign in, and a grant is refused until there is space again', async () => {
  const disk = smallDisk();
  const [manager, dispatcher, id] = handOut(disk.directory);
  const { ask, close } = await openTokenGateway(disk.directory);
  onTestFinished(close);
  const cookie = (await ask('/sign-in', '', { token: manager })).set ?? '';
  disk.fill();
  // The log of the file has some space left.
  const answers = [];
  for (let n = 0; n < 40 && answers.at(-1)?.status !== 503; n++)
    answers.push(await ask(accessPath, cookie, { ...created, name: `Ben ${n}` }));
  expect(answers.at(-1)).toMatchObject({ status: 503, text: expect.stringContaining('cannot be saved now') });
  expect((await ask('/sign-in', '', { token: dispatcher })).status).toBe(200);
  expect((await ask(accessPath, cookie, { ask: 'revoke', id })).status).toBe(202);
  expect((await ask('/config', cookie)).status).toBe(200);
});
