import { clockText } from '#domain/time/clock.ts';
import type { HourLoad } from '#domain/calendar/dayColumn.ts';
import { bookingKinds, kindBarClass, kindWord } from '#web/ui/reservation/kinds.tsx';
import { percent } from '#web/ui/aircraft/percent.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from '#web/pages/reservations/week/WeekView.module.css';

/** How much is booked in each hour of a day, by kind, on the scale of the busiest hour of the week. */
export function LoadColumn({ loads, most }: { loads: readonly HourLoad[]; most: number }) {
  const clock = useClock();
  return (
    <ol className={style['loads']}>
      {loads.map(({ start, counts, total }) => {
        const words = bookingKinds.flatMap((kind) => (counts.has(kind) ? `${counts.get(kind)} ${kindWord(kind)}` : []));
        const label = `${clockText(start, clock)}: ${words.join(', ') || 'nothing'}`;
        return (
          <li key={start} title={label}>
            <span className={style['stack']} style={{ width: percent(total / most) }} aria-hidden="true">
              {bookingKinds.map((kind) => {
                const count = counts.get(kind);
                return (
                  count && <span key={kind} className={kindBarClass} data-kind={kind} style={{ flexGrow: count }} />
                );
              })}
            </span>
            {total > 0 && <b aria-hidden="true">{total}</b>}
            <span className="visually-hidden">{label}</span>
          </li>
        );
      })}
    </ol>
  );
}
