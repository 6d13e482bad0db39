import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toRecordRows } from '#domain/records/rows.ts';
import {
  cellOf,
  countText,
  inferColumns,
  listAddress,
  purposeOf,
  personalMembersOf,
  rowsOn,
  rowsWithoutPersonalData,
  sortValue,
  tableColumns,
} from './listModel.ts';

const guid = '77fa9f20-b954-4f24-812a-618f0daa04fc';
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const writing = { now: Date.parse('2026-05-12T17:05:00Z'), clock: { zone: zone.name, mode: 'L' }, zone } as const;

/** Items as services send them where the specification shows no members. */
const odd = [
  { id: 17, name: 'Headset', tags: ['a', 'b'], place: { name: 'Hangar 2', floor: { level: -1 } } },
  { id: 18, name: 'Raft', since: '1753-01-01T00:00:00', weight: 12.5 },
  {},
];

describe('the columns of a list with unknown fields', () => {
  const rows = toRecordRows(odd, 0);
  const columns = tableColumns(rows, writing);

  test('are the fields of the records, with cells as text', () => {
    expect(columns.map(({ id, label, kind }) => `${id}, ${label}, ${kind}`)).toEqual([
      'id, Id, number',
      'tags, Tags, text',
      'place, Place, text',
      'since, Since, date',
      'weight, Weight, number',
    ]);
    expect(rows.map((row) => columns.map((column) => column.cellOf(row).text))).toEqual([
      ['17', 'a, b', 'Hangar 2', '', ''],
      ['18', '', '', '', '12.5'],
      ['', '', '', '', ''],
    ]);
  });

  test('sort numbers as numbers and missing values last', () => {
    const weight = columns.find(({ id }) => id === 'weight');
    expect(rows.map((row) => weight?.sortOf(row))).toEqual([Infinity, 12.5, Infinity]);
    const tags = columns.find(({ id }) => id === 'tags');
    expect(rows.map((row) => tags?.sortOf(row))).toEqual(['a, b', '~', '~']);
  });

  test('have a label even when a field name is empty', () => {
    expect(tableColumns(toRecordRows([{ '': 1, x: 2 }], 0), writing).map(({ label }) => label)).toEqual([
      'no name',
      'X',
    ]);
  });

  test('are none when no record has fields', () => {
    expect(tableColumns(toRecordRows(['a', null, 3], 0), writing)).toEqual([]);
  });
});

test('a cell shows the start of an id, and keeps the full text of a long value', () => {
  expect(cellOf(guid, writing)).toEqual({ text: '77fa9f20…', whole: guid, isId: true });
  const words = `${'abc def '.repeat(4)}abc defg`;
  expect(cellOf(words, writing)).toEqual({ text: words, whole: null, isId: false });
  expect(cellOf(`${words}h`, writing).whole).toBe(`${words}h`);
  expect(cellOf(null, writing)).toEqual({ text: '', whole: null, isId: false });
  expect(cellOf('2026-05-10T14:32:00', writing).text).toBe('Sun 10 May 1432L');
});

test('a count says whether it is complete', () => {
  expect([countText(12, 12), countText(25, 143), countText(0, 0)]).toEqual(['12 in all', '25 of 143', '0 in all']);
  expect(countText(1000, 3869)).toBe('1,000 of 3,869');
});

describe('personal data in a list', () => {
  const rows = toRecordRows([{ id: 1, name: 'Ana', email: 'ana@example.com', contact: { phone: '555-0100' } }], 0);

  test('is named, but is not in the displayed rows', () => {
    expect(personalMembersOf(rows)).toEqual(['Email', 'Phone']);
    const drawn = rowsWithoutPersonalData(rows);
    expect(JSON.stringify(drawn)).not.toMatch(/@|555/);
    expect(drawn[0]).toMatchObject({ key: '1', title: 'Ana', index: 0 });
    expect(tableColumns(drawn, writing).map(({ id }) => id)).toEqual(['id', 'contact']);
  });

  test('is never in a cell, wherever it is in a record', () => {
    const nested = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant({ email: 'secret' }),
        fc.string().filter((text) => !text.includes('secret')),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-d]{1,3}$/), tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(fc.record({ a: nested, phoneNumber: fc.constant('secret') })), (records) => {
        const drawn = rowsWithoutPersonalData(toRecordRows(records, 0));
        const columns = tableColumns(drawn, writing);
        const texts = drawn.flatMap((row) => columns.map((column) => column.cellOf(row).text));
        expect(texts.join(' ')).not.toContain('secret');
        expect(drawn).toHaveLength(records.length);
      }),
    );
  });
});

