import { describe, expect, it } from 'vitest';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { operationOf } from '#contract/access/roles.ts';
import { operationIds, operations } from '#contract/operations.ts';
import { replicaSets } from '#contract/sets.ts';
import type { Canary, CanarySchool } from '#e2e/servers/access/canarySchool.ts';
import { addressesOf, isVisible, shareOf } from '#e2e/servers/access/canaryStand.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { KeptAnswer, messageOf } from '#e2e/servers/access/inProcess.ts';
import { openProof, ownAddresses, type ProofStand } from '#e2e/servers/access/proofStand.ts';

const now = { 'x-flightline-refresh': 'now' };
const people = ['own', 'colleague', 'others'] as const;

/** The sign-in pages show the school's name. A calendar's link alone decides what it shows. */
function isShown(canary: Canary, person: Person, path: string, { handed }: ProofStand): boolean {
  if (/^\/(sign-in|display)/.test(path)) return canary.id === 'getOperator' && canary.kind === 'tree';
  if (!path.startsWith('/calendar/')) return person !== 'nobody' && isVisible(canary, person);
  const showsNames = !path.includes(handed.secretOf('plain calendar'));
  return canary.kind === 'tree' || (showsNames && people.some((kind) => kind === canary.kind));
}

/** The operations whose records a stream reports, as one text each; a report is named by its scope. */
function operationsIn(text: string): string[] {
  const events = Array.from(text.matchAll(/^data: (.*)$/gm), ([, json = '']): { set?: string; scope?: string } =>
    JSON.parse(json),
  );
  return events.map(({ set, scope = '' }) => {
    const known = replicaSets.find((candidate) => candidate === set);
    return (known && operationOf(known, scope)) ?? scope;
  });
}

/** Whether a reader may know that such records have changed. */
function mayKnow(person: Person, operation: string): boolean {
  const id = operationIds.find((candidate) => candidate === operation);
  return id !== undefined && person !== 'nobody' && shareOf(person, id) !== null;
}

/** Answers to a signed-out reader that are not files of the dashboard. */
const isPublic = /^\/(health|sign-in(\?.*)?|display(\?.*)?|calendar\/(?!x{43}).{43}\.ics)$/;

/** What a reader is shown beyond their rights, at each address, and the number of canaries in all. */
async function lookAround(stand: ProofStand, person: Person) {
  const beyond: string[] = [];
  let shown = 0;
  for (const path of ownAddresses(stand)) {
    const { status, text } = await stand.ask(person, path);
    if (person === 'nobody' && status === 200 && !isPublic.test(path)) beyond.push(`${path} ${status}`);
    const found = canariesIn(stand.school, text);
    shown += found.length;
    beyond.push(
      ...found.filter(([, canary]) => !isShown(canary, person, path, stand)).map(([key]) => `${path} ${key}`),
    );
    beyond.push(...stand.secrets.filter((secret) => text.includes(secret)).map((secret) => `${path} ${secret}`));
    const { ids } = stand.handed;
    if (person !== 'manager' && person !== 'administrator')
      beyond.push(...[...ids.values()].filter((id) => text.includes(id)));
  }
  return { beyond, shown };
}

function canariesIn(school: CanarySchool, text: string): [string, Canary][] {
  return [...school.in(text)].flatMap((found) => {
    const canary = school.known.get(found);
    return canary ? [[found, canary] as [string, Canary]] : [];
  });
}

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('no answer, event or line of the log contains data that the reader may not see', async () => {
    const stand = await openProof(mode);
    const { handed, school, ask, gateway } = stand;
    const listeners = handed.people.filter((person) => person !== 'program');
    const streams = listeners.map((person) => {
      const incoming = messageOf({ method: 'GET', path: '/events', headers: Object.entries(handed.headersOf(person)) });
      const outgoing = new KeptAnswer(incoming);
      gateway.listener(incoming, outgoing);
      return { person, outgoing };
    });
    for (const person of handed.people) {
      const { beyond, shown } = await lookAround(stand, person);
      expect([person, beyond]).toEqual([person, []]);
      // Anyone with a calendar's link can read it.
      expect([person, shown > (person === 'nobody' ? 5 : 30)]).toEqual([person, true]);
    }
    school.renew();
    for (const id of operationIds) for (const address of addressesOf(id)) await ask('manager', address, { also: now });
    const heard = ({ outgoing }: (typeof streams)[number]) => outgoing.text.includes('event: refresh');
    await eventually(() =>
      expect(streams.filter(heard).map(({ person }) => person)).toEqual(
        listeners.filter((listener) => listener !== 'nobody'),
      ),
    );
    for (const { person, outgoing } of streams) {
      expect(operationsIn(outgoing.text).filter((operation) => !mayKnow(person, operation))).toEqual([]);
      expect(canariesIn(school, outgoing.text)).toEqual([]);
      expect(stand.secrets.filter((secret) => outgoing.text.includes(secret))).toEqual([]);
      outgoing.emit('close');
    }
    expect(stand.logged()).not.toContain('A request failed.');
    expect(canariesIn(school, stand.logged())).toEqual([]);
    expect(stand.secrets.filter((secret) => stand.logged().includes(secret))).toEqual([]);
  });
});

/** All modes run at once, because the gateway makes most of the failing calls wait for a second. */
it('nor does any in any mode while the service fails and reports everything it knows', async () => {
  await Promise.all(accessModes.map(failLoudly));
});

async function failLoudly(mode: AccessMode) {
  const stand = await openProof(mode);
  const { handed, school, ask } = stand;
  const [money] = [...school.known].find(([, { kind, id }]) => kind === 'money' && id === 'listUsers') ?? [''];
  stand.answerWith((incoming, outgoing) => {
    const key = String(incoming.headers['x-subscription-key']);
    const message = `${money} ${key} ${encodeURIComponent(key)} at http://${incoming.headers.host}${incoming.url}`;
    outgoing.writeHead(500, { 'content-type': 'application/json', 'x-said': message, location: `http://${message}` });
    outgoing.end(JSON.stringify([{ code: 1, message, techMessage: message, category: 0 }]));
  });
  const texts: string[] = [];
  const core = operationIds.filter((id) => operations[id].area !== 'reports');
  for (const address of core.flatMap(addressesOf)) texts.push((await ask('manager', address, { also: now })).text);
  expect(texts.some((text) => text.includes(money))).toBe(true);
  expect(stand.logged()).toContain('The flight service answered 500.');
  for (const person of handed.people) {
    const { beyond } = await lookAround(stand, person);
    expect([mode, person, beyond]).toEqual([mode, person, []]);
  }
  expect(stand.secrets.filter((secret) => `${texts.join('\n')}${stand.logged()}`.includes(secret))).toEqual([]);
  expect(canariesIn(school, stand.logged())).toEqual([]);
}
