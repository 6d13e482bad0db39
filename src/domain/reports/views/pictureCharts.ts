import { addDays, type Instant } from '#domain/time/time.ts';
import { rounded } from '#domain/reports/rows/aggregates.ts';
import { type Chart, type Series, unitOf } from './charts.ts';
import type { Column } from '#domain/reports/columns/columns.ts';
import { bucketReader } from '#domain/reports/columns/instants.ts';
import type { Part, Parts } from './pictureParts.ts';
import { textIn } from '#domain/reports/columns/dictionary.ts';
import { keysOf, type RowStore } from '#domain/reports/rows/rowStore.ts';
import { sliceRows, type Work } from '#domain/reports/rows/work.ts';

/** Draws rows that have certain parts. */
export type Draw = (
  picture: { readonly name: string; readonly parts: Parts },
  store: RowStore,
  rows: Uint32Array,
  now: Instant,
) => Work<Chart>;

/** More than this nobody tells apart by colour; the rest are added up. */
const mostSeries = 8;
const others = 'All others';

/** A sum per week of the operator's calendar, in one series or in one for each value of a part; weeks without rows are zero. */
export function weekChart(measure: Part, by: Part | null): Draw {
  return function* draw({ name, parts }, store, rows) {
    const [amounts, times] = [yield* keysOf(store, part(parts, measure)), yield* keysOf(store, part(parts, 'time'))];
    const week = bucketReader(store.zone.name, 'week');
    const sums: Sums = new Map();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const [amount, time] = [amounts[row] as number, times[row] as number];
      const who = by === null ? part(parts, measure).label : textIn(store, part(parts, by), row);
      if (!Number.isNaN(amount) && !Number.isNaN(time) && who !== '') addTo(sums, who, week(time), amount);
      if (at % sliceRows === sliceRows - 1) yield;
    }
    const column = part(parts, measure);
    const weeks = weeksBetween([...sums.values()].flatMap((ofOne) => [...ofOne.keys()]));
    return {
      kind: by === null ? 'line' : 'bar',
      title: name,
      over: 'Week from',
      unit: unitOf(column),
      categories: weeks,
      series: seriesOf(sums, weeks, column.decimals),
    };
  };
}

function part(parts: Parts, name: Part): Column {
  const column = parts[name];
  if (!column) throw new RangeError(`the picture lacks its ${name}`);
  return column;
}

/** By name and week. */
type Sums = Map<string, Map<string, number>>;

function addTo(sums: Sums, who: string, week: string, amount: number): void {
  const ofOne = sums.get(who) ?? new Map<string, number>();
  sums.set(who, ofOne.set(week, (ofOne.get(week) ?? 0) + amount));
}

/** Ten years: a stray date must not make a chart of centuries. */
const mostWeeks = 520;

function weeksBetween(seen: readonly string[]): string[] {
  const sorted = [...new Set(seen)].toSorted();
  const [last] = sorted.slice(-1);
  if (sorted[0] === undefined || last === undefined) return [];
  const weeks: string[] = [];
  for (let week = sorted[0]; week <= last && weeks.length <= mostWeeks; week = addDays(week, 7)) weeks.push(week);
  return weeks.length > mostWeeks ? sorted : weeks;
}

/** Largest first. */
function seriesOf(sums: Sums, weeks: readonly string[], decimals: number): Series[] {
  const all = Array.from(sums, ([name, ofOne]) => {
    const values = weeks.map((week) => rounded(ofOne.get(week) ?? 0, decimals));
    return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
  }).toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  const shown = all.length > mostSeries ? all.slice(0, mostSeries - 1) : all;
  const rest = all.slice(shown.length);
  const series = shown.map(({ name, values }) => ({ name, values }));
  if (rest.length === 0) return series;
  const left = weeks.map((_, at) =>
    rounded(
      rest.reduce((sum, one) => sum + (one.values[at] as number), 0),
      decimals,
    ),
  );
  return [...series, { name: others, values: left }];
}

/** Percent. */
const complete = 100;

/** How far each student is in a course under way, the furthest first; of a student's several courses each by its name. */
export const progressChart: Draw = function* draw({ name, parts }, store, rows) {
  const keys = yield* keysOf(store, part(parts, 'progress'));
  const course = parts.course;
  const points = Array.from(rows, (row) => {
    const student = textIn(store, part(parts, 'student'), row);
    return { name: course ? `${student}, ${textIn(store, course, row)}` : student, value: keys[row] as number };
  }).filter(({ name: who, value }) => who !== '' && value < complete);
  const sorted = points.toSorted((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  return {
    kind: 'bar',
    title: name,
    over: 'Student',
    unit: 'percent',
    categories: sorted.map((point) => point.name),
    series: [{ name: 'Complete', values: sorted.map(({ value }) => value) }],
  };
};

const dayLength = 86_400_000;
const ages = [
  { name: 'under 1 week', days: 7 },
  { name: '1 to 2 weeks', days: 14 },
  { name: '2 to 4 weeks', days: 28 },
  { name: '4 to 12 weeks', days: 84 },
  { name: 'over 12 weeks', days: Number.POSITIVE_INFINITY },
];

/** How long what is still open has been open: without a date of closing, or where there is none, without the word. */
export const ageChart: Draw = function* draw({ name, parts }, store, rows, now) {
  const opened = yield* keysOf(store, part(parts, 'opened'));
  const { closed, state } = parts;
  const isOpen = (row: number) =>
    closed ? textIn(store, closed, row) === '' : state ? !/clos|complet|done/i.test(textIn(store, state, row)) : false;
  const counts = ages.map(() => 0);
  for (const row of rows) {
    const age = (now - (opened[row] as number)) / dayLength;
    if (Number.isNaN(age) || !isOpen(row)) continue;
    const at = ages.findIndex(({ days }) => age < days);
    counts[at] = (counts[at] as number) + 1;
  }
  return {
    kind: 'bar',
    title: name,
    over: 'Open for',
    unit: 'count',
    categories: ages.map((age) => age.name),
    series: [{ name: 'Work orders', values: counts }],
  };
};
