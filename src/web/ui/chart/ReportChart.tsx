import { useMemo } from 'react';
import { type Chart, chartSummary, isOverTime, largestCategories } from '#domain/reports/views/charts.ts';
import { BarRows } from './BarRows.tsx';
import { ChartTable } from './ChartTable.tsx';
import { Columns } from './Columns.tsx';
import style from './chart.module.css';
import { useWidth } from './useWidth.ts';

/** Names beyond this many cannot be read; all are in the table. */
const mostNames = 24;

/** A chart with its legend, and the same in a table for whoever does not see it. */
export function ReportChart({ chart }: { chart: Chart }) {
  const { frame, width } = useWidth();
  const drawn = useMemo(() => largestCategories(chart, mostNames), [chart]);
  const left = chart.categories.length - drawn.categories.length;
  const isByName = drawn.kind === 'bar' && drawn.series.length === 1 && !isOverTime(drawn);
  const Drawing = isByName ? BarRows : Columns;
  return (
    <figure className={style['chart']}>
      <figcaption>
        {chart.title}
        {left > 0 && (
          <span>
            the {drawn.categories.length} largest; {left.toLocaleString('en-US')} more are in the table
          </span>
        )}
      </figcaption>
      {chart.categories.length === 0 ? (
        <p className={style['nothing']}>Nothing to draw in these rows.</p>
      ) : (
        <>
          {drawn.series.length > 1 && <Legend names={drawn.series.map(({ name }) => name)} />}
          <div ref={frame} className={style['frame']} role="img" aria-label={chartSummary(chart)}>
            {width > 0 && <Drawing chart={drawn} width={width} />}
          </div>
          <ChartTable chart={chart} />
        </>
      )}
    </figure>
  );
}

function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul className={style['legend']}>
      {names.map((name, at) => (
        <li key={name}>
          <span data-series={at % 8} />
          {name}
        </li>
      ))}
    </ul>
  );
}
