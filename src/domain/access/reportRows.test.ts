import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { coursesOf, flownHours, lessonsOf, rowsOfPerson } from '#domain/people/training.ts';
import { narrowedAnswer, withheldColumns } from './narrowed.ts';
import { harmlessRow, noColumns } from './reportRows.ts';

const expected = { prose: true, contact: false };

/** A row as the role sees it, and the paths left out. */
function seen(row: { [member: string]: unknown }, open: readonly string[] = []) {
  const withheld: string[] = [];
  const rule = { expected, open: new Set(open), onWithheld: (path: string) => void withheld.push(path) };
  return { row: harmlessRow(row, rule), withheld };
}

describe('a row of a report', () => {
  it('keeps its harmless values, and lists the others and all that is deeper by path', () => {
    const row = {
      registrationTail: 'N512SP',
      totalDue: 120,
      empty: null,
      customer: { name: 'Ana Garcia', acctBal: 3, cell: '555-0100' },
      engines: [{ tach: 12.5 }],
      lessons: [{ name: 'Stalls', lineTotal: 80 }, { lineTotal: 90 }],
      owner: { name: 'Ana' },
      instructor: ['Ana Garcia', '555-0100'],
      landings: [],
      flightDates: ['2026-05-12'],
      pilots: [],
      __proto__x: 1,
    };
    expect(seen(row)).toEqual({
      row: { registrationTail: 'N512SP', instructor: ['Ana Garcia'], landings: [] },
      withheld: [
        'totalDue',
        'customer.name',
        'customer.acctBal',
        'customer.cell',
        'engines.tach',
        'lessons.name',
        'lessons.lineTotal',
        'lessons.lineTotal',
        'owner.name',
        'instructor',
        'flightDates',
        '__proto__x',
      ],
    });
  });

  it("keeps a pair's value if all names beside it are harmless", () => {
    expect(seen({ name: 'Flight hours', value: '1.4' }).row).toEqual({ name: 'Flight hours', value: '1.4' });
    expect(seen({ name: 'Flight hours', value: '$9' })).toEqual({
      row: { name: 'Flight hours' },
      withheld: ['Flight hours'],
    });
    expect(seen({ label: 'Total due', number: 12 })).toEqual({ row: {}, withheld: ['label', 'Total due'] });
    expect(seen({ name: 'Flight hours', title: 'Balance', value: '1.4' }).row).toEqual({ name: 'Flight hours' });
    const pairs = [
      { name: 'Balance', value: '120.00' },
      { name: '残高', value: 3 },
    ];
    expect(seen({ items: pairs }).withheld).toEqual(['items.name', 'items.Balance', 'items.name', 'items.残高']);
  });

  it('keeps what a manager has opened, and only there', () => {
    const row = { totalDue: 120, owner: { name: 'Ana', totalDue: 3, deeper: { totalDue: 4 } }, list: [{ tips: [1] }] };
    expect(seen(row, ['totalDue']).row).toEqual({ totalDue: 120 });
    expect(seen(row, ['owner.totalDue', 'list.tips']).row).toEqual({ owner: { totalDue: 3 }, list: [{ tips: [1] }] });
    expect(seen(row, ['owner', 'list', 'deeper', '']).row).toEqual({});
    const pair = { name: 'Balance', title: 'of Ana', value: 3 };
    expect(seen({ items: [pair] }, ['items.Balance']).row).toEqual({ items: [{ name: 'Balance', value: 3 }] });
  });

  it('does not read the prototype', () => {
    const row: { [member: string]: unknown } = JSON.parse(
      '{"__proto__": {"landings": 1}, "constructor": "c", "landings": 2}',
    );
    expect(Object.entries(seen(row).row)).toEqual([['landings', 2]]);
  });
});

