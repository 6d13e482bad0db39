import { millisecondsInDay } from '#domain/units.ts';
import { type Instant, addDays } from '#domain/time/time.ts';
import { type Chart, type Series, sumOf, unitOf } from './charts.ts';
import { type Column } from '#domain/reports/columns/columns.ts';
import { type ColumnRole, roleColumn } from '#domain/reports/columns/roles.ts';
import { type RowStore, textIn, keysOf } from '#domain/reports/rows/rowStore.ts';
import { isWorkOver } from '#domain/reports/rows/leftOut.ts';
import { type Computation, sliceRows } from '#domain/reports/rows/computation.ts';
import { groupRows, orderedGroups, rounded } from '#domain/reports/rows/groupRows.ts';
import { counted } from '#domain/words.ts';
import { figureWriter } from '#domain/reports/columns/cellText.ts';
import { bucketReader } from '#domain/reports/columns/times.ts';

/** Computes a preset's chart from the columns found for its roles. */
type Draw = (
  preset: { readonly name: string; readonly parts: Parts },
  store: RowStore,
  rows: Uint32Array,
  now: Instant,
) => Computation<Chart>;

/** More series than this cannot be told apart by colour; the rest are added up. */
const maxSeries = 8;
const others = 'All others';

/**
 * Sums per calendar week in the operator's time zone, in one series or one per value of a column; weeks without rows
 * are zero.
 */
function weekChart(measure: ColumnRole, by: ColumnRole | null): Draw {
  return function* draw({ name, parts }, store, rows) {
    const [amounts, times] = [
      yield* keysOf(store, columnOf(parts, measure)),
      yield* keysOf(store, columnOf(parts, 'time')),
    ];
    const week = bucketReader(store.zone.name, 'week');
    const sums: Sums = new Map();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      const [amount, time] = [amounts[row] ?? Number.NaN, times[row] ?? Number.NaN];
      const who = by === null ? columnOf(parts, measure).label : textIn(store, columnOf(parts, by), row);
      if (!Number.isNaN(amount) && !Number.isNaN(time) && who !== '') addTo(sums, who, week(time), amount);
      if (at % sliceRows === sliceRows - 1) yield;
    }
    const column = columnOf(parts, measure);
    const weeks = weeksBetween([...sums.values()].flatMap((ofOne) => [...ofOne.keys()]));
    return {
      kind: by === null ? 'line' : 'bar',
      title: name,
      over: 'Week from',
      unit: unitOf(column),
      categories: weeks,
      series: seriesOf(sums, weeks, column.decimals),
      periods: { column: columnOf(parts, 'time'), bucket: 'week' },
      cuts: [],
    };
  };
}

/**
 * Sums per value of a column, the largest first. Rows without that value, or without a measure, are left out, which the chart
 * says.
 */
function sumsChart(measure: ColumnRole, by: ColumnRole): Draw {
  return function* draw({ name, parts }, store, rows) {
    const [measured, column] = [columnOf(parts, measure), columnOf(parts, by)];
    const all = yield* groupRows(store, rows, { column, bucket: null }, [measured]);
    const found = orderedGroups(all, 0).flatMap(({ key, count, aggregates: [figures] }) => ({
      key,
      blank: count - (figures?.filled ?? 0),
      sum: figures?.sum ?? null,
    }));
    const nameless = all.find(({ key }) => key === '');
    const shown = found.flatMap(({ key, sum }) => (key === '' || sum === null ? [] : [{ key, sum }]));
    const values = shown.map(({ sum }) => sum);
    const blanks = found.filter(({ key }) => key !== '').reduce((count, { blank }) => count + blank, 0);
    return {
      kind: 'bar',
      title: name,
      over: column.label,
      unit: unitOf(measured),
      categories: shown.map(({ key }) => key),
      series: [{ name: measured.label, values }],
      periods: null,
      cuts: [],
      total: sumOf(values, measured.decimals),
      rowsOf: shown.map(({ key }) => [{ form: 'set', column: column.id, values: [key] }]),
      leftOut: leftOutText(
        [
          [nameless?.count ?? 0, `without ${column.label}`, nameless?.aggregates[0]?.sum ?? null],
          [blanks, `without ${measured.label}`, null],
        ],
        measured,
      ),
    };
  };
}

/**
 * The chart of aircraft alone, if the rows tell simulators apart: their hours are no aircraft's, and they are apart on every page. It
 * says what it leaves out: `14 rows of simulators left out (12.3 flight hours)`.
 */
