import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Attempts } from '#server/access/signIn/context.ts';
import { accessFileName } from '#server/access/store/accessFile.ts';
import { hashOf, newSecret } from '#server/access/store/secrets.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { emptyDirectory, grant, testNow } from '#e2e/servers/access/testAccess.ts';
import { aircraftPath } from '#e2e/servers/teststand.ts';
import { silentLog } from '#server/observability/log.ts';
import { listen } from '#e2e/servers/testCopy.ts';
import { cookieName } from '#e2e/servers/access/proofPeople.ts';
import { openProof } from '#e2e/servers/access/proofStand.ts';

const guesses = 10_000;

/** The number of rows in the file. */
function rowsIn(directory: string): unknown[] {
  const database = new DatabaseSync(join(directory, accessFileName), { readOnly: true });
  try {
    return ['handed_out', 'session', 'told_line'].map(
      (table) => database.prepare(`SELECT count(*) n FROM ${table}`).get()?.['n'],
    );
  } finally {
    database.close();
  }
}

type Sending = {
  readonly agent?: Agent | false;
  readonly from?: string;
  readonly headers?: { readonly [name: string]: string };
};

/** The status of an answer. */
async function ask(url: string, token: string | null, { agent = false, from = '127.0.0.1', headers = {} }: Sending) {
  const method = token === null ? 'GET' : 'POST';
  const sent = { host: 'ops.example', ...(token !== null && { 'content-type': 'application/json' }), ...headers };
  const outgoing = request(url, { method, headers: sent, agent, localAddress: from });
  outgoing.end(token === null ? undefined : JSON.stringify({ token }));
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  incoming?.resume();
  if (incoming) await once(incoming, 'end');
  return incoming?.statusCode;
}

it('10,000 wrong tokens delay no signed-in person and leave nothing behind', async () => {
  const { gateway, directory, handed, logged } = await openProof('tokens');
  const { url, close } = await listen(gateway.listener);
  onTestFinished(close);
  const rows = rowsIn(directory);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  const statuses = new Map<number | undefined, number>();
  let answered = 0;
  const wrong = Array.from({ length: guesses }, newSecret);
  const flood = wrong.map(async (token) => {
    const status = await ask(`${url}/sign-in`, token, { agent });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    answered++;
  });
  // These requests come one by one during the flood, and are answered before most of it.
  const headers = handed.headersOf('dispatcher');
  const others: [number | undefined, number][] = [];
  for (let turn = 0; turn < 10; turn++) {
    others.push([await ask(url + aircraftPath, null, { headers }), answered]);
    others.push([await ask(`${url}/sign-in`, handed.secretOf('instructor'), { from: '127.0.0.2' }), answered]);
  }
  expect(others.map(([status]) => status)).toEqual(others.map(() => 200));
  expect(others.filter(([, before]) => before >= guesses)).toEqual([]);
  await Promise.all(flood);
  expect(new Set(statuses.keys())).toEqual(new Set([401, 429]));
  expect(statuses.get(401)).toBe(10);
  // The instructor's ten sign-ins have added ten sessions.
  const [grants, sessions, lines] = rowsIn(directory);
  expect([grants, sessions, lines]).toEqual([rows[0], Number(rows[1]) + 10, rows[2]]);
  expect(
    logged()
      .split('\n')
      .filter((line) => line.includes('unknown token')).length,
  ).toBeLessThanOrEqual(10);
  const known = logged();
  expect(wrong.filter((token) => known.includes(token))).toEqual([]);
});

it('10,000 wrong cookies are nobody, and the owner of the right one stays signed in', async () => {
  const { handed, ask: askAs, directory } = await openProof('tokens');
  const rows = rowsIn(directory);
  const statuses = new Set<number>();
  for (let count = 0; count < guesses; count++) {
    const { status } = await askAs('nobody', '/config', { also: { cookie: `${cookieName}=${newSecret()}` } });
    statuses.add(status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
  for (const person of handed.people.filter((name) => name !== 'nobody'))
    expect((await askAs(person, '/config')).status).toBe(200);
  expect(rowsIn(directory)).toEqual(rows);
});

it('the memory of wrong tokens is bounded: beyond its limit only the latest clients count', () => {
  const attempts = new Attempts(() => testNow);
  const first = '192.0.2.1';
  const waits = Array.from({ length: 11 }, () => attempts.note(first));
  expect([waits[9], waits[10]]).toEqual([null, 60]);
  for (let client = 0; client < guesses; client++) attempts.note(`10.0.${client >> 8}.${client & 255}`);
  expect(attempts.note(first)).toBeNull();
  // From one IPv6 network, by any of its many addresses.
  const ones = Array.from({ length: 11 }, (_, index) => attempts.note(`2001:db8:1:2::${index}`));
  expect(ones.at(-1)).toBe(60);
});

it('a secret is looked up only by its hash: nothing is stored that could be compared bit by bit', () => {
  const directory = emptyDirectory();
  const open = () => {
    const defaults = { directory, clock: () => testNow, log: silentLog, audit: () => undefined };
    const store = new AccessStore(defaults);
    onTestFinished(() => store.close());
    return store;
  };
  const first = open();
  const { grant: stored, secret } = first.create(grant(), 'test');
  const { value } = first.begin(stored, 'Anna', null);
  first.close();
  // This store has never seen a secret: it knows only the file, which holds none.
  const store = open();
  const look = (text: string, by: (text: string) => unknown) => {
    const get = vi.spyOn(Map.prototype, 'get');
    const found = by(text);
    const keys = get.mock.calls.map(([key]) => String(key));
    get.mockRestore();
    return { found: found !== null, keys };
  };
  const byToken = (text: string) => store.bySecret(text, 'token');
  const bySession = (text: string) => store.session(text);
  for (const [right, by] of [
    [secret ?? '', byToken],
    [value, bySession],
  ] as const) {
    expect(look(right, by).found).toBe(true);
    // One is wrong only in the last character, one in the first. The look-up compares hashes, so both are equally wrong.
    const last = right.endsWith('A') ? 'E' : 'A';
    const near = [right.slice(0, -1) + last, (right.startsWith('x') ? 'y' : 'x') + right.slice(1)];
    for (const text of [right, ...near]) {
      const { found, keys } = look(text, by);
      expect(found).toBe(text === right);
      expect(keys).toContain(hashOf(text));
      expect(keys.filter((key) => key.includes(text) || key.includes(right.slice(1, -1)))).toEqual([]);
    }
  }
});
