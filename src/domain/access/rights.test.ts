import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyone, type Who } from '#contract/access/grants.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { visibleTo } from '#contract/access/visible.ts';
import { operationIds } from '#contract/operations.ts';
import { pagePaths, pageRow } from '#contract/pages.ts';
import { mayRead, personOf, rightsOf } from './rights.ts';

const whoIs = (role: Role, given: Partial<Who> = {}): Who => ({
  ...everyone,
  mode: 'tokens',
  role,
  name: 'Ana',
  canSignOut: true,
  ...given,
});

const addressOf = (path: string) => path.replaceAll(/:\w+/g, 'a-1');

describe('a page', () => {
  test('is open to a role if the table names it, with any query', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.constantFrom(...pagePaths),
        fc.webQueryParameters(),
        fc.nat(),
        (role, path, query, capitals) => {
          // The browser's router opens a path in any letter case, and with a slash at its end.
          const shown = Array.from(addressOf(path), (letter, at) =>
            (capitals >> (at % 31)) & 1 ? letter.toUpperCase() : letter,
          );
          const expected = pageRow(path).roles.includes(role);
          const { maySeePage } = rightsOf(whoIs(role));
          for (const end of ['', '/']) expect(maySeePage(`${shown.join('')}${end}?${query}`)).toBe(expected);
        },
      ),
    );
  });

  test('is open to the manager, whatever it is', () => {
    const { maySeePage, firstPage } = rightsOf(everyone);
    expect(pagePaths.map(addressOf).every(maySeePage)).toBe(true);
    expect(firstPage).toBe('/');
  });

  test('that does not exist is open to all', () => {
    expect(rightsOf(whoIs('display')).maySeePage('/nowhere')).toBe(true);
    expect(rightsOf(whoIs('display')).maySeePage('?reservation=1')).toBe(true);
  });

  test.each<[Role, string | null, string]>([
    ['manager', null, '/'],
    ['dispatcher', null, '/'],
    ['maintenance', null, '/'],
    ['instructor', 'u 1', '/instructors/u%201'],
    ['instructor', null, '/fleet'],
    ['display', null, '/board'],
  ])('for %s with the id %s starts at %s, which the role may see', (role, userId, page) => {
    const { firstPage, maySeePage } = rightsOf(whoIs(role, { userId }));
    expect(firstPage).toBe(page);
    expect(maySeePage(firstPage)).toBe(true);
  });
});

describe('a query', () => {
  test('for an operation is sent if the role may request it', () => {
    for (const role of roles) {
      for (const id of operationIds) {
        expect(mayRead(role, ['api', id, {}])).toBe(visibleTo(role, id) !== null);
      }
    }
  });

  test.each<[Role, string, boolean]>([
    ['maintenance', 'people', false],
    ['maintenance', 'log', true],
    ['instructor', 'changes', false],
    ['instructor', 'forecast', true],
    ['instructor', 'locations', true],
    ['administrator', 'locations', false],
    ['instructor', 'reservations', true],
    ['display', 'history', true],
    ['display', 'brief', false],
    ['dispatcher', 'people', true],
  ])('of %s for %s: %s', (role, part, expected) => {
    expect(mayRead(role, ['replica', part, 1])).toBe(expected);
  });

  test('for grants is sent only by managers and administrators', () => {
    expect(roles.filter((role) => mayRead(role, ['access']))).toEqual(['manager', 'administrator']);
    expect(roles.every((role) => mayRead(role, ['config']) && mayRead(role, ['state']))).toBe(true);
  });
});

test('people differ by role, name, id and names shown', () => {
  const all = [
    whoIs('dispatcher'),
    whoIs('manager'),
    whoIs('dispatcher', { name: 'Bo' }),
    whoIs('dispatcher', { userId: '1' }),
    whoIs('dispatcher', { showsNames: false }),
  ];
  expect(new Set(all.map(personOf)).size).toBe(all.length);
  expect(personOf(whoIs('manager', { canSignOut: false }))).toBe(personOf(whoIs('manager')));
});