describe('a report', () => {
  const items = [{ aircraftId: 1, totalDue: 3 }, { totalDue: 4, tip: '$2' }, 'a text', null];
  const kept = [{ aircraftId: 1 }, {}, '', null];
  const withheld = { count: 2, members: ['totalDue', 'tip'] };
  const viewer = { role: 'maintenance', userId: null, showsNames: true } as const;

  it('reports the number and names of withheld columns', () => {
    const body = { totalItems: 4, offset: 0, limit: null, sum: 7, withheld: 'all', items };
    const answer = { totalItems: 4, offset: 0, limit: null, items: kept, withheld };
    expect(narrowedAnswer('reportWorkOrders', body, viewer)).toEqual(answer);
    expect(narrowedAnswer('reportWorkOrders', items, viewer)).toEqual({ items: kept, withheld });
    expect(narrowedAnswer('reportWorkOrders', { items: [{ aircraftId: 1 }] }, viewer)).toEqual({
      items: [{ aircraftId: 1 }],
    });
    expect(narrowedAnswer('reportWorkOrders', { items: null, sum: 7 }, viewer)).toEqual({ items: null });
    expect(narrowedAnswer('reportWorkOrders', 'Ana', viewer)).toBe('');
  });

  it('lists at most two hundred of them, and counts all', () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => [`tip ${String.fromCodePoint(0x4e00 + number)}`, 1]),
    );
    const answer = narrowedAnswer('reportWorkOrders', { items: [many] }, viewer);
    expect(answer).toMatchObject({ withheld: { count: 300 } });
    expect((answer as { withheld: { members: unknown[] } }).withheld.members).toHaveLength(200);
  });

  it('gives a manager different values of withheld columns as samples, opened or not', () => {
    const rows = [...items, { totalDue: 3 }, { totalDue: 5 }, { totalDue: 6 }];
    const bounds = { maxColumns: 1, maxSamples: 3 };
    expect([...withheldColumns('reportWorkOrders', 'maintenance', rows, bounds)]).toEqual([['totalDue', [3, 4, 5]]]);
    expect(withheldColumns('listUsers', 'dispatcher', rows, bounds).size).toBe(0);
  });
});

it.each([
  ['studentId', 'course', 'lesson', 'instructor', 'trainingSessionDate', 'lastSessionOn', 'lessonsPassed', 'lessons'],
  [
    'customerUserId',
    'courseName',
    'lessonName',
    'instructorName',
    'sessionDate',
    'lastLessonDate',
    'completedLessons',
    'lessonCount',
  ],
  ['personId', 'courseName', 'lesson', 'instructor', 'date', 'lastSessionOn', 'lessonsPassed', 'totalLessons'],
])('a person’s training is the same for a dispatcher, however a service names its columns (%s)', (...names) => {
  const values = ['u-1', 'PPL', 'Stalls', 'Lee Okafor', '2026-05-12T08:00:00', '2026-05-11', 3, 20];
  const row = {
    ...Object.fromEntries(names.map((name, at) => [name, values[at]])),
    status: 'Active',
    tailNumber: 'N512SP',
    start: '2026-05-10T08:00:00',
    [names[0] === 'studentId' ? 'hobbsHours' : 'hours']: 1.4,
    totalLandings: 3,
  };
  const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
  const read = (rows: readonly FreeForm[]) => {
    const own = rowsOfPerson(rows, 'U-1');
    return [lessonsOf(own, zone), coursesOf(own, zone), flownHours(own, Date.parse('2026-05-20T00:00:00Z'), zone)];
  };
  const rule = { expected: { prose: false, contact: true }, open: noColumns, onWithheld: () => undefined };
  expect(read([harmlessRow(row, rule)])).toEqual(read([row]));
  expect(read([row])).toMatchObject([
    [{ instructor: 'Lee Okafor' }],
    [{ passed: 3, lessons: 20 }],
    { all: { landings: 3 } },
  ]);
});

it('no value under an unknown name appears anywhere in a row', () => {
  const odd = fc.constantFrom('totalDue', 'acctBal', 'cell', 'betrag', '残高', 'x');
  const known = fc.constantFrom('name', 'hours', 'items', 'customer', 'aircraft', 'value', 'status', 'label');
  const canary = fc.integer({ min: 7_000_000, max: 7_999_999 });
  const few = { maxKeys: 3, maxLength: 3 };
  const leaf = fc.constant('Ana');
  // Everything below an unknown name is a canary.
  const under = fc.oneof(canary, fc.dictionary(known, canary, few), fc.array(fc.dictionary(known, canary, few), few));
  const inner = fc.dictionary(fc.oneof(odd, known), leaf, few);
  const around = fc.dictionary(known, fc.oneof(leaf, inner, fc.array(inner, few)), few);
  const rule = { expected: { prose: true, contact: true }, open: noColumns, onWithheld: () => undefined };
  fc.assert(
    fc.property(around, odd, under, (rest, name, hidden) => {
      const whole = { ...rest, [name]: hidden, customer: { [name]: hidden }, items: [{ [name]: hidden }] };
      expect(JSON.stringify(harmlessRow(whole, rule))).not.toMatch(/7\d{6}/);
    }),
  );
});
