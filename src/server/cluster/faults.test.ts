import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeouts } from '#contract/gateway/ages.ts';
import { recipientsPath } from '#contract/gateway/alerts.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { sampleRecipient } from '#e2e/servers/alertSender.ts';
import { type GatewayProcess, maxCallsWithin } from '#e2e/servers/cluster/gateways.ts';
import { openInstallation, watchLateness } from '#e2e/servers/cluster/installation.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { browserAgent, eventually } from '#e2e/servers/teststand.ts';

/** Another gateway must become the planner within this time. */
const takeOverMs = 10_000;
/** Headers of a person who requests the newest data. */
const fresh = { headers: { [refreshHeader]: 'now', ...browserAgent } };
const usersPath = '/api/core/v1.0/operators/1001/users';

const test = it.skipIf(!hasPostgres);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** Until a time, makes requests as a person for records that no copy has. Returns how often each status came. */
async function hammer(gateway: GatewayProcess, ends: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  while (performance.now() < ends) {
    const answer = await gateway.ask(`${usersPath}/${randomUUID()}`, { headers: browserAgent }).catch(() => null);
    if (!answer) await sleep(100);
    else statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer?.status === 503) await sleep(50);
  }
  return statuses;
}

const post = (gateway: GatewayProcess, name: string) => {
  const recipient = sampleRecipient({ id: '', name, channel: 'feed', to: '' });
  return gateway.ask(recipientsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ id: '', recipient }),
  });
};

test('after kill -9 of the planner another plans within 10 s, and no call is beyond the allowance', async () => {
  const lateness = watchLateness();
  const school = await openInstallation(postgres, 2, { API_RATE_LIMIT: '40' });
  const [first, second] = [school.planner(), school.other()];
  const ends = performance.now() + 16_000;
  const hammering = [hammer(first, ends), hammer(second, ends), hammer(second, ends)];
  await sleep(3_000);
  const killedAt = performance.now();
  await first.kill();
  await eventually(() => expect(school.planner()).toBe(second));
  expect(performance.now() - killedAt).toBeLessThan(takeOverMs + lateness());
  const statuses = await Promise.all(hammering);
  expect(maxCallsWithin(school.service.calls, 60_000)).toBeLessThanOrEqual(40);
  // The gateways used the allowance as far as the calls of the killed gateway left it.
  expect(school.service.calls.length).toBeGreaterThan(25);
  expect(statuses[1]?.get(503)).toBeGreaterThan(0);
});

test('a planner that hangs is replaced within 10 s, and does nothing on its old term when it goes on', async () => {
  const lateness = watchLateness();
  const school = await openInstallation(postgres, 2, { API_RATE_LIMIT: '1000' });
  await school.complete();
  const [first, second] = [school.planner(), school.other()];
  const pausedAt = performance.now();
  first.pause();
  await eventually(() => expect(school.planner()).toBe(second));
  expect(performance.now() - pausedAt).toBeLessThan(takeOverMs + lateness());
  const term = postgres.sql('SELECT term FROM flightline_1001.planner');
  // Data that only the next planner has.
  const newest = await second.ask('/replica/squawks', fresh);
  expect(newest.status).toBe(200);
  first.resume();
  await sleep(4_000);
  expect(school.planner()).toBe(second);
  expect(postgres.sql('SELECT term FROM flightline_1001.planner')).toBe(term);
  await eventually(async () => {
    const [mine, theirs] = [await first.state(), await second.state()];
    expect(mine.replica.sets.map(({ set, known }) => [set, known])).toEqual(
      theirs.replica.sets.map(({ set, known }) => [set, known]),
    );
    expect((await first.ask('/replica/squawks')).body).toEqual((await second.ask('/replica/squawks')).body);
  });
  expect(first.said()).not.toContain('"level":60');
});

test('a person who refreshes at a gateway that does not plan waits only for the service, also again and again', async () => {
  const lateness = watchLateness();
  const school = await openInstallation(postgres, 2, { API_RATE_LIMIT: '1000' });
  await school.complete();
  const other = school.other();
  for (const path of ['/replica/squawks', '/replica/reminders', '/replica/squawks']) {
    const start = performance.now();
    expect((await other.ask(path, fresh)).status).toBe(200);
    // An answer that took longer would be the old data.
    expect(performance.now() - start).toBeLessThan(timeouts.allowance + lateness());
  }
});

test('without the database all go on answering, only the last planner asks, and nothing confirmed is lost', async () => {
  const school = await openInstallation(postgres, 2, { API_RATE_LIMIT: '40' });
  const [first, second] = [school.planner(), school.other()];
  expect((await post(second, 'kept')).status).toBe(200);
  // After this time, no earlier query can reduce the planner's own share of the allowance.
  await sleep(12_500);
  postgres.kill();
  await eventually(async () =>
    expect((await first.state()).replica.storage.trouble).toContain('database does not answer'),
  );
  await eventually(async () =>
    expect((await second.state()).replica.storage.trouble).toContain('database does not answer'),
  );
  const before = school.service.calls.length;
  const refused = await post(second, 'refused');
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([503, expect.stringContaining('cannot be saved now')]);
  for (const gateway of school.gateways) {
    expect((await gateway.ask('/replica/reminders')).status).toBe(200);
    const list = await gateway.ask('/api/core/v1.0/operators/1001/aircraft');
    expect([list.status, Number(list.headers.get('age')) >= 0]).toEqual([200, true]);
  }
  const atOther = await second.ask(`${usersPath}/${randomUUID()}`, { headers: browserAgent });
  expect([atOther.status, JSON.stringify(atOther.body)]).toEqual([503, expect.stringContaining('is not asked now')]);
  expect(school.service.calls.length).toBe(before);
  const alone = await hammer(first, performance.now() + 3_000);
  const used = school.service.calls.length - before;
  expect(alone.get(404)).toBe(used);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(10);

  postgres.start();
  await eventually(async () => {
    for (const gateway of school.gateways) expect((await gateway.state()).replica.storage.trouble).toBeNull();
  });
  await hammer(second, performance.now() + 2_000);
  expect(maxCallsWithin(school.service.calls, 60_000)).toBeLessThanOrEqual(40);
  expect((await post(first, 'later')).status).toBe(200);
  const names = async (gateway: GatewayProcess) => {
    const { body } = await gateway.ask('/replica/alerts');
    return (body as { recipients: { name: string }[] }).recipients.map(({ name }) => name);
  };
  await eventually(async () => {
    expect(await names(first)).toEqual(await names(second));
    expect(await names(second)).toEqual(expect.arrayContaining(['kept', 'later']));
  });
});
