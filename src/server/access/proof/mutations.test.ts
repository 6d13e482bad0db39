import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { aircraftId, groundingId, guid } from '#e2e/servers/access/canarySchool.ts';
import { cookieName, type Person } from '#e2e/servers/access/proofPeople.ts';
import { askInProcess, type Got, type Sent } from '#e2e/servers/access/inProcess.ts';
import { openProof, ownAddresses, type ProofStand } from '#e2e/servers/access/proofStand.ts';
import { type RequestChange, requestChange, tokenChange } from '#e2e/servers/access/requestChanges.ts';

/** What an answer reveals: the school's canaries, ids of grants, the reader's role, and its members and figures. */
function factsIn({ status, text }: Got, { school, handed }: ProofStand): Set<string> {
  const ids = Array.from(handed.ids.values()).filter((id) => text.includes(id));
  const body = text.slice(text.indexOf('\n'));
  const members = status < 400 ? body.match(/"[^"]+":|^# TYPE \w+|^event: \w+|^BEGIN:\w+/gm) : null;
  return new Set([...school.in(text), ...ids, ...(text.match(/"role":"\w+"/g) ?? []), ...(members ?? [])]);
}

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('no change of a request gets more than the original request', async () => {
    const stand = await openProof(mode);
    const { handed, gateway, ask } = stand;
    const sentBy = new Map<string, Set<string>>();
    const factsOf = async (person: Person, address: string, isAgain = false): Promise<Set<string>> => {
      const key = `${person} ${address}`;
      const before = sentBy.get(key);
      if (before && !isAgain) return before;
      // A changed address may lead to a page with the reader's role, or to the sign-in, which names the school.
      const usual = [await ask(person, '/config'), await ask(person, '/x'), await ask('nobody', '/sign-in')];
      const answers = [...usual, await ask(person, address)];
      const facts = new Set([...answers.flatMap((got) => [...factsIn(got, stand)]), ...(before ?? [])]);
      sentBy.set(key, facts);
      return facts;
    };
    const statuses = new Map<number, number>();
    const addresses = fc.constantFrom(...ownAddresses(stand));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...handed.people),
        addresses,
        fc.array(requestChange, { minLength: 1, maxLength: 2 }),
        async (person, address, changes) => {
          const headers = Object.entries(handed.headersOf(person));
          const plain: Sent = { method: 'GET', path: address, headers };
          const sent = changes.reduce((before, change) => change(before, handed), plain);
          const got = await askInProcess(gateway, sent);
          statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
          const facts = factsIn(got, stand);
          let allowed = await factsOf(person, address);
          // The first answers of a page leave out late ones.
          if (!Array.from(facts).every((fact) => allowed.has(fact))) allowed = await factsOf(person, address, true);
          expect(
            Array.from(facts).filter((fact) => !allowed.has(fact)),
            JSON.stringify(sent),
          ).toEqual([]);
          expect(
            got.cookies.filter((line) => line.startsWith(`${cookieName}=`) && !line.includes('Max-Age=0')),
          ).toEqual([]);
          expect(stand.secrets.filter((secret) => got.text.includes(secret))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
    // Some changes pass and some are refused; everyone keeps their access.
    for (const status of [200, 400, 403, 404, 405, 421]) expect([status, statuses.has(status)]).toEqual([status, true]);
    for (const person of handed.people)
      expect([person, (await ask(person, '/config')).status]).toEqual([person, person === 'nobody' ? 401 : 200]);
  });
});

const days = { userId: null, showsNames: true, subject: null, days: 1 };
/** The aircraft that a squawk grounds, with its flights. */
const matter = [
  evidence('squawk', groundingId, 'grounds'),
  ...[1, 2, 3].map((number) =>
    evidence('reservation', guid(600 + number), 'flight', { at: Date.parse(`2026-05-12T${17 + number}:00:00Z`) }),
  ),
];
const putOff = { key: `grounded ${aircraftId}`, fingerprint: fingerprintOf(matter), by: 'AB' };

/** Requests that change something, by address. */
const orders = [
  ['/access', { ask: 'create', kind: 'display', name: 'planted', role: null, ...days }],
  ['/replica/snoozes', { ...putOff, until: '2026-05-12T20:00:00.000Z' }],
] as const;

