import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Chart } from '#domain/reports/charts/charts.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterSort.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { usePrinting } from '#web/components/page/display.tsx';
import style from './chart.module.css';
import {
  chartNotes,
  type ChartPart,
  chartSummary,
  chartTable,
  chartTitle,
  columnChart,
  figuresTitle,
  isOverTime,
  largestCategories,
  namedBars,
  valueAxisTitle,
  valueWriter,
} from './chartModel.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { numberText } from '#domain/words.ts';

/** More names than this are behind a button, or left to the table. */
const maxNames = 24;
/** The number of colours in the style sheet. */
const colours = 8;

type ReportChartProps = {
  chart: Chart;
  part?: ChartPart;
  /** The address of the rows that pass these filters; null if it cannot name them. */
  rowsAt?: (filters: readonly ColumnFilter[]) => string | null;
};

const nowhere = () => null;

/** A chart with its title, its total, and what it lacks. */
export function ReportChart({ chart, part = null, rowsAt = nowhere }: ReportChartProps) {
  const isByName = chart.kind === 'bar' && chart.series.length === 1 && !isOverTime(chart);
  const Body = isByName ? NamedBars : Columns;
  const { total } = chart;
  return (
    <figure className={style['chart']} data-is-part={part !== null && !part.isWhole}>
      <figcaption>
        {chartTitle(chart, part)}
        {total !== undefined && isByName && <b>{valueWriter(chart)(total)}</b>}
        {chartNotes(chart, part).map((note) => (
          <Note key={note} kind={note !== part?.text ? 'note' : part.isWhole ? 'said' : 'warning'}>
            {note}
          </Note>
        ))}
      </figcaption>
      {chart.categories.length === 0 ? (
        <p className={style['nothing']}>No data to chart.</p>
      ) : (
        <Body chart={chart} part={part} rowsAt={rowsAt} />
      )}
    </figure>
  );
}

/** What the rows of the page say already is left to screen readers. */
function Note({ kind, children }: { kind: 'note' | 'said' | 'warning'; children: string }) {
  if (kind !== 'warning') return <span className={kind === 'said' ? 'visually-hidden' : ''}>{children}</span>;
  return (
    <StateMark shape="triangle" tone="warning">
      {children}
    </StateMark>
  );
}

type BodyProps = Required<ReportChartProps>;

/** A horizontal bar per name with its figure: a table, so that everyone reads the same. A name leads to its rows. */
function NamedBars({ chart, part, rowsAt }: BodyProps) {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = usePrinting();
  const bars = useMemo(() => namedBars(chart), [chart]);
  const shown = isWhole || isPrinting ? bars : bars.slice(0, maxNames);
  return (
    <>
      <table className={style['bars']}>
        <caption className="visually-hidden">{chartTitle(chart, part)}</caption>
        <thead>
          <tr>
            <th scope="col">{chart.over}</th>
            <th scope="col">{figuresTitle(chart)}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, from, to, text, rows }) => (
            <tr key={name}>
              <th scope="row">
                <RowsLink to={rows && rowsAt(rows)}>{name}</RowsLink>
              </th>
              <td>{text}</td>
              <td>
                <span aria-hidden="true" style={{ marginLeft: `${100 * from}%`, width: `${100 * (to - from)}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < bars.length && <Button onClick={() => setWhole(true)}>Show all {numberText(bars.length)}</Button>}
    </>
  );
}

function RowsLink({ to, children }: { to: string | null; children: string }) {
  return to === null ? (
    children
  ) : (
    <Link className="row-link" to={to}>
      {children}
    </Link>
  );
}

/** Stacked bars, lines or bins, with a legend, and the figures as a table. */
function Columns({ chart, part }: BodyProps) {
  const { frame, width } = useWidth();
  const drawn = useMemo(() => largestCategories(chart, maxNames), [chart]);
  const left = chart.categories.length - drawn.categories.length;
  return (
    <>
      {left > 0 && (
        <p className={style['nothing']}>
          The {drawn.categories.length} largest; {numberText(left)} more in the table.
        </p>
      )}
      {drawn.series.length > 1 && <Legend names={drawn.series.map(({ name }) => name)} />}
      <div ref={frame} className={style['frame']} role="img" aria-label={chartSummary(chart, part)}>
        {width > 0 && <ColumnDrawing chart={drawn} width={width} />}
      </div>
      <ChartTable chart={chart} title={chartTitle(chart, part)} />
    </>
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
