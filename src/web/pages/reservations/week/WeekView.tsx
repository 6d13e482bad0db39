import { useMemo } from 'react';
import { ticks } from '#domain/timeline/timeScale.ts';
import { inSpan, type TimedBooking } from '#domain/reservations/bookings.ts';
import { clockText } from '#domain/time/clock.ts';
import { type HourLoad, hourLoads } from '#domain/calendar/dayColumn.ts';
import { type Day, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { BookingColumn } from './BookingColumn.tsx';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import { DayHead } from './DayHead.tsx';
import { HourLabels } from './HourLabels.tsx';
import { LoadColumn } from '#web/pages/reservations/month/LoadColumn.tsx';
import style from './WeekView.module.css';

type WeekViewProps = {
  days: readonly Day[];
  bookings: readonly TimedBooking[];
  /** What has not been read. */
  missing: readonly Span[];
  now: Instant;
  marks: Marks;
  /** `bookings` draws each one, for one resource; `load` counts them hour by hour, for many. */
  form: 'bookings' | 'load';
  /** What to write on a booking beside its time. */
  textOf: (booking: TimedBooking) => string;
};

/** Days side by side, an hour as tall in each: a day on which the clocks change is 23 or 25 hours tall, and says so. */
export function WeekView({ days, bookings, missing, now, marks, form, textOf }: WeekViewProps) {
  const { timeZone } = useSchool();
  const clock = useClock();
  const week = useMemo(() => weekOf(days, bookings, timeZone), [days, bookings, timeZone]);
  const labels = week.map(({ span }) => ticks(span, 1).map((tick) => clockText(tick, clock).slice(0, 2)));
  const hasLabels = labels.map((own, index) => index === 0 || own.join() !== labels[index - 1]!.join());
  const columns = hasLabels.map((has) => `${has ? 'var(--gutter) ' : ''}minmax(var(--least), 1fr)`).join(' ');
  const most = Math.max(1, ...week.flatMap(({ loads }) => loads.map(({ total }) => total)));
  const today = dayOf(now, timeZone);
  return (
    <section className={style['scroller']} aria-label="Week">
      <ol className={style['week']} style={{ gridTemplateColumns: columns }}>
        {week.map(({ day, span, bookings: own, loads }, index) => (
          <li key={day} className={style['day']} data-has-labels={hasLabels[index]} data-is-today={day === today}>
            <DayHead
              day={day}
              span={span}
              bookings={own}
              isKnown={!missing.some((part) => overlaps(part, span))}
              marks={marks}
              now={day === today ? now : null}
            />
            <div className={style['body']} style={{ ['--hours' as string]: loads.length }}>
              {hasLabels[index] && <HourLabels span={span} />}
              {form === 'bookings' ? (
                <BookingColumn span={span} bookings={own} marks={marks} textOf={textOf} />
              ) : (
                <LoadColumn loads={loads} most={most} />
              )}
              {day === today && (
                <span className={style['now']} style={{ ['--at' as string]: (now - span.start) / hour }} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const hour = 3_600_000;

type WeekDay = {
  readonly day: Day;
  readonly span: Span;
  readonly bookings: readonly TimedBooking[];
  readonly loads: readonly HourLoad[];
};

function weekOf(days: readonly Day[], bookings: readonly TimedBooking[], zone: string): WeekDay[] {
  return days.map((day) => {
    const span = daySpan(day, zone);
    const own = inSpan(bookings, span);
    return { day, span, bookings: own, loads: hourLoads(own, span) };
  });
}
