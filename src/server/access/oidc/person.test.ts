import { describe, expect, test } from 'vitest';
import { type RoleClaim, serviceRoleIn } from './person.ts';

const groups: RoleClaim = {
  name: 'groups',
  roles: [
    ['cfi', 'instructor'],
    ['managers', 'manager'],
    ['ramp', 'dispatcher'],
  ],
  userIdName: 'flight.id',
};
const roleIn = (claims: { readonly [name: string]: unknown }, more: Partial<RoleClaim> = {}) =>
  serviceRoleIn({ sub: 'u-17', ...claims }, { ...groups, ...more });

describe('the role that a provider gives', () => {
  test.each<[unknown, string | null]>([
    [['ramp'], 'dispatcher'],
    ['ramp', 'dispatcher'],
    [['others', 'ramp', 'managers'], 'manager'],
    [['Ramp', 'ramp '], null],
    ['ramp,managers', null],
    [[], null],
    [undefined, null],
    [null, null],
    [{ ramp: true }, null],
    [[['ramp']], null],
    [true, null],
  ])('by groups %j is %s', (value, role) => {
    expect(roleIn({ groups: value })?.role ?? null).toBe(role);
  });

  test('may be inside other claims, or under a name with dots', () => {
    const name = 'realm_access.roles';
    expect(roleIn({ realm_access: { roles: ['ramp'] } }, { name })?.role).toBe('dispatcher');
    expect(roleIn({ [name]: ['ramp'] }, { name })?.role).toBe('dispatcher');
    const address = 'https://school.example/roles';
    expect(roleIn({ [address]: ['ramp'] }, { name: address })?.role).toBe('dispatcher');
    for (const other of ['constructor.name', '__proto__', 'realm_access.roles.0', 'realm_access.'])
      expect(roleIn({ realm_access: { roles: ['ramp'] } }, { name: other })).toBeNull();
  });

  test('is that of an instructor if the user id is known, and otherwise the next match', () => {
    expect(roleIn({ groups: 'cfi', flight: { id: 'i-5' } })).toEqual({ role: 'instructor', userId: 'i-5' });
    expect(roleIn({ groups: 'cfi', flight: { id: 7 } })).toEqual({ role: 'instructor', userId: '7' });
    for (const id of [undefined, null, '', 'two words', 'x'.repeat(101), ['i-5'], {}])
      expect(roleIn({ groups: ['cfi', 'ramp'], flight: { id } })).toEqual({ role: 'dispatcher', userId: null });
    expect(roleIn({ groups: ['cfi'], flight: { id: 'i-5' } }, { userIdName: null })).toBeNull();
    // Other roles do not take the id.
    expect(roleIn({ groups: 'managers', flight: { id: 'i-5' } })).toEqual({ role: 'manager', userId: null });
  });
});
