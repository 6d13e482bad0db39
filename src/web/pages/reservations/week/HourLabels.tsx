import { shareOf, hourMarks } from '#domain/timeline/timeScale.ts';
import type { Span } from '#domain/time/time.ts';
import { percent } from '#web/ui/aircraft/percent.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from './WeekView.module.css';

/** The real hours of a day: on a day of 25 one is written twice, on a day of 23 one is missing, each with its zone. */
export function HourLabels({ span }: { span: Span }) {
  const clock = useClock();
  return (
    <div className={style['labels']} aria-hidden="true">
      {hourMarks([span], 60, clock).map(({ at, label, zone }) => (
        <span key={at} style={{ top: percent(shareOf(span, at)) }}>
          {label}
          {zone && <small>{zone}</small>}
        </span>
      ))}
    </div>
  );
}
