import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { openInstallation } from '#e2e/servers/cluster/installation.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { canMount, smallDisk } from '#e2e/servers/smallDisk.ts';
import { browserAgent, eventually } from '#e2e/servers/teststand.ts';

const test = it.skipIf(!hasPostgres || !canMount());

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

test('a gateway whose disk has no room works in memory with what the database has, says so, and plans when the others stop', async () => {
  const school = await openInstallation(postgres, 1, { API_RATE_LIMIT: '1000' });
  await school.complete();
  const directory = join(smallDisk('1500k').directory, 'home');
  mkdirSync(directory);
  const small = await school.start({ directory });
  await school.complete();
  expect((await small.state()).replica.storage).toMatchObject({
    isDurable: false,
    trouble: expect.stringContaining('disk is full'),
  });
  await school.planner().stop();
  await eventually(() => expect(school.planner()).toBe(small));
  const { status } = await small.ask('/replica/squawks', { headers: { [refreshHeader]: 'now', ...browserAgent } });
  expect([status, small.child.exitCode]).toEqual([200, null]);
  expect(small.said()).not.toContain('Unexpected error');
});
