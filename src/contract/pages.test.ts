import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageAt, pagePaths, pageRow, pages, seesPage } from './pages.ts';

const navigation = pagePaths.flatMap((path) => pages[path].nav ?? []);

describe('the pages of the navigation', () => {
  test('have a key each', () => {
    const keys = navigation.map(({ key }) => key);
    expect(keys.filter((key) => !/^[a-z]$/.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('begin with five that have an icon, for the bar of a phone', () => {
    expect(navigation.slice(0, 5).filter((one) => !('icon' in one))).toEqual([]);
  });

  test('need no record in their address', () => {
    expect(pagePaths.filter((path) => path.includes(':') && pages[path].nav)).toEqual([]);
  });
});

test('the names in the navigation differ', () => {
  const names = pagePaths.map((path) => pageRow(path).name);
  expect(new Set(names).size).toBe(names.length);
});

test('a manager sees every page', () => {
  expect(pagePaths.filter((path) => !seesPage('manager', path))).toEqual([]);
});

describe('the page of a path', () => {
  const id = fc.stringMatching(/^[^/?#]+$/);

  test('is the one whose fixed parts it has, with any id', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pagePaths), id, (path, given) => {
        const isOther = pagePaths.some((candidate) => candidate === path.replace(/:\w+$/, given.toLowerCase()));
        fc.pre(!path.includes(':') || !isOther);
        expect(pageAt(path.replace(/:\w+$/, () => given))).toBe(path);
      }),
    );
  });

  test('is itself for a path of the table', () => {
    expect(pagePaths.map(pageAt)).toEqual(pagePaths);
  });

  test.each(['', 'fleet', '/nowhere', '/fleet/a/b', '/plan/none', '?view=table'])('is none for “%s”', (path) => {
    expect(pageAt(path)).toBeNull();
  });
});
