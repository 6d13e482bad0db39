import { scaleLinear } from 'd3-scale';
import { type Chart, valueAxisWords, valueWriter } from '#domain/reports/views/charts.ts';
import style from './chart.module.css';

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
