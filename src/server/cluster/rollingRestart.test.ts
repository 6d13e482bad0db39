import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openInstallation, watchLateness } from '#e2e/servers/cluster/installation.ts';
import { hasNginx, startFront } from '#e2e/servers/cluster/nginx.ts';
import { signIn, tokenFrom } from '#e2e/servers/cluster/people.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { Screen } from '#e2e/servers/cluster/screen.ts';
import { freePort } from '#e2e/servers/freePort.ts';
import { eventually } from '#e2e/servers/teststand.ts';

const screens = 200;
const people = ['Ana', 'Ben', 'Kim', 'Lee'];
const test = it.skipIf(!hasPostgres || !hasNginx);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

test(`three gateways behind nginx, restarted one after another: none of ${screens} screens shows an error or older data, and all stay signed in`, async () => {
  const port = await freePort();
  const door = { port, host: `localhost:${port}` };
  const settings = {
    ACCESS: 'tokens',
    PUBLIC_URL: `http://${door.host}`,
    TRUSTED_PROXIES: '127.0.0.1',
    API_RATE_LIMIT: '1000',
  };
  const lateness = watchLateness();
  const school = await openInstallation(postgres, 3, settings);
  const [first, ...others] = school.gateways;
  if (!first) throw new Error('There is no gateway.');
  const front = await startFront(port, school.gateways);
  onTestFinished(() => front.stop());
  const tokens = people.map((name) => tokenFrom(join(first.directory, 'data'), name, 'dispatcher'));
  await eventually(() =>
    expect(postgres.sql('SELECT count(*) FROM flightline_1001.handed_out')).toBe(String(people.length)),
  );
  const cookies = await Promise.all(tokens.map((token) => signIn(door, token)));
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  onTestFinished(() => agent.destroy());
  const all = Array.from({ length: screens }, (_, n) => new Screen(door, cookies[n % people.length] ?? '', agent));
  const shown = all.map((screen) => screen.start());
  await allLive(all);
  for (const gateway of [first, ...others]) {
    const { port: ownPort } = new URL(gateway.url);
    await gateway.stop();
    await school.start({ directory: gateway.directory, settings: { ...settings, PORT: ownPort } });
    await allLive(all);
  }
  for (const screen of all) screen.end();
  await Promise.all(shown);
  expect(all.flatMap(({ errors }) => errors)).toEqual([]);
  // A gateway has what another has read a moment later, so a screen may step back only a little.
  expect(Math.max(...all.map(({ steppedBack }) => steppedBack))).toBeLessThan(3 + lateness() / 1000);
  // Every gateway was restarted, so every screen had to reopen its stream.
  expect(Math.min(...all.map(({ streams }) => streams))).toBeGreaterThanOrEqual(2);
});

/** Resolves once every screen has a stream, and an answer to a request made from now on. */
async function allLive(all: readonly Screen[]): Promise<void> {
  const now = performance.now();
  await eventually(() =>
    expect(all.filter(({ isConnected, askedAt }) => !isConnected || askedAt < now)).toHaveLength(0),
  );
}
