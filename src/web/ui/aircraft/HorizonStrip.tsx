import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { dayText } from '#domain/time/clock.ts';
import { addDays, type Day, daySpan, type Instant } from '#domain/time/time.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { TimeTrack, type TrackMark } from '#web/ui/timetrack/TimeTrack.tsx';
import style from './HorizonStrip.module.css';

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
  const window = daySpan(from, zone, days);
  const hours = horizon.limits.filter(({ axis, at }) => axis === 'hours' && at > window.start);
  const likely = hours.find(({ certainty }) => certainty === 'likely');
  const [earliest] = hours;
  // Open to the right where the likely crossing lies beyond the strip or cannot be told.
  const band = earliest ? [{ key: 'band', start: earliest.at, end: likely?.at ?? window.end }] : [];
  const date = horizon.limits.find(({ basis }) => basis === 'date');
  const limits = [...markOf('likely', likely?.at), ...markOf('limit', date?.at)];
  return (
    <TimeTrack
      className={style['strip']}
      isDecorative
      window={window}
      marks={Array.from({ length: days }, (_, index) => addDays(from, index)).map((day) => ({
        key: day,
        at: daySpan(day, zone).start,
        className: style['day'],
        label: dayText(day).slice(0, 6),
      }))}
    >
      <TimeTrack
        className={style['track']}
        window={window}
        bands={band.map((one) => ({ ...one, className: style['band'] }))}
        bars={bookings.map((booking) => ({
          key: booking.key,
          start: booking.start,
          end: booking.end,
          className: style['bar'],
          data: { 'data-kind': booking.kind, 'data-is-crossing': booking === likely?.booking },
        }))}
        lines={limits}
      />
    </TimeTrack>
  );
}

function markOf(kind: 'likely' | 'limit', at: Instant | null | undefined): TrackMark[] {
  return at == null ? [] : [{ key: kind, at, className: style['mark'], data: { 'data-kind': kind } }];
}