describe('the address of a list', () => {
  const list = { query: {}, pageSize: 25, defaultSize: 25 } as const;

  test('has page and page size only when they are not the defaults', () => {
    expect(listAddress('/people', list)).toBe('/people');
    expect(listAddress('/people', { ...list, query: { offset: 2 } })).toBe('/people?offset=2');
    expect(listAddress('/equipment', { query: {}, pageSize: 50, defaultSize: 'all' })).toBe('/equipment?limit=50');
  });

  test('opens a record by its key, whatever characters it has', () => {
    expect(listAddress('/people', { ...list, query: { offset: 2 } }, { id: 'a&b' })).toBe('/people?offset=2&id=a%26b');
    expect(listAddress('/equipment', list, { item: '#7' })).toBe('/equipment?item=%237');
  });
});

describe('inferred columns', () => {
  test('are all fields in the order first seen, ids last, without those in the title', () => {
    const rows = toRecordRows(
      [{ id: guid, name: 'A', size: 1 }, 'odd', { size: null, since: '2026-05-10T14:32:00', name: 'B' }, { note: {} }],
      0,
    );
    expect(inferColumns(rows).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'size number',
      'since date',
      'note text',
      'id id',
    ]);
  });

  test('are text for mixed kinds or no values, and dates for placeholder dates', () => {
    const rows = toRecordRows(
      [
        { a: 1, b: null, c: '1753-01-01T00:00:00' },
        { a: 'x', b: '', c: null },
      ],
      0,
    );
    expect(inferColumns(rows).map(({ kind }) => kind)).toEqual(['text', 'text', 'date']);
  });

  test('sort missing values last', () => {
    expect(sortValue(null, 'number', '')).toBe(Number.POSITIVE_INFINITY);
    expect(sortValue('1753-01-01T00:00:00', 'date', '') > sortValue('2026-05-10T14:32:00', 'date', '')).toBe(true);
  });
});

test('every value has a sort value', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const rows = toRecordRows(values, 0);
      for (const { name, kind } of inferColumns(rows))
        for (const { value } of rows)
          expect(['number', 'string']).toContain(typeof sortValue(Object(value)[name], kind, ''));
    }),
  );
});

test('a page has only as many rows as are left in the list', () => {
  expect([0, 8, 9].map((page) => rowsOn(page, 25, 220))).toEqual([25, 20, 0]);
  expect(rowsOn(0, 'all', 220)).toBe(220);
});

describe('the main facts of an item', () => {
  const nothing = { status: null, where: null, type: null, serial: null, due: null };

  test('are read from fields with the usual names, in any form', () => {
    expect(
      purposeOf({
        name: 'Headset',
        status: { id: 1, name: 'active' },
        aircraft: { aircraftId: 'a', tailNumber: 'N512SP' },
        location: { name: 'Boulder' },
        type: 'Headset',
        serialNumber: 1040,
        nextDueDate: '1753-01-01T00:00:00',
        calibrationDueDate: '2026-07-31',
      }),
    ).toEqual({ status: 'active', where: 'N512SP · Boulder', type: 'Headset', serial: '1040', due: '2026-07-31' });
    expect(purposeOf({ name: 'Raft', assignedTo: { firstName: 'Kim', lastName: 'Lee' } }).where).toBe('Kim Lee');
  });

  test('are not repeated, and a number is not a status', () => {
    expect(purposeOf({ tailNumber: 'N1', status: 1, state: 'loaned', place: 'Hangar 2', room: 'Hangar 2' })).toEqual({
      ...nothing,
      status: 'loaned',
      where: 'Hangar 2',
    });
  });

  test('are empty for other values', () => {
    for (const value of [null, 'word', 7, [1], {}, { status: null, type: '' }])
      expect(purposeOf(value)).toEqual(nothing);
  });
});
