import { describe, expect, test } from 'vitest';
import { type LinkOf, linksOf } from '#domain/reports/columns/cellText.ts';
import { columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { type Selection, periodSelection, partOf } from '#domain/reports/loading/part.ts';
import { daysOf } from '#domain/reports/loading/periods.ts';
import { type LoadPlan, newLoad } from '#domain/reports/loading/loadPlan.ts';
import { defaultView, type ReportView } from '#domain/reports/reportView.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import {
  columnChangeText,
  columnLimitText,
  exportChoices,
  exportName,
  exportNotes,
  filterText,
  isPersonalColumn,
  missingRecordText,
  newestDay,
  openRecord,
  personalLabels,
  publicFilters,
  relatedPages,
  summaryText,
  tableWarnings,
  unknownColumns,
  withIdsLast,
  withMeasuresFirst,
  withUsualMeasures,
} from './tableModel.ts';

const items = [{ tailNumber: 'N512SP', hours: 1.2, start: '2026-05-12T14:00:00' }];
const shape = widened(emptyShape, items);
const columns = columnsOf(shape);
const head = { from: 0, to: 1, rows: items, shape, setAside: [] };
const plan = { ...newLoad({}, 0), head, rows: items, shape, totalItems: 1912 };
const complete = { ...plan, status: 'complete', mode: 'whole', totalItems: 1 } as const;

describe('a filter as a sentence', () => {
  const words = (filter: ColumnFilter) => filterText(filter, columns);

  test('describes text and number ranges', () => {
    expect(words({ form: 'text', column: 'tailNumber', contains: 'N51' })).toBe('Tail number contains “N51”');
    expect(words({ form: 'range', column: 'hours', min: 1, max: 2.5 })).toBe('Hours from 1 to 2.5');
    expect(words({ form: 'range', column: 'hours', min: null, max: 3 })).toBe('Hours up to 3');
    expect(words({ form: 'range', column: 'hours', min: -2, max: null })).toBe('Hours from −2');
  });

  test('describes days with the year', () => {
    const days = { form: 'days', column: 'start', first: '2026-05-01', last: null } as const;
    expect(words(days)).toBe('Start from Fri 1 May 2026');
    expect(words({ ...days, last: '2027-05-01' })).toBe('Start from Fri 1 May 2026 to Sat 1 May 2027');
    expect(words({ ...days, first: null })).toBe('Start is anything');
  });

  test('describes up to three values by name', () => {
    const set = (values: readonly string[]) => words({ form: 'set', column: 'tailNumber', values });
    expect(set(['Open'])).toBe('Tail number is Open');
    expect(set(['', 'A', 'B'])).toBe('Tail number is (empty) or A or B');
    expect(set(['', 'A', 'B', 'C', 'D'])).toBe('Tail number is (empty) or A or B or 2 more');
  });

  test('uses the id of a column that is not there', () => {
    expect(words({ form: 'set', column: 'gone', values: ['x'] })).toBe('gone is x');
  });
});

test('the summary says which rows are displayed, out of how many, in which groups and order', () => {
  const words = (view: Partial<typeof defaultView>, shown: number, groups: number | null = null) =>
    summaryText({ ...defaultView, ...view }, columns, { plan, shown, groups, selection: null, since: null });
  expect(words({}, 1)).toBe('The first 1 of 1,912 rows.');
  expect(words({ search: '  ' }, 1)).toBe('The first 1 of 1,912 rows.');
  expect(words({ search: 'n5' }, 0)).toBe('0 rows match out of the first 1 of 1,912 rows.');
  expect(words({ search: 'n5', sorts: [{ column: 'hours', isDescending: true }] }, 1)).toBe(
    '1 row matches out of the first 1 of 1,912 rows; sorted by Hours, descending.',
  );
  expect(words({ group: { column: 'tailNumber', bucket: null } }, 1, 1)).toBe(
    'The first 1 of 1,912 rows; 1 group by Tail number.',
  );
  const sorts = ['tailNumber', 'gone'].map((column) => ({ column, isDescending: false }));
  expect(words({ group: { column: 'start', bucket: 'week' }, sorts }, 1, 12)).toBe(
    'The first 1 of 1,912 rows; 12 groups by Start; sorted by Tail number, then gone.',
  );
  expect(words({ group: { column: 'gone', bucket: null } }, 1)).toBe('The first 1 of 1,912 rows.');
});