function withoutSimulators(draw: Draw): Draw {
  return function* drawn(preset, store, rows, now) {
    const { simulator } = preset.parts;
    if (!simulator) return yield* draw(preset, store, rows, now);
    const hours = columnOf(preset.parts, 'hours');
    const [flags, amounts] = [yield* keysOf(store, simulator), yield* keysOf(store, hours)];
    const isSimulator = (row: number) => flags[row] === 1;
    const chart = yield* draw(
      preset,
      store,
      rows.filter((row) => !isSimulator(row)),
      now,
    );
    const left = Array.from(rows.filter(isSimulator));
    const sum = sumOf(
      left.map((row) => amounts[row] || 0),
      hours.decimals,
    );
    const texts = [leftOutText([[left.length, 'of simulators', sum]], hours), chart.leftOut].filter(Boolean);
    return { ...chart, leftOut: texts.join('; ') || null };
  };
}

/** `14 rows without tail left out (12.3 flight hours)`; null for none. */
function leftOutText(
  parts: readonly (readonly [rows: number, lack: string, sum: number | null])[],
  { label, kind, decimals }: Column,
): string | null {
  const write = kind === 'hours' ? figureWriter('hours', 1) : figureWriter('number', decimals);
  const texts = parts.flatMap(([rows, lack, sum]) => {
    if (rows === 0) return [];
    const figure = sum === null ? '' : ` (${write(sum)} ${label.toLowerCase()})`;
    return [`${counted(rows, 'row')} ${lack.toLowerCase()} left out${figure}`];
  });
  return texts.length === 0 ? null : texts.join('; ');
}

function columnOf(parts: Parts, name: ColumnRole): Column {
  const column = parts[name];
  if (!column) throw new RangeError(`the chart has no ${name} column`);
  return column;
}

/** Sums by name and week. */
type Sums = Map<string, Map<string, number>>;

function addTo(sums: Sums, who: string, week: string, amount: number): void {
  const ofOne = sums.get(who) ?? new Map<string, number>();
  sums.set(who, ofOne.set(week, (ofOne.get(week) ?? 0) + amount));
}

/** Ten years: one wrong date must not make a chart of centuries. */
const maxWeeks = 520;

function weeksBetween(seen: readonly string[]): string[] {
  const sorted = [...new Set(seen)].toSorted();
  const [last] = sorted.slice(-1);
  if (sorted[0] === undefined || last === undefined) return [];
  const weeks: string[] = [];
  for (let week = sorted[0]; week <= last && weeks.length <= maxWeeks; week = addDays(week, 7)) weeks.push(week);
  return weeks.length > maxWeeks ? sorted : weeks;
}

/** Largest first. */
function seriesOf(sums: Sums, weeks: readonly string[], decimals: number): Series[] {
  const all = Array.from(sums, ([name, ofOne]) => {
    const values = weeks.map((week) => rounded(ofOne.get(week) ?? 0, decimals));
    return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
  }).toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  const shown = all.length > maxSeries ? all.slice(0, maxSeries - 1) : all;
  const rest = all.slice(shown.length);
  const series = shown.map(({ name, values }) => ({ name, values }));
  if (rest.length === 0) return series;
  const left = weeks.map((_, at) =>
    rounded(
      rest.reduce((sum, one) => sum + (one.values[at] ?? 0), 0),
      decimals,
    ),
  );
  return [...series, { name: others, values: left }];
}

/** Percent. */
const complete = 100;

