import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fittingWidth, withColumn, withHidden, withPlace } from './columnSettings.ts';
import { sampleStore } from '#domain/reports/rows/sampleRows.ts';
import { type ColumnSetting, shownColumns } from '#domain/reports/views/viewState.ts';

const { columns } = sampleStore([{ tail: 'N1', hours: 1, start: '2026-05-12', note: 'x' }]);
const ids = columns.map(({ id }) => id);
const usual = { columns: [] };
const order = (settings: ColumnSetting[]) => shownColumns(columns, { columns: settings }).map(({ id }) => id);

test('a changed column keeps its place', () => {
  const settings = withColumn(columns, usual, 'hours', { width: 120 });
  expect(order(settings)).toEqual(ids);
  expect(shownColumns(columns, { columns: settings })[1]).toMatchObject({ id: 'hours', width: 120, isHidden: false });
});

test('columns after the last changed one need no mention, and what is as usual again none at all', () => {
  const settings = withColumn(columns, usual, 'hours', { isHidden: true });
  expect(settings.map(({ column }) => column)).toEqual(['tail', 'hours']);
  expect(withColumn(columns, { columns: settings }, 'hours', { isHidden: false })).toEqual([]);
});

test('a column takes the place of another', () => {
  expect(order(withPlace(columns, usual, 'note', 'hours'))).toEqual(['tail', 'note', 'hours', 'start']);
  expect(order(withPlace(columns, usual, 'tail', 'start'))).toEqual(['hours', 'start', 'tail', 'note']);
});

test('moving to and fro leaves nothing behind', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.constantFrom(...ids), (one, other) => {
      const moved = { columns: withPlace(columns, usual, one, other) };
      const back = withPlace(columns, moved, one, order(moved.columns)[ids.indexOf(one)]!);
      expect(back).toEqual([]);
    }),
  );
});

test('several columns are hidden at once', () => {
  const hidden = withHidden(columns, usual, new Set(['tail', 'note']), true);
  expect(hidden.filter(({ isHidden }) => isHidden).map(({ column }) => column)).toEqual(['tail', 'note']);
});

test('widths are whole pixels within bounds', () => {
  expect([1, 99.6, 5000].map(fittingWidth)).toEqual([48, 100, 1200]);
});
