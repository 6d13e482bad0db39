import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNone, recordNode, type RecordNode, shownText, zonelessNote } from './recordModel.ts';

const guid = '77fa9f20-b954-4f24-812a-618f0daa04fc';
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const writing = { now: Date.parse('2026-05-12T17:05:00Z'), clock: { zone: zone.name, mode: 'L' }, zone } as const;

/** Items as services send them where the specification shows no members. */
const odd = [
  { id: 17, name: 'Headset', tags: ['a', 'b'], place: { name: 'Hangar 2', floor: { level: -1 } } },
  { id: 18, name: 'Raft', since: '1753-01-01T00:00:00', weight: 12.5 },
  {},
];

describe('a single record', () => {
  test('shows fields by name, lists by number, and missing values in words', () => {
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
  ] as const)('shows %j as %j', (value, node) => {
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

  test('can be read in any shape without losing text', () => {
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

test.each([
  ['2026-05-10T14:32:00', 'Sun 10 May 1432L'],
  ['2023-06-07T09:26:00', 'Wed 7 Jun 2023 0926L'],
  ['2026-05-10T14:32:00Z', 'Sun 10 May 0832L'],
  ['2027-01-01T00:00:00', 'Fri 1 Jan 2027'],
  ['1753-01-01T00:00:00', ''],
  ['2026-02-30T10:00:00', '2026-02-30T10:00:00'],
  [true, 'yes'],
  [{ id: 1, name: 'Active' }, 'Active'],
])('%j is written as “%s”', (value, text) => {
  expect(shownText(value, writing)).toBe(text);
});

test('a time in Zulu has its Zulu date, and a date without a time stays the operator’s', () => {
  const zulu = { ...writing, clock: { ...writing.clock, mode: 'Z' as const } };
  expect(shownText('2026-05-10T20:00:00', zulu)).toBe('Mon 11 May 0200Z');
  expect(shownText('2026-05-10T00:00:00', zulu)).toBe('Sun 10 May');
});

test('a missing value is null, empty, or a date before 1900', () => {
  expect([null, undefined, '', [], {}, '1753-01-01T00:00:00'].every(isNone)).toBe(true);
  expect([0, false, ' ', [null], '2026-05-10T14:32:00'].some(isNone)).toBe(false);
});

test('says how times without a zone are read, where there are any', () => {
  const note = (value: unknown, zoneless: 'operator' | 'utc' = 'operator') =>
    zonelessNote(JSON.stringify(value, null, 2), { zone: { ...zone, zoneless } });
  const given = { createdDate: '2026-05-12T08:00:00.00', startTime: '2026-05-12T14:00:00Z' };
  expect(note(given)).toBe('Times without a zone are read as local time, America/Denver.');
  expect(note(given, 'utc')).toBe('Times without a zone are read as UTC.');
  expect(
    note({ startTime: '2026-05-12T14:00:00Z', endTime: '2026-05-12T14:00:00-06:00', day: '2026-05-12' }),
  ).toBeNull();
});
