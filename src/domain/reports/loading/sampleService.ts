import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { arrived } from './loadAnswers.ts';
import { type LoadPlan, nextStep, type PageAsk, refused } from './loadPlan.ts';
import { readReportPage, type ReportPage } from './reportQuery.ts';

/** A service as tests need one: what it does with `offset`, `limit` and `totalItems`. */
export type SampleService = {
  readonly items: readonly unknown[];
  readonly offset: 'page' | 'record' | 'ignored';
  readonly limit: 'honoured' | 'ignored';
  /** The most it sends at once, whatever is asked. */
  readonly most?: number;
  /** What it says there are; the truth when it is left out. */
  readonly total?: number | null;
};

export function answerOf({ items, offset, limit, most = Infinity, total }: SampleService, ask: PageAsk): ReportPage {
  const size = Math.min(limit === 'ignored' ? Infinity : (ask.limit ?? Infinity), most);
  const step = offset === 'page' ? (Number.isFinite(size) ? size : items.length) : 1;
  const start = offset === 'ignored' ? 0 : (ask.offset ?? 0) * step;
  const totalItems = total === undefined ? items.length : total;
  // Through JSON, so that no row is the same object twice.
  return readReportPage(JSON.parse(JSON.stringify({ totalItems, items: items.slice(start, start + size) })));
}

export const limited = (retryAfter: number | null) =>
  ({ kind: 'limited', status: 429, entries: [], retryAfter }) as const;

/**
 * Runs a plan to where it stands still. Before a call the service fails as `faults` say, one for each attempt; the clock
 * passes by what is waited.
 */
export function run(
  plan: LoadPlan,
  service: SampleService,
  faults: readonly (Parameters<typeof refused>[1] | null)[] = [],
): { plan: LoadPlan; calls: readonly PageAsk[]; now: number } {
  const calls: PageAsk[] = [];
  let [current, now] = [plan, plan.since ?? 0];
  for (let attempts = 0; attempts < 10_000; attempts++) {
    const step = nextStep(current, now);
    current = step.plan;
    if (step.wakeAt !== null) now = step.wakeAt;
    else if (step.ask === null) return { plan: current, calls, now };
    else {
      calls.push(step.ask);
      now += 100;
      const fault = faults[calls.length - 1] ?? null;
      current = fault ? refused(current, fault, now) : arrived(current, answerOf(service, step.ask), now);
    }
  }
  throw new RangeError('the load does not come to an end');
}

/** Rows with a unique id. */
export function numbered(count: number): FreeForm[] {
  return Array.from({ length: count }, (_, row) => ({ flightId: `f${row}`, hours: row % 7 }));
}
