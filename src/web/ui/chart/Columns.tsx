import { scaleBand, scaleLinear } from 'd3-scale';
import { line, stack, stackOffsetDiverging } from 'd3-shape';
import { type Chart, categoryWords, valueAxisWords, valueWriter } from '#domain/reports/views/charts.ts';
import { figureWriter } from '#domain/reports/columns/columnValues.ts';
import style from './chart.module.css';

const height = 280;
const margin = { top: 26, right: 12, bottom: 42, left: 64 };
/** Pixels that a label below the axis takes, and that a column is at most wide; the steps of a histogram touch. */
const [labelRoom, widest] = [68, 72];

type Drawing = { readonly chart: Chart; readonly width: number };

/** Values over the calendar or over steps: stacked columns, or a line. */
export function Columns({ chart, width }: Drawing) {
  const { categories, kind } = chart;
  const x = scaleBand<number>()
    .domain([...categories.keys()])
    .range([margin.left, width - margin.right])
    .padding(kind === 'histogram' ? 0.04 : 0.2);
  const layers = layersOf(chart);
  const ends = layers.flatMap((layer) => layer.flatMap(({ from, to }) => [from, to]));
  const y = scaleLinear()
    .domain([Math.min(0, ...ends), Math.max(0, ...ends)])
    .nice(5)
    .range([height - margin.bottom, margin.top]);
  const ticks = y.ticks(5);
  const figure = figureWriter('number', 6);
  const every = Math.max(1, Math.ceil((categories.length * labelRoom) / (width - margin.left - margin.right)));
  const wide = Math.max(1, kind === 'histogram' ? x.bandwidth() : Math.min(x.bandwidth(), widest));
  const middle = (at: number) => (x(at) ?? 0) + x.bandwidth() / 2;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <text className={style['axis']} x={margin.left} y={12}>
        {valueAxisWords(chart)}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={style['rule']}
            data-zero={tick === 0}
            x1={margin.left}
            x2={width - margin.right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text className={style['tick']} x={margin.left - 8} y={y(tick)} textAnchor="end">
            {figure(tick)}
          </text>
        </g>
      ))}
      {categories.map((name, at) =>
        at % every === 0 ? (
          <text key={name} className={style['tick']} x={middle(at)} y={height - margin.bottom + 16} textAnchor="middle">
            {categoryWords(name, kind)}
          </text>
        ) : null,
      )}
      <text className={style['axis']} x={(margin.left + width - margin.right) / 2} y={height - 6} textAnchor="middle">
        {chart.over}
      </text>
      {kind === 'line' ? (
        <Lines chart={chart} x={middle} y={y} />
      ) : (
        <Stacks chart={chart} layers={layers} x={(at) => middle(at) - wide / 2} y={y} wide={wide} />
      )}
    </svg>
  );
}

type Piece = { readonly from: number; readonly to: number; readonly value: number | null };

/** Where each piece of each series begins and ends; what is below zero goes down from it. */
function layersOf({ kind, categories, series }: Chart): Piece[][] {
  if (kind === 'line') return series.map(({ values }) => values.map((value) => ({ from: 0, to: value ?? 0, value })));
  const stacked = stack<number, number>()
    .keys([...series.keys()])
    .value((at, key) => series[key]?.values[at] ?? 0)
    .offset(stackOffsetDiverging)([...categories.keys()]);
  return stacked.map((layer, key) =>
    layer.map(([from, to], at) => ({ from, to, value: series[key]?.values[at] ?? null })),
  );
}

type Along = { readonly chart: Chart; readonly x: (at: number) => number; readonly y: (value: number) => number };

function Stacks({ chart, layers, x, y, wide }: Along & { layers: readonly Piece[][]; wide: number }) {
  const write = valueWriter(chart);
  return layers.map((layer, key) => (
    <g key={chart.series[key]!.name} data-series={key % 8}>
      {layer.map(({ from, to, value }, at) =>
        from === to || value === null ? null : (
          <rect
            key={chart.categories[at]}
            x={x(at)}
            y={y(Math.max(from, to))}
            width={wide}
            height={Math.max(0.5, Math.abs(y(from) - y(to)))}
          >
            <title>{`${chart.categories[at]}${layers.length > 1 ? `, ${chart.series[key]!.name}` : ''}: ${write(value)}`}</title>
          </rect>
        ),
      )}
    </g>
  ));
}

/** Above this many, points melt into the line. */
const mostPoints = 120;

function Lines({ chart, x, y }: Along) {
  const write = valueWriter(chart);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value ?? 0));
  return chart.series.map(({ name, values }, key) => (
    <g key={name} data-series={key % 8}>
      <path className={style['line']} d={path([...values]) ?? ''} />
      {values.length <= mostPoints &&
        values.map((value, at) =>
          value === null ? null : (
            <circle key={chart.categories[at]} cx={x(at)} cy={y(value)} r={3}>
              <title>{`${chart.categories[at]}: ${write(value)}`}</title>
            </circle>
          ),
        )}
    </g>
  ));
}
