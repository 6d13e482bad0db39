import style from './figures.module.css';
import type { WeekGrid } from './weekGrid.ts';

/** A week as a grid of hours: the more, the stronger the fill. Its numbers stand in it, so it needs no colour to be read. */
export function WeekGridShown({ grid: { hours, rows }, title }: { grid: WeekGrid; title: string }) {
  return (
    <table className={style['week']}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th key={hour} scope="col">
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map(({ hour, cancelled, level, words }) => (
              <td key={hour} data-level={level} data-tip={`${name} ${hour}00L: ${words}`}>
                {cancelled > 0 && <span aria-hidden="true">{cancelled}</span>}
                <span className="visually-hidden">{words}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
