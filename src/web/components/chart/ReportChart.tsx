import { useCallback, useMemo, useState } from 'react';
import type { Chart } from '#domain/reports/charts/charts.ts';
import style from './chart.module.css';
import {
  barChart,
  chartNotes,
  type ChartPart,
  chartSummary,
  chartTable,
  chartTitle,
  columnChart,
  isOverTime,
  largestCategories,
  valueAxisTitle,
  valueWriter,
} from './chartModel.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { numberText } from '#domain/words.ts';

/** More names than this cannot be read; the table has all of them. */
const maxNames = 24;
/** The number of colours in the style sheet. */
const colours = 8;

/** A chart with its legend, and its figures as a table for screen readers. */
export function ReportChart({ chart, part = null }: { chart: Chart; part?: ChartPart }) {
  const { frame, width } = useWidth();
  const drawn = useMemo(() => largestCategories(chart, maxNames), [chart]);
  const left = chart.categories.length - drawn.categories.length;
  const notes = chartNotes(chart, part);
  const isByName = drawn.kind === 'bar' && drawn.series.length === 1 && !isOverTime(drawn);
  const Drawing = isByName ? BarDrawing : ColumnDrawing;
  return (
    <figure className={style['chart']}>
      <figcaption>
        {chartTitle(chart, part)}
        {left > 0 && (
          <span>
            the {drawn.categories.length} largest; {numberText(left)} more in the table
          </span>
        )}
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </figcaption>
      {chart.categories.length === 0 ? (
        <p className={style['nothing']}>No data to chart.</p>
      ) : (
        <>
          {drawn.series.length > 1 && <Legend names={drawn.series.map(({ name }) => name)} />}
          <div ref={frame} className={style['frame']} role="img" aria-label={chartSummary(chart, part)}>
            {width > 0 && <Drawing chart={drawn} width={width} />}
          </div>
          <ChartTable chart={chart} title={chartTitle(chart, part)} />
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
          <span data-series={at % colours} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The inner width of an element in pixels; 0 until it is measured. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

/** Longer tables are left to the export. */
const maxRows = 600;

function ChartTable({ chart, title }: { chart: Chart; title: string }) {
  const { head, rows } = chartTable(chart);
  const write = valueWriter(chart);
  return (
    <Fold className={style['figures']} summary="Show as table" isOfRow {...useUrlFold('figures')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
      <div role="region" aria-label={`${title}, figures`} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map(({ name, cut, values }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {cut !== null && <span> ({cut})</span>}
                </th>
                {values.map((value, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a cell is its position in the row
                  <td key={at}>{value === null ? '' : write(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > maxRows && <p>{numberText(rows.length - maxRows)} more rows are not shown.</p>}
      </div>
    </Fold>
  );
}

type DrawingProps = { chart: Chart; width: number };

/** Stacked bars or lines over the calendar, or the bins of a histogram. */
function ColumnDrawing({ chart, width }: DrawingProps) {
  const { height, plot, ticks, labels, series } = columnChart(chart, width);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <text className={style['axis']} x={plot.left} y={12}>
        {valueAxisTitle(chart)}
      </text>
      {ticks.map(({ at, label, isZero }) => (
        <g key={label}>
          <line className={style['rule']} data-zero={isZero} x1={plot.left} x2={plot.right} y1={at} y2={at} />
          <text className={style['tick']} x={plot.left - 8} y={at} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {labels.map(({ category, x, text }) => (
        <text key={category} className={style['tick']} x={x} y={plot.bottom + 16} textAnchor="middle">
          {text}
        </text>
      ))}
      <text className={style['axis']} x={(plot.left + plot.right) / 2} y={height - 6} textAnchor="middle">
        {chart.over}
      </text>
      {series.map(({ name, bars, points, path }, key) => (
        <g key={name} data-series={key % colours}>
          {path !== null && <path className={style['line']} d={path} />}
          {bars.map((bar) => (
            <rect key={bar.category} data-cut={bar.isCut} x={bar.x} y={bar.y} width={bar.width} height={bar.height}>
              <title>{bar.title}</title>
            </rect>
          ))}
          {points.map((point) => (
            <circle key={point.category} data-cut={point.isCut} cx={point.x} cy={point.y} r={point.isCut ? 4 : 3}>
              <title>{point.title}</title>
            </circle>
          ))}
        </g>
      ))}
    </svg>
  );
}

function BarDrawing({ chart, width }: DrawingProps) {
  const { height, left, top, ticks, bars } = barChart(chart, width);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <text className={style['axis']} x={left} y={12}>
        {valueAxisTitle(chart)}
      </text>
      {ticks.map((x) => (
        <line key={x} className={style['rule']} x1={x} x2={x} y1={top} y2={height} />
      ))}
      {bars.map(({ name, label, from, to, middle, text }) => (
        <g key={name}>
          <title>{`${name}: ${text}`}</title>
          <text className={style['name']} x={left - 8} y={middle} textAnchor="end">
            {label}
          </text>
          <rect data-series={0} x={from} y={middle - 8} width={Math.max(1, to - from)} height={16} rx={2} />
          <text className={style['value']} x={to + 6} y={middle}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
}
