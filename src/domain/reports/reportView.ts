import { type ColumnKind, columnKinds } from '#domain/reports/columns/columns.ts';
import { type ColumnFilter, isActive, type Sort } from '#domain/reports/rows/filterSort.ts';
import { type Bucket, buckets } from '#domain/reports/columns/times.ts';
import { missingDay } from '#contract/filters.ts';
import { isDay } from '#domain/time/time.ts';

/** How a column is shown, if not by default. */
export type ColumnSetting = {
  readonly column: string;
  /** Pixels; null for the automatic width. */
  readonly width: number | null;
  readonly isHidden: boolean;
  readonly isPinned: boolean;
};

export const chartKinds = ['bar', 'line', 'histogram'] as const;
export type ChartKind = (typeof chartKinds)[number];

type ViewGroup = {
  readonly column: string;
  readonly bucket: Bucket | null;
};

type ViewChart = {
  readonly kind: ChartKind;
  /** The measure to sum, null to count rows; for a histogram, the column itself. */
  readonly column: string | null;
};

/** All user choices about a report's table, stored in the address and in saved views. */
export type ReportView = {
  /** In the chosen order; other columns follow in their original order. */
  readonly columns: readonly ColumnSetting[];
  readonly kinds: { readonly [columnId: string]: ColumnKind };
  readonly sorts: readonly Sort[];
  /**
   * True if the user chose the order in which the service sent the rows. Otherwise, without sorts, the newest rows come
   * first.
   */
  readonly isAsSent: boolean;
  readonly filters: readonly ColumnFilter[];
  readonly search: string;
  readonly group: ViewGroup | null;
  /** The ids of columns that are measured in groups and totals; without any, groups sum their hours. */
  readonly measures: readonly string[];
  /** True if the user chose no totals at all. */
  readonly isUntotalled: boolean;
  readonly chart: ViewChart | null;
  /** The id of a preset chart. */
  readonly preset: string | null;
};

export const defaultView: ReportView = {
  columns: [],
  kinds: {},
  sorts: [],
  isAsSent: false,
  filters: [],
  search: '',
  group: null,
  measures: [],
  isUntotalled: false,
  chart: null,
  preset: null,
};

/** The names of the query parameters that hold a view. */
export const viewParams = ['columns', 'as', 'sort', 'where', 'find', 'group', 'sum', 'chart', 'picture'] as const;
type ViewParam = (typeof viewParams)[number];
export type ViewTexts = { readonly [Name in ViewParam]: string | null };

const noTexts: ViewTexts = {
  columns: null,
  as: null,
  sort: null,
  where: null,
  find: null,
  group: null,
  sum: null,
  chart: null,
  picture: null,
};

/** Prints a view for an address: `sort=-flightHours,tail`, `where=tail~N51;flightHours:1..3`. Defaults are null. */
export function printView(view: ReportView): ViewTexts {
  const texts: { -readonly [Name in ViewParam]: string | null } = { ...noTexts };
  for (const name of viewParams) texts[name] = codecs[name].print(view) || null;
  return texts;
}

/** The inverse of `printView`. Unreadable parts are left out and listed in `problems`. */
export function readView(texts: Partial<ViewTexts>): {
  readonly view: ReportView;
  readonly problems: readonly string[];
} {
  const view: { -readonly [Name in keyof ReportView]: ReportView[Name] } = { ...defaultView };
  const problems: string[] = [];
  for (const name of viewParams) {
    const text = texts[name];
    if (text === null || text === undefined || text === '') continue;
    const { changes, odd } = codecs[name].read(text);
    Object.assign(view, changes);
    problems.push(...odd.map((one) => `${noDayText(one)}“${one}” cannot be read in ${name}.`));
  }
  return { view, problems };
}

function noDayText(text: string): string {
  const day = missingDay(text);
  return day === null ? '' : `There is no day ${day}: `;
}

/** Stands for none of something that has a default: `sort=-` is the service's own order, `sum=-` no totals. */
const asSent = '-';
const untotalled = '-';

type Reading = { readonly changes: Partial<ReportView>; readonly odd: readonly string[] };

type Codec = { readonly print: (view: ReportView) => string; readonly read: (text: string) => Reading };

const codecs: Readonly<Record<ViewParam, Codec>> = {
  columns: {
    print: ({ columns }) => columns.map(printSetting).join(','),
    read: (text) => readList(text, ',', readSetting, (columns) => ({ columns })),
  },
  as: {
    print: ({ kinds }) =>
      Object.entries(kinds)
        .map((pair) => pair.map(printId).join(':'))
        .join(','),
    read: (text) => readList(text, ',', readKind, (pairs) => ({ kinds: Object.fromEntries(pairs) })),
  },
  sort: {
    print: ({ sorts, isAsSent }) =>
      sorts.length === 0 && isAsSent
        ? asSent
        : sorts.map(({ column, isDescending }) => (isDescending ? '-' : '') + printId(column)).join(','),
    read: (text) =>
      text === asSent
        ? { changes: { isAsSent: true }, odd: [] }
        : readList(text, ',', readSort, (sorts) => ({ sorts })),
  },
  where: {
    print: ({ filters }) => filters.map(printFilter).join(';'),
    read: (text) => readList(text, ';', readFilter, (filters) => ({ filters })),
  },
  find: { print: ({ search }) => search, read: (search) => ({ changes: { search }, odd: [] }) },
  group: {
    print: ({ group }) => (group ? printId(group.column) + (group.bucket ? `:${group.bucket}` : '') : ''),
    read: readGroup,
  },
  sum: {
    print: ({ measures, isUntotalled }) =>
      measures.length === 0 && isUntotalled ? untotalled : measures.map(printId).join(','),
    read: (text) =>
      text === untotalled
        ? { changes: { isUntotalled: true }, odd: [] }
        : readList(
            text,
            ',',
            (one) => (one === '' ? null : unescaped(one)),
            (measures) => ({ measures }),
          ),
  },
  chart: {
    print: ({ chart }) => (chart ? chart.kind + (chart.column === null ? '' : `:${printId(chart.column)}`) : ''),
    read: readChart,
  },
  picture: {
    print: ({ preset }) => preset ?? '',
    read: (preset) => ({ changes: { preset }, odd: [] }),
  },
};

