import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { compareEnds, orderOfEnds } from '#domain/reports/rows/newestFirst.ts';
import { callFailed, isFinding, type LoadPlan, newLoad, nextStep, withTarget } from './loadPlan.ts';
import { answerOf, run, type SampleService } from '#e2e/fixtures/samples/sampleRows.ts';
import { pageArrived } from './loadPages.ts';

const denver = { name: 'America/Denver', zoneless: 'operator' } as const;
const dated = { id: 'reportInvoices', zone: denver } as const;
const hour = 3_600_000;
const start = Date.UTC(2023, 0, 1);

/** A row whose event was so many hours after the start; null for one without a date. */
function invoice(id: number, hours: number | null): FreeForm {
  const at = hours === null ? null : new Date(start + hours * hour).toISOString().slice(0, 19);
  return { invoiceLineId: `i${id}`, invoiceDate: at, amount: id };
}

const invoices = (hours: readonly (number | null)[]) => hours.map((at, id) => invoice(id, at));
const rising = (count: number) => Array.from({ length: count }, (_, at) => at);

const load = (service: SampleService, limit: number, wholeUpTo = 0) =>
  run(newLoad({ limit, dated, wholeUpTo }, 0), service).plan;

const honest = (items: readonly FreeForm[]): SampleService => ({ items, offset: 'page', limit: 'honoured' });

describe('the newer end of a list', () => {
  test.each([
    ['rising', [1, 2, 3], [7, 8, 9], 'newest last', 'last', 0],
    ['falling', [9, 8, 7], [3, 2, 1], 'newest first', 'first', 0],
    ['with a single instant', [5, 5], [5, 5], 'unknown', 'first', 0],
    ['without any date', [], [], 'unknown', 'first', 0],
    ['with dates only at its end', [], [1], 'unknown', 'last', 0],
    ['sorted by groups', [1, 5, 9, 1, 5, 9], [1, 5, 10, 1, 5, 9], 'unknown', 'last', 0],
    ['that runs the other way within its ends', [3, 2, 1], [9, 8, 7], 'unknown', 'last', 0],
  ] as const)('is found in a list %s', (_, first, last, order, newer, later) => {
    expect(compareEnds(first, last)).toEqual({ order, newer, later });
  });

  test('is not reversed by a mistyped year, which is counted', () => {
    const first = rising(50).with(7, 1_000_000);
    expect(
      compareEnds(
        first,
        rising(50).map((at) => at + 5000),
      ),
    ).toEqual({
      order: 'newest last',
      newer: 'last',
      later: 1,
    });
  });

  test('is decided by when events happened, not by when they were entered', () => {
    const row = (invoiceDate: string) => ({ invoiceDate, lastUpdated: '2026-05-12T08:00:00' });
    const first = [row('2026-01-01T08:00:00')];
    const ends = { rows: first, shape: widened(emptyShape, first) };
    expect(orderOfEnds(ends, { rows: [row('2026-05-11T08:00:00')] }, dated).order).toBe('newest last');
    const aircraft = { ...dated, id: 'reportAircraft' } as const;
    expect(orderOfEnds(ends, { rows: [row('2026-05-11T08:00:00')] }, aircraft).order).toBe('unknown');
  });
});

