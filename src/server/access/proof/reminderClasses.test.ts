import { afterEach, describe, expect, it } from 'vitest';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { reminderClassesPath } from '#contract/access/reminderClasses.ts';
import { reminderClassOf, setReminderClasses } from '#domain/maintenance/reminderClass.ts';
import { names } from '#e2e/servers/access/canaryStand.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';

afterEach(() => setReminderClasses({}));

const signedIn = accessModes.filter((mode) => mode !== 'open');
const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\n'))) as object;

async function set(stand: ProofStand, person: Person, value: object) {
  const also = { 'content-type': 'application/json' };
  const { status, text } = await stand.ask(person, reminderClassesPath, {
    method: 'POST',
    body: JSON.stringify(value),
    also,
  });
  return { status, body: status === 401 ? null : bodyOf(text) };
}

const configOf = async (stand: ProofStand, person: Person) => bodyOf((await stand.ask(person, '/config')).text);

describe.each(signedIn)('with ACCESS=%s the class of a reminder that a manager sets', (mode: AccessMode) => {
  it('is the rules’ at once and everyone’s with the configuration, is audited, and is taken back', async () => {
    const stand = await openProof(mode);
    const answer = await set(stand, 'manager', { name: ' Seat  Covers ', class: 'advisory' });
    expect(answer).toEqual({ status: 200, body: { classes: { 'seat covers': 'advisory' } } });
    expect(reminderClassOf('Seat covers')).toMatchObject({ reminderClass: 'advisory', isClassSet: true });
    for (const person of ['manager', 'dispatcher', 'instructor', 'display'] as const)
      expect(await configOf(stand, person)).toMatchObject({ reminderClasses: { 'seat covers': 'advisory' } });
    await set(stand, 'manager', { name: 'seat covers', class: null });
    expect(await configOf(stand, 'dispatcher')).toMatchObject({ reminderClasses: {} });
    expect(reminderClassOf('Seat covers')).toMatchObject({ reminderClass: 'airworthiness', isClassSet: false });
    const audited = stand
      .logged()
      .split('\n')
      .flatMap((line) => (line.includes('"reminder class"') ? [JSON.parse(line).audit] : []));
    const { ids } = stand.handed;
    const by = ids.get('manager') ?? ids.get('manager@school.example');
    expect(audited).toEqual([
      { event: 'reminder class', reminder: 'seat covers', class: 'advisory', by },
      { event: 'reminder class', reminder: 'seat covers', class: 'by name', by },
    ]);
  });

  it('is set, and listed, only by managers', async () => {
    const stand = await openProof(mode);
    for (const person of [...names.slice(1), 'nobody'] as const) {
      const refusal = person === 'nobody' ? 401 : 403;
      expect([person, (await stand.ask(person, reminderClassesPath)).status]).toEqual([person, refusal]);
      expect([person, (await set(stand, person, { name: 'Annual', class: 'advisory' })).status]).toEqual([
        person,
        refusal,
      ]);
    }
    expect(reminderClassOf('Annual')).toMatchObject({ reminderClass: 'airworthiness' });
  });
});

it('a class stays for the next start, and reaches another program that uses the file', async () => {
  const stand = await openProof('tokens');
  const reported: object[] = [];
  const options = { directory: stand.directory, clock: Date.now, log: silentLog, audit: () => undefined };
  const other = new AccessStore({ ...options, onClasses: (classes) => reported.push(classes) });
  await set(stand, 'manager', { name: 'VOR check', class: 'airworthiness' });
  other.refresh();
  expect(reported).toEqual([{}, { 'vor check': 'airworthiness' }]);
  other.close();
});

it('an invalid request is told why', async () => {
  const stand = await openProof('tokens');
  for (const value of [
    { name: '', class: 'advisory' },
    { name: 'x'.repeat(201), class: null },
    { name: 'a\u0000b', class: null },
  ])
    expect((await set(stand, 'manager', value)).status).toBe(400);
  expect((await set(stand, 'manager', { name: 'Annual', class: 'none' })).status).toBe(400);
});
