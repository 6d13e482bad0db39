import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRead, noneRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { overviewParts, partCounts } from './partsModel.ts';

const list = (total: number) => ({ rows: [], total, count: '', none: {} as never });
const row = { key: '1', link: '', time: '', late: '', tail: '', who: '', check: null, sheet: null };
const counted = {
  matters: 41,
  flights: { departures: list(136), returns: list(13), notOutYet: [row], neverCheckedOut: [row, row] },
  groups: { counters: [{ group: 'available', count: 4, word: 'available', note: null, step: 0 }] },
  duty: { free: [{ id: 'a', link: '', name: '', words: '' }], idle: [] },
  changes: 7,
} as const;
const allKnown = { attention: allRead, flights: allRead, models: allRead, duty: allRead, changes: allRead };

test('each part has one count', () => {
  const counts = partCounts(counted, allKnown);
  expect(counts.map(({ part }) => part)).toEqual([...overviewParts]);
  expect(counts.map(({ count }) => count)).toEqual(['41', '136', '13', '3', '4', '1', '7']);
  expect(partCounts({ ...counted, groups: { counters: [] } }, allKnown)[4]?.count).toBe('0');
});

const restsOn = {
  attention: ['attention'],
  flights: ['departures', 'returns', 'late'],
  models: ['aircraft'],
  duty: ['instructors'],
  changes: ['changes'],
} as const;

test('a part with nothing known has no count, and one with gaps has a plus sign', () => {
  const sources = fc.constantFrom(...(Object.keys(restsOn) as (keyof typeof restsOn)[]));
  fc.assert(
    fc.property(sources, fc.boolean(), (source, isNone) => {
      const counts = partCounts(counted, { ...allKnown, [source]: isNone ? noneRead : partRead });
      for (const { part, count } of counts) {
        const isOf = (restsOn[source] as readonly string[]).includes(part);
        expect(count).toMatch(isOf ? (isNone ? /^–$/ : /^\d+\+$/) : /^\d+$/);
      }
    }),
  );
});
