import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { accessPath } from '#contract/access/grants.ts';
import type { Role } from '#contract/access/roles.ts';
import { latePath } from '#contract/gateway/late.ts';
import { snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';
import { grant, hour } from '#e2e/servers/access/testAccess.ts';
import { listen, testNow } from '#e2e/servers/testCopy.ts';
import { guid } from '#e2e/servers/access/canarySchool.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';

async function open(mode: 'tokens' | 'proxy') {
  const stand = await openProof(mode);
  const { url, close } = await listen(stand.gateway.listener);
  onTestFinished(close);
  return { ...stand, url };
}

const json = { 'content-type': 'application/json' };
const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\n')));

/** What a page that was loaded before sends when somebody presses: the statuses of a put-off and of a tick. */
async function press({ ask }: ProofStand, person: Person, passed: number, also: { [name: string]: string } = {}) {
  const fingerprint = fingerprintOf([evidence('squawk', 's1', 'grounds')]);
  const until = new Date(testNow + passed + hour).toISOString();
  const sent = [
    [snoozesPath, { key: `grounded ${guid(2)}`, fingerprint, until }],
    [latePath, { reservation: guid(603), step: 'Call the pilot', isDone: true }],
  ] as const;
  const statuses: number[] = [];
  for (const [path, value] of sent)
    statuses.push(
      (await ask(person, path, { method: 'POST', body: JSON.stringify(value), also: { ...json, ...also } })).status,
    );
  return statuses;
}

/** Changes the access file as the command line does, in another process than the gateway. */
function otherProcess<Result>({ directory }: ProofStand, now: number, work: (store: AccessStore) => Result): Result {
  const store = new AccessStore({ directory, clock: () => now, log: silentLog, audit: () => undefined });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** Waits until the gateway has read what another process changed, within the time that the rules of access state. */
async function untilRefused({ ask }: ProofStand): Promise<void> {
  const since = performance.now();
  while ((await ask('dispatcher', snoozesPath)).status === 200) {
    expect(performance.now() - since).toBeLessThan(10_000);
    await sleep(50);
  }
}

/** The cookie of a new sign-in with a token. */
async function signIn({ ask }: ProofStand, token: string): Promise<{ cookie: string }> {
  const { cookies } = await ask('nobody', '/sign-in', {
    method: 'POST',
    body: `token=${encodeURIComponent(token)}`,
    also: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
}

const ended: { readonly [how: string]: (stand: ProofStand) => Promise<number> } = {
  'was not used for 12 hours': async ({ advance }) => {
    advance(12 * hour + 1);
    return 12 * hour + 1;
  },
  'lasted 7 days in steady use': async ({ ask, advance }) => {
    const step = 11 * hour;
    let passed = 0;
    while (passed < 7 * 24 * hour) {
      expect((await ask('dispatcher', '/config')).status).toBe(200);
      advance(step);
      passed += step;
    }
    return passed;
  },
  'was revoked by the command line': async (stand) => {
    otherProcess(stand, testNow, (store) => store.revoke(stand.handed.ids.get('dispatcher') ?? '', 'test'));
    await untilRefused(stand);
    return 0;
  },
  'was revoked by a manager': async ({ ask, handed }) => {
    const body = JSON.stringify({ ask: 'revoke', id: handed.ids.get('dispatcher') });
    expect((await ask('manager', accessPath, { method: 'POST', body, also: json })).status).toBe(200);
    return 0;
  },
};

it.each(Object.entries(ended))(
  'a press on a page whose session %s is refused and changes nothing; after a sign-in it is heard',
  async (_, end) => {
    const stand = await open('tokens');
    const passed = await end(stand);
    expect(await press(stand, 'dispatcher', passed)).toEqual([401, 401]);
    const token = otherProcess(
      stand,
      testNow + passed,
      (store) => store.create(grant({ name: 'Ana' }), 'test').secret ?? '',
    );
    const again = await signIn(stand, token);
    const listed = async () => {
      const { text } = await stand.ask('nobody', snoozesPath, { also: again });
      return snoozesShape.parse(bodyOf(text)).snoozes;
    };
    expect(await listed()).toEqual([]);
    expect(stand.logged()).not.toMatch(/"event":"(put off|ticked)"/);
    // This school has no such matter and has set no steps: who may do both is told so.
    expect(await press(stand, 'nobody', passed, again)).toEqual([404, 409]);
  },
);

it('a press after the role was lowered is refused by the new role, within 10 seconds', async () => {
  const stand = await open('proxy');
  expect((await press(stand, 'dispatcher', 0))[1]).toBe(409);
  const name = 'dispatcher@school.example';
  const lowered = (role: Role) =>
    otherProcess(stand, testNow, (store) => {
      store.revoke(stand.handed.ids.get(name) ?? '', 'test');
      return store.create(grant({ kind: 'person', name, role, userId: guid(900) }), 'test');
    });
  lowered('instructor');
  await untilRefused(stand);
  expect(await press(stand, 'dispatcher', 0)).toEqual([403, 403]);
});

/** Milliseconds from now until a person's open stream ends. */
async function streamOf({ url, handed }: ProofStand & { readonly url: string }, person: Person) {
  const outgoing = request(`${url}/events`, { headers: handed.headersOf(person), agent: false }).end();
  const [incoming] = await once(outgoing, 'response');
  expect(incoming.statusCode).toBe(200);
  const closed = once(incoming.resume(), 'end').then(() => performance.now());
  return async (since: number) => (await closed) - since;
}

it.each(['tokens', 'proxy'] as const)(
  'with ACCESS=%s a stream ends at once if a manager revokes, and within 10 seconds if the command line does',
  async (mode) => {
    const stand = await open(mode);
    const idOf = (name: string) => stand.handed.ids.get(mode === 'proxy' ? `${name}@school.example` : name) ?? '';
    const [dispatcher, maintenance] = [await streamOf(stand, 'dispatcher'), await streamOf(stand, 'maintenance')];
    const body = JSON.stringify({ ask: 'revoke', id: idOf('dispatcher') });
    let since = performance.now();
    expect((await stand.ask('manager', accessPath, { method: 'POST', body, also: json })).status).toBe(200);
    const here = await dispatcher(since);
    since = performance.now();
    otherProcess(stand, testNow, (store) => store.revoke(idOf('maintenance'), 'test'));
    const elsewhere = await maintenance(since);
    expect([here < 1_000, elsewhere < 10_000]).toEqual([true, true]);
  },
);
