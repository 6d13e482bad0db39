import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { openAccess } from '#server/access/access.ts';
import { type Canary, CanarySchool, schoolNow } from '#e2e/servers/access/canarySchool.ts';
import { isVisible } from '#e2e/servers/access/canaryStand.ts';
import { emptyDirectory, tokensMode } from '#e2e/servers/access/testAccess.ts';
import { proxyMatcher } from '#server/http/proxies.ts';
import { hostile, nearTarget, oddTarget } from '#e2e/servers/targetArbitraries.ts';
import { silentLog } from '#server/observability/log.ts';
import { aircraftPath, openStand, testKey } from '#e2e/servers/teststand.ts';
import { handOutAll, publicHost } from '#e2e/servers/access/proofPeople.ts';
import { askInProcess, KeptAnswer, messageOf } from '#e2e/servers/access/inProcess.ts';
import { openProof } from '#e2e/servers/access/proofStand.ts';

/** Targets for each person in each mode. `http/api.test.ts` tries ten times as many, only on the code that reads them. */
const count = 10_000;
const targets = [...hostile, ...fc.sample(oddTarget, count)];
/** Without shares here, so that each target is checked. */
const shares = { burst: Number.MAX_SAFE_INTEGER, connections: Number.MAX_SAFE_INTEGER };

it.each(accessModes)('with ACCESS=%s 10,000 odd targets get nothing for anybody, and make no call', async (mode) => {
  const school = new CanarySchool();
  const directory = emptyDirectory();
  const handed = handOutAll(directory, mode);
  const trustedProxies = mode === 'proxy' ? ['127.0.0.1'] : [];
  const isTrustedProxy = proxyMatcher(trustedProxies);
  const publicUrl = mode === 'open' ? null : `https://${publicHost}`;
  const settings = { ...tokensMode, mode, publicUrl, trustedProxies };
  const named = { schoolName: () => 'School', clock: () => schoolNow, log: silentLog };
  const access = openAccess({ ...named, settings, directory, isTrustedProxy });
  const guard = { mode, publicUrl: URL.parse(publicUrl ?? ''), isTrustedProxy };
  const stand = await openStand(school.answer, { access, guard, shares });
  const secrets = [testKey, JSON.stringify(testKey).slice(1, -1), stand.upstreamHost, ...handed.secrets];
  const people = handed.people.filter((person) => person !== 'stranger' && person !== 'named');
  for (const person of people) {
    const headers = Object.entries(handed.headersOf(person));
    const incoming = messageOf({ method: 'GET', path: '/', headers });
    const seen = new Set<string>();
    let answered = 0;
    const outgoing = new KeptAnswer(incoming, () => answered++);
    for (const target of targets) {
      outgoing.text = '';
      incoming.url = target;
      stand.gateway.listener(incoming, outgoing);
      seen.add(`${outgoing.statusCode} ${Object.values(outgoing.sentHeaders).join(' ')} ${outgoing.text}`);
    }
    expect([person, answered]).toEqual([person, targets.length]);
    const texts = [...seen];
    const refused = person === 'nobody' ? /^40[01] / : /^40[034] /;
    expect(texts.filter((text) => !refused.test(text))).toEqual([]);
    expect(school.in(texts.join('\n')).size).toBe(0);
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    // A call would have gone out by now.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stand.calls).toHaveLength(0);
  }
  // It would have been seen: a valid target reaches the service in the same way.
  const headers = Object.entries(handed.headersOf('manager'));
  const { status } = await askInProcess(stand.gateway, { method: 'GET', path: aircraftPath, headers });
  expect([status, stand.calls.length]).toEqual([200, 1]);
});

it.each(accessModes)('with ACCESS=%s valid targets show each role what it may see', async (mode) => {
  const { school, handed, ask } = await openProof(mode);
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...handed.people), nearTarget, async (person, target) => {
      const { status, text } = await ask(person, target);
      const beyond = [...school.in(text)].filter(
        (canary) => person === 'nobody' || !isVisible(school.known.get(canary) as Canary, person),
      );
      expect([target, beyond]).toEqual([target, []]);
      if (status === 200) shown += school.in(text).size;
    }),
    { numRuns: 1_000 },
  );
  expect(shown).toBeGreaterThan(100);
});
