import { clockText, durationText } from '#domain/time/clock.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { type LoadPlan, usualLimit } from '#domain/reports/loading/loadPlan.ts';
import { loadProgress, rowsText } from '#domain/reports/loading/loadWords.ts';
import { type ReportLoader, useReportLoad } from '#web/queries/reports/reportLoader.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useSecond } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from '#web/pages/reports/report.module.css';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';
import { useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';

type LoadBarProps = { loader: ReportLoader; plan: LoadPlan };

/** How far loading has come; it can be paused, goes on, and is given up without losing what arrived. */
export function LoadBar({ loader, plan }: LoadBarProps) {
  if (plan.pages === 0 || plan.stand === 'resting' || plan.stand === 'complete') return null;
  // The second page comes by itself, to tell how the service pages: nobody need wait for it.
  if (plan.phase !== 'onward' && plan.stand === 'loading' && !plan.failure) return null;
  return (
    <div className={style['load']}>
      <Progress plan={plan} />
      {plan.stand === 'loading' ? (
        <Button onClick={loader.pause}>Pause</Button>
      ) : (
        <Button onClick={loader.resume}>Resume</Button>
      )}
      <Button onClick={loader.cancel}>Cancel</Button>
      <Stop plan={plan} />
    </div>
  );
}

function Progress({ plan }: { plan: LoadPlan }) {
  const { loaded, total, rate, remaining } = loadProgress(plan, useSecond());
  return (
    <>
      <progress max={total ?? 1} value={total === null ? undefined : loaded} aria-label="Rows loaded" />
      <span role="status">
        {loaded.toLocaleString('en-US')}
        {total === null ? ' rows so far' : ` of ${rowsText(total)}`}
      </span>
      {rate !== null && (
        <span className={style['quiet']}>
          {Math.round(rate).toLocaleString('en-US')} rows a second
          {remaining !== null && plan.stand === 'loading' && `, about ${durationText(remaining)} left`}
        </span>
      )}
    </>
  );
}

/** Why it stands still. */
function Stop({ plan }: { plan: LoadPlan }) {
  const clock = useClock();
  if (plan.stand === 'paused') return <span className={style['quiet']}>Paused; what arrived stays.</span>;
  if (!plan.failure) return null;
  const { title, advice } = failureWords(plan.failure, clock);
  const said = plan.failure.entries[0]?.message;
  return (
    <StateMark shape="triangle" tone="warning">
      {title}
      {said && ` (“${said}”)`}
      {plan.stand === 'cut off'
        ? `. Cut off; the ${rowsText(plan.rows.length)} that came stay. ${advice}`
        : plan.pausedUntil !== null && `; resumes at ${clockText(plan.pausedUntil, clock)}`}
    </StateMark>
  );
}

type LoadButtonsProps = { loader: ReportLoader; plan: LoadPlan; question: ReportQuestionState };

/** More of the rows, all of them, or one page after the other. Nothing where everything is here. */
export function LoadButtons({ loader, plan, question }: LoadButtonsProps) {
  if (plan.stand !== 'resting') return null;
  const left = plan.totalItems === null || plan.isTotalWrong ? null : plan.totalItems - plan.rows.length;
  const some = Math.min(usualLimit, plan.limit, left ?? usualLimit);
  return (
    <>
      <Button onClick={() => question.put('offset', '0')}>Page by page</Button>
      {left !== some && <Button onClick={() => loader.loadMore(some)}>Load {some.toLocaleString('en-US')} more</Button>}
      <Button onClick={loader.loadAll}>
        Load all{plan.totalItems !== null && !plan.isTotalWrong && ` ${plan.totalItems.toLocaleString('en-US')}`}
      </Button>
    </>
  );
}

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
