import { describe, expect, test } from 'vitest';
import { defaultView } from '#domain/reports/reportView.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import {
  bucketMenu,
  chartColumnMenu,
  chartOptions,
  chooseBucket,
  chooseChart,
  chooseChartColumn,
  chooseGroup,
  figureOptions,
  groupMenu,
  kindMenu,
  measureChoices,
  missingChartText,
  orderMenu,
  presetChoices,
  toggleGroup,
  withKind,
  withMeasure,
} from './viewModel.ts';

/** Columns: tail (text), hours, landingsTotal (a counter, never summed), start (time). */
const { columns, column } = sampleStore([
  { tail: 'N1', hours: 1.5, landingsTotal: 4093, start: '2026-05-12T14:00:00' },
]);
const view = defaultView;
const byTail = { ...view, group: { column: 'tail', bucket: null } } as const;
const byWeek = { ...view, group: { column: 'start', bucket: 'week' } } as const;

describe('report totals', () => {
  test('are offered for the columns that have the figure, never a sum of dates or of readings', () => {
    expect(measureChoices(columns, { measures: ['hours'] }, 'sum')).toEqual([
      { id: 'hours', label: 'Hours', isChosen: true },
    ]);
    expect(measureChoices(columns, { measures: [] }, 'most').map(({ id }) => id)).toEqual([
      'hours',
      'landingsTotal',
      'start',
    ]);
    // One that an address chose can be taken away.
    expect(measureChoices(columns, { measures: ['start'] }, 'sum').map(({ id }) => id)).toEqual(['hours', 'start']);
  });

  test('are added once, and can be removed', () => {
    expect(withMeasure(['a'], 'b', true)).toEqual({ measures: ['a', 'b'], isUntotalled: false });
    expect(withMeasure(['a', 'b'], 'b', true).measures).toEqual(['a', 'b']);
    expect(withMeasure(['a', 'b'], 'a', false).measures).toEqual(['b']);
    expect(withMeasure(['a'], 'a', false)).toEqual({ measures: [], isUntotalled: true });
  });

  test('have short names in the address and words on screen', () => {
    expect(figureOptions(columns, view).map(({ value, label }) => `${value}: ${label}`)).toEqual([
      'sum: sum',
      'average: average',
      'least: minimum',
      'most: maximum',
      'filled: rows with a value',
    ]);
    expect(figureOptions(columns, { measures: ['start'] }).map(({ value }) => value)).toEqual([
      'least',
      'most',
      'filled',
    ]);
  });
});

describe('report groups', () => {
  test('can be by any column, or by none', () => {
    expect(groupMenu(columns, view)).toEqual({
      value: '',
      options: [
        { value: '', label: 'nothing' },
        { value: '0', label: 'Tail' },
        { value: '1', label: 'Hours' },
        { value: '2', label: 'Landings total' },
        { value: '3', label: 'Start' },
      ],
    });
    expect(groupMenu(columns, byTail).value).toBe('0');
    expect(groupMenu(columns, { group: { column: 'gone', bucket: null } }).value).toBe('');
  });

  test('are by value, or by week for times', () => {
    expect(chooseGroup(columns, '0')).toEqual({ group: { column: 'tail', bucket: null } });
    expect(chooseGroup(columns, '3')).toEqual({ group: { column: 'start', bucket: 'week' } });
    expect(chooseGroup(columns, '')).toEqual({ group: null });
    expect(chooseGroup(columns, '99')).toEqual({ group: null });
  });

  test('are switched on and off at their column', () => {
    expect(toggleGroup(column('tail'), view)).toEqual({ group: { column: 'tail', bucket: null } });
    expect(toggleGroup(column('start'), byTail)).toEqual({ group: { column: 'start', bucket: 'week' } });
    expect(toggleGroup(column('tail'), byTail)).toEqual({ group: null });
  });

  test('of times have periods or exact times', () => {
    expect(bucketMenu(columns, byTail)).toBeNull();
    expect(bucketMenu(columns, view)).toBeNull();
    expect(bucketMenu(columns, byWeek)?.value).toBe('week');
    expect(bucketMenu(columns, byWeek)?.options.map(({ value }) => value)).toEqual([
      'day',
      'week',
      'month',
      'year',
      'exact',
    ]);
    const exact = { group: { column: 'start', bucket: null } };
    expect(bucketMenu(columns, exact)?.value).toBe('exact');
    expect(chooseBucket(byWeek, 'exact')).toEqual(exact);
    expect(chooseBucket(byWeek, 'month')).toEqual({ group: { column: 'start', bucket: 'month' } });
    expect(chooseBucket(view, 'month')).toEqual({ group: null });
  });

  test('can be sorted by a sum only when there is one', () => {
    expect(orderMenu(columns, view, 'value')).toBeNull();
    expect(orderMenu(columns, byTail, 'count')?.options.map(({ value }) => value)).toEqual(['value', 'count']);
    const summed = orderMenu(columns, { ...byTail, measures: ['hours'] }, 'sum');
    expect(summed?.value).toBe('sum');
    expect(summed?.options.map(({ label }) => label)).toEqual(['by value', 'most rows first', 'largest sum first']);
    expect(orderMenu(columns, { ...view, group: { column: 'gone', bucket: null } }, 'value')).toBeNull();
  });
});

const bars = { ...byTail, chart: { kind: 'bar', column: null } } as const;

