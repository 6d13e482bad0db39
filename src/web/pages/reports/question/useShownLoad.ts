import { useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import { useReportLoad } from '#web/queries/reports/reportLoad.ts';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';

/** The load of a question that is on the screen. When it is asked again, the rows of before stay until the new ones come. */
export function useShownLoad(school: Config, id: ReportId, { query, text }: ReportQuestionState) {
  const [visit, setVisit] = useState(0);
  const newest = useReportLoad(school, id, query, `${text} ${visit}`);
  const [before, setBefore] = useState({ text, loader: newest.loader });
  const hasCome = newest.plan.pages > 0 || before.text !== text;
  if (hasCome && before.loader !== newest.loader) setBefore({ text, loader: newest.loader });
  const refresh = () => setVisit(visit + 1);
  if (hasCome || before.loader === newest.loader) return { ...newest, refresh };
  const reading = { ...newest.reading, asOf: before.loader.asOf() };
  return { loader: newest.loader, plan: before.loader.plan(), reading, refresh };
}
export type ShownLoad = ReturnType<typeof useShownLoad>;
