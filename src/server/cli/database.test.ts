import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayProcess } from '#e2e/servers/cluster/gateways.ts';
import { openInstallation } from '#e2e/servers/cluster/installation.ts';
import { hasPostgres, type Postgres, startPostgres, startStandby } from '#e2e/servers/cluster/postgres.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { runDatabase } from './database.ts';
import { readSettings } from '#server/app/settings.ts';

const test = it.skipIf(!hasPostgres);
let postgres: Postgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

/** What `flightline database` prints, and its exit code. */
async function run(url: string, service: string, what?: string) {
  const lines: string[] = [];
  const environment = {
    API_BASE_URL: service,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    OPERATOR_TIME_ZONE: 'America/Denver',
    DATABASE_URL: url,
  };
  const settings = () => readSettings(environment);
  const code = await runDatabase(what, { settings, clock: Date.now, print: (line) => lines.push(line) });
  return { code, said: lines.join('\n') };
}

test('says which servers are there and which plans, and takes a step back only when all are stopped', async () => {
  const school = await openInstallation(postgres, 2);
  const { url } = school.service;
  const sharing = async (gateway: GatewayProcess) => (await gateway.state()).replica.storage.sharing;
  await eventually(async () =>
    expect([await sharing(school.planner()), await sharing(school.other())]).toEqual([
      'Shared by 2 servers through a database; this one refreshes it. A copy is kept here. Without the database it accepts the people and links that it knows for 12 hours.',
      'Shared by 2 servers through a database; another one refreshes it. A copy is kept here. Without the database it accepts the people and links that it knows for 12 hours.',
    ]),
  );
  const metrics = String((await school.planner().ask('/metrics')).body);
  for (const figure of ['connected 1', 'planner 1', 'term 1', 'gateways 2'])
    expect(metrics).toContain(`flightline_database_${figure}\n`);
  expect(metrics).toMatch(/flightline_database_statements_total\{result="ok"\} [1-9]/);
  const there = await run(postgres.url, url);
  expect(there.code).toBe(0);
  expect(there.said).toMatch(/^ok {7}The database answers \(PostgreSQL \d\d\)\.$/m);
  expect(there.said.match(/^ok {7}Server \S+: (?:plans|is there)\.$/gm)).toHaveLength(2);
  expect(there.said.match(/: plans\./g)).toHaveLength(1);
  expect(there.said).toMatch(/^ok {7}The audit is whole: 0 entries\.$/m);
  postgres.sql(`INSERT INTO flightline_1001.audit VALUES (1, 'x', '2026', 'changed')`);
  const changed = await run(postgres.url, url);
  expect([changed.code, changed.said]).toEqual([1, expect.stringMatching(/^problem {2}Entry 1 was changed\.$/m)]);
  postgres.sql('DELETE FROM flightline_1001.audit');
  expect(await run(postgres.url, url, 'back')).toEqual({ code: 1, said: 'Servers are running: stop them all first.' });
  expect((await run(postgres.url, 'http://127.0.0.1:1')).said).toContain('the data of another service address');
  await Promise.all(school.gateways.map(({ stop }) => stop()));
  postgres.sql(`UPDATE flightline_1001.gateway SET seen_at = now() - interval '1 minute'`);
  expect((await run(postgres.url, url)).said).toContain('last seen 60 s ago');
  expect(await run(postgres.url, url, 'back')).toEqual({
    code: 0,
    said: 'Taken back: step 4, timeline of the server.',
  });
  expect((await run(postgres.url, url)).said).toContain('ok');
});

test('says why a database cannot be used, and knows a standby', async () => {
  const nobody = 'postgres://flightline:secret-word@127.0.0.1:1/flightline';
  const gone = await run(nobody, 'http://127.0.0.1:1');
  expect(gone.code).toBe(1);
  expect(gone.said).toContain('cannot be used');
  expect(gone.said).not.toContain('secret-word');
  const standby = await startStandby(postgres);
  try {
    expect((await run(`${postgres.url} ${standby.url}`, 'http://127.0.0.1:1')).said).toContain('is a standby');
  } finally {
    standby.remove();
  }
  postgres.sql('DROP SCHEMA flightline_1001 CASCADE');
  postgres.sql('CREATE ROLE guest LOGIN');
  const guest = await run(postgres.url.replace('postgres@', 'guest@'), 'http://127.0.0.1:1');
  expect(guest.said).toContain('may not make a schema');
});
