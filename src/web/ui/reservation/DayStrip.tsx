import { placeIn, shareOf, ticks } from '#domain/timeline/timeScale.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { clockText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import style from './DayStrip.module.css';
import { percent } from '#web/ui/aircraft/percent.ts';
import { useClock } from '#web/ui/page/school.tsx';

/** A day at a glance; the list beside it says the same in words, so that this is for the eyes alone. */
export function DayStrip({ span, bookings, now }: { span: Span; bookings: readonly TimedBooking[]; now: Instant }) {
  const clock = useClock();
  return (
    <div className={style['strip']} aria-hidden="true">
      {ticks(span, 3).map((tick) => (
        <span key={tick} className={style['tick']} style={{ left: percent(shareOf(span, tick)) }}>
          {clockText(tick, clock).slice(0, 2)}
        </span>
      ))}
      <div className={style['track']}>
        {bookings.map((booking) => {
          const { left, width } = placeIn(span, booking);
          return (
            <span
              key={booking.key}
              className={style['bar']}
              data-kind={booking.kind}
              data-is-past={booking.end <= now}
              style={{ left: percent(left), width: percent(width) }}
            />
          );
        })}
        {now >= span.start && now < span.end && (
          <span className={style['now']} style={{ left: percent(shareOf(span, now)) }} />
        )}
      </div>
    </div>
  );
}
