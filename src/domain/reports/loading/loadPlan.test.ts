import type { FreeForm } from '#contract/objects.ts';
import { nextStep, callFailed, cancelledLoad, newLoad, pausedLoad, resumedLoad, withTarget } from './loadPlan.ts';
import { pageArrived } from './loadPages.ts';
import { answerOf, limited, run, type SampleService } from '#e2e/fixtures/samples/sampleRows.ts';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { noRowsSeen, comparePage } from './pageOverlap.ts';

/** Rows with a unique id. */
function numbered(count: number): FreeForm[] {
  return Array.from({ length: count }, (_, row) => ({ flightId: `f${row}`, hours: row % 7 }));
}

const defaults: SampleService = { items: numbered(1912), offset: 'page', limit: 'honoured' };
const probe = (service: SampleService, limit = 250) => run(newLoad({ limit }, 0), service);
const all = (service: SampleService, limit = 250) => run(withTarget(newLoad({ limit }, 0), Infinity, 0), service);

describe('the paging that the first pages show', () => {
  test('is by pages, as specified', () => {
    const { plan, calls } = probe(defaults);
    expect(calls).toEqual([
      { offset: null, limit: 250 },
      { offset: 1, limit: 250 },
    ]);
    expect(plan).toMatchObject({ mode: 'page', status: 'idle', totalItems: 1912 });
    expect(plan.rows).toEqual(defaults.items.slice(0, 500));
  });

  test('may be by records', () => {
    const service: SampleService = { ...defaults, offset: 'record' };
    expect(probe(service).plan).toMatchObject({ mode: 'record', status: 'idle' });
    const { plan, calls } = all(service, 500);
    expect(plan.rows).toEqual(defaults.items);
    expect(calls.map(({ offset }) => offset)).toEqual([null, 1, 500, 1000, 1500]);
  });

  test('may be missing, with everything in one call', () => {
    const service: SampleService = { items: numbered(6214), offset: 'ignored', limit: 'ignored' };
    const { plan, calls } = probe(service, 500);
    expect(calls).toHaveLength(1);
    expect(plan).toMatchObject({ mode: 'whole', status: 'complete' });
  });

  test('may have only a limit, and everything is then requested without one', () => {
    const service: SampleService = { items: numbered(900), offset: 'ignored', limit: 'honoured' };
    const { plan, calls } = probe(service);
    expect(calls.at(-1)).toEqual({ offset: null, limit: null });
    expect(plan.rows).toEqual(service.items);
    expect(plan).toMatchObject({ mode: 'whole', status: 'complete', repeated: 0 });
  });

  test('may be missing, with only the first rows sent', () => {
    const { plan } = probe({ items: numbered(900), offset: 'ignored', limit: 'honoured', max: 100 });
    expect(plan).toMatchObject({ mode: 'single', status: 'complete' });
    expect(plan.rows).toEqual(numbered(100));
  });

  test('is not needed for a list that fits one answer', () => {
    const { plan, calls } = probe({ ...defaults, items: numbered(24) });
    expect(calls).toHaveLength(1);
    expect(plan).toMatchObject({ mode: 'whole', status: 'complete', received: 24 });
    expect(probe({ ...defaults, items: [] }).plan).toMatchObject({ mode: 'whole', received: 0, pages: 1 });
  });

  test('may have a total that counts only the page', () => {
    const { plan } = all({ ...defaults, total: 250 });
    expect(plan).toMatchObject({ rows: defaults.items, totalItems: 250, isTotalWrong: true });
  });

  test('may have its own maximum page size', () => {
    expect(all({ ...defaults, max: 100 }).plan.rows).toEqual(defaults.items);
    expect(all({ ...defaults, max: 100, offset: 'record' }).plan.rows).toEqual(defaults.items);
  });

  test('is not probed when a given page is requested', () => {
    const { plan, calls } = run(newLoad({ limit: 50, offset: 3 }, 0), defaults);
    expect(calls).toEqual([{ offset: 3, limit: 50 }]);
    expect(plan.rows).toEqual(defaults.items.slice(150, 200));
  });
});

