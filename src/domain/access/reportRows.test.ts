import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  it('keeps harmless values at any depth, and lists the others by path', () => {
    const row = {
      registrationTail: 'N512SP',
      totalDue: 120,
      empty: null,
      customer: { name: 'Ana Garcia', acctBal: 3, cell: '555-0100' },
      engines: [{ tach: 12.5 }],
      lessons: [{ name: 'Stalls', lineTotal: 80 }, { lineTotal: 90 }],
      owner: { name: 'Ana' },
      pilots: ['Ana Garcia', '555-0100'],
      flightDates: ['2026-05-12'],
      __proto__x: 1,
    };
    expect(seen(row)).toEqual({
      row: {
        registrationTail: 'N512SP',
        customer: { name: 'Ana Garcia' },
        lessons: [{ name: 'Stalls' }],
        pilots: ['Ana Garcia'],
      },
      withheld: [
        'totalDue',
        'customer.acctBal',
        'customer.cell',
        'engines.tach',
        'lessons.lineTotal',
        'lessons.lineTotal',
        'owner.name',
        'pilots',
        'flightDates',
        '__proto__x',
      ],
    });
  });

  it("keeps a pair's value if the name beside it is harmless", () => {
    const pair = (name: string, value: unknown) => ({ name, value });
    const given = [pair('Balance', '120.00'), pair('Flight hours', '1.4'), pair('Flight hours', '$9'), pair('残高', 3)];
    expect(seen({ items: given, label: 'Total due', number: 12 })).toEqual({
      row: {
        items: [{ name: 'Balance' }, pair('Flight hours', '1.4'), { name: 'Flight hours' }, { name: '残高' }],
      },
      withheld: ['items.Balance', 'items.Flight hours', 'items.残高', 'label', 'Total due'],
    });
    expect(seen({ item: { name: 'Flight hours', title: 'Balance', value: '1.4' } }).row).toEqual({
      item: { name: 'Flight hours' },
    });
  });

  it('keeps what a manager has opened, and only there', () => {
    const row = { totalDue: 120, owner: { name: 'Ana', totalDue: 3, deeper: { totalDue: 4 } }, list: [{ tips: [1] }] };
    expect(seen(row, ['totalDue']).row).toEqual({ totalDue: 120 });
    expect(seen(row, ['owner.totalDue', 'list.tips']).row).toEqual({ owner: { totalDue: 3 }, list: [{ tips: [1] }] });
    expect(seen(row, ['owner', 'list', 'deeper', '']).row).toEqual({});
    expect(seen({ items: [{ name: 'Balance', value: 3 }] }, ['items.Balance']).row).toEqual({
      items: [{ name: 'Balance', value: 3 }],
    });
  });

  it('does not read the prototype', () => {
    const row: { [member: string]: unknown } = JSON.parse(
      '{"__proto__": {"hours": 1}, "constructor": "c", "hours": 2}',
    );
    expect(Object.entries(seen(row).row)).toEqual([['hours', 2]]);
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
