import { useCallback, useMemo, useState } from 'react';
import type { Aggregate } from '#domain/reports/rows/groupRows.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { groupOrders } from '#domain/reports/rows/workOnRows.ts';
import type { useReportMemory } from '#web/queries/reports/reportMemory.ts';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import { useUrlChoice, useUrlText } from '#web/ui/page/urlState.ts';
import { useRows } from './useRows.ts';

/** Which figure of the measures is shown, in a word for a person. */
export const figureWords = {
  sum: 'sum',
  average: 'average',
  least: 'least',
  most: 'most',
  filled: 'rows with a value',
} as const satisfies Readonly<Record<keyof Aggregate, string>>;
const figures = Object.keys(figureWords) as (keyof Aggregate)[];

const none: ReadonlySet<string> = new Set();

/** The table of a report as it is now: the rows as worked on, and what of its state is no part of a saved view. */
export function useTable(plan: LoadPlan, { view }: ReportViewState, { memory }: ReturnType<typeof useReportMemory>) {
  const order = useUrlChoice('order', groupOrders, 'value');
  const figure = useUrlChoice('figure', figures, 'sum');
  const record = useUrlText('row');
  const [isCovered, setCovered] = useState(true);
  const groups = useOpened(JSON.stringify(view.group));
  const remembered = memory?.kinds;
  const kinds = useMemo(() => ({ ...remembered, ...view.kinds }), [remembered, view.kinds]);
  const rows = useRows(plan, { view, order: order.value, opened: groups.opened, kinds, isCovered });
  return {
    ...rows,
    order,
    figure,
    record,
    isCovered,
    toggleCover: () => setCovered(!isCovered),
    toggleGroup: groups.toggle,
    problems: [order.problem, figure.problem],
  };
}
export type Table = ReturnType<typeof useTable>;

/** The groups that are open, as long as it is grouped in this way. */
function useOpened(grouping: string) {
  const [held, setHeld] = useState({ grouping, opened: none });
  const opened = held.grouping === grouping ? held.opened : none;
  const toggle = useCallback(
    (key: string) =>
      setHeld((before) => {
        const next = new Set(before.grouping === grouping ? before.opened : none);
        if (!next.delete(key)) next.add(key);
        return { grouping, opened: next };
      }),
    [grouping],
  );
  return { opened, toggle };
}