test('the summary of a period says whether all of it is loaded', () => {
  const of = (isWhole: boolean, search = '') =>
    summaryText({ ...defaultView, search }, columns, {
      plan,
      shown: 1,
      groups: null,
      selection: null,
      since: null,
      period: { label: 'last month', text: '1 Apr to 30 Apr', isWhole },
    });
  expect(of(true)).toBe('All 1 row of last month, 1 Apr to 30 Apr.');
  expect(of(false)).toBe('1 row of last month, 1 Apr to 30 Apr, out of the first 1 of 1,912 rows.');
  expect(of(true, 'n5')).toBe('1 row of last month, 1 Apr to 30 Apr matches out of the first 1 of 1,912 rows.');
});

test('columns in the view but not in the rows are found, each once', () => {
  const view = {
    ...defaultView,
    sorts: [
      { column: 'a', isDescending: false },
      { column: 'hours', isDescending: false },
    ],
    filters: [{ form: 'text', column: 'a', contains: 'x' } as const],
    measures: ['b'],
    group: { column: 'c', bucket: null },
    chart: { kind: 'bar', column: 'd' } as const,
  };
  expect(unknownColumns(columns, view)).toEqual(['a', 'b', 'c', 'd']);
  expect(unknownColumns(columns, { ...defaultView, chart: { kind: 'bar', column: null } })).toEqual([]);
});

test('warnings cover the address, the load, and missing columns once all rows are loaded', () => {
  const view = { ...defaultView, sorts: [{ column: 'gone', isDescending: false }] };
  expect(tableWarnings(complete, columns, view)).toEqual(['Columns not in these rows: gone.']);
  expect(tableWarnings({ ...complete, totalItems: 5 }, columns, defaultView)).toEqual([
    'The service reported 5 rows but sent 1.',
  ]);
  expect(tableWarnings(plan, columns, view)).toEqual([]);
});

test('values beyond the maximum number of columns are counted', () => {
  expect(columnLimitText({ shape })).toBeNull();
  expect(columnLimitText({ shape: { ...shape, beyond: 1234 } })).toBe(
    'Only 1,000 columns are shown; 1,234 more values are in the row details.',
  );
});

test('changed columns are named, with the day of the last visit', () => {
  const since = '2026-05-12';
  expect(columnChangeText({ added: ['oil', 'fuel'], missing: [], since })).toEqual({
    text: '2 new columns since Tue 12 May.',
    names: 'oil, fuel',
  });
  expect(columnChangeText({ added: ['oil'], missing: ['hours'], since })).toEqual({
    text: '1 new column since Tue 12 May; 1 not in these rows.',
    names: 'oil',
  });
  expect(columnChangeText({ added: [], missing: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], since })).toEqual({
    text: '8 columns of Tue 12 May not in these rows.',
    names: 'a, b, c, d, e, f and 2 more',
  });
});

describe('personal columns', () => {
  const people = sampleStore([{ name: 'Lee', email: 'lee@example.org', contact: { phoneNumber: '1' } }]);

  test('are named, even inside objects', () => {
    expect(personalLabels(people.columns)).toEqual(['Email', 'Contact phone number']);
    expect(isPersonalColumn(people.column('name'))).toBe(false);
  });

  test('never filter, because the address would hold their values', () => {
    const filter = (column: string) => ({ form: 'text', column, contains: 'lee' }) as const;
    const filters = ['name', 'email', 'contact.phoneNumber', 'gone'].map(filter);
    expect(publicFilters(filters, people.columns)).toEqual([filter('name'), filter('gone')]);
  });
});

describe('the column order', () => {
  const guid = '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11';
  const mixed = sampleStore([{ id: guid, tail: 'N1', otherId: guid, hours: 1 }]);
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

  test('puts the ids last', () => {
    expect(ids(withIdsLast(mixed.columns))).toEqual(['tail', 'hours', 'id', 'otherId']);
  });

  test('puts the measures first when rows are grouped', () => {
    const measures = [mixed.column('hours')];
    const grouping = { column: mixed.column('tail'), bucket: null };
    const grouped = { grouping, groups: [], opened: new Map<string, Uint32Array>(), cuts: new Map<string, string>() };
    expect(ids(withMeasuresFirst(mixed.columns, { grouped, measures }))).toEqual(['hours', 'id', 'tail', 'otherId']);
    expect(withMeasuresFirst(mixed.columns, { grouped: null, measures })).toBe(mixed.columns);
  });
});

