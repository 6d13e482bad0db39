import { operations } from '#contract/operations.ts';
import type { QueryPair } from '#contract/query.ts';
import type { ListParams } from '#domain/lists/listState.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import { type LoadPlan, usualLimit } from '#domain/reports/loading/loadPlan.ts';
import { Pager } from '#web/ui/table/Pager.tsx';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';
import { useSchool } from '#web/ui/page/school.tsx';

type PageStepsProps = { id: ReportId; question: ReportQuestionState; plan: LoadPlan };

/** Back and forth through the service's own pages, where the question names one. */
export function PageSteps({ id, question, plan }: PageStepsProps) {
  const { reportOffset } = useSchool();
  const { offset, limit = usualLimit } = question.query;
  if (offset === undefined) return null;
  const step = reportOffset === 'record' ? limit : 1;
  const page = Math.floor(offset / step);
  const isFull = plan.received >= limit;
  const total = plan.totalItems ?? page * limit + plan.received + (isFull ? 1 : 0);
  const others = question.pairs.filter(([name]) => name !== 'offset' && name !== 'limit');
  const pageOf = ({ offset: to = null, limit: size }: ListParams): QueryPair[] => {
    // Without a page everything is loaded, page after page.
    if (size === 'all') return [];
    const rows = size === undefined ? limit : (size ?? usualLimit);
    return [
      ['offset', String(Number(to ?? 0) * step)],
      ['limit', String(rows)],
    ];
  };
  const change = (changes: ListParams) => question.change([...others, ...pageOf(changes)]);
  const list = { operation: operations[id], pageSize: limit, usualSize: usualLimit, change };
  return <Pager list={list} page={page} totalItems={total} />;
}
