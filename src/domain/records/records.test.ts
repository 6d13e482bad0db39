import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inferColumns, isNone, shownText, sortValue, titleOf, toRecordRows } from './records.ts';

const guid = '77fa9f20-b954-4f24-812a-618f0daa04fc';
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const writing = { now: Date.parse('2026-05-12T17:05:00Z'), clock, zone };

describe('a record of any shape has a key and a title', () => {
  test.each([
    [{ userId: guid, firstName: 'Rosa', lastName: 'Sanchez' }, guid, 'Rosa Sanchez'],
    [{ id: 17, name: 'Headset' }, '17', 'Headset'],
    [{ partId: 'P-1', lastName: 'Lee' }, 'P-1', 'Lee'],
    [{ id: null, equipmentId: 0 }, '0', '0'],
    [{ colour: 'red' }, '#51', '#51'],
    ['plain text', '#51', 'plain text'],
    [12, '#51', '12'],
    [null, '#51', '#51'],
    [[1, [2, 3]], '#51', '1, 2, 3'],
  ])('%j', (value, key, title) => {
    expect(toRecordRows([value], 50, 'userId')[0]).toMatchObject({ key, title, index: 0 });
  });

  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const rows = toRecordRows(values, 0);
        expect(rows.every(({ key, title }) => key !== '' && title !== '')).toBe(true);
        for (const { name, kind } of inferColumns(rows))
          for (const { value } of rows)
            expect(['number', 'string']).toContain(typeof sortValue(Object(value)[name], kind, ''));
      }),
    );
  });

  test('a person is not named by an empty name', () => {
    expect(titleOf({ name: ' ', firstName: 'Ana' })).toBe('Ana');
    expect(titleOf({ nothing: 'of a name' })).toBeNull();
  });
});

describe('columns', () => {
  test('are all members in the order first seen, guids last, and without what the title says', () => {
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

  test('of several kinds are text, of no value at all text too, and of dates that stand for none dates', () => {
    const rows = toRecordRows(
      [
        { a: 1, b: null, c: '1753-01-01T00:00:00' },
        { a: 'x', b: '', c: null },
      ],
      0,
    );
    expect(inferColumns(rows).map(({ kind }) => kind)).toEqual(['text', 'text', 'date']);
  });

  test('sort what is none last', () => {
    expect(sortValue(null, 'number', '')).toBe(Number.POSITIVE_INFINITY);
    expect(sortValue('1753-01-01T00:00:00', 'date', '') > sortValue('2026-05-10T14:32:00', 'date', '')).toBe(true);
  });
});

test.each([
  ['2026-05-10T14:32:00', 'Sun 10 May 1432L'],
  ['2023-06-07T09:26:00', 'Wed 7 Jun 2023 0926L'],
  ['2026-05-10T14:32:00Z', 'Sun 10 May 0832L'],
  ['2027-01-01T00:00:00', 'Fri 1 Jan 2027'],
  ['1753-01-01T00:00:00', ''],
  ['2026-02-30T10:00:00', '2026-02-30T10:00:00'],
  [true, 'yes'],
  [{ id: 1, name: 'Active' }, 'Active'],
])('%j is written “%s”', (value, text) => {
  expect(shownText(value, writing)).toBe(text);
});

test('on a Zulu clock a time has its Zulu day, and a date without a time stays the operator’s', () => {
  const zulu = { ...writing, clock: { ...clock, mode: 'Z' as const } };
  expect(shownText('2026-05-10T20:00:00', zulu)).toBe('Mon 11 May 0200Z');
  expect(shownText('2026-05-10T00:00:00', zulu)).toBe('Sun 10 May');
});

test('none is null, empty, or a date before 1900', () => {
  expect([null, undefined, '', [], {}, '1753-01-01T00:00:00'].every(isNone)).toBe(true);
  expect([0, false, ' ', [null], '2026-05-10T14:32:00'].some(isNone)).toBe(false);
});
