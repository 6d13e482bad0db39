import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toRecordRows } from '#domain/records/rows.ts';
import {
  emptyColumns,
  equipmentFound,
  equipmentLine,
  needCounts,
  needs,
  scopeNote,
  sectionsOf,
} from './equipmentModel.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const writing = { now: Date.parse('2026-05-12T17:05:00Z'), clock: { zone: zone.name, mode: 'L' }, zone } as const;
const linesOf = (items: readonly object[]) => toRecordRows(items, 0).map((row) => equipmentLine(row, writing));

const items = [
  { name: 'Headset', type: 'Headset', status: 'Active', location: { name: 'Pueblo' }, serialNumber: 'HE-1' },
  { name: 'Foggles', type: 'View limiter', status: 'Inactive', location: { name: 'Meadow Lake' } },
  { name: 'Raft', type: 'Survival', status: 'Active', inspectionDueDate: '2026-05-11' },
  { name: 'Vest', type: 'Survival', status: 'Active', expirationDate: '2026-05-12T23:00:00' },
  { name: 'Oxygen', type: 'Oxygen', status: 'Active', dueDate: '2026-08-01' },
  { name: 'Kit', type: 'Survival', status: 'On loan' },
  { name: 'Radio' },
];
const lines = linesOf(items);
const needOf = (name: string) => lines.find(({ row }) => row.title === name)?.need;

describe('what an item needs', () => {
  test('is said by a date that has passed or comes soon, then by its status', () => {
    expect(needOf('Raft')).toBe('past due');
    expect(needOf('Vest')).toBe('due soon');
    expect(needOf('Oxygen')).toBe('in service');
    expect(needOf('Foggles')).toBe('out of service');
    expect(needOf('Headset')).toBe('in service');
  });

  test('is not claimed where the service gives no status, or one of its own', () => {
    expect(needOf('Kit')).toBe('other');
    expect(needOf('Radio')).toBe('other');
  });

  test('has no date where the service writes one that stands for none', () => {
    expect(linesOf([{ name: 'Raft', status: 'Active', dueDate: '1753-01-01T00:00:00' }])[0]).toMatchObject({
      due: null,
      need: 'in service',
    });
  });
});

describe('the list', () => {
  const namesOf = (search: string, need: Parameters<typeof equipmentFound>[1]['need'] = 'any') =>
    equipmentFound(lines, { search, need }).map(({ row }) => row.title);

  test('has what needs a person first', () => {
    expect(namesOf('')).toEqual(['Raft', 'Vest', 'Foggles', 'Kit', 'Radio', 'Headset', 'Oxygen']);
  });

  test('is searched by name, type, place, serial number and status', () => {
    expect(namesOf('survival')).toEqual(['Raft', 'Vest', 'Kit']);
    expect(namesOf('PUEBLO head')).toEqual(['Headset']);
    expect(namesOf('he-1')).toEqual(['Headset']);
    expect(namesOf('loan')).toEqual(['Kit']);
    expect(namesOf('survival', 'past due')).toEqual(['Raft']);
    expect(namesOf('nothing')).toEqual([]);
  });

  test('is in sections only where there are two', () => {
    const by = (grouping: Parameters<typeof sectionsOf>[1]) => lines.map((line) => sectionsOf(lines, grouping)?.(line));
    expect(by('need')).toEqual([
      'In service',
      'Out of service',
      'Past due',
      'Due soon',
      'In service',
      'Other status',
      'Other status',
    ]);
    expect(by('where').slice(0, 3)).toEqual(['Pueblo', 'Meadow Lake', 'Not given']);
    expect(sectionsOf(lines.slice(0, 1), 'need')).toBeUndefined();
    expect(sectionsOf(lines, 'none')).toBeUndefined();
  });

  test('has no column that says nothing', () => {
    expect(emptyColumns(linesOf([{ name: 'Raft', type: 'Survival' }]))).toEqual(['due', 'where', 'serial']);
  });

  test('says that a search covers one page alone', () => {
    expect(scopeNote(25, 143, true)).toBe('Only this page was searched: 25 of 143 items.');
    expect(scopeNote(25, 143, false)).toBeNull();
    expect(scopeNote(25, 25, true)).toBeNull();
  });
});

test('every item is counted once, whatever the service sends', () => {
  const item = fc.record(
    {
      name: fc.string(),
      status: fc.oneof(fc.constantFrom('Active', 'Inactive', 'Deleted'), fc.string()),
      dueDate: fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(item), (some) => {
      const all = linesOf(some);
      expect(needCounts(all).reduce((sum, { count }) => sum + count, 0)).toBe(some.length);
      expect(needs.flatMap((need) => equipmentFound(all, { search: '', need })).length).toBe(some.length);
    }),
  );
});
