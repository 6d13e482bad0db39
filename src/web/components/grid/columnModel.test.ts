import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnMenu,
  columnValues,
  fittingWidth,
  nextOrder,
  offeredValues,
  savedColumns,
  shownColumns,
  sortPlace,
  typedNumber,
  withColumn,
  withFilter,
  withHidden,
  withMoved,
  withSort,
} from './columnModel.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { type ColumnSetting } from '#domain/reports/reportView.ts';
import { runToEnd } from '#domain/reports/rows/computation.ts';

const { columns } = sampleStore([{ tail: 'N1', hours: 1, start: '2026-05-12', note: 'x' }]);
const ids = columns.map(({ id }) => id);
const defaults = { columns: [] };
const order = (settings: ColumnSetting[]) => shownColumns(columns, { columns: settings }).map(({ id }) => id);

test('a changed column keeps its place', () => {
  const settings = withColumn(columns, defaults, 'hours', { width: 120 });
  expect(order(settings)).toEqual(ids);
  expect(shownColumns(columns, { columns: settings })[1]).toMatchObject({ id: 'hours', width: 120, isHidden: false });
});

test('columns after the last changed one are not listed, and a column back to its default is not listed either', () => {
  const settings = withColumn(columns, defaults, 'hours', { isHidden: true });
  expect(settings.map(({ column }) => column)).toEqual(['tail', 'hours']);
  expect(withColumn(columns, { columns: settings }, 'hours', { isHidden: false })).toEqual([]);
});

test('a column can take the place of another', () => {
  expect(order(withMoved(columns, defaults, 'note', 'hours'))).toEqual(['tail', 'note', 'hours', 'start']);
  expect(order(withMoved(columns, defaults, 'tail', 'start'))).toEqual(['hours', 'start', 'tail', 'note']);
});

test('moving a column there and back leaves nothing changed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.constantFrom(...ids), (one, other) => {
      const moved = { columns: withMoved(columns, defaults, one, other) };
      const back = withMoved(columns, moved, one, order(moved.columns)[ids.indexOf(one)]!);
      expect(back).toEqual([]);
    }),
  );
});

test('several columns can be hidden at once', () => {
  const hidden = withHidden(columns, defaults, new Set(['tail', 'note']), true);
  expect(hidden.filter(({ isHidden }) => isHidden).map(({ column }) => column)).toEqual(['tail', 'note']);
});

test('ids are hidden by default, shown on request, and saved unless hidden', () => {
  const guid = '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11';
  const { columns: all } = sampleStore([{ tail: 'N1', hours: 1, aircraftId: guid }]);
  const shown = (settings: ColumnSetting[]) =>
    shownColumns(all, { columns: settings }).flatMap(({ id, isHidden }) => (isHidden ? [] : [id]));
  expect(shown([])).toEqual(['tail', 'hours']);
  const chosen = withColumn(all, defaults, 'aircraftId', { isHidden: false });
  expect(shown(chosen)).toEqual(['tail', 'hours', 'aircraftId']);
  expect(withColumn(all, { columns: chosen }, 'aircraftId', { isHidden: true })).toEqual([]);
  const saved = (settings: ColumnSetting[]) => savedColumns(all, { columns: settings }).map(({ id }) => id);
  expect(saved([])).toEqual(['tail', 'hours', 'aircraftId']);
  expect(saved(withColumn(all, defaults, 'tail', { isHidden: true }))).toEqual(['hours', 'aircraftId']);
  const { columns: alone } = sampleStore([{ aircraftId: guid }]);
  expect(shownColumns(alone, defaults)[0]?.isHidden).toBe(false);
});

test('widths are whole pixels within limits', () => {
  expect([1, 99.6, 5000].map(fittingWidth)).toEqual([48, 100, 1200]);
});

const byTail = { column: 'tail', isDescending: false };
const byHours = { column: 'hours', isDescending: true };

test('repeated clicks sort a column up, then down, then not at all', () => {
  let sorts = withSort([], 'tail', nextOrder(null), false);
  expect(sorts).toEqual([byTail]);
  sorts = withSort(sorts, 'tail', nextOrder(sortPlace(sorts, 'tail')), false);
  expect(sorts).toEqual([{ ...byTail, isDescending: true }]);
  expect(withSort(sorts, 'tail', nextOrder(sortPlace(sorts, 'tail')), false)).toEqual([]);
});

test('a sort replaces the others unless it is added to them', () => {
  expect(withSort([byTail], 'hours', 'descending', false)).toEqual([byHours]);
  expect(withSort([byTail], 'hours', 'descending', true)).toEqual([byTail, byHours]);
});

test('an added sort keeps its place', () => {
  expect(withSort([byTail, byHours], 'tail', 'descending', true)).toEqual([{ ...byTail, isDescending: true }, byHours]);
  expect(withSort([byTail, byHours], 'tail', 'none', true)).toEqual([byHours]);
  expect(sortPlace([byTail, byHours], 'hours')).toEqual({ isDescending: true, rank: 2, of: 2 });
});

const { store, column } = sampleStore(
  ['N2', 'N1', null, 'N1', 'Émile', 'N1', 'N2'].map((tail) => (tail === null ? {} : { tail })),
);
const values = runToEnd(columnValues(store, column('tail')));

