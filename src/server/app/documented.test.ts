import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type Operation, type OperationId, operationIds, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { queryOf } from '#e2e/fixtures/samples/queryArbitraries.ts';
import { addDays } from '#domain/time/time.ts';
import { isFault, openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';

const today = '2026-05-12';

/** What the copy answers itself, whole. */
const ofCopy = [
  'getOperator',
  'listAircraft',
  'listMaintenanceReminders',
  'listSquawks',
  'listInstructors',
  'listUsers',
] as const;

for (const mode of ['as specified', 'as in the field'] as const) {
  describe(`any documented request, at one instant, to a service that answers ${mode}`, () => {
    let copy: TestCopy;
    let service: Awaited<ReturnType<typeof openTestOperator>>;
    let known: Known;
    const fromCopy = new Map<OperationId, number>();
    const faults: string[] = [];

    beforeAll(async () => {
      const field = mode === 'as in the field' ? ['--field', '--odd'] : [];
      service = await openTestOperator(['--aircraft=6', '--reservations-per-day=14', '--days=70', ...field]);
      const writeLog = (line: string) => {
        if (isFault(line)) faults.push(line);
      };
      copy = await openTestCopy({ service: service.url, writeLog });
      await copy.complete();
      known = await knownIds(service.ask);
    });
    afterAll(async () => {
      await copy.close();
      await service.close();
    });

    it('is answered by the copy as by the service', async () => {
      await fc.assert(
        fc.asyncProperty(anyRequest(), async ({ id, pick, query }) => {
          const address = addressOf(id, known.path(id, pick), known.ofPerson(query, pick));
          const [ours, theirs] = await Promise.all([copy.ask(`/api${address}`), service.ask(address)]);
          expect(ours.status).toBe(theirs.status);
          expect(listed(ours.body)).toEqual(listed(theirs.body));
          if (/; hit/.test(ours.headers.get('cache-status') ?? '')) fromCopy.set(id, (fromCopy.get(id) ?? 0) + 1);
        }),
        { numRuns: 400 },
      );
      expect(faults).toEqual([]);
      // Comparing the service with itself would prove nothing.
      expect(fromCopy.size).toBeGreaterThan(3);
      for (const id of ofCopy) {
        // Of one aircraft or another: an odd one may be unknown to the copy.
        const picks = [0, 1, 2, 3, 4, 5].map((pick) => copy.ask(`/api${addressOf(id, known.path(id, pick), {})}`));
        const statuses = (await Promise.all(picks)).map(({ headers }) => headers.get('cache-status'));
        expect(statuses, id).toContainEqual(expect.stringContaining('; hit'));
      }
    });
  });
}

/** An empty list was seen as null, which means the same. */
function listed(body: unknown): unknown {
  return body && typeof body === 'object' && 'items' in body ? { ...body, items: body.items ?? [] } : body;
}

type Known = {
  readonly path: (id: OperationId, pick: number) => PathParameters;
  /** The query with the id of somebody who has reservations in place of `anybody`. */
  readonly ofPerson: (query: Query, pick: number) => Query;
};

const anybody = '00000000-0000-4000-8000-000000000000';

async function knownIds(ask: (address: string) => Promise<{ body: unknown }>): Promise<Known> {
  type List = { items: Record<string, string>[] };
  const items = async (id: OperationId) => ((await ask(addressOf(id, ours))).body as List).items;
  const [aircraft, users] = [await items('listAircraft'), await items('listUsers')];
  const of = (list: Record<string, string>[], name: string, pick: number) => list[pick % list.length]?.[name] ?? '';
  const people = [...(await items('listInstructors')), ...users];
  return {
    ofPerson(query, pick) {
      const { userId, ...others } = query.filters ?? {};
      if (!userId) return query;
      const id = userId.values[0] === anybody ? of(people, 'userId', pick) : (userId.values[0] ?? '');
      return { ...query, filters: { ...others, userId: { operator: 'eq', values: [id] } } };
    },
    path(id, pick) {
      const { path }: Operation = operations[id];
      return {
        ...ours,
        ...(path.includes('{aircraftId}') && { aircraftId: of(aircraft, 'aircraftId', pick) }),
        ...(path.includes('{userId}') && { userId: of(users, 'userId', pick) }),
        ...(path.includes('{externalId}') && { externalId: of(users, 'externalId', pick) }),
      };
    },
  };
}

const ours = { operatorId: '1001' };

/** Any operation with any documented query; dates mostly within the days that the copy holds. */
function anyRequest(): fc.Arbitrary<{ id: OperationId; pick: number; query: Query }> {
  const held = operationIds.filter((id) => operations[id].area !== 'reports');
  const id = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...held) },
    { weight: 1, arbitrary: fc.constant('listReservations' as const) },
  );
  return id.chain((chosen) =>
    fc.record({
      id: fc.constant(chosen),
      pick: fc.nat(200),
      query: chosen === 'listReservations' ? reservationQuery() : smallPages(chosen),
    }),
  );
}

/** Queries of the contract, with page numbers that sometimes exist. */
function smallPages(id: OperationId): fc.Arbitrary<Query> {
  const operation: Operation = operations[id];
  return fc
    .tuple(queryOf(operation), fc.nat(3), fc.integer({ min: 1, max: 40 }), fc.boolean())
    .map(([query, offset, limit, isPaged]) => {
      const { offset: _, limit: __, ...rest } = query;
      const filters = Object.fromEntries(Object.entries(rest.filters ?? {}).filter(([name]) => name !== 'locationId'));
      return { ...rest, filters, plain: {}, ...(operation.paging && isPaged && { offset, limit }) };
    });
}

function reservationQuery(): fc.Arbitrary<Query> {
  const instant = fc
    .tuple(fc.integer({ min: -16, max: 18 }), fc.constantFrom('00:00:00', '06:00', '12:30:00', '23:59:59.9999999'))
    .map(([day, time]) => `${addDays(today, day)}T${time}`);
  const bound = (...operators: ('lt' | 'lte' | 'gt' | 'gte')[]) =>
    fc.tuple(fc.constantFrom(...operators), instant).map(([operator, value]) => ({ operator, values: [value] }));
  const spans = fc.oneof(
    fc.record({ startTime: bound('lt', 'lte'), endTime: bound('gt', 'gte') }),
    fc.record({ startTime: bound('gt', 'gte'), endTime: bound('lt', 'lte') }),
    fc.record(
      { startTime: bound('lt', 'lte', 'gt', 'gte'), endTime: bound('lt', 'lte', 'gt', 'gte') },
      { requiredKeys: [] },
    ),
  );
  const type = fc.constantFrom('0', '1', '2', '3', '10').map((value) => ({ operator: 'eq' as const, values: [value] }));
  // Somebody with reservations, and in either letter case somebody whom the school does not know.
  const person = fc
    .constantFrom(anybody, anybody, anybody, anybody.replaceAll('0', 'F'))
    .map((value) => ({ operator: 'eq' as const, values: [value] }));
  return fc
    .record(
      { span: spans, type, person, offset: fc.nat(3), limit: fc.integer({ min: 1, max: 250 }) },
      { requiredKeys: ['span'] },
    )
    .map(({ span, type: displayTypeId, person: userId, ...page }) => ({
      ...page,
      filters: { ...span, ...(displayTypeId && { displayTypeId }), ...(userId && { userId }) },
    }));
}
