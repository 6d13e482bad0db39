import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { groupChart, histogram } from './charts.ts';
import { groupRows } from '#domain/reports/rows/groupRows.ts';
import { availablePresets } from './chartPresets.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { runToEnd } from '#domain/reports/rows/computation.ts';

const offered = (items: readonly FreeForm[]) => availablePresets(sampleStore(items).columns).map(({ id }) => id);

function drawn(items: readonly FreeForm[], id: string, now = 0) {
  const { store, columns, rows } = sampleStore(items);
  const preset = availablePresets(columns).find((chartPreset) => chartPreset.id === id);
  if (!preset) throw new RangeError(`${id} is not offered`);
  return runToEnd(preset.draw(store, rows, now));
}

const flight = (day: string, tail: string, hours: number | null, instructor: string | null = null) => ({
  checkedOutOn: `${day}T23:30:00`,
  registrationTail: tail,
  flightHours: hours,
  instructor,
});

describe('a preset chart', () => {
  test('is offered if its members are present, under any of their names', () => {
    expect(offered([flight('2026-05-12', 'N1', 1.2, 'Lee')])).toEqual([
      'aircraft-hours',
      'instructor-hours',
      'aircraft-weeks',
      'instructor-weeks',
    ]);
    expect(offered([{ FlightDate: '2026-05-12', Tail_Number: 'N1', 'Hobbs Hours': 1 }])).toEqual([
      'aircraft-hours',
      'aircraft-weeks',
    ]);
    expect(offered([{ invoiceNumber: 'I-1', invoiceDate: '2026-05-12T00:00:00', amount: 3 }])).toEqual(['revenue']);
    expect(offered([{ student: 'Lee', percentComplete: 30 }])).toEqual(['progress']);
    expect(offered([{ opened: '2026-05-12T00:00:00', closed: null }])).toEqual(['open-age']);
  });

  test('is not offered if they are missing or mean something else', () => {
    expect(offered([{ registrationTail: 'N1', currentHours: 5, expirationDate: '2026-05-12T00:00:00' }])).toEqual([]);
    expect(offered([{ memoNumber: 'M-1', memoDate: '2026-05-12T00:00:00', amount: 3 }])).toEqual([]);
    expect(offered([{ opened: '2026-05-12T00:00:00' }])).toEqual([]);
    expect(offered([{ ...flight('2026-05-12', 'N1', null) }])).toEqual([]);
  });

  test('of hours is sorted by their sum, and says what no aircraft flew and which rows have no hours', () => {
    const flights = [
      flight('2026-05-11', 'N1', 0.1),
      flight('2026-05-17', 'N1', 0.2),
      flight('2026-05-25', 'N2', 3),
      flight('2026-05-25', 'N2', null),
      flight('2026-05-25', 'N3', null),
      flight('2026-05-25', '', 9),
    ];
    expect(drawn(flights, 'aircraft-hours')).toMatchObject({
      title: 'Hours per aircraft',
      kind: 'bar',
      unit: 'hours',
      categories: ['N2', 'N1'],
      series: [{ name: 'Flight hours', values: [3, 0.3] }],
      total: 3.3,
      rowsOf: [
        [{ form: 'set', column: 'registrationTail', values: ['N2'] }],
        [{ form: 'set', column: 'registrationTail', values: ['N1'] }],
      ],
      leftOut: '1 row without tail left out (9.0 flight hours); 2 rows without flight hours left out',
    });
    expect(drawn(flights.slice(0, 3), 'aircraft-hours').leftOut).toBeNull();
  });

  test('of hours per aircraft leaves out simulators, and says how much; that of instructors has them', () => {
    const flights = [
      { ...flight('2026-05-11', 'N1', 0.4, 'Lee'), isSimulator: false },
      { ...flight('2026-05-12', 'Redbird FMX', 1.5, 'Lee'), isSimulator: true },
      { ...flight('2026-05-13', 'Redbird FMX', null, 'Lee'), isSimulator: true },
    ];
    const sums = drawn(flights, 'aircraft-hours');
    expect(sums).toMatchObject({ categories: ['N1'], series: [{ name: 'Flight hours', values: [0.4] }], total: 0.4 });
    expect(sums.leftOut).toBe('2 rows of simulators left out (1.5 flight hours)');
    const weeks = drawn(flights, 'aircraft-weeks');
    expect(weeks.series.map(({ name }) => name)).toEqual(['N1']);
    expect(weeks.leftOut).toBe('2 rows of simulators left out (1.5 flight hours)');
    expect(drawn(flights, 'instructor-hours')).toMatchObject({
      total: 1.9,
      leftOut: '1 row without flight hours left out',
    });
    expect(drawn(flights.slice(0, 1), 'aircraft-hours').leftOut).toBeNull();
  });

  test('of hours per week has a series for each aircraft and includes every week between', () => {
    const flights = [
      flight('2026-05-11', 'N1', 0.1),
      flight('2026-05-17', 'N1', 0.2),
      flight('2026-05-25', 'N2', 3),
      flight('2026-05-25', '', 9),
    ];
    expect(drawn(flights, 'aircraft-weeks')).toMatchObject({
      kind: 'bar',
      unit: 'hours',
      categories: ['2026-05-11', '2026-05-18', '2026-05-25'],
      series: [
        { name: 'N2', values: [0, 0, 3] },
        { name: 'N1', values: [0.3, 0, 0] },
      ],
    });
  });

  test('adds up the series beyond the eighth', () => {
    const flights = Array.from({ length: 12 }, (_, index) => flight('2026-05-12', `N${index}`, index + 1));
    const { series } = drawn(flights, 'aircraft-weeks');
    expect(series).toHaveLength(8);
    expect(series.at(-1)).toEqual({ name: 'All others', values: [1 + 2 + 3 + 4 + 5] });
  });

  test('of course progress shows each unfinished course', () => {
    const rows = [
      { student: 'Lee', course: 'Private', percentComplete: 30 },
      { student: 'Lee', course: 'Instrument', percentComplete: 80 },
      { student: 'Ng', course: 'Private', percentComplete: 100 },
    ];
    expect(drawn(rows, 'progress')).toMatchObject({
      categories: ['Lee, Instrument', 'Lee, Private'],
      series: [{ values: [80, 30] }],
      rowsOf: [
        [{ values: ['Lee'] }, { values: ['Instrument'] }],
        [{ values: ['Lee'] }, { values: ['Private'] }],
      ],
    });
  });

  test('of open work orders leaves out those whose status says that they are over', () => {
    const now = Date.parse('2026-05-12T18:00:00Z');
    const order = (status: string, more: object = {}) => ({ opened: '2026-05-11T08:00:00', status, ...more });
    const rows = [order('Open'), order('Closed'), order('Not closed'), order('Incomplete')];
    expect(drawn(rows, 'open-age', now).series[0]?.values).toEqual([3, 0, 0, 0, 0]);
    const dated = rows.map((row) => ({ ...row, closed: null }));
    expect(drawn(dated, 'open-age', now).series[0]?.values).toEqual([3, 0, 0, 0, 0]);
  });

  test('of open work orders counts those without a closing date', () => {
    const now = Date.parse('2026-05-12T18:00:00Z');
    const opened = (day: string, closed: string | null) => ({ opened: `${day}T08:00:00`, closed });
    const rows = [opened('2026-05-11', null), opened('2026-04-01', null), opened('2026-05-10', '2026-05-11T00:00:00')];
    expect(drawn(rows, 'open-age', now).series[0]?.values).toEqual([1, 0, 0, 1, 0]);
  });
});

