import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDirectory, grant, testNow } from '#e2e/servers/access/testAccess.ts';
import { facts } from '#e2e/servers/storageSamples.ts';
import { stubReservation } from '#e2e/servers/testCopy.ts';
import { sampleRecipient } from '#e2e/servers/alertSender.ts';
import { atOnce } from '#domain/steps.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { Recipients } from '#server/alerts/recipients.ts';
import { escaped } from '#server/http/reply.ts';
import { silentLog } from '#server/observability/log.ts';
import { holdDirectory } from '#server/install/dataDirectory.ts';
import { keptDaysIn } from '#server/replica/keptDays.ts';
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
      { subscription: null, owner, session: null },
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

type More = { readonly signIn?: string[]; readonly names?: string[]; readonly emails?: string[] };

function forget(directory: string, user: string, { signIn = [], names = [], emails = [] }: More = {}) {
  const notes: string[] = [];
  const options = { dataDirectory: directory, version: '1', clock: () => testNow, becomeOwner: () => undefined };
  const code = runForget({ user, signIn, names, emails }, { ...options, note: (line) => void notes.push(line) });
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

it('days that are kept for figures are deleted if they name the person, and only those', () => {
  const directory = emptyDirectory();
  const zone = { name: 'UTC', zoneless: 'utc' } as const;
  const openCopy = () => openStorage({ directory, service: 'service', log: silentLog, now: () => testNow }).storage;
  const storage = openCopy();
  const kept = keptDaysIn(storage, zone);
  const midnight = Date.parse('2026-05-04T00:00:00Z');
  const cells = [
    { instructor: left, student: stays },
    { instructor: stays, student: left },
    { instructor: stays, student: stays },
  ].map(({ instructor, student }, day) => {
    const [from, to] = [midnight + day * 86_400_000, midnight + (day + 1) * 86_400_000];
    const [start, end] = [from + 3_600_000, from + 7_200_000];
    const json = JSON.stringify(
      stubReservation(day + 1, new Date(start).toISOString(), new Date(end).toISOString(), {
        instructor: { userId: instructor.id, firstName: 'A', lastName: instructor.last },
        pilots: [{ userId: student.id, firstName: 'B', lastName: student.last }],
      }),
    );
    const put = { id: `r${day}`, position: day, hash: `${day}`, slim: json, json, start, end, cell: from };
    return { cell: { from, to, asOf: to, revision: 1, count: 1, facts }, put };
  });
  storage.replaceCells({
    cells: cells.map(({ cell }) => cell),
    put: cells.map(({ put }) => put),
    remove: [],
    changes: [],
  });
  kept.keep(cells.map(({ cell }) => cell));
  storage.dropCells(cells.map(({ cell }) => cell.from));
  storage.close();
  // A student is kept by the id alone, an instructor also by the name.
  for (const text of [left.id, left.last]) expect(everythingIn(directory)).toContain(text);
  expect(forget(directory, left.id, { names: [left.last] }).code).toBe(0);
  for (const text of [left.id, left.last])
    expect(everythingIn(directory).toLowerCase()).not.toContain(text.toLowerCase());
  const after = openCopy();
  const rest = keptDaysIn(after, zone);
  atOnce(rest.read('2026-05-12'));
  expect([...rest.days().keys()]).toEqual(['2026-05-06']);
  after.close();
});

it('nothing of a person who left stays in any file, and everything of the others does', () => {
  const directory = emptyDirectory();
  const kindOf = fillDirectory(directory);
  const wasHandedOut = [...kindOf.keys()];
  for (const text of [left.id, left.last, left.email]) expect(everythingIn(directory)).toContain(text);
  const { code, notes } = forget(directory, left.id, { signIn: ['Maja'] });
  expect(code).toBe(0);
  expect(notes[0]).toMatch(/^Deleted: things handed out 4, recipients of alerts 4, briefs 1, lists 2, changes 1, /);
  expect(notes.at(-1)).toContain('replaced-2026-05-01T000000Z');
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

/** The forms in which a text may stand in a file. */
function formsOf(text: string): ReadonlySet<string> {
  const perLetter = (write: (code: number) => string, which: RegExp) =>
    text.replaceAll(which, (letter) => Array.from(letter, (one) => write(one.codePointAt(0) ?? 0)).join(''));
  const plain = [
    text,
    text.normalize('NFD'),
    text.replaceAll("'", '’'),
    escaped(text),
    escaped(text).replaceAll('&#39;', '&#x27;').replaceAll('&quot;', '&#34;'),
    perLetter((code) => `&#${code};`, /[^\w ]/gu),
    perLetter((code) => `&#x${code.toString(16)};`, /[^\w ]/gu),
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(escaped(text)).slice(1, -1),
    perLetter((code) => `\\u${code.toString(16).padStart(4, '0')}`, /[^\w ]/gu),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+').replaceAll("'", '%27'),
  ];
  return new Set(plain.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]));
}

type Awkward = { readonly first: string; readonly last: string; readonly email: string };

describe.each<Awkward>([
  { first: 'Seán', last: "O'Brien & Sons", email: "sean.o'brien@school.example" },
  { first: 'Zoë', last: 'Ångström-Müller', email: 'zoe+ops@school.example' },
  { first: 'Jan "Jack"', last: 'van <der> Berg', email: 'JackBerg@School.example' },
  { first: 'Łucja', last: 'Çelik/Øst', email: 'lucja_100%@school.example' },
  { first: 'נועם', last: 'לוי-כהן', email: 'noam@school.example' },
])('a person with an awkward name: $first $last', ({ first, last, email }) => {
  const id = '7c1f0000-0000-4000-8000-00000000a3c1';
  const other = {
    id: '7c1f0000-0000-4000-8000-00000000beef',
    first: 'Xi',
    last: 'Brienne',
    email: 'xi@school.example',
  };
  const person = { id, first, last, email };
  type One = typeof person;
  const pilot = (one: One) => ({
    userId: one.id.toUpperCase(),
    firstName: one.first,
    lastName: one.last,
    email: one.email,
  });
  const whole = (one: One) => `${one.first} ${one.last}`;

  /**
   * As the gateway fills it, after the service removed the person: no list has them. Their name stands beside the id only
   * in a reservation and in the log, and alone everywhere else, in different forms.
   */
  function fill(directory: string): void {
    const { storage } = openStorage({ directory, service: 'service', log: silentLog, now: () => testNow });
    const cell = { from: testNow, to: testNow + 86_400_000, asOf: testNow, revision: 1, count: 1, facts };
    const put = (one: One, index: number) => {
      const slim = JSON.stringify({ id: `r ${one.id}`, pilots: [pilot(one)] });
      const at = testNow + index * 86_400_000;
      const times = { start: at + 1, end: at + 2, cell: at };
      return { id: `r ${one.id}`, position: index, hash: one.id, slim, json: slim, ...times };
    };
    storage.replaceCells({
      cells: [cell, { ...cell, from: cell.to, to: cell.to + 86_400_000 }],
      put: [put(person, 0), put(other, 1)],
      remove: [],
      changes: [person, other].map((one) => ({
        at: testNow,
        set: 'squawks',
        scope: '',
        id: `s of ${one.email}`,
        kind: 'changed',
        before: null,
        after: JSON.stringify({ text: `Reported by ${whole(one).normalize('NFD').toUpperCase()}.` }),
      })),
    });
    const all = [person, other].flatMap((one) => [...formsOf(whole(one)), ...formsOf(one.email)]);
    storage.replacePart(
      { asOf: testNow, revision: 1, facts, set: 'squawks', scope: 'n1' },
      all.map((text, index) => ({ id: `q${index}`, json: JSON.stringify({ note: `by ${text}` }), hash: `${index}` })),
      [],
      [person, other].map((one) => ({
        at: testNow,
        kinds: ['moved'],
        aircraft: ['n1'],
        people: [],
        text: whole(one).toLowerCase(),
        json: JSON.stringify({ facts: JSON.stringify({ words: [whole(one)] }) }),
      })),
    );
    storage.keepAlerts({
      state: JSON.stringify({ look: whole(person) }),
      alerts: [person, other].map((one) => ({
        id: `alert ${one.id.slice(-4)}`,
        at: testNow,
        json: JSON.stringify({ words: [`Checkout of ${whole(one)} ended`] }),
      })),
      pending: [],
    });
    const sent = {
      recipient: 'ops',
      channel: 'mail',
      state: 'sent',
      attempts: 1,
      at: testNow,
      triedAt: testNow,
    } as const;
    storage.addMessages(
      [person, other].map((one) => ({
        ...sent,
        id: `m ${one.id.slice(-4)}`,
        name: 'Ops',
        nextAt: null,
        answer: `250 ok <${one.email}>`,
        alerts: [],
      })),
    );
    storage.remember('put off x', JSON.stringify({ matter: 'x', person: whole(person) }));
    storage.remember('put off y', JSON.stringify({ matter: 'y', person: whole(other) }));
    storage.close();

    const store = open(directory);
    const given = [
      grant({ kind: 'person', name: email }),
      grant({ name: whole(person) }),
      grant({ name: whole(other) }),
    ];
    const [, , stay] = given.map((one) => store.create(one, 'test').grant);
    if (stay) store.begin(stay, whole(person), null);
    store.close();
    const recipients = new Recipients(directory);
    const recipient = sampleRecipient({ id: '', channel: 'mail' });
    for (const one of [person, other]) {
      recipients.save({ ...recipient, name: 'Mail', to: one.email.toUpperCase() });
      recipients.save({ ...recipient, name: whole(one), to: 'ops@school.example' });
    }
    mkdirSync(join(directory, 'briefs'));
    [...formsOf(whole(person))].forEach((form, index) =>
      writeFileSync(join(directory, `briefs/2026-05-${index + 10}.html`), `<td>0800</td><td>${form}, solo</td>`),
    );
    writeFileSync(join(directory, 'briefs/2026-05-09.html'), `<td>${escaped(whole(other))}</td>`);
    const backup = join(directory, '.backup-Xy12Z3');
    mkdirSync(backup);
    writeFileSync(join(backup, 'replica.sqlite'), whole(person));
    utimesSync(backup, 0, 0);
  }

  it('leaves no byte of the name or the address in any form, and everything of others', () => {
    const directory = emptyDirectory();
    fill(directory);
    const names = [whole(person), last, email];
    const before = bytesIn(directory);
    expect([...formsOf(whole(person))].filter((form) => !before.includes(form))).toEqual([]);
    const { notes } = forget(directory, id);
    expect(notes[1]).toContain(`“${whole(person)}”`);
    const rest = bytesIn(directory);
    const found = names.flatMap((text) => [...formsOf(text)]).filter((form) => rest.includes(form));
    expect(found).toEqual([]);
    expect(existsSync(join(directory, '.backup-Xy12Z3'))).toBe(false);

    const { storage } = openStorage({ directory, service: 'service', log: silentLog, now: () => testNow });
    expect(storage.reservation(`r ${other.id}`)).not.toBeNull();
    expect(storage.cells().map(({ from }) => from)).toEqual([testNow + 86_400_000]);
    expect(storage.changes({ limit: 9 }).map((one) => one.id)).toEqual([`s of ${other.email}`]);
    expect(storage.alerts({ since: 0, limit: 9 }).map((one) => one.id)).toEqual(['alert beef']);
    expect(storage.messages(9).map((one) => one.id)).toEqual(['m beef']);
    expect(storage.memories('put off').map(({ key }) => key)).toEqual(['put off y']);
    storage.close();
    expect(new Recipients(directory).all().map(({ name, to }) => [name, to])).toEqual([
      ['Mail', other.email.toUpperCase()],
      [whole(other), 'ops@school.example'],
    ]);
    expect(readdirSync(join(directory, 'briefs'))).toEqual(['2026-05-09.html']);
  });
});

/** Every byte of the files of a directory, as text. */
function bytesIn(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
    .join('\n');
}

describe('a person with a short, common name', () => {
  const ana = { userId: '7c1f0000-0000-4000-8000-00000000a001', firstName: 'Ana', lastName: 'Li' };
  const people = [ana, { userId: '7c1f0000-0000-4000-8000-00000000a002', firstName: 'Wei', lastName: 'Li' }];

  function fill(directory: string, all: readonly (typeof ana)[]): void {
    const { storage } = openStorage({ directory, service: 'service', log: silentLog, now: () => testNow });
    const changes = [
      ['Wei Li', 'instructor'],
      ['Ana Lima', 'lima'],
      ['Mariana Li', 'mariana'],
      ['Li', 'last name'],
      ['Ana Li', 'whole'],
      ['Li-ion battery', 'battery'],
    ].map(([text = '', of = '']) => ({ ...change(stays), id: of, after: JSON.stringify({ text }) }));
    const records = all.map((one) => ({ id: one.userId, json: JSON.stringify(one), hash: one.userId }));
    storage.replacePart({ asOf: testNow, revision: 1, facts, set: 'users', scope: '' }, records, changes);
    storage.close();
  }
  const kept = (directory: string) => {
    const { storage } = openStorage({ directory, service: 'service', log: silentLog, now: () => testNow });
    const ids = storage.changes({ limit: 20 }).map(({ id }) => id);
    storage.close();
    return ids.toSorted();
  };

  it('costs no other person a row, and the output says what was not searched for', () => {
    const directory = emptyDirectory();
    fill(directory, people);
    const { notes } = forget(directory, ana.userId);
    expect(kept(directory)).toEqual(['battery', 'instructor', 'last name', 'lima', 'mariana']);
    expect(notes[1]).toBe(
      'Searched by the id, and as whole words by “Ana Li”, “Li, Ana”, “Li Ana”. By these alone: 1 of the rows.',
    );
    expect(notes[2]).toMatch(/^Not searched for, because another person has the same: “Li”\./);
  });

  it('is not found by a name that another person has too, unless --name gives it', () => {
    const directory = emptyDirectory();
    fill(directory, [ana, { ...ana, userId: people[1]?.userId ?? '' }]);
    forget(directory, ana.userId);
    expect(kept(directory)).toContain('whole');
    forget(directory, ana.userId, { names: ['ana  LI'] });
    expect(kept(directory)).toEqual(['battery', 'instructor', 'last name', 'lima', 'mariana']);
    expect(() => forget(directory, ana.userId, { names: ['L'] })).toThrow('--name must have two signs or more.');
    expect(() => forget(directory, ana.userId, { emails: ['ana'] })).toThrow('--email must be an e-mail address.');
  });

  it('--email finds a mail recipient of whom the copy knows nothing', () => {
    const directory = emptyDirectory();
    fill(directory, people);
    const recipients = new Recipients(directory);
    for (const to of ['Ana.Li@home.example', 'diana.li@home.example', 'ana.li@home.example.org'])
      recipients.save({ ...sampleRecipient({ id: '', channel: 'mail' }), name: 'Mail', to });
    forget(directory, ana.userId, { emails: ['ana.li@home.example'] });
    expect(new Recipients(directory).all().map(({ to }) => to)).toEqual([
      'diana.li@home.example',
      'ana.li@home.example.org',
    ]);
  });
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
