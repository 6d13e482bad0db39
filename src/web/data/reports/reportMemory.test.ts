import { expect, test } from 'vitest';
import {
  columnChange,
  memoriesOf,
  readMemory,
  readSavedViews,
  type SavedView,
  viewsOf,
  withoutView,
  withView,
} from './reportMemory.ts';
import { reportIds } from '#domain/reports/loading/reportQuery.ts';

const saved = (name: string, sort = 'a', dataSet: SavedView['dataSet'] = 'reportFlights'): SavedView => ({
  dataSet,
  name,
  view: { sort },
});

test('a view is saved under its name and replaces one with the same name in its data set', () => {
  const { views } = withView([saved('b'), saved('b', 'x', 'reportPeople')], saved(' b ', '-c'));
  expect(viewsOf(views, 'reportFlights')).toEqual([saved('b', '-c')]);
  expect(viewsOf(withView(views, saved('a')).views, 'reportFlights').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(withoutView(views, saved('b'))).toEqual([saved('b', 'x', 'reportPeople')]);
});

test('a view needs a name of at most 60 characters', () => {
  expect(withView([], saved('  '))).toEqual({ views: [], problem: 'Enter a name for the view.' });
  expect(withView([], saved('x'.repeat(61)))).toEqual({ views: [], problem: 'Use at most 60 characters.' });
  expect(withView([], saved('x'.repeat(60)))).toMatchObject({ problem: null });
});

test('stored values that are not views or cannot be read are dropped', () => {
  const odd = [
    null,
    'x',
    [],
    { name: 'a' },
    { ...saved('a'), dataSet: 'reportNonsense' },
    { ...saved('a'), name: 7 },
    { ...saved('a'), view: null },
    { ...saved('a'), view: { sort: 5 } },
    { ...saved('a'), view: { where: 'nonsense' } },
  ];
  expect(readSavedViews([...odd, saved('a')])).toEqual([saved('a')]);
  expect(readSavedViews(undefined)).toEqual([]);
  expect(readSavedViews({ 0: saved('a') })).toEqual([]);
});

test('fields of newer versions are dropped from a stored view, and null stays null', () => {
  const stored = { ...saved('a'), view: { sort: 'a', find: null, future: 'x' }, colour: 'red' };
  expect(readSavedViews([stored])).toEqual([{ ...saved('a'), view: { sort: 'a', find: null } }]);
});

const seen = { day: '2026-05-12', columns: ['a', 'b', 'c'] };

test('columns are compared with the last visit, whatever their order', () => {
  expect(columnChange(seen, ['c', 'b', 'a'])).toBeNull();
  expect(columnChange(seen, ['a', 'b', 'd'])).toEqual({ added: ['d'], missing: ['c'], since: '2026-05-12' });
  expect(columnChange(seen, ['a'])).toEqual({ added: [], missing: ['b', 'c'], since: '2026-05-12' });
});

test('there is no change without a last visit or without rows', () => {
  expect(columnChange(null, ['a'])).toBeNull();
  expect(columnChange(seen, [])).toBeNull();
});

test('each field of a stored memory is checked on its own', () => {
  const stored = { keys: seen, kinds: { a: 'hours' }, rows: 12, newest: '2026-05-12' };
  expect(readMemory(stored)).toEqual(stored);
  const nothing = { keys: null, kinds: {}, rows: null, newest: null };
  for (const broken of [undefined, null, 'x', 7, [], {}, { keys: 'x', kinds: 'y', rows: 'z', newest: 'soon' }]) {
    expect(readMemory(broken)).toEqual(nothing);
  }
  expect(readMemory({ keys: { day: '2026-05-12' }, rows: 3 })).toEqual({ ...nothing, rows: 3 });
  expect(readMemory({ keys: { day: '2026-05-12', columns: ['a', 5] } }).keys).toEqual({ ...seen, columns: ['a'] });
  expect(readMemory({ kinds: { a: 'hours', b: 'nonsense', c: 4 } }).kinds).toEqual({ a: 'hours' });
});

test('memories belong to the data sets in order, and those never visited have none', () => {
  const memories = memoriesOf(reportIds.map((id) => (id === 'reportWorkOrders' ? { rows: 40 } : undefined)));
  expect([...memories]).toEqual([['reportWorkOrders', { keys: null, kinds: {}, rows: 40, newest: null }]]);
});
