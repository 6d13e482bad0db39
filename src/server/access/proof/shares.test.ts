import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '#e2e/servers/testCopy.ts';
import type { Person, SentHeaders } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';

const modes = ['tokens', 'proxy', 'oidc'] as const;
/** Enough for the local copy to be read first. */
const allowance = 600;
/** If the allowance is used up, a person's call is refused at once; a program's would wait its turn. */
const browser = { 'user-agent': 'Mozilla/5.0' };

/** Headers of several sessions of one person, or the same ones again if there is only one session. */
async function sessionsOf({ handed, ask }: ProofStand, person: Person): Promise<readonly SentHeaders[]> {
  const personHeaders = handed.headersOf(person);
  if (handed.mode !== 'tokens') return [personHeaders, personHeaders, personHeaders, personHeaders];
  const body = JSON.stringify({ token: handed.secretOf(person) });
  const signIn = async () => {
    const also = { 'content-type': 'application/json' };
    const { cookies } = await ask('nobody', '/sign-in', { method: 'POST', body, also });
    return { ...personHeaders, cookie: cookies[0]?.split(';')[0] ?? '' };
  };
  return [await signIn(), await signIn(), await signIn(), personHeaders];
}

it.each(modes)('ACCESS=%s: greedy sessions of one person leave calls to a manager', async (mode) => {
  const stand = await openProof(mode, undefined, allowance);
  let page = 0;
  const ask = async (person: Person, also: SentHeaders = {}) =>
    (
      await stand.ask(person, `/api/core/v1.0/operators/1001/people?offset=${page++}`, {
        also: { ...also, ...browser },
      })
    ).status;
  const counts = new Map<number, number>();
  for (const also of await sessionsOf(stand, 'dispatcher')) {
    for (let turn = 0; turn < 200; turn++) {
      const status = await ask('dispatcher', also);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  // Together the sessions have half of what the copy has left.
  expect([counts.get(503), (counts.get(429) ?? 0) > 400]).toEqual([undefined, true]);
  const manager = [];
  for (let turn = 0; turn < 13; turn++) manager.push(await ask('manager'));
  expect(manager.filter((status) => status === 429 || status === 503)).toEqual([]);
});

/** Opens the event stream of a gateway; the status of the answer. */
async function openEvents(url: string, headers: SentHeaders): Promise<number | undefined> {
  const outgoing = request(`${url}/events`, { headers, agent: false }).end();
  outgoing.on('error', () => undefined);
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  incoming?.on('error', () => undefined).resume();
  return incoming?.statusCode;
}

it.each(modes)('ACCESS=%s: a greedy display link leaves streams to others', async (mode) => {
  const { gateway, handed } = await openProof(mode);
  const { url, close } = await listen(gateway.listener);
  onTestFinished(close);
  const display = Array.from({ length: 150 }, () => openEvents(url, handed.headersOf('display')));
  const opened = (await Promise.all(display)).filter((status) => status === 200);
  expect(opened).toHaveLength(100);
  expect(await openEvents(url, handed.headersOf('manager'))).toBe(200);
});

it.each(modes)(
  'ACCESS=%s: views that must be made are charged to their person by what they cost, kept ones to nobody',
  async (mode) => {
    // Any view costs more than this.
    const stand = await openProof(mode, undefined, 100_000, { workBurstMs: 1.01, workMsPerSecond: 0.000_01 });
    const day = (number: number) => `/replica/brief?date=2026-05-${number}`;
    const statusOf = async (person: Person, path: string) => (await stand.ask(person, path)).status;
    const first = day(12);
    expect(await statusOf('dispatcher', first)).toBe(200);
    // Until the share is used up, and then nothing new, however it is asked for.
    const statuses = [];
    for (let number = 13; number < 20; number++) statuses.push(await statusOf('dispatcher', day(number)));
    expect(statuses.at(-1)).toBe(429);
    const at = statuses.indexOf(429);
    expect(statuses.slice(at)).toEqual(statuses.slice(at).map(() => 429));
    expect(await statusOf('dispatcher', '/health')).toBe(200);
    // What others need is made for them, and then it is there for everybody.
    expect(await statusOf('manager', day(19))).toBe(200);
    expect(await statusOf('dispatcher', day(19))).toBe(200);
  },
);
