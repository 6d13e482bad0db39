import fc from 'fast-check';
import type { FreeForm } from '#contract/objects.ts';
import type { Zone } from '#domain/time/time.ts';
import { type Column, columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { allRows, createRowStore, type RowStore } from '#domain/reports/rows/rowStore.ts';
import { type LoadPlan, nextStep, type PageRequest, callFailed } from '#domain/reports/loading/loadPlan.ts';
import { pageArrived } from '#domain/reports/loading/loadPages.ts';
import { readReportPage, type ReportPage } from '#domain/reports/loading/reportQuery.ts';

export const denver: Zone = { name: 'America/Denver', zoneless: 'operator' };

/** A store of these items, its columns and all its rows, for tests. */
export function sampleStore(items: readonly FreeForm[]): {
  store: RowStore;
  columns: Column[];
  rows: Uint32Array;
  column: (id: string) => Column;
} {
  const store = createRowStore(items, denver);
  const columns = columnsOf(widened(emptyShape, items));
  const column = (id: string) => {
    const found = columns.find((one) => one.id === id);
    if (!found) throw new RangeError(`no column ${id}`);
    return found;
  };
  return { store, columns, rows: allRows(store), column };
}

const wallTime = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

/** Any item: every kind of value, gaps, repeated texts. */
export const anyItem: fc.Arbitrary<FreeForm> = fc.record(
  {
    id: fc.uuid(),
    word: fc.oneof(fc.constantFrom('', 'N9', 'N12', 'n12', 'Émile', 'emile', '1753-01-01T00:00:00'), fc.string()),
    hours: fc.option(fc.integer({ min: -5000, max: 5000 }).map((tenths) => tenths / 10)),
    start: fc.option(wallTime),
    flag: fc.option(fc.boolean()),
    odd: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    list: fc.array(fc.integer(), { maxLength: 2 }),
    inner: fc.option(
      fc.record({ name: fc.string({ maxLength: 2 }), deep: fc.option(fc.dictionary(fc.string(), fc.integer())) }),
    ),
  },
  { requiredKeys: [] },
);

/** A service for tests: how it treats `offset`, `limit` and `totalItems`. */
export type SampleService = {
  readonly items: readonly unknown[];
  readonly offset: 'page' | 'record' | 'ignored';
  readonly limit: 'honoured' | 'ignored';
  /** The most it sends at once, whatever the request says. */
  readonly max?: number;
  /** The total it reports; the true one if omitted. */
  readonly total?: number | null;
};

/** The answer of a service to a call. */
export function answerOf(
  { items, offset, limit, max = Infinity, total }: SampleService,
  request: PageRequest,
): ReportPage {
  const size = Math.min(limit === 'ignored' ? Infinity : (request.limit ?? Infinity), max);
  const step = offset === 'page' ? (Number.isFinite(size) ? size : items.length) : 1;
  const start = offset === 'ignored' ? 0 : (request.offset ?? 0) * step;
  const totalItems = total === undefined ? items.length : total;
  // Through JSON, so that each row is a new object.
  return readReportPage(JSON.parse(JSON.stringify({ totalItems, items: items.slice(start, start + size) })));
}

/** A rate limit. */
export const limited = (retryAfter: number | null) =>
  ({ kind: 'limited', status: 429, entries: [], retryAfter }) as const;

/**
 * Runs a plan until it stops. Before each call the service fails as in `faults`, one per attempt; the clock advances by each
 * wait.
 */
export function run(
  plan: LoadPlan,
  service: SampleService,
  faults: readonly (Parameters<typeof callFailed>[1] | null)[] = [],
): { plan: LoadPlan; calls: readonly PageRequest[]; now: number } {
  const calls: PageRequest[] = [];
  let [current, now] = [plan, plan.since ?? 0];
  for (let attempts = 0; attempts < 10_000; attempts++) {
    const step = nextStep(current, now);
    current = step.plan;
    if (step.wakeAt !== null) now = step.wakeAt;
    else if (step.request === null) return { plan: current, calls, now };
    else {
      calls.push(step.request);
      now += 100;
      const fault = faults[calls.length - 1] ?? null;
      current = fault ? callFailed(current, fault, now) : pageArrived(current, answerOf(service, step.request), now);
    }
  }
  throw new RangeError('the load does not come to an end');
}