describe('a load', () => {
  test('waits after a 429 and resumes without losing or repeating a row', () => {
    const { plan, now } = run(withTarget(newLoad({ limit: 250 }, 0), Infinity, 0), defaults, [
      null,
      null,
      limited(30_000),
      limited(7_000),
    ]);
    expect(plan).toMatchObject({ status: 'complete', rows: defaults.items, failure: null });
    expect(now).toBeGreaterThan(37_000);
  });

  test('stops at a permanent failure, keeps its rows, and can resume', () => {
    const forbidden = { kind: 'forbidden', status: 403, entries: [], retryAfter: null } as const;
    const cut = run(withTarget(newLoad({ limit: 250 }, 0), Infinity, 0), defaults, [null, null, null, forbidden]).plan;
    expect(cut).toMatchObject({ status: 'failed', failure: forbidden, rows: defaults.items.slice(0, 750) });
    expect(run(resumedLoad(cut, 9), defaults).plan).toMatchObject({ status: 'complete', rows: defaults.items });
  });

  test('retries an unreachable service a few times, each time a little later', () => {
    const offline = { kind: 'offline', status: null, entries: [], retryAfter: null } as const;
    const { plan, calls, now } = run(
      newLoad({}, 0),
      defaults,
      Array.from({ length: 9 }, () => offline),
    );
    expect(plan.status).toBe('failed');
    expect(calls).toHaveLength(5);
    expect(now).toBe(5 * 100 + 2000 + 4000 + 8000 + 16_000);
  });

  test('makes no calls while paused, but accepts the page in flight', () => {
    const selection = nextStep(newLoad({ limit: 10 }, 0), 0).plan;
    const paused = pausedLoad(selection, 5);
    const taken = pageArrived(paused, answerOf(defaults, { offset: null, limit: 10 }), 6);
    expect(taken).toMatchObject({ status: 'paused', rows: defaults.items.slice(0, 10) });
    expect(nextStep(taken, 7).request).toBeNull();
    expect(nextStep(resumedLoad(taken, 8), 8).request).toEqual({ offset: 1, limit: 10 });
  });

  test('keeps its rows once cancelled, and ignores a late answer', () => {
    const selection = nextStep(withTarget(probe(defaults).plan, Infinity, 0), 0).plan;
    const given = cancelledLoad(selection, 1);
    expect(given).toMatchObject({ status: 'idle', pending: null });
    expect(pageArrived(given, answerOf(defaults, { offset: 2, limit: 250 }), 2)).toBe(given);
    expect(callFailed(given, limited(null), 2)).toBe(given);
    expect(run(withTarget(given, Infinity, 3), defaults).plan.rows).toEqual(defaults.items);
  });

  test('sets odd items aside with their index, and counts them', () => {
    const items = [...numbered(3), null, 'x', ...numbered(6).slice(3)];
    const { plan } = all({ ...defaults, items }, 4);
    expect(plan.rows).toEqual(numbered(6));
    expect(plan).toMatchObject({ received: 8, isTotalWrong: false });
    expect(plan.setAside.map(({ index, raw }) => [index, raw])).toEqual([
      [3, null],
      [4, 'x'],
    ]);
  });
});

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
    max: fc.option(fc.integer({ min: 3, max: 40 }), { nil: undefined }),
    isTotalSaid: fc.boolean(),
  })
  .map(({ count, offset, max, isTotalSaid }) => ({
    items: numbered(count),
    offset,
    limit: 'honoured',
    // A service that ignores offset is assumed to send everything if no limit is given.
    ...(offset !== 'ignored' && max !== undefined && { max }),
    ...(!isTotalSaid && { total: null }),
  }));

describe('for any paging and any number of refusals', () => {
  test('every row arrives, once and in order', () => {
    fc.assert(
      fc.property(
        service,
        fc.integer({ min: 3, max: 50 }),
        fc.array(fault, { maxLength: 60 }),
        (given, limit, faults) => {
          let left = faults;
          let plan = withTarget(newLoad({ limit }, 0), Infinity, 0);
          while (plan.status !== 'complete') {
            const ran = run(plan, given, left);
            left = left.slice(ran.calls.length);
            plan = ran.plan.status === 'failed' ? resumedLoad(ran.plan, ran.now) : ran.plan;
            expect(plan.rows).toEqual(given.items.slice(0, plan.rows.length));
          }
          expect(plan.rows).toEqual(given.items);
          expect(plan.shape).toEqual(widened(emptyShape, plan.rows));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('equal rows are all kept', () => {
    const row = fc.record({ fee: fc.constantFrom(5, 10), day: fc.constantFrom('2026-05-12', '2026-05-13') });
    const page = fc.array(row, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(page, { minLength: 1, maxLength: 5, selector: (rows) => JSON.stringify(rows) }),
        (pages) => {
          let seen = noRowsSeen;
          const kept: FreeForm[] = [];
          for (const rows of pages) {
            const compared = comparePage(seen, rows);
            seen = compared.seen;
            kept.push(...compared.rows);
          }
          expect(kept).toEqual(pages.flat());
        },
      ),
    );
  });
});

describe('a page that overlaps an earlier one', () => {
  test('adds only its new rows, if rows have an id', () => {
    const [first, second] = [numbered(5), numbered(8).slice(3)];
    const compared = comparePage(comparePage(noRowsSeen, first).seen, structuredClone(second));
    expect(compared).toMatchObject({ rows: second.slice(2), repeated: 2, changed: 0 });
  });

  test('keeps both versions of a changed row and counts it', () => {
    const compared = comparePage(comparePage(noRowsSeen, numbered(3)).seen, [{ flightId: 'f2', hours: 99 }]);
    expect(compared).toMatchObject({ rows: [{ flightId: 'f2', hours: 99 }], repeated: 0, changed: 1 });
  });

  test('ignores an id that several rows share', () => {
    const lines = [
      { invoiceId: 'a', amount: 1 },
      { invoiceId: 'a', amount: 2 },
    ];
    const compared = comparePage(comparePage(noRowsSeen, lines).seen, [{ invoiceId: 'a', amount: 1 }]);
    expect(compared).toMatchObject({ rows: [{ invoiceId: 'a', amount: 1 }], repeated: 0 });
  });

  test('is dropped if it repeats another page', () => {
    const compared = comparePage(comparePage(noRowsSeen, [{ a: 1 }, { a: 1 }]).seen, [{ a: 1 }, { a: 1 }]);
    expect(compared).toMatchObject({ rows: [], repeated: 2 });
  });
});
