import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { usualLimit } from '#domain/reports/loading/loadPlan.ts';
import type { ReportLoader } from '#web/queries/reports/reportLoader.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';

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
