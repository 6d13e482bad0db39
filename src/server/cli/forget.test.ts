import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory, grant, testNow } from '#e2e/servers/access/testAccess.ts';
import { facts } from '#e2e/servers/storageSamples.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { Recipients } from '#server/alerts/recipients.ts';
import { silentLog } from '#server/observability/log.ts';
import { holdDirectory } from '#server/install/dataDirectory.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import type { NewChange, NewEntry } from '#server/replica/storage/storage.ts';
import { runForget } from './forget.ts';

const left = { id: '7c1f0000-0000-4000-8000-00000000dead', last: 'Zwierzchowska', email: 'maja.z@school.example' };
const stays = { id: '7c1f0000-0000-4000-8000-00000000beef', last: 'Tanaka', email: 'ken@school.example' };
type Person = typeof left;

const jsonOf = ({ id, last, email }: Person) => JSON.stringify({ userId: id.toUpperCase(), lastName: last, email });
const record = (person: Person) => ({ id: person.id, json: jsonOf(person), hash: person.id });
const change = (person: Person): NewChange => ({
  at: testNow,
  set: 'reservations',
  scope: '',
  id: `r of ${person.last}`,
  kind: 'changed',
  before: null,
  after: JSON.stringify({ pilots: [JSON.parse(jsonOf(person))] }),
});
const entry = ({ id, last }: Person): NewEntry => ({
  at: testNow,
  kinds: ['moved'],
  aircraft: ['n1'],
  people: [id],
  text: last.toLowerCase(),
  json: JSON.stringify({ last }),
});
const alert = ({ id, last }: Person) => ({
  id: `alert ${last}`,
  at: testNow,
  json: JSON.stringify({ words: [{ userId: id, name: last }] }),
});

/** Writes to a directory everything that Flightline keeps about two people, as the gateway does. */
function fillDirectory(directory: string): ReadonlyMap<string, string> {
  const { storage } = openStorage({ directory, service: 'service', log: silentLog, now: () => testNow });
  const part = { asOf: testNow, revision: 1, facts } as const;
  storage.replacePart(
    { ...part, set: 'users', scope: '' },
    [record(left), record(stays)],
    [change(left), change(stays)],
    [entry(left), entry(stays)],
  );
  storage.replacePart({ ...part, set: 'user', scope: left.id }, [record(left)], []);
  storage.replacePart({ ...part, set: 'user', scope: stays.id }, [record(stays)], []);
  storage.replacePart({ ...part, set: 'aircraft', scope: '' }, [{ id: 'n1', json: '{}', hash: 'n1' }], []);
  storage.remember(`opened ${left.id}`, '1');
  storage.keepAlerts({
    state: JSON.stringify({ look: null, reservations: [left.id] }),
    alerts: [alert(left), alert(stays)],
    pending: [],
  });
  const message = { recipient: 'ops', name: 'Ops', channel: 'slack', state: 'sent', attempts: 1, at: testNow } as const;
  const sent = { ...message, triedAt: testNow, nextAt: null, answer: null };
  storage.addMessages([left, stays].map((person) => ({ ...sent, id: `m ${person.last}`, alerts: [alert(person).id] })));
  storage.close();

  const store = open(directory);
  const made = [
    grant({ role: 'instructor', userId: left.id.toUpperCase(), name: `${left.last} at the desk` }),
    grant({ kind: 'feed', name: 'calendar', subject: { of: 'instructor', id: left.id } }),
    grant({ kind: 'person', name: left.email, role: 'manager' }),
    grant({ name: 'maja' }),
    grant({ name: stays.last, role: 'instructor', userId: stays.id }),
  ].map((given) => store.create(given, 'test').grant);
  const [first] = made;
  if (first) store.begin(first, left.last, null);
  store.close();

  const recipient = {
    id: '',
    channel: 'mail',
    role: 'manager',
    kinds: [],
    aircraft: [],
    models: [],
    locations: [],
    quiet: null,
    digest: 'at once',
    names: 'full',
    isOn: true,
  } as const;
  const recipients = new Recipients(directory);
  const save = (name: string, to: string, instructors: string[], owner: string | null = null) =>
    recipients.save(
      { ...recipient, kinds: [], aircraft: [], models: [], locations: [], name, to, instructors },
      { subscription: null, owner },
    );
  save('their mail', left.email, []);
  save('their browser', 'x', [], first?.id);
  save('told of them only', 'ops@school.example', [left.id]);
  save('told of both', 'chief@school.example', [left.id, stays.id]);
  mkdirSync(join(directory, 'briefs'));
  writeFileSync(join(directory, 'briefs/2026-05-11.html'), `<p>${left.last}</p>`);
  writeFileSync(join(directory, 'briefs/2026-05-10.html'), `<p>${stays.last}</p>`);
  mkdirSync(join(directory, 'replaced-2026-05-01T000000Z'));
  return new Map(made.map(({ id, kind }) => [id, kind]));
}

