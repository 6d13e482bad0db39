import { placeIn, shareOf } from '#domain/timeline/timeScale.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { dayText } from '#domain/time/clock.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import { addDays, type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import style from './HorizonStrip.module.css';
import { percent } from './percent.ts';
import { useSchool } from '#web/ui/page/school.tsx';

type HorizonStripProps = {
  /** The first day and how many are drawn. */
  from: Day;
  days: number;
  bookings: readonly TimedBooking[];
  horizon: Horizon;
};

/** The bookings to come, with the band in which the limit is crossed; the phrase above says it in words. */
export function HorizonStrip({ from, days, bookings, horizon }: HorizonStripProps) {
  const zone = useSchool().timeZone;
  const span = daySpan(from, zone, days);
  const crossing = horizon.likely?.crossing?.booking;
  return (
    <div className={style['strip']} aria-hidden="true">
      {Array.from({ length: days }, (_, index) => addDays(from, index)).map((day) => (
        <span key={day} className={style['day']} style={{ left: percent(shareOf(span, daySpan(day, zone).start)) }}>
          {dayText(day).slice(0, 6)}
        </span>
      ))}
      <div className={style['track']}>
        <Band span={span} from={horizon.earliest?.at ?? null} to={horizon.latest?.at ?? null} />
        {bookings.map((booking) => {
          const { left, width } = placeIn(span, booking);
          return (
            <span
              key={booking.key}
              className={style['bar']}
              data-kind={booking.kind}
              data-is-crossing={booking === crossing}
              style={{ left: percent(left), width: percent(width) }}
            />
          );
        })}
        <Mark span={span} at={horizon.likely?.at ?? null} kind="likely" />
        <Mark span={span} at={horizon.date?.limit ?? null} kind="limit" />
      </div>
    </div>
  );
}

/** From the earliest to the latest crossing; open to the right where the latest lies beyond the strip or cannot be told. */
function Band({ span, from, to }: { span: Span; from: Instant | null; to: Instant | null }) {
  if (from === null || from >= span.end) return null;
  const { left, width } = placeIn(span, { start: from, end: to ?? span.end });
  return <span className={style['band']} style={{ left: percent(left), width: percent(width) }} />;
}

function Mark({ span, at, kind }: { span: Span; at: Instant | null; kind: 'likely' | 'limit' }) {
  if (at === null || at < span.start || at >= span.end) return null;
  return <span className={style['mark']} data-kind={kind} style={{ left: percent(shareOf(span, at)) }} />;
}
