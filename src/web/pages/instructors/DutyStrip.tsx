import { placeIn, shareOf, ticks } from '#domain/timeline/timeScale.ts';
import { clockText } from '#domain/time/clock.ts';
import type { Duty } from '#domain/duty/duties.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { percent } from '#web/ui/aircraft/percent.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from './DutyStrip.module.css';
import { dutyLetter } from './duties.tsx';
import duties from './duties.module.css';

type DutyStripProps = {
  /** The hours that are drawn. */
  hours: Span;
  duties: readonly Duty[];
  now: Instant;
  /** The instant that is asked for. */
  at?: Instant | null;
};

/** A person's hours at a glance, for the eyes alone: what stands beside it says the same in words. */
export function DutyStrip({ hours, duties: own, now, at = null }: DutyStripProps) {
  const marks = [
    { name: 'now', instant: now },
    { name: 'at', instant: at },
  ];
  return (
    <div className={style['track']} aria-hidden="true">
      {ticks(hours, 1).map((tick) => (
        <i key={tick} className={style['hour']} style={{ left: percent(shareOf(hours, tick)) }} />
      ))}
      {own
        .filter(({ booking }) => overlaps(booking, hours))
        .map(({ kind, booking }) => {
          const { left, width } = placeIn(hours, booking);
          return (
            <span
              key={booking.key}
              className={`${duties['duty']} ${style['bar']}`}
              data-duty={kind}
              data-is-past={booking.end <= now}
              style={{ left: percent(left), width: percent(width) }}
            >
              {dutyLetter(kind)}
            </span>
          );
        })}
      {marks.map(
        ({ name, instant }) =>
          isWithin(hours, instant) && (
            <i key={name} className={style[name]} style={{ left: percent(shareOf(hours, instant)) }} />
          ),
      )}
    </div>
  );
}

function isWithin({ start, end }: Span, instant: Instant | null): instant is Instant {
  return instant !== null && instant >= start && instant < end;
}

/** The hours above a column of strips. */
export function DutyScale({ hours }: { hours: Span }) {
  const clock = useClock();
  const step = hours.end - hours.start > 12 * 3_600_000 ? 2 : 1;
  return (
    <span className={style['scale']} aria-hidden="true">
      {ticks(hours, step).map((tick) => (
        <span key={tick} style={{ left: percent(shareOf(hours, tick)) }}>
          {clockText(tick, clock).slice(0, 2)}
        </span>
      ))}
    </span>
  );
}
