import { expect, test } from 'vitest';
import { everyone, type Who } from '#contract/access/grants.ts';
import { rightsOf } from '#domain/access/rights.ts';
import { allowedSources, peopleTargets } from './palette/paletteModel.ts';
import { navigationFor } from './shellModel.ts';

const pages = ['/', '/fleet', '/instructors', '/people', '/setup'];
const navigation = pages.map((path) => ({ path, label: path, key: path.slice(1, 2) || 'h' }));
const own = { label: 'My schedule' };
const whoIs = (given: Partial<Who>): Who => ({ ...everyone, mode: 'tokens', ...given });
const pathsFor = (given: Partial<Who>) => navigationFor(navigation, whoIs(given), own).map(({ path }) => path);

test('the navigation has the pages of the role, or all of them without sign-in', () => {
  expect(pathsFor(everyone)).toEqual(pages);
  expect(pathsFor({ role: 'maintenance' })).toEqual(['/', '/fleet']);
  expect(pathsFor({ role: 'display' })).toEqual([]);
});

test('an instructor has their own schedule first, under the list’s shortcut key', () => {
  const [first, ...others] = navigationFor(navigation, whoIs({ role: 'instructor', userId: 'u1' }), own);
  expect(first).toMatchObject({ path: '/instructors/u1', label: 'My schedule', key: 'i' });
  expect(others.map(({ path }) => path)).toEqual(['/fleet']);
  expect(pathsFor({ role: 'instructor', userId: null })).toEqual(['/fleet']);
});

test('commands lead only to pages the role may see', () => {
  const none = { pages: [], views: [], aircraft: [], instructors: [], switches: [] };
  const sources = { ...none, people: peopleTargets(new Map([['u1', 'Ana Garcia']])) };
  const { maySeePage } = rightsOf(whoIs({ role: 'maintenance' }));
  expect(allowedSources(sources, maySeePage).people).toEqual([]);
  expect(allowedSources(sources, rightsOf(everyone).maySeePage)).toEqual(sources);
});
