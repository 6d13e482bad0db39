import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differencesAt, type KeptChange, partKey, rewound } from './rewind.ts';

type Item = { readonly id: string | null; readonly value: number };

const isItem = (record: unknown): record is Item => typeof record === 'object' && record !== null && 'value' in record;
const rewinding = {
  idOf: ({ id }: Item) => id,
  read: (record: unknown) => (isItem(record) ? record : null),
};
const change = (at: number, id: string, before: unknown): KeptChange => ({
  at,
  set: 'reminders',
  scope: 'plane',
  id,
  before,
});
const then = (present: readonly Item[], changes: readonly KeptChange[], at: number) =>
  rewound(present, differencesAt(changes, at).get(partKey('reminders', 'plane')), rewinding);

describe('records as they were', () => {
  const present = [
    { id: 'a', value: 3 },
    { id: 'new', value: 1 },
    { id: null, value: 9 },
  ];
  const changes = [
    change(10, 'a', { id: 'a', value: 1 }),
    change(20, 'a', { id: 'a', value: 2 }),
    change(20, 'new', null),
    change(30, 'gone', { id: 'gone', value: 7 }),
    change(30, '~without', { value: 8 }),
    { ...change(30, 'a', { id: 'a', value: 100 }), scope: 'another plane' },
  ];

  test('are those before the first change after the moment', () => {
    const values = (at: number) => then(present, changes, at).map(({ id, value }) => [id, value]);
    expect(values(9)).toEqual([
      ['a', 1],
      [null, 9],
      ['gone', 7],
    ]);
    expect(values(15)[0]).toEqual(['a', 2]);
    expect(values(25)).toEqual([
      ['a', 3],
      ['new', 1],
      [null, 9],
      ['gone', 7],
    ]);
  });

  test('include the changes of the moment itself, and are the present after the last change', () => {
    expect(then(present, changes, 10)[0]?.value).toBe(2);
    expect(then(present, changes, 30)).toBe(present);
  });

  test('leave out a record that cannot be read', () => {
    expect(then(present, [change(10, 'a', 'nonsense')], 0).map(({ id }) => id)).toEqual(['new', null]);
  });
});

/** What happens to a few records: each step sets one, or takes it away. */
const someSteps = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 40 }),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    value: fc.option(fc.integer({ min: 0, max: 5 })),
  }),
  { maxLength: 40 },
);

test('undoing the changes of a day gives exactly the records that were kept at each time of it', () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      const records = new Map<string, Item>();
      const changes: KeptChange[] = [];
      const kept = new Map<number, Item[]>([[-1, []]]);
      for (const { at, id, value } of steps.toSorted((a, b) => a.at - b.at)) {
        const before = records.get(id) ?? null;
        if (before?.value === value || (before === null && value === null)) continue;
        if (value === null) records.delete(id);
        else records.set(id, { id, value });
        changes.push(change(at, id, before));
        kept.set(at, [...records.values()]);
      }
      const present = [...records.values()];
      const inOrder = (items: readonly Item[]) => items.map(({ id, value }) => `${id} ${value}`).toSorted();
      for (const [at, items] of kept) expect(inOrder(then(present, changes, at))).toEqual(inOrder(items));
      expect(then(present, changes, 40)).toBe(present);
    }),
  );
});
