import { heatDayText } from '#domain/planning/finderText.ts';
import { type HeatDay, heatHours, type HeatRow } from '#domain/planning/heat.ts';
import { weekdayText } from '#domain/time/clock.ts';
import { useClock } from '#web/components/page/school.tsx';
import { Link } from 'react-router';
import { useHere } from '#web/components/page/urlState.ts';
import style from './HeatStrip.module.css';

/** The strip scrolls, and the keyboard must reach it. */
const frame = {
  role: 'region',
  'aria-label': 'Free aircraft of two weeks',
  'data-scroll': 'heat',
  tabIndex: 0,
} as const;

/** How many aircraft of each model are free, by day and hour; a cell sets the day and the model of the request. */
export function HeatStrip({ rows }: { rows: readonly HeatRow[] }) {
  const days = rows[0]?.days ?? [];
  return (
    <div {...frame} className={style['frame']}>
      <table className={style['heat']}>
        <caption className="visually-hidden">
          Free aircraft by model and day, from {heatHours.first} to {heatHours.last} o’clock
        </caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            {days.map(({ day }) => (
              <th key={day} scope="col">
                {weekdayText(day)} {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.model}>
              <th scope="row">
                {row.model} <span>{row.count}</span>
              </th>
              {row.days.map((day) => (
                <td key={day.day}>
                  <DayCell row={row} day={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One bar for each hour: as tall as the share of the model that is free. */
function DayCell({ row: { model, count }, day }: { row: HeatRow; day: HeatDay }) {
  const here = useHere();
  const clock = useClock();
  const words = heatDayText(day, clock);
  return (
    <Link
      className={style['cell'] ?? ''}
      to={here({ date: day.day, model })}
      aria-label={`${model}, ${words}`}
      data-tip={words}
    >
      <svg viewBox={`0 0 ${day.hours.length} 10`} preserveAspectRatio="none" aria-hidden="true">
        {day.hours.map(({ start, free }, place) =>
          free === 0 ? null : (
            <rect key={start} x={place} width={0.86} y={10 - barHeight(free, count)} height={barHeight(free, count)} />
          ),
        )}
      </svg>
    </Link>
  );
}

/** A bar is tall enough to be seen even if only one aircraft is free. */
function barHeight(free: number, count: number): number {
  return Math.max(1.5, (10 * free) / Math.max(1, count));
}
