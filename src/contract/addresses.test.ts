import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf, matchPath } from './addresses.ts';
import { type OperationId, operationIds, operations } from './operations.ts';
import { plainText } from '#e2e/fixtures/samples/queryArbitraries.ts';

const aircraftId = '0b5a1c6e-1f5e-4a44-9d5c-0d6f1d9a7b10';
const pathnameOf = (address: string) => new URL(address, 'http://localhost').pathname;

/** An external id is the school's own: any text except a `.` or `..` path step. */
const externalId = fc
  .oneof(
    fc.constantFrom(
      '0',
      'S-1042',
      'a/b',
      'a\\b',
      'a b',
      '100%',
      '%2e%2e',
      'a?b=c',
      'a#b',
      'a+b',
      'ö€🛩',
      '...',
      '.a',
      'a:b;c,d',
    ),
    plainText(200),
  )
  .filter((text) => !text.split(/[/\\]/).some((step) => step === '.' || step === '..'));

const values: Record<string, fc.Arbitrary<string>> = {
  operatorId: fc.nat(2 ** 31 - 1).map(String),
  aircraftId: fc.uuid(),
  userId: fc.uuid(),
  externalId,
};

/** Well-formed values for an operation's path parameters. */
function pathOf(id: OperationId) {
  return fc.record(
    Object.fromEntries(Object.entries(values).filter(([name]) => operations[id].path.includes(`{${name}}`))),
  );
}

test.each(operationIds)('the address of %s matches that operation again', (id) => {
  fc.assert(
    fc.property(pathOf(id), (path) => {
      const address = addressOf(id, path);
      expect(address).toMatch(/^[\x21-\x7e]*$/);
      expect(matchPath(pathnameOf(address))).toEqual({ id, path: { ...path } });
    }),
  );
});

test('writes an address as the specification does', () => {
  const query = { filters: { statusId: { operator: 'eq', values: ['1'] } }, offset: 1 } as const;
  expect(addressOf('listAircraft', { operatorId: '1001' }, query)).toBe(
    '/core/v1.0/operators/1001/aircraft?statusId=eq:1&offset=1',
  );
});

test('the area in the path tells Core and Reporting operations with the same name apart', () => {
  expect(matchPath('/core/v1.0/operators/1/aircraft')?.id).toBe('listAircraft');
  expect(matchPath('/reports/v1.0/operators/1/aircraft')?.id).toBe('reportAircraft');
  expect(matchPath('/scheduling/v1.0/operators/1/reservations')?.id).toBe('listReservations');
  expect(matchPath('/reports/v1.0/operators/1/reservations')?.id).toBe('reportReservations');
});

test.each([
  '',
  '/',
  '/core/v1.0',
  '/core/v1.0/operators',
  '/core/v1.0/operators/1/',
  '/core/v1.0/operators/1/aircraft/',
  '//core/v1.0/operators/1',
  '/core/v1.1/operators/1',
  '/Core/v1.0/operators/1',
  '/core/v1.0/operators/1/Aircraft',
  '/core/v1.0/operators/1/toString',
  '/core/v1.0/operators/1/../2/aircraft',
  '/core/v1.0/operators/1%2Faircraft/x/y',
  '/scheduling/v1.0/operators/1/aircraft',
  '/reports/v1.0/operators/1/flightoperations',
  'http://elsewhere.example/core/v1.0/operators/1',
])('%s is not an operation', (path) => {
  expect(matchPath(path)).toBeNull();
});

test.each([
  ['/core/v1.0/operators/x', 'operatorId'],
  ['/core/v1.0/operators/01', 'operatorId'],
  ['/core/v1.0/operators/-1', 'operatorId'],
  ['/core/v1.0/operators/2147483648', 'operatorId'],
  ['/core/v1.0/operators/1%00', 'operatorId'],
  ['/core/v1.0/operators/%', 'operatorId'],
  ['/core/v1.0/operators/1/aircraft/N512SP/squawks', 'aircraftId'],
  [`/core/v1.0/operators/1/aircraft/${aircraftId}%2F../squawks`, 'aircraftId'],
  ['/core/v1.0/operators/1/users/external', 'userId'],
  ['/core/v1.0/operators/1/users/external/', 'externalId'],
  ['/core/v1.0/operators/1/users/external/..', 'externalId'],
  ['/core/v1.0/operators/1/users/external/%2e%2e', 'externalId'],
  ['/core/v1.0/operators/1/users/external/a%2F..%2F..%2Fb', 'externalId'],
  ['/core/v1.0/operators/1/users/external/a%5C..%5Cb', 'externalId'],
  ['/core/v1.0/operators/1/users/external/a%0D%0Ab', 'externalId'],
  ['/core/v1.0/operators/1/users/external/%ff', 'externalId'],
  [`/core/v1.0/operators/1/users/external/${'x'.repeat(201)}`, 'externalId'],
])('%s has an invalid %s', (path, name) => {
  expect(matchPath(path)).toMatchObject({ malformed: name });
});

test('any path either matches or does not, and never throws', () => {
  const step = fc.oneof(
    fc.constantFrom('core', 'v1.0', 'operators', '1', 'users', 'external', '..', '%2e', '%'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const match = matchPath(['', ...steps].join('/'));
      if (match && match.malformed === undefined)
        expect(matchPath(pathnameOf(addressOf(match.id, match.path)))).toEqual(match);
    }),
  );
});

test.each(['', '.', '..', 'a/../b', 'nul\u0000'])(
  'an external id “%s” is refused when its address is built',
  (text) => {
    expect(() => addressOf('getUserByExternalId', { operatorId: '1001', externalId: text })).toThrow(RangeError);
  },
);
