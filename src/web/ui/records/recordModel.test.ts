import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toRecordRows } from '#domain/records/records.ts';
import {
  cellOf,
  countText,
  listAddress,
  personalMembersOf,
  recordNode,
  type RecordNode,
  rowsWithoutPersonalData,
  tableColumns,
} from './recordModel.ts';

const guid = '77fa9f20-b954-4f24-812a-618f0daa04fc';
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const writing = { now: Date.parse('2026-05-12T17:05:00Z'), clock: { zone: zone.name, mode: 'L' }, zone } as const;

/** What services send where the specification shows nothing. */
const odd = [
  { id: 17, name: 'Headset', tags: ['a', 'b'], place: { name: 'Hangar 2', floor: { level: -1 } } },
  { id: 18, name: 'Raft', since: '1753-01-01T00:00:00', weight: 12.5 },
  {},
];

describe('the columns of a list of any shape', () => {
  const rows = toRecordRows(odd, 0);
  const columns = tableColumns(rows, writing);

  test('are the members of the records, and their cells are words', () => {
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

  test('sort numbers as numbers, and what is not there last', () => {
    const weight = columns.find(({ id }) => id === 'weight');
    expect(rows.map((row) => weight?.sortOf(row))).toEqual([Infinity, 12.5, Infinity]);
    const tags = columns.find(({ id }) => id === 'tags');
    expect(rows.map((row) => tags?.sortOf(row))).toEqual(['a, b', '~', '~']);
  });

  test('have a name also where a member has none', () => {
    expect(tableColumns(toRecordRows([{ '': 1, x: 2 }], 0), writing).map(({ label }) => label)).toEqual([
      'no name',
      'X',
    ]);
  });

  test('are none where no record has members', () => {
    expect(tableColumns(toRecordRows(['a', null, 3], 0), writing)).toEqual([]);
  });
});

test('a cell shows the beginning of an id, and keeps the whole of what is long', () => {
  expect(cellOf(guid, writing)).toEqual({ text: '77fa9f20…', whole: guid, isId: true });
  expect(cellOf('x'.repeat(40), writing)).toEqual({ text: 'x'.repeat(40), whole: null, isId: false });
  expect(cellOf('x'.repeat(41), writing).whole).toBe('x'.repeat(41));
  expect(cellOf(null, writing)).toEqual({ text: '', whole: null, isId: false });
  expect(cellOf('2026-05-10T14:32:00', writing).text).toBe('Sun 10 May 1432L');
});

test('a count says whether it is all', () => {
  expect([countText(12, 12), countText(25, 143), countText(0, 0)]).toEqual(['12 in all', '25 of 143', '0 in all']);
});

describe('what is personal', () => {
  const rows = toRecordRows([{ id: 1, name: 'Ana', email: 'ana@example.com', contact: { phone: '555-0100' } }], 0);

  test('is named, and is not in the rows that are drawn', () => {
    expect(personalMembersOf(rows)).toEqual(['Email', 'Phone']);
    const drawn = rowsWithoutPersonalData(rows);
    expect(JSON.stringify(drawn)).not.toMatch(/@|555/);
    expect(drawn[0]).toMatchObject({ key: '1', title: 'Ana', index: 0 });
    expect(tableColumns(drawn, writing).map(({ id }) => id)).toEqual(['id', 'contact']);
  });

  test('is never in a cell, wherever it stands in a record', () => {
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

describe('one record', () => {
  test('is members by name, lists by number, and none in words', () => {
    expect(recordNode(odd[0], writing)).toEqual({
      kind: 'members',
      members: [
        { name: 'id', label: 'Id', node: { kind: 'text', text: '17' } },
        { name: 'name', label: 'Name', node: { kind: 'text', text: 'Headset' } },
        {
          name: 'tags',
          label: 'Tags',
          node: {
            kind: 'list',
            items: [
              { kind: 'text', text: 'a' },
              { kind: 'text', text: 'b' },
            ],
          },
        },
        {
          name: 'place',
          label: 'Place',
          node: {
            kind: 'members',
            members: [
              { name: 'name', label: 'Name', node: { kind: 'text', text: 'Hangar 2' } },
              {
                name: 'floor',
                label: 'Floor',
                node: {
                  kind: 'members',
                  members: [{ name: 'level', label: 'Level', node: { kind: 'text', text: '-1' } }],
                },
              },
            ],
          },
        },
      ],
    });
  });

  test.each([
    [null, { kind: 'none' }],
    [{}, { kind: 'none' }],
    [[], { kind: 'none' }],
    ['1753-01-01T00:00:00', { kind: 'none' }],
    [false, { kind: 'text', text: 'no' }],
    [0, { kind: 'text', text: '0' }],
    [guid, { kind: 'code', text: guid }],
    ['2026-05-10T14:32:00Z', { kind: 'text', text: 'Sun 10 May 0832L' }],
    [[null], { kind: 'list', items: [{ kind: 'none' }] }],
  ] as const)('%j is %j', (value, node) => {
    expect(recordNode(value, writing)).toEqual(node);
  });
});

describe('a record of any depth', () => {
  test('is JSON below six levels, so that no record is endless', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'end' : { in: deep(levels - 1) });
    const levelsOf = (node: RecordNode): number =>
      node.kind === 'members' ? 1 + Math.max(...node.members.map((member) => levelsOf(member.node))) : 0;
    expect(levelsOf(recordNode(deep(6), writing))).toBe(6);
    expect(levelsOf(recordNode(deep(9), writing))).toBe(6);
    expect(JSON.stringify(recordNode(deep(7), writing))).toContain(String.raw`{\"in\":\"end\"}`);
  });

  test('of any shape can be read, and loses no text', () => {
    const texts = (node: RecordNode): string =>
      node.kind === 'members'
        ? node.members.map((member) => texts(member.node)).join(' ')
        : node.kind === 'list'
          ? node.items.map(texts).join(' ')
          : node.kind === 'none'
            ? ''
            : node.text;
    fc.assert(
      fc.property(fc.jsonValue(), fc.stringMatching(/^[a-z]{1,8}$/), (value, word) => {
        expect(texts(recordNode({ value, word }, writing))).toContain(word);
      }),
    );
  });
});

describe('the address of a list', () => {
  const list = { query: {}, pageSize: 25, usualSize: 25 } as const;

  test('says page and page size only where they are not the usual ones', () => {
    expect(listAddress('/people', list)).toBe('/people');
    expect(listAddress('/people', { ...list, query: { offset: 2 } })).toBe('/people?offset=2');
    expect(listAddress('/equipment', { query: {}, pageSize: 50, usualSize: 'all' })).toBe('/equipment?limit=50');
  });

  test('opens a record by its key, whatever is in it', () => {
    expect(listAddress('/people', { ...list, query: { offset: 2 } }, { id: 'a&b' })).toBe('/people?offset=2&id=a%26b');
    expect(listAddress('/equipment', list, { item: '#7' })).toBe('/equipment?item=%237');
  });
});
