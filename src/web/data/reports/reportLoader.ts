import { addressOf } from '#contract/addresses.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Query } from '#contract/query.ts';
import { type ReportId, readReportPage, reportNames } from '#domain/reports/loading/reportQuery.ts';
import { pageArrived } from '#domain/reports/loading/loadPages.ts';
import {
  cancelledLoad,
  withoutCall,
  type LoadPlan,
  newLoad,
  nextStep,
  type PageRequest,
  pausedLoad,
  callFailed,
  resumedLoad,
  withTarget,
} from '#domain/reports/loading/loadPlan.ts';
import { isDated } from '#domain/reports/loading/reportQuery.ts';
import type { Instant } from '#domain/time/time.ts';
import { ask, asFailure } from '#web/data/client.ts';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { defaultInterval } from '#web/data/readings.ts';
import type { Computation } from '#domain/reports/rows/computation.ts';
import { now } from '#web/device/screenClock.ts';

export type ReportLoader = {
  /** The same object until something changes. */
  readonly plan: () => LoadPlan;
  /** The age of the oldest rows; null before the first page. */
  readonly asOf: () => Instant | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Requests the pages that tell which rows are newest, or continues after `close`. */
  readonly start: () => void;
  /** Loads until there are this many rows; `Infinity` loads all. */
  readonly load: (rows: number) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops loading; loaded rows are kept. */
  readonly cancel: () => void;
  /** Aborts the call in flight; `start` continues. */
  readonly close: () => void;
};

/**
 * How many rows are loaded: at least `target`, all where there are at most `wholeUpTo`, and the newest back to `until`.
 */
export type LoadExtent = { readonly target: number; readonly wholeUpTo: number; readonly until?: Instant | null };

/**
 * Loads a report page by page, one call at a time. It bypasses the query cache, which would keep every row twice. Only the
 * first page has the priority of a user's call, so that other screens go first. It continues in hidden tabs.
 */
function createReportLoader(
  school: Config,
  id: ReportId,
  query: Query,
  { target, wholeUpTo, until = null }: LoadExtent,
  clock = now,
): ReportLoader {
  const listeners = new Set<() => void>();
  const dated = isDated(id) ? { id, zone: { name: school.timeZone, zoneless: school.zonelessTimes } } : null;
  let plan = newLoad({ limit: query.limit, offset: query.offset, dated, target, wholeUpTo, until }, clock());
  let asOf: Instant | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = new AbortController();

  function update(next: LoadPlan) {
    if (next === plan) return;
    plan = next;
    for (const listener of listeners) listener();
  }

  function advance() {
    clearTimeout(timer);
    const step = nextStep(plan, clock());
    update(step.plan);
    if (step.request) void call(step.request);
    else if (step.wakeAt !== null) timer = setTimeout(advance, Math.max(0, step.wakeAt - clock()));
  }

  async function call(page: PageRequest) {
    abort = new AbortController();
    const { signal } = abort;
    const path = { operatorId: String(school.operatorId) };
    const request = { ...query, offset: page.offset ?? undefined, limit: page.limit ?? undefined };
    try {
      const answer = await ask(`/api${addressOf(id, path, request)}`, readReportPage, { signal });
      if (signal.aborted) return;
      asOf = Math.min(asOf ?? answer.asOf, answer.asOf);
      update(pageArrived(plan, answer.value, clock()));
    } catch (error) {
      if (signal.aborted) return;
      update(callFailed(plan, asFailure(error), clock()));
    }
    advance();
  }

  function change(next: LoadPlan) {
    update(next);
    advance();
  }

  function stop() {
    abort.abort();
    clearTimeout(timer);
  }

  return {
    plan: () => plan,
    asOf: () => asOf,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: advance,
    load: (rows) => change(withTarget(plan, rows, clock())),
    pause: () => change(pausedLoad(plan, clock())),
    resume: () => change(resumedLoad(plan, clock())),
    cancel() {
      stop();
      change(cancelledLoad(plan, clock()));
    },
    close() {
      stop();
      update(withoutCall(plan));
    },
  };
}

export type WantedLoad = LoadExtent & {
  readonly query: Query;
  /** Another text starts another load; equal texts mean equal queries. */
  readonly queryText: string;
};

/** The load of a report. A new target for the same query loads more rows, never fewer. */
export function useReportLoad(
  school: Config,
  id: ReportId,
  { query, queryText, target, wholeUpTo, until = null }: WantedLoad,
) {
  const loader = useMemo(
    () => createReportLoader(school, id, query, { target, wholeUpTo, until }),
    // oxlint-disable-next-line react/exhaustive-deps -- the text represents the query; a new target is not a new load
    [school, id, queryText, until],
  );
  useEffect(() => {
    loader.start();
    return loader.close;
  }, [loader]);
  const wanted = useRef({ loader, target });
  useEffect(() => {
    const before = wanted.current;
    wanted.current = { loader, target };
    if (before.loader === loader && before.target !== target) loader.load(target);
  }, [loader, target]);
  const plan = useSyncExternalStore(loader.subscribe, loader.plan);
  return { loader, plan, reading: readingOfLoad(id, loader, plan) };
}

/** The age and failure of a load, as panels show them. Reports are never refreshed automatically. */
function readingOfLoad(id: ReportId, loader: ReportLoader, plan: LoadPlan): Reading {
  return {
    source: reportNames[id],
    asOf: loader.asOf(),
    interval: defaultInterval(id),
    failure: plan.failure,
  };
}

/** Milliseconds of computation at a time: a frame has 16. */
const slice = 8;

/** Runs a computation in time slices, so that the page stays responsive. Rejects with the signal's reason if it aborts. */
export async function runInSlices<Result>(computation: Computation<Result>, signal: AbortSignal): Promise<Result> {
  let start = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const step = computation.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < slice) continue;
    await nextTask();
    start = performance.now();
  }
}

/** Lets input and paint go first. Messages arrive sooner than timers, which browsers throttle. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}
