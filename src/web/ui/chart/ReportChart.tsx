import { useMemo, useCallback, useState } from 'react';
import {
  type Chart,
  chartSummary,
  isOverTime,
  largestCategories,
  chartTable,
  valueWriter,
  valueAxisWords,
} from '#domain/reports/views/charts.ts';
import { Columns } from './Columns.tsx';
import style from './chart.module.css';
import { scaleLinear } from 'd3-scale';

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

/** The inner width of an element in pixels, whenever it comes; 0 until it is known. */
export function useWidth() {
  const [width, setWidth] = useState(0);
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

/** Longer tables are for the export. */
const mostRows = 600;

/** The figures of a chart. */
export function ChartTable({ chart }: { chart: Chart }) {
  const [head = [], ...body] = chartTable(chart);
  const write = valueWriter(chart);
  return (
    <details className={style['figures']}>
      <summary>The same as a table</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
      <div role="region" aria-label={`${chart.title}, figures`} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{chart.title}</caption>
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
            {body.slice(0, mostRows).map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a cell is its place in the row
                  <td key={at}>{typeof value === 'number' ? write(value) : ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {body.length > mostRows && <p>{(body.length - mostRows).toLocaleString('en-US')} more are not listed here.</p>}
      </div>
    </details>
  );
}

/** Pixels: a bar with its gap, the axis above, a letter of a name, and the room of a value after its bar. */
const [step, head, letter, valueRoom] = [24, 24, 6.6, 96];

/** One bar per name, lying, so that names can be read. */
export function BarRows({ chart, width }: { chart: Chart; width: number }) {
  const { categories, series } = chart;
  const values = categories.map((_, at) => series[0]?.values[at] ?? 0);
  const letters = Math.min(Math.max(...categories.map((name) => name.length)), Math.floor(width / 3 / letter), 46);
  const left = letters * letter + 12;
  const x = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values)])
    .nice(4)
    .range([left, Math.max(left + 40, width - valueRoom)]);
  const write = valueWriter(chart);
  const height = head + categories.length * step + 4;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <text className={style['axis']} x={left} y={12}>
        {valueAxisWords(chart)}
      </text>
      {x.ticks(4).map((tick) => (
        <line key={tick} className={style['rule']} x1={x(tick)} x2={x(tick)} y1={head - 4} y2={height} />
      ))}
      {categories.map((name, at) => {
        const value = values[at]!;
        const middle = head + at * step + step / 2;
        const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
        return (
          <g key={name}>
            <title>{`${name}: ${write(value)}`}</title>
            <text className={style['name']} x={left - 8} y={middle} textAnchor="end">
              {name.length > letters ? `${name.slice(0, letters - 1)}…` : name}
            </text>
            <rect data-series={0} x={from} y={middle - 8} width={Math.max(1, to - from)} height={16} rx={2} />
            <text className={style['value']} x={to + 6} y={middle}>
              {write(value)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
