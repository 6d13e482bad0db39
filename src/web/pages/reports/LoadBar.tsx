import { operations } from '#contract/operations.ts';
import { isFinding, type LoadPlan, defaultLimit } from '#domain/reports/loading/loadPlan.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportLoader } from '#web/data/reports/reportLoader.ts';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useSecond } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import { hasLoadBar, loadChoices, loadProgress, progressText, rateText, stopText } from './loadModel.ts';
import { pageSteps } from './queryModel.ts';
import style from './report.module.css';
import type { QueryState } from './reportState.ts';

type LoadBarProps = { loader: ReportLoader; plan: LoadPlan; query: QueryState };

/** The progress of loading, which can be paused, resumed and cancelled. */
export function LoadBar({ loader, plan, query }: LoadBarProps) {
  if (!hasLoadBar(plan)) return null;
  const cancel = () => {
    loader.cancel();
    // The address then names the rows that are loaded.
    if (query.extent.target > 0) query.setRows(loader.plan().rows.length);
  };
  return (
    <div className={style['load']}>
      <Loaded plan={plan} />
      {plan.status === 'loading' ? (
        <Button onClick={loader.pause}>Pause</Button>
      ) : (
        <Button onClick={loader.resume}>Resume</Button>
      )}
      <Button onClick={cancel}>Cancel</Button>
      <StopReason plan={plan} />
    </div>
  );
}

function Loaded({ plan }: { plan: LoadPlan }) {
  const progress = loadProgress(plan, useSecond());
  const { loaded, total } = progress;
  const rate = rateText(progress, plan.status === 'loading');
  return (
    <>
      <Progress label="Rows loaded" value={total === null ? null : loaded} max={total ?? 1} />
      <span role="status">{progressText(progress, isFinding(plan))}</span>
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

/** Loads more rows, or all. */
export function LoadButtons({ plan, query }: Omit<LoadBarProps, 'loader'>) {
  const choices = loadChoices(plan);
  if (!choices) return null;
  const { more, all } = choices;
  return (
    <>
      {more !== null && <Button onClick={() => query.setRows(plan.rows.length + more.rows)}>{more.label}</Button>}
      <Button onClick={() => query.setRows(Number.POSITIVE_INFINITY)}>{all}</Button>
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
    defaultSize: defaultLimit,
    change: (changes: Parameters<typeof pairsFor>[0]) => query.change(pairsFor(changes)),
  };
  return <Pager list={list} page={page} totalItems={totalItems} />;
}
