import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { cookieName, type Person } from './handedOut.ts';
import { askInProcess, type Got, type Sent } from './inProcess.ts';
import { openProof, ownAddresses, type ProofStand } from './proofStand.ts';
import { requestChange, tokenChange } from './requestChanges.ts';

/** What an answer tells: canaries of the school, ids of what was handed out, of what role somebody is, and which members and figures there are. */
function factsIn({ status, text }: Got, { school, handed }: ProofStand): Set<string> {
  const ids = Array.from(handed.ids.values()).filter((id) => text.includes(id));
  const body = text.slice(text.indexOf('\n'));
  const members = status < 400 ? body.match(/"[^"]+":|^# TYPE \w+|^event: \w+|^BEGIN:\w+/gm) : null;
  return new Set([...school.in(text), ...ids, ...(text.match(/"role":"\w+"/g) ?? []), ...(members ?? [])]);
}

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('no change of a request gets more than the request as it was', async () => {
    const stand = await openProof(mode);
    const { handed, gateway, ask } = stand;
    const own = new Map<string, Set<string>>();
    const factsOf = async (person: Person, address: string, isAgain = false): Promise<Set<string>> => {
      const key = `${person} ${address}`;
      const before = own.get(key);
      if (before && !isAgain) return before;
      // A changed address may lead to a page, which is given with the role of who asks, or to the sign-in, which names the school.
      const usual = [await ask(person, '/config'), await ask(person, '/x'), await ask('nobody', '/sign-in')];
      const answers = [...usual, await ask(person, address)];
      const facts = new Set([...answers.flatMap((got) => [...factsIn(got, stand)]), ...(before ?? [])]);
      own.set(key, facts);
      return facts;
    };
    const statuses = new Map<number, number>();
    const address = fc.constantFrom(...ownAddresses(stand));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...handed.people),
        address,
        fc.array(requestChange, { minLength: 1, maxLength: 2 }),
        async (person, asked, changes) => {
          const headers = Object.entries(handed.headersOf(person));
          const plain: Sent = { method: 'GET', path: asked, headers };
          const sent = changes.reduce((before, change) => change(before, handed), plain);
          const got = await askInProcess(gateway, sent);
          statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
          const facts = factsIn(got, stand);
          let allowed = await factsOf(person, asked);
          // The first answers of a page leave out what is late.
          if (!Array.from(facts).every((fact) => allowed.has(fact))) allowed = await factsOf(person, asked, true);
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
    // The changes neither all pass nor are all refused, and nobody has lost what they had.
    for (const status of [200, 400, 403, 404, 405, 421]) expect([status, statuses.has(status)]).toEqual([status, true]);
    for (const person of handed.people)
      expect([person, (await ask(person, '/config')).status]).toEqual([person, person === 'nobody' ? 401 : 200]);
  });
});

describe('a token that is not the one, to the bit', () => {
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
    // A secret of one kind is none of another.
    expect((await enter('/sign-in', handed.secretOf('display'))).cookies).toEqual([]);
    expect((await enter('/sign-in/display', handed.secretOf('manager'))).cookies).toEqual([]);
    expect((await ask('nobody', `/calendar/${handed.secretOf('manager')}.ics`)).status).toBe(429);
    // The right ones are taken still.
    expect((await enter('/sign-in', handed.secretOf('manager'))).cookies).toHaveLength(1);
    expect((await enter('/sign-in/display', handed.secretOf('display'))).cookies).toHaveLength(1);
    expect((await ask('nobody', `/calendar/${handed.secretOf('calendar')}.ics`)).status).toBe(200);
  });
});