function open(directory: string): AccessStore {
  const store: AccessStore = new AccessStore({
    directory,
    clock: () => testNow,
    log: silentLog,
    audit: (line) => store.note(line),
  });
  return store;
}

function forget(directory: string, user: string, ...signIn: string[]) {
  const notes: string[] = [];
  const options = { dataDirectory: directory, version: '1', clock: () => testNow, becomeOwner: () => undefined };
  const code = runForget({ user, signIn }, { ...options, note: (line) => void notes.push(line) });
  return { code, notes };
}

/** Every byte of the files of a directory, except the user id in the audit's entry about the request. */
function everythingIn(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
    .join('\n')
    .replaceAll(`"detail":"user ${left.id}"`, '');
}

it('nothing of a person who left stays in any file, and everything of the others does', () => {
  const directory = emptyDirectory();
  const kindOf = fillDirectory(directory);
  const wasHandedOut = [...kindOf.keys()];
  for (const text of [left.id, left.last, left.email]) expect(everythingIn(directory)).toContain(text);
  const { code, notes } = forget(directory, left.id, 'Maja');
  expect(code).toBe(0);
  expect(notes[0]).toMatch(
    /^Deleted: things handed out 4, recipients of alerts 4, briefs 1, lists of people 2, changes 1, /,
  );
  expect(notes[2]).toContain('replaced-2026-05-01T000000Z');
  const rest = everythingIn(directory).toLowerCase();
  for (const text of [left.id, left.last, left.email]) expect(rest).not.toContain(text.toLowerCase());
  for (const text of [stays.id, stays.last, stays.email]) expect(rest).toContain(text.toLowerCase());

  const { storage } = openStorage({ directory, service: 'service', log: silentLog, now: () => testNow });
  expect(storage.parts().map(({ set, scope }) => [set, scope])).toEqual([
    ['user', stays.id],
    ['aircraft', ''],
  ]);
  expect(storage.changes({ limit: 10 }).map(({ id }) => id)).toEqual([`r of ${stays.last}`]);
  expect(storage.messages(10).map(({ id }) => id)).toEqual([`m ${stays.last}`]);
  storage.close();
  const store = open(directory);
  expect(store.valid().map(({ name }) => name)).toEqual([stays.last]);
  expect(store.sessions()).toEqual([]);
  store.close();
  expect(new Recipients(directory).all().map(({ name, instructors, isOn }) => [name, instructors, isOn])).toEqual([
    ['told of them only', [], false],
    ['told of both', [stays.id], true],
  ]);
  // The audit names each revoked grant by its id, and the person by the user id.
  const kept = readFileSync(join(directory, 'access.sqlite'), 'latin1');
  expect(kept).toContain(`"event":"forgotten","by":"command line","detail":"user ${left.id}"`);
  for (const id of wasHandedOut.slice(0, 4))
    expect(kept).toContain(`"event":"revoked","kind":"${kindOf.get(id)}","grant":"${id}"`);
});

it('a person of whom nothing is known is no error, and a short id is refused', () => {
  const directory = emptyDirectory();
  fillDirectory(directory);
  expect(forget(directory, '00000000-0000-4000-8000-000000000000').notes[0]).toBe(
    'Nothing here was about this person.',
  );
  expect(() => forget(directory, ' 7  ')).toThrow('--user must have four signs or more.');
});

it('is refused while Flightline runs', async () => {
  const directory = emptyDirectory();
  const release = await holdDirectory(directory, { address: null });
  expect(() => forget(directory, left.id)).toThrow(
    /^Another Flightline \(process \d+, since .+\) uses the data directory .+: stop that one first\.$/,
  );
  release();
  expect(forget(directory, left.id).code).toBe(0);
});
