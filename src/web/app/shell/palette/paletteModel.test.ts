import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagePaths, pageRow } from '#contract/pages.ts';
import type { Clock } from '#domain/time/clock.ts';
import {
  aircraftTargets,
  byGroup,
  findTargets,
  instructorTargets,
  pageTargets,
  type PaletteSources,
  paletteTargets,
  peopleTargets,
  switchTargets,
  type Target,
} from './paletteModel.ts';
import { reportTargets, viewTargets } from './paletteViews.ts';
import { questionTargets } from './questions.ts';

const target = (label: string, hint = '', group = 'Any'): Target => ({ id: label, label, hint, group });
const found = (targets: readonly Target[], text: string) => findTargets(targets, text).map(({ label }) => label);

const fleet = ['N512SP', 'N5120', 'N9512', 'N512-RG', 'Redbird 2'].map((tail) => target(tail, 'Cessna 172S'));

describe('the search for an aircraft', () => {
  test('matches the last three characters first', () => {
    expect(found(fleet, '512')).toEqual(['N9512', 'N512SP', 'N5120', 'N512-RG']);
  });

  test('matches the tail number, whatever its case or dashes', () => {
    expect(found(fleet, 'n512rg')).toEqual(['N512-RG']);
    expect(found(fleet, '2sp')).toEqual(['N512SP']);
  });

  test('matches the make or the type', () => {
    expect(found(fleet, 'cessna red')).toEqual(['Redbird 2']);
  });
});

test('entries that start with the text come before those that contain it', () => {
  const pages = ['Equipment', 'Maintenance', 'Fleet', 'Timeline'].map((label) => target(label));
  expect(found(pages, 'm')).toEqual(['Maintenance', 'Equipment', 'Timeline']);
  expect(found(pages, '')).toEqual(['Equipment', 'Maintenance', 'Fleet', 'Timeline']);
});

test('accents are ignored, and every word must match', () => {
  const people = [target('José Núñez'), target('Jose Smith')];
  expect(found(people, 'jose nunez')).toEqual(['José Núñez']);
  expect(found(people, 'jose x')).toEqual([]);
});

test('all entries found contain the text, and none that do are missed', () => {
  const words = fc.array(fc.stringMatching(/^[a-c]{1,3}$/), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.uniqueArray(words.map((list) => list.join(' '))),
      fc.stringMatching(/^[a-c]{1,3}$/),
      (labels, text) => {
        const expected = labels.filter((label) => label.includes(text));
        expect(
          new Set(
            found(
              labels.map((label) => target(label)),
              text,
            ),
          ),
        ).toEqual(new Set(expected));
      },
    ),
  );
});

test('groups are in the order of their best match, none longer than the limit', () => {
  const list = [target('a', '', 'One'), target('b', '', 'Two'), target('c', '', 'One'), target('d', '', 'One')];
  expect(byGroup(list, 2).map(({ group, targets }) => `${group}: ${targets.map(({ label }) => label).join()}`)).toEqual(
    ['One: a,c', 'Two: b'],
  );
});

const now = Date.parse('2026-05-12T17:05:00Z');
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const navigation = [
  { path: '/fleet', label: 'Fleet', key: 'f' },
  { path: '/maintenance', label: 'Maintenance', key: 'm' },
  { path: '/reservations', label: 'Reservations', key: 'r' },
  { path: '/equipment', label: 'Equipment', key: 'e' },
];

/** What a school of two aircraft offers; `acts` notes what was switched. */
function offered(more: { mode?: 'L' | 'Z'; isDark?: boolean; openMoment?: null } = {}) {
  const acts: string[] = [];
  const sources: PaletteSources = {
    pages: pageTargets(navigation),
    views: [],
    aircraft: aircraftTargets([
      { aircraftId: 'a2', tailNumber: 'N9512', make: { name: 'Piper' }, model: { name: 'Archer' } },
      { aircraftId: 'a1', tailNumber: 'N512SP', make: { name: 'Cessna' }, model: { name: '172S' } },
      { aircraftId: 'a3', tailNumber: null },
    ]),
    instructors: instructorTargets([
      { userId: 'i1', firstName: 'Tamika', lastName: 'Tanaka', instructorStatus: { id: 1, name: 'active' } },
      { userId: 'i2' },
    ]),
    people: peopleTargets(
      new Map([
        ['u1', 'Ana Garcia'],
        ['u2', 'José Núñez'],
      ]),
    ),
    switches: switchTargets({
      mode: 'L',
      isDark: false,
      setMode: (mode) => acts.push(`time ${mode}`),
      setDark: (isDark) => acts.push(isDark ? 'dark' : 'light'),
      openHelp: () => acts.push('help'),
      openMoment: () => acts.push('moment'),
      ...more,
    }),
  };
  const find = (text: string, by: Clock = clock) => paletteTargets(text, sources, now, by);
  const addresses = (text: string, by?: Clock) =>
    find(text, by).map((paletteTarget) => ('path' in paletteTarget ? paletteTarget.path : paletteTarget.id));
  return { acts, find, addresses };
}

