import { type Chart, chartTable, valueWriter } from '#domain/reports/views/charts.ts';
import style from './chart.module.css';

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
