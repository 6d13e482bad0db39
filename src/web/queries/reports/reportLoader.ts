import { addressOf } from '#contract/addresses.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Query } from '#contract/query.ts';
import { type ReportId, readReportPage, reportNames } from '#domain/reports/loading/reportQuery.ts';
import { arrived } from '#domain/reports/loading/loadAnswers.ts';
import {
  cancelled,
  givenUp,
  type LoadPlan,
  newLoad,
  nextStep,
  type PageAsk,
  pausedLoad,
  refused,
  resumedLoad,
  wanting,
} from '#domain/reports/loading/loadPlan.ts';
import type { Instant } from '#domain/time/time.ts';
import { ask, asFailure } from '#web/queries/client.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { usualInterval } from '#web/queries/readings.ts';
import type { Work } from '#domain/reports/rows/work.ts';

export type ReportLoader = {
  /** The same object as long as nothing has changed. */
  readonly plan: () => LoadPlan;
  /** The instant the oldest of the rows is true of; null before the first came. */
  readonly asOf: () => Instant | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks for the first two pages, or goes on after `close`. */
  readonly start: () => void;
  /** So many rows more than there are. */
  readonly loadMore: (rows: number) => void;
  readonly loadAll: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Gives up what is under way; what arrived stays. */
  readonly cancel: () => void;
  /** Leaves; `start` goes on where it was. */
  readonly close: () => void;
};

/**
 * Loads a report page by page, one call at a time and past the query cache, which would hold every row twice. The first page
 * is a person's call, the others are a load's: others' screens go first. It goes on in a hidden tab, since it was asked for.
 */
function createReportLoader(school: Config, id: ReportId, query: Query, clock = Date.now): ReportLoader {
  const listeners = new Set<() => void>();
  let plan = newLoad({ limit: query.limit, offset: query.offset }, clock());
  let asOf: Instant | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let call = new AbortController();

  function become(next: LoadPlan) {
    if (next === plan) return;
    plan = next;
    for (const listener of listeners) listener();
  }

  function serve() {
    clearTimeout(timer);
    const step = nextStep(plan, clock());
    become(step.plan);
    if (step.ask) void make(step.ask);
    else if (step.wakeAt !== null) timer = setTimeout(serve, Math.max(0, step.wakeAt - clock()));
  }

  async function make(page: PageAsk) {
    call = new AbortController();
    const { signal } = call;
    const path = { operatorId: String(school.operatorId) };
    const asked = { ...query, offset: page.offset ?? undefined, limit: page.limit ?? undefined };
    try {
      const callClass = plan.pages === 0 ? 'person' : 'load';
      const answer = await ask(`/api${addressOf(id, path, asked)}`, readReportPage, { signal, callClass });
      if (signal.aborted) return;
      asOf = Math.min(asOf ?? answer.asOf, answer.asOf);
      become(arrived(plan, answer.value, clock()));
    } catch (error) {
      if (signal.aborted) return;
      become(refused(plan, asFailure(error), clock()));
    }
    serve();
  }

  function change(next: LoadPlan) {
    become(next);
    serve();
  }

  function leave() {
    call.abort();
    clearTimeout(timer);
  }

  return {
    plan: () => plan,
    asOf: () => asOf,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: serve,
    loadMore: (rows) => change(wanting(plan, plan.rows.length + rows, clock())),
    loadAll: () => change(wanting(plan, Number.POSITIVE_INFINITY, clock())),
    pause: () => change(pausedLoad(plan, clock())),
    resume: () => change(resumedLoad(plan, clock())),
    cancel() {
      leave();
      change(cancelled(plan, clock()));
    },
    close() {
      leave();
      become(givenUp(plan));
    },
  };
}

/** A load of a report that a screen watches; another question is another load. `question` is its text: equal texts ask the same. */
export function useReportLoad(school: Config, id: ReportId, query: Query, question: string) {
  // eslint-disable-next-line react/exhaustive-deps -- the text stands for the query
  const loader = useMemo(() => createReportLoader(school, id, query), [school, id, question]);
  useEffect(() => {
    loader.start();
    return loader.close;
  }, [loader]);
  const plan = useSyncExternalStore(loader.subscribe, loader.plan);
  return { loader, plan, reading: readingOfLoad(id, loader, plan) };
}

/** How it stands with a load, in the form the panels draw. It is never asked again by itself. */
function readingOfLoad(id: ReportId, loader: ReportLoader, plan: LoadPlan): Reading {
  return {
    source: reportNames[id],
    asOf: loader.asOf(),
    interval: usualInterval(id),
    failure: plan.failure,
  };
}

/** Milliseconds of script at a time: a frame has 16. */
const slice = 8;

/**
 * Does work in slices, so that the page stays responsive, and gives it up when the signal aborts. Rejects with the signal's
 * reason then.
 */
export async function inSlices<Result>(work: Work<Result>, signal: AbortSignal): Promise<Result> {
  let start = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - start < slice) continue;
    await breath();
    start = performance.now();
  }
}

/** Lets input and paint go first. A message comes sooner than a timer, which browsers hold back. */
function breath(): Promise<void> {
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