describe('the palette', () => {
  test('offers pages, days and switches before anything is typed', () => {
    expect(
      offered()
        .find(' ')
        .map(({ label, hint }) => `${label} (${hint})`),
    ).toEqual([
      'Fleet (g f)',
      'Maintenance (g m)',
      'Reservations (g r)',
      'Equipment (g e)',
      'Expired reminders (Maintenance)',
      'Today (Tue 12 May 2026)',
      'Tomorrow (Wed 13 May 2026)',
      'Yesterday (Mon 11 May 2026)',
      'Show Zulu time (L/Z)',
      'Dark colours (Theme)',
      'Another time (Past or forecast)',
      'Keyboard shortcuts (?)',
    ]);
  });

  test.each([
    ['expired', '/maintenance?statusId=eq:3'],
    ['tomorrow', '/reservations?date=2026-05-13'],
    ['fri', '/reservations?date=2026-05-15'],
    ['4 july', '/reservations?date=2026-07-04'],
    ['1900', '/reservations?date=2026-05-12&at=1900'],
    ['1900z', '/reservations?date=2026-05-12&at=1300'],
    ['fri 0800L', '/reservations?date=2026-05-15&at=0800'],
    ['equip', '/equipment'],
    ['2sp', '/fleet/a1'],
    ['512', '/fleet/a2'],
    ['cessna', '/fleet/a1'],
    ['tanaka', '/instructors/i1'],
    ['garcia', '/people?id=u1'],
    ['nunez', '/people?id=u2'],
    ['garcia next reservation', '/people?id=u1'],
  ])('finds for “%s” the address %s first', (text, address) => {
    expect(offered().addresses(text)[0]).toBe(address);
  });

  test('reads a time without a zone letter by the displayed clock', () => {
    expect(offered().addresses('1900', { ...clock, mode: 'Z' })[0]).toBe('/reservations?date=2026-05-12&at=1300');
  });

  test('offers a day only once, for the text that was typed', () => {
    const shown = offered().find('today');
    expect(shown.map(({ id, label }) => `${id}: ${label}`)).toEqual(['reservations date=2026-05-12: Tue 12 May 2026']);
  });

  test('finds nothing for an unknown name, and nobody by e-mail address', () => {
    expect(offered().find('no such thing')).toEqual([]);
    expect(offered().find('@example')).toEqual([]);
  });

  test('uses the id when there is no name', () => {
    expect(offered().find('i2')[0]).toMatchObject({ label: 'i2', hint: '' });
    expect(offered().find('no tail')[0]).toMatchObject({ label: 'no tail number', path: '/fleet/a3' });
  });

  test('offers no overdue reminders when the role has no page for them', () => {
    expect(pageTargets(navigation.slice(0, 1)).map(({ id }) => id)).toEqual(['/fleet']);
  });

  test('lists an instructor under Instructors and under People', () => {
    const everyone = [
      ...instructorTargets([{ userId: 'u1', firstName: 'Ana' }]),
      ...peopleTargets(new Map([['u1', 'Ana']])),
    ];
    expect(byGroup(findTargets(everyone, 'ana'), 8).map(({ group }) => group)).toEqual(['Instructors', 'People']);
  });
});

describe('a palette switch', () => {
  const labels = (more: Parameters<typeof offered>[0]) =>
    offered(more)
      .find('')
      .filter(({ group }) => group === 'Switches')
      .map(({ label }) => label);

  test('is named after what it does', () => {
    expect(labels({})).toEqual(['Show Zulu time', 'Dark colours', 'Another time', 'Keyboard shortcuts']);
    expect(labels({ openMoment: null })).toEqual(['Show Zulu time', 'Dark colours', 'Keyboard shortcuts']);
    expect(labels({ mode: 'Z', isDark: true })).toEqual([
      'Show local time',
      'Light colours',
      'Another time',
      'Keyboard shortcuts',
    ]);
  });

  test('does what it says', () => {
    const { acts, find } = offered();
    for (const text of ['zulu', 'dark', 'help'])
      for (const paletteTarget of find(text)) if ('act' in paletteTarget) paletteTarget.act();
    expect(acts).toEqual(['time Z', 'dark', 'help']);
  });
});