/** Headers that show that a page of another site sent the request, whatever the rest says. */
const foreign = fc.constantFrom<RequestChange>(
  (sent) => ({ ...sent, headers: [...sent.headers, ['origin', 'https://evil.example']] }),
  (sent) => ({ ...sent, headers: [...sent.headers, ['origin', 'null']] }),
  (sent) => ({ ...sent, headers: [...sent.headers, ['sec-fetch-site', 'cross-site']] }),
  (sent) => ({ ...sent, headers: [...sent.headers, ['sec-fetch-site', 'same-site']] }),
  (sent) => ({
    ...sent,
    headers: sent.headers.map(([name, value]) => [name, name === 'content-type' ? 'text/plain' : value]),
  }),
);

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('nothing is handed out for a page of another site, or for a person who may not hand out', async () => {
    const { handed, gateway, ask } = await openProof(mode);
    const kept = async () => {
      const [access, snoozes] = [await ask('manager', '/access'), await ask('manager', '/replica/snoozes')];
      return [access.text.match(/"id":"[^"]*"/g) ?? [], snoozes.text.match(/"key":"[^"]*"/g) ?? []];
    };
    const before = await kept();
    const order = fc.constantFrom(...orders);
    const changes = fc.array(requestChange, { maxLength: 1 });
    const send = (person: Person, [path, value]: (typeof orders)[number], all: readonly RequestChange[]) => {
      const headers = [...Object.entries(handed.headersOf(person)), ['content-type', 'application/json']] as const;
      const plain: Sent = { method: 'POST', path, headers, body: JSON.stringify(value) };
      return askInProcess(
        gateway,
        all.reduce((sent, change) => change(sent, handed), plain),
      );
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...handed.people),
        order,
        changes,
        foreign,
        async (person, ordered, all, from) => {
          const { cookies } = await send(person, ordered, [...all, from]);
          expect(cookies).toEqual([]);
          // Without these headers, managers and administrators may do it.
          if (person !== 'manager' && person !== 'administrator') await send(person, orders[0], all);
        },
      ),
      { numRuns: 400 },
    );
    expect(await kept()).toEqual(before);
    // Sent by our own page, both succeed.
    for (const one of orders) expect((await send('manager', one, [])).status).toBe(200);
    const after = await kept();
    expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length + 1));
  });
});

describe('a token with one bit changed', () => {
  it('signs nobody in and opens no calendar', async () => {
    const { gateway, handed, ask } = await openProof('tokens');
    const headers = [...Object.entries(handed.headersOf('nobody')), ['content-type', 'application/json']] as const;
    const enter = (path: '/sign-in' | '/sign-in/display', token: string) =>
      askInProcess(gateway, { method: 'POST', path, headers, body: JSON.stringify({ token }) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('manager', 'display', 'calendar'), tokenChange, async (name, changed) => {
        const secret = handed.secretOf(name);
        const token = changed(secret);
        fc.pre(token.trim() !== secret);
        const answers = [await enter('/sign-in', token), await enter('/sign-in/display', token)];
        for (const { status, cookies } of answers) {
          expect([400, 401, 413, 429]).toContain(status);
          expect(cookies).toEqual([]);
        }
        const calendar = await ask('nobody', `/calendar/${token}.ics`);
        expect([400, 401, 404, 429]).toContain(calendar.status);
      }),
      { numRuns: 300 },
    );
    // A secret of one kind does not work for another.
    expect((await enter('/sign-in', handed.secretOf('display'))).cookies).toEqual([]);
    expect((await enter('/sign-in/display', handed.secretOf('manager'))).cookies).toEqual([]);
    expect((await ask('nobody', `/calendar/${handed.secretOf('manager')}.ics`)).status).toBe(429);
    // The right ones still work.
    expect((await enter('/sign-in', handed.secretOf('manager'))).cookies).toHaveLength(1);
    expect((await enter('/sign-in/display', handed.secretOf('display'))).cookies).toHaveLength(1);
    expect((await ask('nobody', `/calendar/${handed.secretOf('calendar')}.ics`)).status).toBe(200);
  });
});
