import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyone, type Who } from '#contract/access/grants.ts';
import { keptBy } from '#contract/access/kept.ts';
import { rights, type Role, roles } from '#contract/access/roles.ts';
import { operationIds } from '#contract/operations.ts';
import { mayRead, personOf, rightsOf } from './rights.ts';

const whoIs = (role: Role, given: Partial<Who> = {}): Who => ({
  ...everyone,
  mode: 'tokens',
  role,
  name: 'Ana',
  canSignOut: true,
  ...given,
});

const pages = rights.manager.pages.map((page) => page.replaceAll(/:\w+/g, 'a-1'));

describe('a page', () => {
  test('is open to a role if the table names it, with any query', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.constantFrom(...pages),
        fc.webQueryParameters(),
        (role, page, query) => {
          const isNamed = rights[role].pages.some((one) => one.replaceAll(/:\w+/g, 'a-1') === page);
          expect(rightsOf(whoIs(role)).maySeePage(`${page}?${query}`)).toBe(isNamed);
        },
      ),
    );
  });

  test("is in the manager's list if any role has it", () => {
    const { maySeePage, firstPage } = rightsOf(everyone);
    expect(pages.every(maySeePage)).toBe(true);
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
        expect(mayRead(role, ['api', id, {}])).toBe(keptBy(role, id) !== null);
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