function readList<Value>(
  text: string,
  separator: string,
  read: (part: string) => Value | null,
  toChanges: (values: Value[]) => Partial<ReportView>,
): Reading {
  const texts = text.split(separator);
  const values = texts.map(read);
  return {
    changes: toChanges(values.filter((value) => value !== null)),
    odd: texts.filter((_, at) => values[at] === null),
  };
}

/** Stands for the empty id: JSON members may have an empty name. */
const nameless = '!-';

function printId(id: string): string {
  return id === '' ? nameless : escaped(id);
}

/** Separators become `!` and two hexadecimal digits, which the address does not escape a second time. */
function escaped(text: string): string {
  return text.replaceAll(/^-|[!,;:~=*@]/g, (sign) => `!${sign.charCodeAt(0).toString(16)}`);
}

function unescaped(text: string): string {
  if (text === nameless) return '';
  return text.replaceAll(/!([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `tail`, `tail:120`, `tail:120*` (pinned), `tail:~` (hidden). */
function printSetting({ column, width, isHidden, isPinned }: ColumnSetting): string {
  const marks = `${width ?? ''}${isPinned ? '*' : ''}${isHidden ? '~' : ''}`;
  return printId(column) + (marks && `:${marks}`);
}

function readSetting(text: string): ColumnSetting | null {
  const match = /^([^:]+)(?::(\d{1,4})?(\*)?(~)?)?$/.exec(text);
  if (!match?.[1]) return null;
  const [, column, width, pin, hidden] = match;
  return {
    column: unescaped(column),
    width: width === undefined ? null : Number(width),
    isPinned: !!pin,
    isHidden: !!hidden,
  };
}

function readKind(text: string) {
  const [column = '', word] = text.split(':');
  const kind = columnKinds.find((candidate) => candidate === word);
  return column !== '' && kind ? ([unescaped(column), kind] as const) : null;
}

function readSort(text: string) {
  const isDescending = text.startsWith('-');
  const column = isDescending ? text.slice(1) : text;
  return column === '' ? null : { column: unescaped(column), isDescending };
}

/** `tail~N51` (contains), `hours:1..3` (range), `start@2026-05-01..2026-05-31` (days), `status=Open,Closed` (one of). */
function printFilter(filter: ColumnFilter): string {
  const column = printId(filter.column);
  if (filter.form === 'text') return `${column}~${escaped(filter.contains)}`;
  if (filter.form === 'set') return `${column}=${filter.values.map(escaped).join(',')}`;
  if (filter.form === 'range') return `${column}:${filter.min ?? ''}..${filter.max ?? ''}`;
  return `${column}@${filter.first ?? ''}..${filter.last ?? ''}`;
}

function readFilter(text: string): ColumnFilter | null {
  const match = /^([^~=:@]+)([~=:@])(.*)$/s.exec(text);
  if (!match) return null;
  const [, id = '', sign = '', rest = ''] = match;
  const filter = filterReaders[sign]?.(unescaped(id), rest) ?? null;
  return filter && isActive(filter) ? filter : null;
}

const filterReaders: { readonly [sign: string]: (column: string, rest: string) => ColumnFilter | null } = {
  '~': (column, rest) => ({ form: 'text', column, contains: unescaped(rest) }),
  '=': (column, rest) => ({ form: 'set', column, values: rest.split(',').map(unescaped) }),
  ':': (column, rest) => {
    const [min, max] = rest.split('..', 2).map((end) => (end === '' ? null : Number(end)));
    const isGood = min !== undefined && max !== undefined && ![min, max].some(Number.isNaN);
    return isGood ? { form: 'range', column, min, max } : null;
  },
  '@': (column, rest) => {
    const [first, last] = rest.split('..', 2).map((end) => (end === '' ? null : end));
    const isGood =
      first !== undefined && last !== undefined && [first, last].every((day) => day === null || isDay(day));
    return isGood ? { form: 'days', column, first, last } : null;
  },
};

function readGroup(text: string): Reading {
  const [column = '', word] = text.split(':');
  const bucket = buckets.find((candidate) => candidate === word) ?? null;
  const isGood = column !== '' && (word === undefined || bucket !== null);
  return isGood ? { changes: { group: { column: unescaped(column), bucket } }, odd: [] } : { changes: {}, odd: [text] };
}

function readChart(text: string): Reading {
  const [word, column] = text.split(':');
  const kind = chartKinds.find((candidate) => candidate === word);
  if (!kind) return { changes: {}, odd: [text] };
  return { changes: { chart: { kind, column: column ? unescaped(column) : null } }, odd: [] };
}
