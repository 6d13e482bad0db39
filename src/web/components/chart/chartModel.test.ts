import { describe, expect, test } from 'vitest';
import type { Chart } from '#domain/reports/charts/charts.ts';
import { soFar } from '#domain/reports/charts/coverage.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import {
  categoryLabel,
  chartNotes,
  chartSummary,
  chartTable,
  chartTitle,
  columnChart,
  isOverTime,
  largestCategories,
  namedBars,
  valueAxisTitle,
  valueWriter,
} from './chartModel.ts';

const chart: Chart = {
  kind: 'bar',
  title: 'Hours by tail',
  over: 'Tail',
  unit: 'hours',
  categories: ['N1', 'N2', 'N3'],
  series: [{ name: 'Hours', values: [1.5, null, 4] }],
  periods: null,
  cuts: [],
};
const weeks = { ...chart, over: 'Week from', categories: ['2026-05-04', '2026-05-11', '2026-05-18'] };

describe('the text of a chart', () => {
  test('gives its range and highest value', () => {
    expect(chartSummary(chart)).toBe('Hours by tail, from N1 to N3. Highest: 4.0 hours, N3.');
    expect(chartSummary({ ...chart, categories: [], series: [] })).toBe('Hours by tail: no data.');
    const two = { ...chart, series: [...chart.series, { name: 'Other', values: [9, 0, 0] }] };
    expect(chartSummary(two)).toContain('Highest: 9.0 hours for Other, N1.');
  });

  test('names no highest value when all are missing, and the least negative when all are negative', () => {
    const of = (values: (number | null)[]) => chartSummary({ ...chart, series: [{ name: 'Hours', values }] });
    expect(of([null, null, null])).toBe('Hours by tail, from N1 to N3.');
    expect(of([-3, -1, null])).toContain('Highest: −1.0 hours, N2.');
    expect(of([2, 2, 2])).toContain('N1.');
  });

  test.each([
    ['money', 1250, '1,250.00'],
    ['percent', 62.5, '62.5 %'],
    ['count', 34, '34 rows'],
    ['count', 1, '1 row'],
    ['hours', 6, '6.0 hours'],
    ['days', 12, '12 days'],
    ['number', 1.25, '1.25'],
  ] as const)('writes %s %d as %j', (unit, value, text) => {
    expect(valueWriter({ unit })(value)).toBe(text);
  });

  test('names the unit or the series at the axis', () => {
    expect(valueAxisTitle(chart)).toBe('hours');
    expect(valueAxisTitle({ ...chart, unit: 'number' })).toBe('Hours');
    expect(valueAxisTitle({ unit: 'number', series: [] })).toBe('');
  });

  test('is short below the axis', () => {
    expect(['2026-05-11', '2026-05', '2026', 'N1'].map((name) => categoryLabel(name))).toEqual([
      '11 May',
      'May 2026',
      '2026',
      'N1',
    ]);
  });

  test('includes a table with a row for each category', () => {
    const two = { ...chart, series: [...chart.series, { name: 'Solo', values: [1] }] };
    expect(chartTable(two)).toEqual({
      head: ['Tail', 'Hours', 'Solo'],
      rows: [
        { name: 'N1', cut: null, values: [1.5, 1] },
        { name: 'N2', cut: null, values: [null, null] },
        { name: 'N3', cut: null, values: [4, null] },
      ],
    });
  });
});

