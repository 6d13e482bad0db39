import { isDay } from '#domain/time/time.ts';
import { columnKinds } from '#domain/reports/columns/columns.ts';
import { type ColumnFilter, isAsking } from '#domain/reports/rows/filterRows.ts';
import { buckets } from '#domain/reports/columns/instants.ts';
import { chartKinds, type ColumnSetting, type ReportView, usualView } from './viewState.ts';

/** The names a report's view has in an address. */
export const viewParams = ['columns', 'as', 'sort', 'where', 'find', 'group', 'sum', 'chart', 'picture'] as const;
type ViewParam = (typeof viewParams)[number];
export type ViewTexts = { readonly [Name in ViewParam]: string | null };

type Part<Value> = { readonly print: (view: ReportView) => string; readonly read: (text: string) => Value };

/** A view for an address: `sort=-flightHours,tail`, `where=tail~N51;flightHours:1..3`. What is usual is null. */
export function printView(view: ReportView): ViewTexts {
  return Object.fromEntries(viewParams.map((name) => [name, parts[name].print(view) || null])) as ViewTexts;
}

/** The inverse. What cannot be read is left out and told in `problems`. */
export function readView(texts: Partial<ViewTexts>): {
  readonly view: ReportView;
  readonly problems: readonly string[];
} {
  const view: { -readonly [Name in keyof ReportView]: ReportView[Name] } = { ...usualView };
  const problems: string[] = [];
  for (const name of viewParams) {
    const text = texts[name];
    if (text === null || text === undefined || text === '') continue;
    const { changes, odd } = parts[name].read(text);
    Object.assign(view, changes);
    problems.push(...odd.map((one) => `“${one}” cannot be read in ${name}.`));
  }
  return { view, problems };
}

type Reading = { readonly changes: Partial<ReportView>; readonly odd: readonly string[] };

const parts: Readonly<Record<ViewParam, Part<Reading>>> = {
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
    print: ({ sorts }) =>
      sorts.map(({ column, isDescending }) => (isDescending ? '-' : '') + printId(column)).join(','),
    read: (text) => readList(text, ',', readSort, (sorts) => ({ sorts })),
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
    print: ({ measures }) => measures.map(printId).join(','),
    read: (text) =>
      readList(
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
    print: ({ picture }) => picture ?? '',
    read: (picture) => ({ changes: { picture }, odd: [] }),
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

/** Signs that separate parts are written as two hexadecimal digits after a `!`, so that the address need not escape twice. */
const nameless = '!-';

/** A column's id, which is empty where a service names a member so. */
function printId(id: string): string {
  return id === '' ? nameless : escaped(id);
}

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
  const kind = columnKinds.find((one) => one === word);
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
  if (filter.form === 'range') return `${column}:${filter.least ?? ''}..${filter.most ?? ''}`;
  return `${column}@${filter.first ?? ''}..${filter.last ?? ''}`;
}

function readFilter(text: string): ColumnFilter | null {
  const match = /^([^~=:@]+)([~=:@])(.*)$/s.exec(text);
  if (!match) return null;
  const [, id = '', sign = '', rest = ''] = match;
  const filter = filterReaders[sign]?.(unescaped(id), rest) ?? null;
  return filter && isAsking(filter) ? filter : null;
}

const filterReaders: { readonly [sign: string]: (column: string, rest: string) => ColumnFilter | null } = {
  '~': (column, rest) => ({ form: 'text', column, contains: unescaped(rest) }),
  '=': (column, rest) => ({ form: 'set', column, values: rest.split(',').map(unescaped) }),
  ':': (column, rest) => {
    const [least, most] = rest.split('..', 2).map((end) => (end === '' ? null : Number(end)));
    const isGood = least !== undefined && most !== undefined && ![least, most].some(Number.isNaN);
    return isGood ? { form: 'range', column, least, most } : null;
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
  const bucket = buckets.find((one) => one === word) ?? null;
  const isGood = column !== '' && (word === undefined || bucket !== null);
  return isGood ? { changes: { group: { column: unescaped(column), bucket } }, odd: [] } : { changes: {}, odd: [text] };
}

function readChart(text: string): Reading {
  const [word, column] = text.split(':');
  const kind = chartKinds.find((one) => one === word);
  if (!kind) return { changes: {}, odd: [text] };
  return { changes: { chart: { kind, column: column ? unescaped(column) : null } }, odd: [] };
}