describe('a load begins with the newest rows', () => {
  test('at the end of a list that grows there', () => {
    const { plan, calls } = run(newLoad({ dated }, 0), honest(invoices(rising(4532))));
    expect(calls.map(({ offset }) => offset)).toEqual([null, 1, 9, 8, 7]);
    expect(plan).toMatchObject({ status: 'idle', order: 'newest last', end: 'last', later: 0 });
    expect(plan.tail).toMatchObject({ from: 3500, to: 4532 });
    expect(plan.rows).toEqual(invoices(rising(4532)).slice(3500));
  });

  test('and reaches back to a time, but not without end, nor in a list without an order', () => {
    const back = (count: number, hours: number) =>
      run(newLoad({ limit: 100, dated, until: start + hours * hour }, 0), honest(invoices(rising(count)))).plan;
    const reached = back(4532, 3000);
    expect(reached.status).toBe('idle');
    expect(reached.rows[0]).toEqual(invoice(2900, 2900));
    // Two pages are the least.
    expect(back(4532, 4531).rows[0]).toEqual(invoice(4300, 4300));
    expect(back(4532, -5)).toMatchObject({ status: 'complete' });
    expect(back(20_000, 0).rows).toHaveLength(12_000);
    const mixed = invoices(rising(3000).map((at) => (at * 7) % 1000));
    expect(run(newLoad({ limit: 100, dated, until: start }, 0), honest(mixed)).plan.rows.length).toBeLessThan(500);
  });

  test('at the start of a list that grows there', () => {
    const falling = invoices(rising(4532).toReversed());
    const { plan, calls } = run(newLoad({ dated }, 0), honest(falling));
    expect(calls.map(({ offset }) => offset)).toEqual([null, 1, 9, 8]);
    expect(plan).toMatchObject({ status: 'idle', order: 'newest first', end: 'first' });
    expect(plan.rows).toEqual(falling.slice(0, 1000));
  });

  test('also if offset counts rows, without repeating any', () => {
    const items = invoices(rising(4532));
    const { plan, calls } = run(newLoad({ dated }, 0), { ...honest(items), offset: 'record' });
    expect(calls.map(({ offset }) => offset)).toEqual([null, 1, 4032, 3532]);
    expect(plan.rows).toEqual(items.slice(3532));
    const whole = run(withTarget(plan, Infinity, 0), { ...honest(items), offset: 'record' });
    expect(whole.plan).toMatchObject({ status: 'complete', repeated: 0, rows: items });
  });
});

describe('until the newest rows are known, a load', () => {
  test('shows no rows', () => {
    const items = invoices(rising(2000));
    let plan: LoadPlan = newLoad({ limit: 100, dated }, 0);
    const seen: number[] = [];
    for (const offset of [null, 1, 19]) {
      plan = pageArrived(
        { ...plan, pending: { offset, limit: 100 } },
        answerOf(honest(items), { offset, limit: 100 }),
        1,
      );
      seen.push(plan.rows.length);
      if (offset !== 19) expect(isFinding(plan)).toBe(true);
    }
    expect(seen).toEqual([0, 0, 100]);
    expect(plan.rows).toEqual(items.slice(1900));
  });

  test('shows none while it waits for the rate limit, and finds them afterwards', () => {
    const service = honest(invoices(rising(2000)));
    const limited = { kind: 'limited', status: 429, entries: [], retryAfter: 30_000 } as const;
    let plan = newLoad({ limit: 100, dated }, 0);
    for (const offset of [null, 1] as const) {
      const request = { offset, limit: 100 };
      plan = pageArrived({ ...plan, pending: request }, answerOf(service, request), 1);
    }
    const waiting = callFailed(nextStep(plan, 1).plan, limited, 2);
    expect(waiting).toMatchObject({ status: 'loading', pausedUntil: 30_002, rows: [] });
    expect(isFinding(waiting)).toBe(true);
    expect(run(waiting, service).plan.rows).toEqual(service.items.slice(1800));
  });
});

describe('a load of the newest rows', () => {
  test('continues with all of a short list, newest first', () => {
    const items = invoices(rising(1800));
    const { plan, calls } = run(newLoad({ limit: 250, dated, wholeUpTo: 5000 }, 0), honest(items));
    expect(calls.map(({ offset }) => offset)).toEqual([null, 1, 7, 6, 5, 4, 3, 2]);
    expect(plan).toMatchObject({ status: 'complete', rows: items });
  });

  test('includes the current end of a list that has grown since its first page was stored', () => {
    const [before, now] = [invoices(rising(1000)), invoices(rising(1150))];
    let plan = newLoad({ limit: 100, dated }, 0);
    for (const [service, offset] of [
      [before, null],
      [before, 1],
      [now, 9],
      [now, 10],
      [now, 11],
    ] as const) {
      const request = { offset, limit: 100 };
      plan = pageArrived({ ...plan, pending: request }, answerOf(honest(service), request), 1);
    }
    expect(plan).toMatchObject({ order: 'newest last', tail: { from: 900, to: 1150 } });
    expect(plan.rows).toEqual(now.slice(900));
  });
});