describe('a chart of part of the data', () => {
  const part = {
    label: 'part of 4,532 rows',
    text: 'Newest 1,032 of 4,532 rows (part: rows 3,501–4,532 of 4,532).',
    isWhole: false,
  };
  const cut = {
    ...weeks,
    periods: { column: sampleStore([{ start: '2026-05-04T12:00:00Z' }]).column('start'), bucket: 'week' },
    cuts: [{ category: '2026-05-04', name: 'week of 4 May', cut: 'from 7 May' }],
  } as const;

  test('says so in its title, notes and summary, with the incomplete weeks', () => {
    expect(chartTitle(cut, part)).toBe('Hours by tail: part of 4,532 rows');
    expect(chartNotes(cut, part)).toEqual([part.text, 'Incomplete: week of 4 May: from 7 May.']);
    expect(chartSummary(cut, part)).toBe(
      'Hours by tail: part of 4,532 rows, from 2026-05-04 to 2026-05-18. Highest: 4.0 hours, 2026-05-18. ' +
        'Newest 1,032 of 4,532 rows (part: rows 3,501–4,532 of 4,532). Incomplete: week of 4 May: from 7 May.',
    );
    expect(chartSummary({ ...cut, categories: [], series: [] }, part)).toContain('no data. Newest 1,032');
  });

  test('marks incomplete weeks below the axis, at the bars and in the table', () => {
    const { labels, series } = columnChart(cut, 700);
    expect(labels.map(({ text }) => text)).toEqual(['4 May *', '11 May', '18 May']);
    expect(series[0]?.bars.map(({ isCut, title }) => [isCut, title])).toEqual([
      [true, '2026-05-04: 1.5 hours (incomplete, from 7 May)'],
      [false, '2026-05-18: 4.0 hours'],
    ]);
    const [line] = columnChart({ ...cut, kind: 'line' }, 700).series;
    expect(line?.points.map(({ isCut }) => isCut)).toEqual([true, false]);
    expect(chartTable(cut).rows.map((row) => row.cut)).toEqual(['incomplete, from 7 May', null, null]);
  });

  test('says when any week may be incomplete, and names only a few of many', () => {
    expect(chartNotes({ ...cut, cuts: 'any' }, part)).toEqual([part.text, 'Any week may be incomplete.']);
    expect(chartNotes({ ...cut, cuts: [], leftOut: '1 void left out: 5.00' }, null)).toEqual([
      '1 void left out: 5.00.',
    ]);
    const running = [{ category: '2026-05-18', name: 'week of 18 May', cut: soFar }];
    expect(chartNotes({ ...cut, cuts: running }, null)).toEqual(['Incomplete: week of 18 May: so far.']);
    expect(chartTable({ ...cut, cuts: running }).rows.at(-1)?.cut).toBe('so far');
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ category: name, name, cut: 'incomplete' }));
    expect(chartNotes({ ...cut, cuts: many }, null)).toEqual(['Incomplete: a; b; c; and 2 more.']);
  });

  test('has no notes when it covers everything', () => {
    expect(chartTitle(weeks, null)).toBe('Hours by tail');
    expect(chartNotes(weeks, null)).toEqual([]);
  });
});

test('only the largest of many categories are drawn, except for periods and bins', () => {
  expect(largestCategories(chart, 2)).toMatchObject({ categories: ['N3', 'N1'], series: [{ values: [4, 1.5] }] });
  expect(largestCategories(chart, 3)).toBe(chart);
  expect(largestCategories(weeks, 2)).toBe(weeks);
  const bins = { ...chart, kind: 'histogram' } as const;
  expect(largestCategories(bins, 2)).toBe(bins);
});

test('the largest categories are those of all series together, whatever their sign', () => {
  const two = {
    ...chart,
    series: [
      { name: 'a', values: [1, -9, 2] },
      { name: 'b', values: [4, 0, 2.5] },
    ],
  };
  expect(largestCategories(two, 2)).toMatchObject({
    categories: ['N2', 'N1'],
    series: [{ values: [-9, 1] }, { values: [0, 4] }],
  });
});

test('a chart is over time when its categories are periods, apart from blanks', () => {
  expect(isOverTime({ categories: ['2026-05-04', '2026-05-11', '(empty)'] })).toBe(true);
  expect(isOverTime({ categories: ['2025', '2026'] })).toBe(true);
  expect(isOverTime({ categories: ['(empty)'] })).toBe(false);
  expect(isOverTime({ categories: ['2026-05', 'N1'] })).toBe(false);
});

