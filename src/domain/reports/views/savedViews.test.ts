import { expect, test } from 'vitest';
import { readSavedViews, type SavedView, viewsOf, withoutView, withView } from './viewWords.ts';

const saved = (name: string, sort = 'a', dataSet: SavedView['dataSet'] = 'reportFlights'): SavedView => ({
  dataSet,
  name,
  view: { sort },
});

test('a view is kept under its name, and replaced under the same', () => {
  const { views } = withView([saved('b'), saved('b', 'x', 'reportPeople')], saved(' b ', '-c'));
  expect(viewsOf(views, 'reportFlights')).toEqual([saved('b', '-c')]);
  expect(viewsOf(withView(views, saved('a')).views, 'reportFlights').map(({ name }) => name)).toEqual(['a', 'b']);
  expect(withoutView(views, saved('b'))).toEqual([saved('b', 'x', 'reportPeople')]);
});

test('a view needs a name of decent length', () => {
  expect(withView([], saved('  ')).problem).toBe('A view needs a name.');
  expect(withView([], saved('x'.repeat(61)))).toMatchObject({ views: [] });
});

test('what is stored and is no view is dropped', () => {
  const odd = [
    null,
    'x',
    { name: 'a' },
    { ...saved('a'), view: { sort: 5 } },
    { ...saved('a'), view: { where: 'nonsense' } },
  ];
  expect(readSavedViews([...odd, saved('a')])).toEqual([saved('a')]);
  expect(readSavedViews(undefined)).toEqual([]);
});