describe('choosing a chart', () => {
  test('offers none, bars, a line or a histogram', () => {
    expect(chartOptions.map(({ value, label }) => `${value}: ${label}`)).toEqual([
      'none: none',
      'bar: bars',
      'line: line',
      'histogram: histogram',
    ]);
  });

  test('groups the rows by week if they are not grouped yet', () => {
    const chart = { kind: 'bar', column: null };
    expect(chooseChart(columns, view, 'bar')).toEqual({ chart, preset: null, group: byWeek.group });
    expect(chooseChart(columns, byTail, 'bar')).toEqual({ chart, preset: null });
    expect(chooseChart([column('tail')], view, 'bar')).toEqual({ chart, preset: null });
    expect(chooseChart([{ ...column('start'), filled: 0 }], view, 'line')).toEqual({
      chart: { kind: 'line', column: null },
      preset: null,
    });
  });

  test('uses the first number column for a histogram, without groups', () => {
    expect(chooseChart(columns, view, 'histogram')).toEqual({
      chart: { kind: 'histogram', column: 'hours' },
      preset: null,
    });
    expect(chooseChart([column('tail')], view, 'histogram')).toMatchObject({ chart: { column: null } });
  });

  test('keeps the column when the kind changes, and can be undone', () => {
    const sums = { ...byTail, chart: { kind: 'bar', column: 'hours' } } as const;
    expect(chooseChart(columns, sums, 'line')).toMatchObject({ chart: { kind: 'line', column: 'hours' } });
    expect(chooseChart(columns, sums, 'none')).toEqual({ chart: null, preset: null });
  });
});

describe('a report chart', () => {
  test('shows the number of rows or a sum, and counters only as a distribution', () => {
    expect(chartColumnMenu(columns, view)).toBeNull();
    expect(chartColumnMenu(columns, bars)).toEqual({
      value: '-1',
      options: [
        { value: '-1', label: 'number of rows' },
        { value: '0', label: 'Hours' },
      ],
    });
    const histogram = { chart: { kind: 'histogram', column: 'landingsTotal' } } as const;
    expect(chartColumnMenu(columns, histogram)).toEqual({
      value: '1',
      options: [
        { value: '0', label: 'Hours' },
        { value: '1', label: 'Landings total' },
      ],
    });
  });

  test('takes another column by its position in the menu', () => {
    expect(chooseChartColumn(columns, bars, '0')).toEqual({ chart: { kind: 'bar', column: 'hours' } });
    expect(chooseChartColumn(columns, bars, '-1')).toEqual({ chart: { kind: 'bar', column: null } });
    const histogram = { chart: { kind: 'histogram', column: 'hours' } } as const;
    expect(chooseChartColumn(columns, histogram, '1')).toMatchObject({ chart: { column: 'landingsTotal' } });
    expect(chooseChartColumn(columns, view, '0')).toEqual({});
  });

  test('is offered as a preset only when its columns are there', () => {
    const flights = sampleStore([{ flightDate: '2026-05-12', tail: 'N1', hours: 1 }]).columns;
    expect(presetChoices(flights, { preset: 'aircraft-hours' })).toEqual({
      presets: [
        { value: 'aircraft-hours', text: 'Hours per aircraft' },
        { value: 'aircraft-weeks', text: 'Hours per aircraft per week' },
      ],
      chosen: 'aircraft-hours',
    });
    expect(presetChoices(flights, { preset: null }).chosen).toBeNull();
    expect(presetChoices(sampleStore([{ name: 'a' }]).columns, { preset: 'aircraft-hours' })).toEqual({
      presets: [],
      chosen: null,
    });
  });

  test('says what it needs when it cannot be drawn', () => {
    const numbers = columns;
    const texts = [column('tail')];
    const histogram = { ...view, chart: { kind: 'histogram', column: null } } as const;
    expect(missingChartText(numbers, view)).toBeNull();
    expect(missingChartText(numbers, { ...view, preset: 'revenue' })).toBe(
      'This chart needs columns that are not in these rows.',
    );
    expect(missingChartText(numbers, { ...bars, group: null })).toBe('Group the rows to see them in a chart.');
    expect(missingChartText(numbers, bars)).toBeNull();
    expect(missingChartText(numbers, histogram)).toBe('Choose a number column.');
    expect(missingChartText(texts, histogram)).toBe('There are no number columns.');
  });
});

describe('the kind of a column', () => {
  const landings = column('landingsTotal');

  test('is the detected kind or another one', () => {
    const { value, options } = kindMenu(landings);
    expect(value).toBe('detected');
    expect(options[0]).toEqual({ value: 'detected', label: 'number (detected)' });
    expect(options.map((option) => option.value)).not.toContain('number');
    expect(options.map((option) => option.value)).toEqual(expect.arrayContaining(['text', 'hours', 'money', 'day']));
    expect(options.map((option) => option.value)).not.toContain('mixed');
    expect(kindMenu({ ...landings, kind: 'hours' }).value).toBe('hours');
  });

  test('is corrected for one column, and going back to the detected kind leaves no trace', () => {
    const kinds = { tail: 'guid' } as const;
    expect(withKind(kinds, landings, 'hours')).toEqual({ tail: 'guid', landingsTotal: 'hours' });
    expect(withKind({ ...kinds, landingsTotal: 'hours' }, landings, 'money')).toEqual({
      tail: 'guid',
      landingsTotal: 'money',
    });
    expect(withKind({ ...kinds, landingsTotal: 'hours' }, landings, 'detected')).toEqual(kinds);
    expect(withKind({ ...kinds, landingsTotal: 'hours' }, landings, 'number')).toEqual(kinds);
    expect(withKind({ tail: undefined }, landings, 'hours')).toEqual({ landingsTotal: 'hours' });
  });
});
