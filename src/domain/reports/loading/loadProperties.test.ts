import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { emptyShape, widened } from '#domain/reports/columns/inference.ts';
import { newLoad, resumedLoad, wanting, nothingSeen, tell } from './loadPlan.ts';
import { limited, numbered, run, type SampleService } from './sampleService.ts';

const failure = (kind: 'offline' | 'upstream' | 'timeout' | 'forbidden', status: number | null) =>
  ({ kind, status, entries: [], retryAfter: null }) as const;
const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.option(fc.integer({ min: 0, max: 60_000 })).map(limited),
  fc.constantFrom(
    failure('offline', null),
    failure('upstream', 502),
    failure('timeout', 504),
    failure('forbidden', 403),
  ),
);

const service: fc.Arbitrary<SampleService> = fc
  .record({
    count: fc.integer({ min: 0, max: 120 }),
    offset: fc.constantFrom('page', 'record', 'ignored' as const),
    most: fc.option(fc.integer({ min: 3, max: 40 }), { nil: undefined }),
    isTotalSaid: fc.boolean(),
  })
  .map(({ count, offset, most, isTotalSaid }) => ({
    items: numbered(count),
    offset,
    limit: 'honoured',
    // One that ignores offset is taken to send everything when no limit is given.
    ...(offset !== 'ignored' && most !== undefined && { most }),
    ...(!isTotalSaid && { total: null }),
  }));

describe('whatever a service does with offset, and however often it refuses', () => {
  test('every row comes, once and in order', () => {
    fc.assert(
      fc.property(
        service,
        fc.integer({ min: 3, max: 50 }),
        fc.array(fault, { maxLength: 60 }),
        (given, limit, faults) => {
          let left = faults;
          let plan = wanting(newLoad({ limit }, 0), Infinity, 0);
          while (plan.stand !== 'complete') {
            const ran = run(plan, given, left);
            left = left.slice(ran.calls.length);
            plan = ran.plan.stand === 'cut off' ? resumedLoad(ran.plan, ran.now) : ran.plan;
            expect(plan.rows).toEqual(given.items.slice(0, plan.rows.length));
          }
          expect(plan.rows).toEqual(given.items);
          expect(plan.shape).toEqual(widened(emptyShape, plan.rows));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('rows that are equal by right are all kept', () => {
    const row = fc.record({ fee: fc.constantFrom(5, 10), day: fc.constantFrom('2026-05-12', '2026-05-13') });
    const page = fc.array(row, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(page, { minLength: 1, maxLength: 5, selector: (rows) => JSON.stringify(rows) }),
        (pages) => {
          let seen = nothingSeen;
          const kept: FreeForm[] = [];
          for (const rows of pages) {
            const told = tell(seen, rows);
            seen = told.seen;
            kept.push(...told.rows);
          }
          expect(kept).toEqual(pages.flat());
        },
      ),
    );
  });
});

describe('a page that overlaps the one before', () => {
  test('brings its new rows alone, where rows have an id', () => {
    const [first, second] = [numbered(5), numbered(8).slice(3)];
    const told = tell(tell(nothingSeen, first).seen, structuredClone(second));
    expect(told).toMatchObject({ rows: second.slice(2), repeated: 2, changed: 0 });
  });

  test('keeps both versions of a row that has changed, and tells', () => {
    const told = tell(tell(nothingSeen, numbered(3)).seen, [{ flightId: 'f2', hours: 99 }]);
    expect(told).toMatchObject({ rows: [{ flightId: 'f2', hours: 99 }], repeated: 0, changed: 1 });
  });

  test('takes no id for one that is on several rows', () => {
    const lines = [
      { invoiceId: 'a', amount: 1 },
      { invoiceId: 'a', amount: 2 },
    ];
    const told = tell(tell(nothingSeen, lines).seen, [{ invoiceId: 'a', amount: 1 }]);
    expect(told).toMatchObject({ rows: [{ invoiceId: 'a', amount: 1 }], repeated: 0 });
  });

  test('is dropped when it is another page again', () => {
    const told = tell(tell(nothingSeen, [{ a: 1 }, { a: 1 }]).seen, [{ a: 1 }, { a: 1 }]);
    expect(told).toMatchObject({ rows: [], repeated: 2 });
  });
});