test('values have the number of their rows, the most frequent first', () => {
  expect(values).toEqual([
    { text: 'N1', count: 3 },
    { text: 'N2', count: 2 },
    { text: '', count: 1 },
    { text: 'Émile', count: 1 },
  ]);
});

test('chosen values come first, even if no row has them any more', () => {
  expect(offeredValues(values, ['N2', 'N9'], '', 1)).toEqual([
    { text: 'N2', count: 2 },
    { text: 'N9', count: 0 },
    { text: 'N1', count: 3 },
  ]);
});

test('values are found by their letters, whatever case and accents', () => {
  expect(offeredValues(values, [], ' EMI', 10).map(({ text }) => text)).toEqual(['Émile']);
});

test('columns are in the chosen order, pinned first, then the others', () => {
  const setting = { width: null, isHidden: false, isPinned: false };
  const chosen = [
    { ...setting, column: 'gone' },
    { ...setting, column: 'start' },
    { ...setting, column: 'hours', isPinned: true },
  ];
  expect(order(chosen)).toEqual(['hours', 'start', 'tail', 'note']);
  expect(order([])).toEqual(ids);
});

test('a column that does not exist cannot be moved or be a target', () => {
  expect(withMoved(columns, defaults, 'gone', 'tail')).toEqual([]);
  expect(withMoved(columns, defaults, 'tail', 'gone')).toEqual([]);
});

const view = { columns: [], sorts: [], filters: [] };
const menuOf = (id: string, changes: Partial<Parameters<typeof columnMenu>[2]> = {}) => {
  const now = { ...view, ...changes };
  const found = shownColumns(columns, now).find((candidate) => candidate.id === id);
  if (!found) throw new RangeError(`no column ${id}`);
  return columnMenu(found, columns, now);
};

test('a column’s menu shows its sort, the other sorts and its filter', () => {
  expect(menuOf('hours')).toMatchObject({ about: 'hours · no blanks', order: 'none', others: [], filter: null });
  const range = { form: 'range', column: 'hours', min: 1, max: null } as const;
  const sorts = [byTail, byHours, { column: 'gone', isDescending: false }];
  expect(menuOf('hours', { sorts, filters: [range] })).toMatchObject({
    order: 'descending',
    others: ['Tail', 'gone'],
    filter: range,
  });
  expect(menuOf('tail', { sorts, filters: [range] })).toMatchObject({ order: 'ascending', filter: null });
});

test('a column swaps with its visible neighbours, but not across the pinned ones', () => {
  expect(menuOf('tail')).toMatchObject({ left: null, right: 'hours' });
  expect(menuOf('note')).toMatchObject({ left: 'start', right: null });
  const setting = { width: null, isHidden: false, isPinned: false };
  const hidden = [{ ...setting, column: 'hours', isHidden: true }];
  expect(menuOf('tail', { columns: hidden })).toMatchObject({ right: 'start' });
  const pinned = [{ ...setting, column: 'hours', isPinned: true }];
  expect(menuOf('tail', { columns: pinned })).toMatchObject({ left: null, right: 'start' });
  expect(menuOf('hours', { columns: pinned })).toMatchObject({ left: null, right: null });
});

test('the last visible column cannot be hidden', () => {
  const others = withHidden(columns, defaults, new Set(['hours', 'start', 'note']), true);
  expect(menuOf('tail', { columns: others }).canHide).toBe(false);
  expect(menuOf('tail').canHide).toBe(true);
});

test.each([
  [10, 0, 'text · no blanks'],
  [0, 1, 'text · all rows are empty'],
  [3, 0.4, 'text · 40 % empty'],
  [9999, 0.0001, 'text · 1 % empty'],
  [1, 0.9999, 'text · 99 % empty'],
])('%d filled rows and a blank share of %d are described as %j', (filled, emptyShare, about) => {
  const found = shownColumns(columns, defaults)[0];
  if (!found) throw new RangeError('a column is needed');
  expect(columnMenu({ ...found, filled, emptyShare }, columns, view).about).toBe(about);
});

test('the default order is not listed as another sort, and a chosen column replaces it', () => {
  expect(menuOf('hours', { sorts: [byTail], isDefaultOrder: true })).toMatchObject({ order: 'none', others: [] });
  expect(menuOf('tail', { sorts: [byTail], isDefaultOrder: true }).others).toEqual([]);
  expect(menuOf('hours', { sorts: [byTail], isDefaultOrder: false }).others).toEqual(['Tail']);
});

test('a column has at most one filter', () => {
  const text = { form: 'text', column: 'tail', contains: 'N' } as const;
  const set = { form: 'set', column: 'tail', values: ['N1'] } as const;
  const other = { form: 'text', column: 'note', contains: 'x' } as const;
  expect(withFilter([text, other], 'tail', set)).toEqual([other, set]);
  expect(withFilter([text, other], 'tail', null)).toEqual([other]);
});

test.each([
  ['', null],
  ['  ', null],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['−2', -2],
  ['1.', 1],
  ['-', Number.NaN],
  ['two', Number.NaN],
])('typed text %j is the number %d', (text, number) => {
  expect(typedNumber(text)).toEqual(number);
});