describe('bars over the calendar', () => {
  test('are stacked from zero within the plot', () => {
    const stacked = {
      ...weeks,
      series: [
        { name: 'N1', values: [2, 3, 0] },
        { name: 'N2', values: [2, null, 5] },
      ],
    };
    const { plot, series, ticks } = columnChart(stacked, 700);
    expect(plot).toEqual({ left: 64, right: 688, top: 26, bottom: 238 });
    expect(ticks.map(({ label }) => label)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(ticks.map(({ at, isZero }) => [Math.round(at), isZero])[0]).toEqual([238, true]);
    const [first, second] = series;
    // Five hours take the 212 pixels of the plot: 42.4 each.
    expect(first?.bars.map(({ y, height }) => [y, height].map(Math.round))).toEqual([
      [153, 85],
      [111, 127],
    ]);
    expect(second?.bars.map(({ y, height }) => [y, height].map(Math.round))).toEqual([
      [68, 85],
      [26, 212],
    ]);
    expect(second?.bars.map(({ title }) => title)).toEqual(['2026-05-04, N2: 2.0 hours', '2026-05-18, N2: 5.0 hours']);
    expect(series.every(({ path, points }) => path === null && points.length === 0)).toBe(true);
  });

  test('go down from zero when negative', () => {
    const { series, ticks } = columnChart({ ...weeks, series: [{ name: 'Net', values: [4, -4, null] }] }, 700);
    const zero = ticks.find(({ isZero }) => isZero)?.at ?? Number.NaN;
    const [up, down] = series[0]?.bars ?? [];
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(zero);
    expect(down?.y).toBeCloseTo(zero);
    expect(series[0]?.bars).toHaveLength(2);
    expect(up?.title).toBe('2026-05-04: 4.0 hours');
  });

  test('have a maximum width and are centred over their labels', () => {
    const { series, labels } = columnChart(weeks, 1200);
    const [bar] = series[0]?.bars ?? [];
    expect(bar?.width).toBe(72);
    expect((bar?.x ?? 0) + 36).toBeCloseTo(labels[0]?.x ?? 0);
  });

  test('have as many labels as fit', () => {
    const categories = Array.from({ length: 52 }, (_, at) => `${1975 + at}`);
    const year = { ...weeks, categories, series: [{ name: 'Hours', values: categories.map(() => 1) }] };
    // 688 − 64 = 624 pixels hold nine labels of 68 pixels: every sixth of 52.
    expect(columnChart(year, 700).labels.map(({ text }) => text)).toEqual(categories.filter((_, at) => at % 6 === 0));
    expect(columnChart(year, 6000).labels).toHaveLength(52);
  });

  test('touch one another in a histogram', () => {
    const bins = {
      ...chart,
      kind: 'histogram',
      categories: ['0 to 1', '1 to 2', '2 to 3'],
      lowerEnds: ['0', '1', '2'],
    } as const;
    const { series, labels } = columnChart({ ...bins, series: [{ name: 'Rows', values: [1, 2, 3] }] }, 700);
    const [first, second] = series[0]?.bars ?? [];
    const gap = (second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0);
    expect(gap).toBeLessThan(10);
    expect(labels.map(({ text }) => text)).toEqual(['0', '1', '2']);
  });
});

describe('a line chart', () => {
  const line = { ...weeks, kind: 'line' } as const;

  test('has points, and a path that breaks at missing values', () => {
    const [hours] = columnChart({ ...line, series: [{ name: 'Hours', values: [1, null, 3] }] }, 700).series;
    expect(hours?.points.map(({ title }) => title)).toEqual(['2026-05-04: 1.0 hours', '2026-05-18: 3.0 hours']);
    expect(hours?.path?.match(/M/g)).toHaveLength(2);
    expect(hours?.bars).toEqual([]);
  });

  test('is not stacked, and each series starts at zero', () => {
    const series = [1, 2].map((value) => ({ name: String(value), values: [value, value, value] }));
    const { series: drawn, ticks } = columnChart({ ...line, series }, 700);
    expect(ticks.at(-1)?.label).toBe('2');
    expect(drawn[1]?.points[0]?.y).toBeCloseTo(ticks.at(-1)?.at ?? 0);
  });

  test('shows no points when there are many', () => {
    const categories = Array.from({ length: 121 }, (_, at) => `${1900 + at}`);
    const long = { ...line, categories, series: [{ name: 'Hours', values: categories.map(() => 1) }] };
    expect(columnChart(long, 700).series[0]?.points).toEqual([]);
    expect(columnChart(long, 700).series[0]?.path).toMatch(/^M/);
  });
});

describe('bars by name', () => {
  test('begin at zero, the longest fills the width, and figures have no unit', () => {
    expect(namedBars(chart)).toEqual([
      { name: 'N1', from: 0, to: 0.375, text: '1.5', rows: null },
      { name: 'N2', from: 0, to: 0, text: '0.0', rows: null },
      { name: 'N3', from: 0, to: 1, text: '4.0', rows: null },
    ]);
  });

  test('of counts are written like all counts', () => {
    const counts = { ...chart, unit: 'count', series: [{ name: 'Rows', values: [2548, 1, 0] }] } as const;
    expect(namedBars(counts).map(({ text }) => text)).toEqual(['2,548', '1', '0']);
  });

  test('lead to the rows of their name', () => {
    const rows = [{ form: 'set', column: 'tail', values: ['N1'] }] as const;
    expect(namedBars({ ...chart, rowsOf: [rows] }).map((bar) => bar.rows)).toEqual([rows, null, null]);
  });

  test('go left from zero when negative, and survive a chart without any value', () => {
    const [down, , up] = namedBars({ ...chart, series: [{ name: 'Net', values: [-2, 0, 2] }] });
    expect([down?.from, down?.to, up?.from, up?.to]).toEqual([0, 0.5, 0.5, 1]);
    expect(namedBars({ ...chart, categories: [], series: [] })).toEqual([]);
    expect(namedBars({ ...chart, series: [{ name: 'Hours', values: [null, null, null] }] })[0]?.to).toBe(0);
  });
});