/** Progress of each student in unfinished courses, the furthest first. */
const progressChart: Draw = function* draw({ name, parts }, store, rows) {
  const keys = yield* keysOf(store, columnOf(parts, 'progress'));
  const course = parts.course;
  const points = Array.from(rows, (row) => {
    const student = textIn(store, columnOf(parts, 'student'), row);
    const named = course ? [student, textIn(store, course, row)] : [student];
    return { name: named.join(', '), named, value: keys[row] ?? Number.NaN };
  }).filter(({ name: who, value }) => who !== '' && value < complete);
  const sorted = points.toSorted((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  return {
    kind: 'bar',
    title: name,
    over: 'Student',
    unit: 'percent',
    categories: sorted.map((point) => point.name),
    series: [{ name: 'Complete', values: sorted.map(({ value }) => value) }],
    periods: null,
    cuts: [],
    rowsOf: sorted.map(({ named }) =>
      [columnOf(parts, 'student'), ...(course ? [course] : [])].map(({ id }, at) => ({
        form: 'set',
        column: id,
        values: [named[at] ?? ''],
      })),
    ),
  };
};

const ages = [
  { name: 'under 1 week', days: 7 },
  { name: '1 to 2 weeks', days: 14 },
  { name: '2 to 4 weeks', days: 28 },
  { name: '4 to 12 weeks', days: 84 },
  { name: 'over 12 weeks', days: Number.POSITIVE_INFINITY },
];

/** Age of open work orders; without a column that says which are over, none is known to be open. */
const ageChart: Draw = function* draw({ name, parts }, store, rows, now) {
  const opened = yield* keysOf(store, columnOf(parts, 'opened'));
  const { closed, state } = parts;
  const textOf = (column: Column | undefined, row: number) => (column ? textIn(store, column, row) : null);
  const isOpen = (row: number) =>
    (closed ?? state) !== undefined && !isWorkOver(textOf(closed, row), textOf(state, row));
  const counts = ages.map(() => 0);
  for (const row of rows) {
    const age = (now - (opened[row] ?? Number.NaN)) / millisecondsInDay;
    if (Number.isNaN(age) || !isOpen(row)) continue;
    const at = ages.findIndex(({ days }) => age < days);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return {
    kind: 'bar',
    title: name,
    over: 'Open for',
    unit: 'count',
    categories: ages.map((age) => age.name),
    series: [{ name: 'Work orders', values: counts }],
    periods: null,
    cuts: [],
  };
};

type Parts = { readonly [Name in ColumnRole]?: Column };

/** A chart that is offered if the rows have the columns it needs. Of revenue: void and draft invoices are none. */
export type ChartPreset = {
  readonly id: string;
  readonly name: string;
  readonly parts: Parts;
  readonly isRevenue: boolean;
  readonly draw: (store: RowStore, rows: Uint32Array, now: Instant) => Computation<Chart>;
};

type PresetRule = Pick<ChartPreset, 'id' | 'name'> & {
  readonly isRevenue?: boolean;
  readonly needs: readonly ColumnRole[];
  /** The chart needs at least one of these. */
  readonly needsOneOf?: readonly ColumnRole[];
  readonly takes?: readonly ColumnRole[];
  readonly draw: Draw;
};

const presetRules: readonly PresetRule[] = [
  {
    id: 'aircraft-hours',
    name: 'Hours per aircraft',
    // Rows with a time are flights; those without one hold the readings of a meter.
    needs: ['hours', 'aircraft', 'time'],
    takes: ['simulator'],
    draw: withoutSimulators(sumsChart('hours', 'aircraft')),
  },
  {
    id: 'instructor-hours',
    name: 'Hours per instructor',
    needs: ['hours', 'instructor', 'time'],
    draw: sumsChart('hours', 'instructor'),
  },
  {
    id: 'aircraft-weeks',
    name: 'Hours per aircraft per week',
    needs: ['hours', 'time', 'aircraft'],
    takes: ['simulator'],
    draw: withoutSimulators(weekChart('hours', 'aircraft')),
  },
  {
    id: 'instructor-weeks',
    name: 'Hours per instructor per week',
    needs: ['hours', 'time', 'instructor'],
    draw: weekChart('hours', 'instructor'),
  },
  {
    id: 'revenue',
    name: 'Revenue per week',
    isRevenue: true,
    needs: ['amount', 'time', 'invoice'],
    draw: weekChart('amount', null),
  },
  {
    id: 'progress',
    name: 'Student progress in courses under way',
    needs: ['progress', 'student'],
    takes: ['course'],
    draw: progressChart,
  },
  {
    id: 'open-age',
    name: 'Open work orders by age',
    needs: ['opened'],
    needsOneOf: ['closed', 'state'],
    draw: ageChart,
  },
];

/** The presets for which all columns are present. */
export function availablePresets(columns: readonly Column[]): ChartPreset[] {
  return presetRules.flatMap(({ id, name, draw, isRevenue = false, ...rule }) => {
    const parts = partsOf(columns, rule);
    return parts ? [{ id, name, parts, isRevenue, draw: (...given) => draw({ name, parts }, ...given) }] : [];
  });
}

function partsOf(
  columns: readonly Column[],
  { needs, needsOneOf = [], takes = [] }: Pick<PresetRule, 'needs' | 'needsOneOf' | 'takes'>,
): Parts | null {
  const parts: { [Name in ColumnRole]?: Column } = {};
  for (const part of [...needs, ...needsOneOf, ...takes]) {
    const column = roleColumn(columns, part);
    if (column) parts[part] = column;
  }
  const has = (part: ColumnRole) => parts[part] !== undefined;
  return needs.every(has) && (needsOneOf.length === 0 || needsOneOf.some(has)) ? parts : null;
}