describe('the open report row', () => {
  const { store } = sampleStore(['a', 'b', 'c', 'd'].map((id) => ({ id })));
  const rows = Uint32Array.of(3, 1, 0);

  test('is found by its id, with its neighbours in table order', () => {
    expect(openRecord(store, rows, 'b')).toEqual({ row: 1, title: 'Row 2 of 3', previous: 3, next: 0 });
    expect(openRecord(store, rows, 'd')).toMatchObject({ title: 'Row 1 of 3', previous: null, next: 1 });
    expect(openRecord(store, rows, 'a')).toMatchObject({ title: 'Row 3 of 3', previous: 1, next: null });
    expect(openRecord(store, rows, '#2')).toMatchObject({ row: 1 });
  });

  test('may be filtered out or missing', () => {
    expect(openRecord(store, rows, 'c')).toEqual({
      row: 2,
      title: 'Row 3, filtered out',
      previous: null,
      next: null,
    });
    expect(openRecord(store, rows, 'x')).toBeNull();
    expect(openRecord(store, rows, '#5')).toBeNull();
    expect(missingRecordText(complete, '#99')).toBe('Row #99 not found in the only row.');
    expect(missingRecordText(plan, '#99')).toBeNull();
  });

  test('links once to each page it names', () => {
    const guid = '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11';
    const linkOf: LinkOf = linksOf(
      { aircraft: [{ aircraftId: guid, tailNumber: 'N1' }], instructorIds: [], userIds: ['u1'], reservations: [] },
      'America/Denver',
    );
    const item = { tailNumber: 'N1', aircraftId: guid, customerId: 'u1', note: 'N1' };
    const pages = relatedPages(item, sampleStore([item]).columns, linkOf);
    expect(pages.map(({ text }) => text)).toEqual(['N1', 'u1']);
    expect(relatedPages({ aircraftId: guid }, sampleStore([item]).columns, linkOf)).toMatchObject([
      { text: 'Aircraft' },
    ]);
    expect(relatedPages({}, sampleStore([item]).columns, linkOf)).toEqual([]);
  });
});

/** The newest 1,032 of 4,532 rows, at the end of the list. */
const rows = Array.from({ length: 1032 }, (_, id) => ({ id }));
const newestPart: LoadPlan = {
  ...plan,
  status: 'idle',
  mode: 'page',
  order: 'newest last',
  end: 'last',
  tail: { from: 3500, to: 4532, rows, shape, setAside: [] },
  rows,
  totalItems: 4532,
};
const at = { today: '2026-05-12', zone: { name: 'America/Denver', zoneless: 'operator' } } as const;

describe('report exports', () => {
  test('offer the displayed rows and all loaded rows', () => {
    const whole = { ...complete, rows: rows.slice(0, 40), totalItems: 40 };
    expect(exportChoices(whole, null, 40, 40)).toEqual([{ rows: 'shown', label: 'all 40 rows' }]);
    expect(exportChoices(whole, null, 12, 40)).toEqual([
      { rows: 'shown', label: '12 rows shown' },
      { rows: 'all', label: 'all 40 rows' },
    ]);
    expect(exportChoices(newestPart, null, 0, 1032)).toEqual([
      { rows: 'shown', label: '0 rows shown' },
      { rows: 'all', label: 'newest 1,032 of 4,532 rows' },
    ]);
    const [period] = exportChoices(whole, periodSelection(daysOf('30', at.today)!, at), 40, 40);
    expect(period?.label).toBe('all 40 rows of the last 30 days');
  });

  test('of everything have plain file names and no notes', () => {
    expect(exportName('flights', '2026-05-12', null, null)).toBe('flights-2026-05-12');
    expect(exportNotes(null, null, { view: defaultView, columns, loaded: 40 })).toEqual([]);
  });

  test('of a part say so in the file name and the notes', () => {
    const part = partOf(newestPart, null, '2 Apr');
    expect(exportName('invoices', '2026-05-12', part, null)).toBe('invoices-2026-05-12-part-newest-1032-of-4532');
    expect(exportName('invoices', '2026-05-12', part, 34)).toBe(
      'invoices-2026-05-12-part-newest-1032-of-4532-34-rows-shown',
    );
    const period = partOf(complete, periodSelection(daysOf('30', at.today)!, at));
    expect(exportName('flights', '2026-05-12', period, null)).toBe('flights-2026-05-12-2026-04-13-to-2026-05-12');
    const view: ReportView = {
      ...defaultView,
      search: 'lee',
      filters: [{ form: 'range', column: 'hours', min: 2, max: null }],
    };
    expect(exportNotes(part, 34, { view, columns, loaded: 1032 })).toEqual([
      'This file holds part of the data. Newest 1,032 of 4,532 rows (part: rows 3,501–4,532 of 4,532), from 2 Apr.',
      '34 rows of 1,032 rows that match: Hours from 2; a cell contains “lee”.',
    ]);
  });
});