test.each([
  ['board', '/board'],
  ['wall', '/board'],
  ['brief', '/brief'],
  ['bri', '/brief'],
  ['morning brief', '/brief'],
])('the text “%s” finds the page %s before people with similar names', (text, path) => {
  const entries = pagePaths.flatMap((page) => {
    const { name, nav } = pageRow(page);
    return nav ? { path: page, label: name, key: nav.key } : [];
  });
  const people = peopleTargets(
    new Map([
      ['u1', 'Bri Boardman'],
      ['u2', 'Brief Walls'],
      ['u3', 'Board Morning'],
    ]),
  );
  const sources = { pages: pageTargets(entries), views: [], aircraft: [], instructors: [], people, switches: [] };
  expect(paletteTargets(text, sources, now, clock)[0]).toMatchObject({ path });
});

describe('a question in the words that people use', () => {
  const everyone = pagePaths.flatMap((page) => {
    const { name, nav } = pageRow(page);
    return nav ? [{ path: page, label: name, key: nav.key }] : [];
  });
  const states = new Map([['a1', 'flying until 2030L']]);
  const fleetOf2 = [
    { aircraftId: 'a1', tailNumber: 'N285PA', make: { name: 'Piper' }, model: { name: 'Archer' } },
    { aircraftId: 'a2', tailNumber: 'N284PA', make: { name: 'Piper' }, model: { name: 'Archer' } },
  ];
  const sources: PaletteSources = {
    pages: pageTargets(everyone),
    views: [...viewTargets(), ...reportTargets(() => true)],
    aircraft: aircraftTargets(fleetOf2, (id) => states.get(id) ?? null),
    instructors: instructorTargets([{ userId: 'i1', firstName: 'Grace', lastName: 'Late' }]),
    people: peopleTargets(new Map([['u1', 'Monty Lasker']])),
    switches: [],
  };
  const answer = (text: string) => [
    ...questionTargets(text, { fleet: fleetOf2, now, clock }),
    ...paletteTargets(text, sources, now, clock),
  ];
  const firstOf = (text: string) => {
    const [first] = answer(text);
    return first && 'path' in first ? first.path : null;
  };

  test.each([
    ['available', '/fleet?now=available'],
    ['which aircraft can go', '/fleet?now=available'],
    ['due list', '/maintenance'],
    ['what is due soon', '/maintenance?statusId=eq:2'],
    ['grounded', '/fleet?now=grounded'],
    ['late', '/reservations?late=shown'],
    ['double bookings', '/reservations?conflicts=shown'],
    ['snags', '/maintenance?view=squawks'],
    ['hours per aircraft', '/reports/flightOperations?picture=aircraft-hours&days=month'],
    ['last month', '/reports/flightOperations?picture=aircraft-hours&days=last-month'],
    ['hours per aircraft last month', '/reports/flightOperations?picture=aircraft-hours&days=last-month'],
    ['who is free at 1500', '/instructors?free=1500'],
    ['who can teach fri 0800', '/instructors?date=2026-05-15&free=0800'],
    ['N285PA back', '/fleet/a1'],
    ['when is 285PA back', '/fleet/a1'],
    ['another time', '/plan/find'],
    ['shop planner', '/plan/shop'],
    ['what changed', '/changes?period=shift'],
    ['can go', '/fleet?now=available'],
    ['can go in the next hour', '/fleet?now=available&free=60'],
    ['due in 7 days', '/maintenance?within=7d'],
    ['replace N284PA', '/plan/down?aircraft=a2'],
    ['print due list', '/maintenance'],
    ['put off', '/?put-off=open'],
    ['hours last month', '/reports/flightOperations?picture=aircraft-hours&days=last-month'],
    ['3pm', '/reservations?date=2026-05-12&at=1500'],
  ])('“%s” leads to %s', (text, path) => {
    expect(firstOf(text)).toBe(path);
  });

  test('an aircraft is found with what it is doing', () => {
    expect(answer('285PA')[0]).toMatchObject({ label: 'N285PA', state: 'flying until 2030L' });
    expect(answer('284PA')[0]).toMatchObject({ label: 'N284PA', state: null });
  });

  test('reports that the role may not read are left out', () => {
    expect(reportTargets(() => false)).toEqual([]);
  });
});
