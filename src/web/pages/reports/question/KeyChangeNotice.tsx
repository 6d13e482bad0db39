import { useEffect, useMemo, useState } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { keyChange, keyChangeWords, type KeyMemory, rememberedKeys } from '#domain/reports/columns/keyMemory.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { dayOf } from '#domain/time/time.ts';
import type { useReportMemory } from '#web/queries/reports/reportMemory.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from '#web/pages/reports/report.module.css';

type KeyChangeNoticeProps = {
  plan: LoadPlan;
  columns: readonly Column[];
  memory: ReturnType<typeof useReportMemory>;
  /** Whether the question leaves nothing out. */
  isWhole: boolean;
};

/** Says which columns are new since the last visit, until somebody has seen it; without a change it only remembers. */
export function KeyChangeNotice({ plan, columns, memory: { memory, remember }, isWhole }: KeyChangeNoticeProps) {
  const today = dayOf(useMinute(), useSchool().timeZone);
  const [before, setBefore] = useState<{ keys: KeyMemory | null } | null>(null);
  // Columns that further pages bring are not new since the last visit, so what was then is kept for this one.
  if (memory && !before) setBefore({ keys: memory.keys });
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  const change = before && keyChange(before.keys, ids);
  const isSettled = memory !== null && plan.stand !== 'loading' && ids.length > 0 && isWhole;
  const isSame = before !== null && change === null;
  const rows = plan.stand === 'complete' ? plan.rows.length : plan.totalItems;
  const marks = [today, rows, isSame, ids.join('\n')].join('\n');
  useEffect(() => {
    if (!isSettled) return;
    remember({ rows, ...(isSame && { keys: rememberedKeys(null, ids, today) }) });
    // oxlint-disable-next-line react/exhaustive-deps -- the marks are what is remembered; remembering changes the rest
  }, [isSettled, marks]);
  if (!change || !isSettled) return null;
  const note = () => {
    const keys = rememberedKeys(null, ids, today);
    setBefore({ keys });
    remember({ keys });
  };
  const names = change.added.length > 0 ? change.added : change.missing;
  return (
    <div className={style['notice']} role="status">
      <StateMark shape="triangle" tone="warning">
        {keyChangeWords(change)}
      </StateMark>
      <span className={style['quiet']}>
        {names.slice(0, 6).join(', ')}
        {names.length > 6 && ` and ${names.length - 6} more`}
      </span>
      <Button onClick={note}>Noted</Button>
    </div>
  );
}
