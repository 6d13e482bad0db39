import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { grant, testNow } from '#e2e/servers/access/testAccess.ts';
import type { GatewayProcess } from '#e2e/servers/cluster/gateways.ts';
import { openInstallation } from '#e2e/servers/cluster/installation.ts';
import { ask, doorOf, signIn, tokenFrom } from '#e2e/servers/cluster/people.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { openAccessFile } from '#server/access/store/accessFile.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';
import { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { accessTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const test = it.skipIf(!hasPostgres);
const publicUrl = 'http://localhost:4600';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** As if a stopped gateway had last read the database these hours ago. */
function setBack({ directory }: GatewayProcess, hours: number): void {
  const file = new DatabaseSync(join(directory, 'data', 'access.sqlite'));
  file.prepare('UPDATE shared_state SET complete_at = ?').run(Date.now() - hours * millisecondsInHour);
  file.close();
}

test('a gateway that is cut off accepts whom it knows for the set hours, then says to everyone why it does not, until the database is back', async () => {
  const settings = { ACCESS: 'tokens', PUBLIC_URL: publicUrl, DATABASE_GRACE_HOURS: '2' };
  const school = await openInstallation(postgres, 1, settings);
  const first = school.planner();
  const token = tokenFrom(join(first.directory, 'data'), 'Maria', 'manager');
  const cookie = await signIn(doorOf(first, publicUrl), token);
  await first.stop();
  postgres.kill();

  setBack(first, 1.9);
  const within = await school.start({ directory: first.directory });
  expect((await ask(doorOf(within, publicUrl), '/config', { cookie })).status).toBe(200);
  await within.stop();

  setBack(first, 2.1);
  const after = doorOf(await school.start({ directory: first.directory }), publicUrl);
  const words = 'has not reached the database for 2 hours, so it cannot know whose access was revoked';
  const answers = await Promise.all([
    ask(after, '/config', { cookie }),
    ask(after, '/api/core/v1.0/operators/1001/aircraft', { cookie }),
    ask(after, '/sign-in'),
    ask(after, '/sign-in', { form: `token=${token}` }),
    ask(after, '/sign-in/display', { json: { token } }),
    ask(after, `/calendar/${token}.ics`),
    ask(after, '/', { cookie }),
  ]);
  expect(answers.map(({ status, text }) => [status, text.includes(words)])).toEqual(answers.map(() => [503, true]));
  postgres.start();
  await eventually(async () => expect((await ask(after, '/config', { cookie })).status).toBe(200));
});

test('how long a gateway has not read the others’ writes counts over a restart and a sleep, and ends with the next exchange', async () => {
  const database = new Database({ urls: [postgres.url], schema: 'cut_off' });
  onTestFinished(() => database.close());
  await migrate(database);
  const local = openAccessFile(null);
  local.exec(`INSERT INTO reminder_class VALUES ('oil change', 'advisory')`);
  const [clock, wall] = [{ now: 5_000 }, { now: testNow }];
  const open = () =>
    new WorkingCopy({
      part: 'access',
      local,
      tables: accessTables,
      database,
      clock: () => clock.now,
      wall: () => wall.now,
    });
  const copy = open();
  expect(copy.behindMs()).toBe(0);
  await copy.begin(null);
  await copy.pull();
  clock.now += 3_000;
  wall.now += 3_000;
  expect(copy.behindMs()).toBe(3_000);
  // The machine sleeps: only the wall clock goes on.
  wall.now += millisecondsInHour;
  expect(copy.behindMs()).toBe(millisecondsInHour + 3_000);
  // Set back, the wall clock gives nobody more time.
  wall.now -= 9 * millisecondsInHour;
  expect(copy.behindMs()).toBe(3_000);
  wall.now += 8 * millisecondsInHour;
  clock.now = 7;
  expect(open().behindMs()).toBe(3_000);
  wall.now += 20_000;
  const again = open();
  expect(again.behindMs()).toBe(23_000);
  await again.pull();
  expect(again.behindMs()).toBe(0);
});

it('a gateway that is cut off ends open streams, removes nothing that others may use, and goes on when it is back', () => {
  let state: 'live' | 'behind' | 'cut off' = 'live';
  let now = testNow;
  const said: string[] = [];
  const store = new AccessStore({
    directory: null,
    clock: () => now,
    log: { ...silentLog, error: (_, words) => said.push(words) },
    audit: () => undefined,
    isBehind: () => state !== 'live',
    cutOff: () => (state === 'cut off' ? 'Nobody is let in.' : null),
  });
  onTestFinished(() => store.close());
  const { grant: stored } = store.create(grant(), 'test');
  const { session } = store.begin(stored, 'Anna', null);
  const ended: string[] = [];
  store.onEnd((id) => ended.push(id));
  state = 'behind';
  now += 11 * millisecondsInHour;
  store.keep();
  expect(ended).toEqual([]);
  state = 'cut off';
  store.keep();
  store.keep();
  expect(ended).toEqual([stored.id, session.id]);
  expect(said).toEqual(['Nobody is let in.']);
  now += 2 * millisecondsInHour;
  store.keep();
  expect(store.sessionCount()).toBe(1);
  state = 'live';
  store.keep();
  expect(store.sessionCount()).toBe(0);
});
