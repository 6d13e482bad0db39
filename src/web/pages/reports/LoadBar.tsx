import { operations } from '#contract/operations.ts';
import { type LoadPlan, usualLimit } from '#domain/reports/loading/loadPlan.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportLoader } from '#web/queries/reports/reportLoader.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { useSecond } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { hasLoadBar, loadChoices, loadProgress, progressText, rateText, stopText } from './loadModel.ts';
import { pageSteps, withValue } from './queryModel.ts';
import style from './report.module.css';
import type { QueryState } from './reportState.ts';

type LoadBarProps = { loader: ReportLoader; plan: LoadPlan };

/** The progress of loading, which can be paused, resumed and cancelled. */
export function LoadBar({ loader, plan }: LoadBarProps) {
  if (!hasLoadBar(plan)) return null;
  return (
    <div className={style['load']}>
      <Progress plan={plan} />
      {plan.status === 'loading' ? (
        <Button onClick={loader.pause}>Pause</Button>
      ) : (
        <Button onClick={loader.resume}>Resume</Button>
      )}
      <Button onClick={loader.cancel}>Cancel</Button>
      <StopReason plan={plan} />
    </div>
  );
}

function Progress({ plan }: { plan: LoadPlan }) {
  const progress = loadProgress(plan, useSecond());
  const { loaded, total } = progress;
  const rate = rateText(progress, plan.status === 'loading');
  return (
    <>
      <progress max={total ?? 1} value={total === null ? undefined : loaded} aria-label="Rows loaded" />
      <span role="status">{progressText(progress)}</span>
      {rate !== null && <span className={style['quiet']}>{rate}</span>}
    </>
  );
}

function StopReason({ plan }: { plan: LoadPlan }) {
  const stop = stopText(plan, useClock());
  if (!stop) return null;
  if (!stop.isWarning) return <span className={style['quiet']}>{stop.text}</span>;
  return (
    <StateMark shape="triangle" tone="warning">
      {stop.text}
    </StateMark>
  );
}

type LoadButtonsProps = LoadBarProps & { query: QueryState };

/** Loads more rows, all rows, or switches to single pages. */
export function LoadButtons({ loader, plan, query }: LoadButtonsProps) {
  const choices = loadChoices(plan);
  if (!choices) return null;
  const { more, all } = choices;
  return (
    <>
      <Button onClick={() => query.change(withValue(query.pairs, 'offset', '0'))}>Page by page</Button>
      {more !== null && <Button onClick={() => loader.loadMore(more)}>Load {more.toLocaleString('en-US')} more</Button>}
      <Button onClick={loader.loadAll}>{all}</Button>
    </>
  );
}

/** Paging through the service's own pages, if the query names one. */
export function ServicePager({ id, plan, query }: { id: ReportId; plan: LoadPlan; query: QueryState }) {
  const { reportOffset } = useSchool();
  const steps = pageSteps(query, plan, reportOffset);
  if (!steps) return null;
  const { page, limit, totalItems, pairsFor } = steps;
  const list = {
    operation: operations[id],
    pageSize: limit,
    usualSize: usualLimit,
    change: (changes: Parameters<typeof pairsFor>[0]) => query.change(pairsFor(changes)),
  };
  return <Pager list={list} page={page} totalItems={totalItems} />;
}
