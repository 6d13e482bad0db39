import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import type { Query } from '#contract/query.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { type ReportId, reportNames } from '#domain/reports/loading/reportQuery.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { createReportLoader, type ReportLoader } from './reportLoader.ts';
import { usualInterval } from '#web/queries/readings.ts';

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
