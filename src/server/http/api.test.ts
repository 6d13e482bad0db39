import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaPaths, operationIds, operations } from '#contract/operations.ts';
import { readTarget } from './api.ts';
import { documentedPath, nearTarget, oddTarget } from '#e2e/servers/targetArbitraries.ts';

const forms = operationIds.map((id) => documentedPath(areaPaths[operations[id].area] + operations[id].path));

it('every accepted target is an operation of the one operator, rebuilt from its parsed parts', () => {
  let taken = 0;
  fc.assert(
    fc.property(nearTarget, (target) => {
      const { request } = readTarget(target, 1001);
      if (!request) return true;
      taken++;
      const [path = ''] = request.address.split('?', 1);
      const again = readTarget(`/api${request.address}`, 1001).request;
      // The address has the form of its operation, and reading it again gives the same request.
      const isSame = again?.id === request.id && again.address === request.address;
      return forms[operationIds.indexOf(request.id)]?.test(path) === true && isSame;
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(1_000);
});

it('of 100,000 odd targets none is accepted', () => {
  fc.assert(
    fc.property(oddTarget, (target) => readTarget(target, 1001).request === undefined),
    { numRuns: 100_000 },
  );
});

it('nothing in a target is decoded twice, and dots are not resolved', () => {
  const address = (target: string) => readTarget(target, 1001).request?.address;
  expect(address('/api/core/v1.0/operators/1001/users/external/a%252fb')).toBe(
    '/core/v1.0/operators/1001/users/external/a%252fb',
  );
  expect(address('/api/core/v1.0/operators/1001/x/../aircraft')).toBeUndefined();
  expect(address('/api/core/v1.0/operators/1001/aircraft?limit=10?offset=1')).toBeUndefined();
});

it('a report accepts names that the specification does not show, and forwards them only as parameters', () => {
  const report = (search: string) => readTarget(`/api/reports/v1.0/operators/1001/flights?${search}`, 1001);
  const search = 'flightDate=gte:2026-05-01&my.name=a%26limit%3D1%2F..%3F%23&limit=500';
  expect(report(search).request?.address).toBe(`/reports/v1.0/operators/1001/flights?${search}`);
  for (const odd of ['a=1&a=2', 'a%00=1', '=1', `a=${'x'.repeat(501)}`]) expect(report(odd).refusal?.status).toBe(400);
  const documented = readTarget('/api/reports/v1.0/operators/1001/workitems?flightDate=1', 1001);
  expect(documented.refusal?.problems).toMatchObject([{ dataField: 'flightDate' }]);
});

it('the forms of public clients are understood, and the list of people is passed on to the service', () => {
  const read = (target: string) => readTarget(`/api${target}`, 1001).request;
  expect(read('/core/v1.0/operators/1001/aircraft?Limit=500')?.address).toBe(
    '/core/v1.0/operators/1001/aircraft?limit=500',
  );
  const people = read('/core/v1.0/operators/1001/people?limit=900&roleId=eq:7');
  expect(people).toMatchObject({
    address: '/core/v1.0/operators/1001/people?roleId=eq:7&limit=500',
    isUndocumented: true,
  });
  expect(readTarget('/api/core/v1.0/operators/1002/people', 1001).refusal?.status).toBe(403);
  expect(readTarget('/api/core/v1.0/operators/1001/people?limit=0', 1001).refusal?.status).toBe(400);
});
