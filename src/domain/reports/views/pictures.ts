import { type Instant, addDays } from '#domain/time/time.ts';
import { type Chart, type Series, unitOf } from './charts.ts';
import { type Column, isNumeric, isTime } from '#domain/reports/columns/columns.ts';
import { type RowStore, textIn, keysOf } from '#domain/reports/rows/rowStore.ts';
import { type Work, sliceRows } from '#domain/reports/rows/work.ts';
import { rounded } from '#domain/reports/rows/groupRows.ts';
import { bucketReader } from '#domain/reports/columns/instants.ts';

/** Draws rows that have certain parts. */
type Draw = (
  picture: { readonly name: string; readonly parts: Parts },
  store: RowStore,
  rows: Uint32Array,
  now: Instant,
) => Work<Chart>;

/** More than this nobody tells apart by colour; the rest are added up. */
const mostSeries = 8;
const others = 'All others';

/** A sum per week of the operator's calendar, in one series or in one for each value of a part; weeks without rows are zero. */
function weekChart(measure: Part, by: Part | null): Draw {
  return function* draw({ name, parts }, store, rows) {
    const [amounts, times] = [
      yield* keysOf(store, columnOf(parts, measure)),
      yield* keysOf(store, columnOf(parts, 'time')),
    ];
    const week = bucketReader(store.zone.name, 'week');
    const sums: Sums = new Map();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const [amount, time] = [amounts[row] as number, times[row] as number];
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
    };
  };
}

function columnOf(parts: Parts, name: Part): Column {
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
const progressChart: Draw = function* draw({ name, parts }, store, rows) {
  const keys = yield* keysOf(store, columnOf(parts, 'progress'));
  const course = parts.course;
  const points = Array.from(rows, (row) => {
    const student = textIn(store, columnOf(parts, 'student'), row);
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
const ageChart: Draw = function* draw({ name, parts }, store, rows, now) {
  const opened = yield* keysOf(store, columnOf(parts, 'opened'));
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

/** What a picture takes from the rows, found among the columns by the usual names. */
type Part =
  | 'time'
  | 'hours'
  | 'aircraft'
  | 'instructor'
  | 'invoice'
  | 'amount'
  | 'student'
  | 'course'
  | 'progress'
  | 'opened'
  | 'closed'
  | 'state';
type Parts = { readonly [Name in Part]?: Column };

type Rule = { readonly names: readonly string[]; readonly suits: (column: Column) => boolean };

const isText = ({ kind }: Column) => kind === 'text' || kind === 'mixed';
const isNumber = ({ kind }: Column) => isNumeric(kind);
const isDate = ({ kind }: Column) => isTime(kind);

/**
 * Names as the embedded operator writes them and as live services have been seen to, without regard to case and signs, the
 * best first. Only names that can mean nothing else: hours of labour or of a meter are no flying.
 */
const rules: Readonly<Record<Part, Rule>> = {
  time: {
    names: [
      'checkedouton',
      'flightdate',
      'departureon',
      'departedon',
      'trainingsessiondate',
      'invoicedate',
      'invoicedon',
      'start',
      'starttime',
      'checkedinon',
      'date',
    ],
    suits: isDate,
  },
  hours: {
    names: ['flighthours', 'hobbshours', 'hobbstime', 'flighttime', 'sessionhours', 'totalhours', 'hours'],
    suits: isNumber,
  },
  aircraft: { names: ['registrationtail', 'tailnumber', 'tail', 'aircrafttailnumber', 'registration'], suits: isText },
  instructor: { names: ['instructor', 'instructorname', 'cfi'], suits: isText },
  invoice: { names: ['invoicenumber', 'invoiceid', 'invoice'], suits: () => true },
  amount: { names: ['amount', 'lineamount', 'linetotal', 'extendedprice', 'totalamount', 'total'], suits: isNumber },
  student: { names: ['student', 'studentname', 'customerlabel1name', 'customername'], suits: isText },
  course: { names: ['course', 'coursename'], suits: isText },
  progress: { names: ['percentcomplete', 'percentcompleted', 'progress'], suits: isNumber },
  opened: { names: ['opened', 'openedon', 'openeddate', 'dateopened'], suits: isDate },
  closed: {
    names: ['closed', 'closedon', 'closeddate', 'dateclosed'],
    suits: (column) => isDate(column) || column.kind === 'empty',
  },
  state: { names: ['status', 'workorderstatus', 'state'], suits: isText },
};

/** The column for a part; null where none has the name and the kind. */
function columnFor(columns: readonly Column[], part: Part): Column | null {
  const { names, suits } = rules[part];
  const fitting = columns.filter((column) => suits(column) && names.includes(bareName(column)));
  return fitting.toSorted((a, b) => names.indexOf(bareName(a)) - names.indexOf(bareName(b)))[0] ?? null;
}

function bareName({ path }: Column): string {
  return path
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** A view that is offered ready-made where its members are there. */
export type Picture = {
  readonly id: string;
  readonly name: string;
  readonly parts: Parts;
  readonly draw: (store: RowStore, rows: Uint32Array, now: Instant) => Work<Chart>;
};

type Maker = Pick<Picture, 'id' | 'name'> & {
  readonly needs: readonly Part[];
  /** Of these at least one. */
  readonly needsOneOf?: readonly Part[];
  readonly takes?: readonly Part[];
  readonly draw: Draw;
};

const makers: readonly Maker[] = [
  {
    id: 'aircraft-hours',
    name: 'Hours per aircraft per week',
    needs: ['hours', 'time', 'aircraft'],
    draw: weekChart('hours', 'aircraft'),
  },
  {
    id: 'instructor-hours',
    name: 'Hours per instructor per week',
    needs: ['hours', 'time', 'instructor'],
    draw: weekChart('hours', 'instructor'),
  },
  { id: 'revenue', name: 'Revenue per week', needs: ['amount', 'time', 'invoice'], draw: weekChart('amount', null) },
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

/** The pictures that these columns allow; a part that is missing takes its picture away. */
export function picturesFor(columns: readonly Column[]): Picture[] {
  return makers.flatMap(({ id, name, draw, ...maker }) => {
    const parts = partsOf(columns, maker);
    return parts ? [{ id, name, parts, draw: (...given) => draw({ name, parts }, ...given) }] : [];
  });
}

function partsOf(
  columns: readonly Column[],
  { needs, needsOneOf = [], takes = [] }: Omit<Maker, 'id' | 'name' | 'draw'>,
) {
  const found = [...needs, ...needsOneOf, ...takes].map((part) => [part, columnFor(columns, part)] as const);
  const has = (part: Part) => found.some(([name, column]) => name === part && column !== null);
  const isOffered = needs.every(has) && (needsOneOf.length === 0 || needsOneOf.some(has));
  return isOffered ? (Object.fromEntries(found.filter(([, column]) => column !== null)) as Parts) : null;
}
