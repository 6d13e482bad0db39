import { expect, test } from 'vitest';
import { columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { newLoad } from '#domain/reports/loading/loadPlan.ts';
import { filterText, summaryText } from './tableModel.ts';
import { defaultView } from '#domain/reports/reportView.ts';

const items = [{ tailNumber: 'N512SP', hours: 1.2, start: '2026-05-12T14:00:00' }];
const shape = widened(emptyShape, items);
const columns = columnsOf(shape);
const plan = { ...newLoad({}, 0), rows: items, shape, totalItems: 1912 };

test('a filter reads as a sentence, whatever its form', () => {
  const words = (filter: Parameters<typeof filterText>[0]) => filterText(filter, columns);
  expect(words({ form: 'text', column: 'tailNumber', contains: 'N51' })).toBe('Tail number contains “N51”');
  expect(words({ form: 'range', column: 'hours', least: 1, most: 2.5 })).toBe('Hours from 1 to 2.5');
  expect(words({ form: 'range', column: 'hours', least: null, most: 3 })).toBe('Hours up to 3');
  expect(words({ form: 'days', column: 'start', first: '2026-05-01', last: null })).toBe('Start from Fri 1 May 2026');
  expect(words({ form: 'set', column: 'tailNumber', values: ['', 'A', 'B', 'C', 'D'] })).toBe(
    'Tail number is (empty) or A or B or one of 2 more',
  );
});

test('a column that is not there keeps its own name', () => {
  expect(filterText({ form: 'set', column: 'gone', values: ['x'] }, columns)).toBe('gone is x');
});

test('every operation says on how many rows of how many it works', () => {
  const words = (view: Partial<typeof defaultView>, shown: number, groups: number | null = null) =>
    summaryText({ ...defaultView, ...view }, columns, { plan, shown, groups });
  expect(words({}, 1)).toBe('The 1 row loaded of 1,912.');
  expect(words({ search: 'n5' }, 0)).toBe('0 rows match among the 1 row loaded of 1,912.');
  expect(words({ search: 'n5', sorts: [{ column: 'hours', isDescending: true }] }, 1)).toBe(
    '1 row matches among the 1 row loaded of 1,912; sorted by Hours, descending.',
  );
  expect(words({ group: { column: 'tailNumber', bucket: null } }, 1, 1)).toBe(
    'The 1 row loaded of 1,912; in 1 group by Tail number.',
  );
});