describe('a chart', () => {
  test('is built from groups, by measure or by number of rows', () => {
    const { store, rows, column } = sampleStore([
      { tail: 'N1', hours: 1 },
      { tail: null, hours: 2 },
    ]);
    const groups = runToEnd(groupRows(store, rows, { column: column('tail'), bucket: null }, [column('hours')]));
    const measure = { column: column('hours'), index: 0 };
    expect(groupChart(groups, { kind: 'bar', over: 'Tail', measure })).toMatchObject({
      title: 'Hours by tail',
      unit: 'hours',
      categories: ['N1', '(empty)'],
      series: [{ name: 'Hours', values: [1, 2] }],
    });
    expect(groupChart(groups, { kind: 'bar', over: 'Tail', measure: null })).toMatchObject({
      title: 'Rows by tail',
      unit: 'count',
      series: [{ name: 'Rows', values: [1, 1] }],
    });
  });

  test("of a number's distribution has round steps that cover every value", () => {
    const { store, rows, column } = sampleStore([0.3, 1, 1.9, 2, 7.2, null].map((hours) => ({ hours })));
    const chart = runToEnd(histogram(store, column('hours'), rows, 4));
    expect(chart.categories).toEqual(['0 to 2', '2 to 4', '4 to 6', '6 to 8']);
    expect(chart.lowerEnds).toEqual(['0', '2', '4', '6']);
    expect(chart.series[0]?.values).toEqual([3, 1, 0, 1]);
  });
});
