import { lazy, Suspense } from 'react';
import { type Column, isNumeric } from '#domain/reports/columns/columns.ts';
import type { ReportView } from '#domain/reports/views/viewState.ts';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import style from './ChartPart.module.css';
import type { Table } from './useTable.ts';

const ReportChart = lazy(() =>
  import('#web/ui/chart/ReportChart.tsx').then((chart) => ({ default: chart.ReportChart })),
);

type ChartPartProps = { table: Table; state: ReportViewState };

/** A picture of the rows, where one is asked for. */
export function ChartPart({ table, state: { view } }: ChartPartProps) {
  const chart = table.worked?.chart ?? null;
  const missing = hint(view, table.columns);
  if (!view.chart && view.picture === null) return null;
  return (
    <div className={style['part']}>
      {chart ? (
        <Suspense fallback={<div className={style['room']} role="status" aria-label="Loading the chart" />}>
          <ReportChart chart={chart} />
        </Suspense>
      ) : (
        table.worked && missing && <p className={style['hint']}>{missing}</p>
      )}
    </div>
  );
}

function hint({ chart, group, picture }: ReportView, columns: readonly Column[]): string | null {
  if (picture !== null) return 'These rows lack what this picture needs.';
  if (!chart) return null;
  if (chart.kind !== 'histogram') return group ? null : 'Group the rows: each group is drawn.';
  return columns.some(({ kind }) => isNumeric(kind)) ? 'Choose a column of numbers.' : 'No column holds numbers.';
}
