import { expect, test } from 'vitest';
import type { Chart } from '#domain/reports/charts/charts.ts';
import { categoryLabel, chartSummary, isOverTime, largestCategories, valueWriter } from './chartModel.ts';

const chart: Chart = {
  kind: 'bar',
  title: 'Hours by tail',
  over: 'Tail',
  unit: 'hours',
  categories: ['N1', 'N2', 'N3'],
  series: [{ name: 'Hours', values: [1.5, null, 4] }],
};

test('a chart is told in a sentence', () => {
  expect(chartSummary(chart)).toBe('Hours by tail, from N1 to N3. The most is 4.0 hours at N3.');
  expect(chartSummary({ ...chart, categories: [], series: [] })).toBe('Hours by tail: nothing to draw.');
  const two = { ...chart, series: [...chart.series, { name: 'Other', values: [9, 0, 0] }] };
  expect(chartSummary(two)).toContain('9.0 hours of Other at N1');
});

test('values have their unit', () => {
  expect(valueWriter({ unit: 'money' })(1250)).toBe('1,250.00');
  expect(valueWriter({ unit: 'percent' })(62.5)).toBe('62.5 %');
  expect(valueWriter({ unit: 'count' })(34)).toBe('34 rows');
});

test('of many names the largest are drawn, of the calendar all', () => {
  expect(largestCategories(chart, 2)).toMatchObject({ categories: ['N3', 'N1'], series: [{ values: [4, 1.5] }] });
  const weeks = { ...chart, categories: ['2026-05-04', '2026-05-11', '(empty)'] };
  expect(isOverTime(weeks)).toBe(true);
  expect(largestCategories(weeks, 2)).toBe(weeks);
  expect(isOverTime({ categories: ['(empty)'] })).toBe(false);
});

test('categories are short at the axis', () => {
  expect(['2026-05-11', '2026-05', '2026', 'N1'].map((name) => categoryLabel(name, 'bar'))).toEqual([
    '11 May',
    'May 2026',
    '2026',
    'N1',
  ]);
  expect(categoryLabel('0.5 to 1', 'histogram')).toBe('0.5');
});
