import { millisecondsInHour } from '#domain/units.ts';
import type { Duty } from '#domain/duty/duties.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { useClock } from '#web/components/page/school.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { elapsedMarks } from '#web/components/timetrack/trackModel.ts';
import { dutyLetter } from './duties.tsx';
import dutiesStyle from './duties.module.css';
import style from './DutyStrip.module.css';

type DutyStripProps = {
  /** The hours drawn. */
  hours: Span;
  duties: readonly Duty[];
  now: Instant;
  /** The chosen time. */
  at?: Instant | null;
};

/** A person's hours at a glance; the text beside it says the same. */
export function DutyStrip({ hours, duties, now, at = null }: DutyStripProps) {
  const clock = useClock();
  const chosen = at === null ? [] : [{ key: 'at', at, className: style['at'] }];
  return (
    <TimeTrack
      className={style['track']}
      isDecorative
      window={hours}
      marks={elapsedMarks(hours, 1, clock).map((mark) => ({ key: mark.at, at: mark.at, className: style['hour'] }))}
      bars={duties.map(({ kind, reservation, until }) => ({
        key: reservation.key,
        start: reservation.start,
        end: reservation.end,
        className: `${dutiesStyle['duty'] ?? ''} ${style['bar'] ?? ''}`,
        data: { 'data-duty': kind, 'data-is-past': until <= now },
        label: <span className={style['letter']}>{dutyLetter(kind)}</span>,
      }))}
      lines={[{ key: 'now', at: now, className: style['now'] }, ...chosen]}
    />
  );
}

/** The hours above a column of strips. */
export function DutyScale({ hours }: { hours: Span }) {
  const clock = useClock();
  const step = hours.end - hours.start > 12 * millisecondsInHour ? 2 : 1;
  return (
    <TimeTrack
      as="span"
      className={style['scale']}
      isDecorative
      window={hours}
      marks={elapsedMarks(hours, step, clock).map(({ at, label }) => ({ key: at, at, label }))}
    />
  );
}