describe('the day of the newest row', () => {
  const { store, columns: all } = sampleStore([
    { opened: '2026-05-12T05:30:00Z', n: 1 },
    { opened: '2026-05-01T00:00:00Z', n: 2 },
  ]);
  const newest = all[0] ?? null;
  const found = { plan: complete, view: defaultView, newest, store, computed: { rows: Uint32Array.of(0, 1) } };

  test('is the operator’s day', () => {
    // 05:30 in Zulu is 23:30 of the day before in Denver.
    expect(newestDay(found, 'America/Denver')).toBe('2026-05-11');
  });

  test('is unknown for some of the rows, or for rows in another order', () => {
    expect(newestDay({ ...found, plan }, 'UTC')).toBe(null);
    expect(newestDay({ ...found, newest: null }, 'UTC')).toBe(null);
    expect(newestDay({ ...found, computed: null }, 'UTC')).toBe(null);
    expect(newestDay({ ...found, view: { ...defaultView, search: 'x' } }, 'UTC')).toBe(null);
  });

  test('is known for a part whose order is known, unless a row at the other end is later', () => {
    expect(newestDay({ ...found, plan: newestPart }, 'UTC')).toBe('2026-05-12');
    expect(newestDay({ ...found, plan: { ...newestPart, later: 1 } }, 'UTC')).toBe(null);
  });
});

describe('the summary of the newest rows', () => {
  const view = { ...defaultView, sorts: [{ column: 'start', isDescending: true }] };
  const start = columns.find(({ id }) => id === 'start') ?? null;
  const words = (shown: LoadPlan, selection: Selection | null = null, since: string | null = null) =>
    summaryText(view, columns, { plan: shown, shown: shown.rows.length, groups: null, selection, since }, start);

  test('covers all rows, a period with its days, or a part with its positions', () => {
    expect(words(complete)).toBe('The only row. Newest first, by start.');
    expect(words(newestPart, null, '2 Apr')).toBe(
      'The newest 1,032 of 4,532 rows (rows 3,501–4,532 of 4,532), from 2 Apr. Newest first, by start.',
    );
    expect(words({ ...complete, rows, totalItems: 1032 }, periodSelection(daysOf('30', at.today)!, at))).toBe(
      'All 1,032 rows of the last 30 days, 13 Apr to 12 May. Newest first, by start.',
    );
    expect(words(newestPart, periodSelection(daysOf('30', at.today)!, at), '2 May')).toBe(
      'The newest 1,032 of 4,532 rows of the last 30 days (rows 3,501–4,532 of 4,532), from 2 May. Newest first, by start.',
    );
  });

  test('has warnings when newer rows may not be loaded or the service ignored the dates', () => {
    const dated = { id: 'reportInvoices', zone: at.zone } as const;
    expect(tableWarnings({ ...newestPart, dated }, columns, defaultView)).toEqual([]);
    expect(tableWarnings({ ...newestPart, dated, order: 'unknown' }, columns, defaultView)).toEqual([
      'The order of the service’s list is not known: newer rows may not be loaded. Load all rows to see the newest.',
    ]);
    expect(tableWarnings({ ...newestPart, dated }, columns, defaultView, true)).toEqual([
      'The service ignored the dates: many rows are from other days.',
    ]);
  });
});

test('groups sum their hours, but neither meters nor dates, unless a person chose otherwise', () => {
  const { columns: flown } = sampleStore([
    {
      tail: 'N1',
      flightHours: 1.5,
      hobbsOut: 4093.1,
      tachIn: 12.5,
      engine1Tach: 9.1,
      landings: 2,
      start: '2026-05-12T14:00:00',
    },
  ]);
  const grouped: ReportView = { ...defaultView, group: { column: 'tail', bucket: null } };
  expect(withUsualMeasures(grouped, flown).measures).toEqual(['flightHours']);
  for (const view of [defaultView, { ...grouped, measures: ['landings'] }, { ...grouped, isUntotalled: true }])
    expect(withUsualMeasures(view, flown)).toBe(view);
});