describe('the first rows are shown in unknown order if the newest cannot be found', () => {
  const first = invoices(rising(500)).slice(0, 200);

  test('because the service gives no total', () => {
    const plan = load({ ...honest(invoices(rising(500))), total: null }, 100);
    expect(plan).toMatchObject({ status: 'idle', order: 'unknown', rows: first });
  });

  test('because it counts more than it sends', () => {
    const plan = load({ ...honest(invoices(rising(500))), total: 5000 }, 100);
    expect(plan).toMatchObject({ status: 'idle', order: 'unknown', rows: first, tail: null });
  });

  test('because rows have no date', () => {
    const items = Array.from({ length: 500 }, (_, id) => ({ invoiceLineId: `i${id}` }));
    expect(load(honest(items), 100)).toMatchObject({ order: 'unknown', rows: items.slice(0, 200) });
  });

  test('because the last page is refused, until it arrives', () => {
    const forbidden = { kind: 'forbidden', status: 403, entries: [], retryAfter: null } as const;
    const service = honest(invoices(rising(500)));
    const failed = run(newLoad({ limit: 100, dated }, 0), service, [null, null, forbidden]).plan;
    expect(failed).toMatchObject({ status: 'failed', order: null, rows: first });
    const resumed = run({ ...failed, status: 'loading' }, service).plan;
    expect(resumed).toMatchObject({ status: 'idle', order: 'newest last', rows: service.items.slice(300) });
  });
});

/** Hours of rows in order, each moved by a few positions at most; some without a date. */
const nearlySorted = fc
  .record({
    steps: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 400, size: 'max' }),
    moves: fc.array(fc.nat({ max: 4 }), { minLength: 400, maxLength: 400 }),
    blanks: fc.array(fc.nat({ max: 9 }), { minLength: 400, maxLength: 400 }),
    isFalling: fc.boolean(),
  })
  .map(({ steps, moves, blanks, isFalling }) => {
    let total = 0;
    const hours = steps.map((step) => (total += step));
    const moved = Array.from(hours.keys()).toSorted((a, b) => a + (moves[a] ?? 0) - (b + (moves[b] ?? 0)));
    const listed = moved.map((at) => (blanks[at] === 0 ? null : (hours[at] ?? 0)));
    return isFalling ? listed.toReversed() : listed;
  });

const paging = fc.record({
  offset: fc.constantFrom('page', 'record', 'ignored' as const),
  max: fc.option(fc.integer({ min: 10, max: 60 }), { nil: undefined }),
});

const newestOf = (rows: readonly FreeForm[]) =>
  rows
    .map(({ invoiceDate }) => (typeof invoiceDate === 'string' ? invoiceDate : ''))
    .toSorted()
    .at(-1) ?? '';

test('the newest row of a list is among the first shown, whichever end is new', () => {
  fc.assert(
    fc.property(nearlySorted, paging, fc.integer({ min: 10, max: 60 }), (hours, { offset, max }, limit) => {
      const items = invoices(hours);
      // A service that ignores offset is assumed to send everything if no limit is given.
      const service = {
        items,
        offset,
        limit: 'honoured',
        ...(offset !== 'ignored' && max !== undefined && { max }),
      } as const;
      const plan = load(service, limit);
      expect(newestOf(plan.rows)).toBe(newestOf(items));
      // However it continues, every row comes once and in order.
      expect(run(withTarget(plan, Infinity, 0), service).plan.rows).toEqual(items);
    }),
    { numRuns: 200, endOnFailure: true },
  );
});

test('an unordered list is either loaded completely or reported as unordered', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 100_000 }), { minLength: 40, maxLength: 400, size: 'max' }),
      fc.integer({ min: 20, max: 60 }),
      (hours, limit) => {
        const shuffled = hours.toSorted((a, b) => ((a * 7919) % 10_007) - ((b * 7919) % 10_007));
        const plan = load(honest(invoices(shuffled)), limit);
        if (plan.status !== 'complete') expect(plan.order).toBe('unknown');
      },
    ),
  );
});
