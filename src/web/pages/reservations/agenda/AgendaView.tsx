import { useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { clockText, dayText } from '#domain/time/clock.ts';
import { type CalendarDay, calendarDays, type DayBooking } from '#domain/calendar/days.ts';
import { laneOf } from '#domain/calendar/dispatch.ts';
import { type Day, dayOf, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { bookingKinds, kindClass, KindIcon, kindWord } from '#web/ui/reservation/kinds.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { AgendaRow } from './AgendaRow.tsx';
import style from './AgendaView.module.css';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';

type AgendaViewProps = {
  first: Day;
  /** How many days. */
  count: number;
  bookings: readonly TimedBooking[];
  /** What has not been read. */
  missing: readonly Span[];
  now: Instant;
  marks: Marks;
};

/** Bookings in order of time, day by day of the operator's calendar; what a phone gets first. */
export function AgendaView({ first, count, bookings, missing, now, marks }: AgendaViewProps) {
  const { timeZone } = useSchool();
  const days = useMemo(() => calendarDays(bookings, first, count, timeZone), [bookings, first, count, timeZone]);
  const today = dayOf(now, timeZone);
  return (
    <div className={style['agenda']}>
      {days.map((day) => (
        <section key={day.day} aria-labelledby={`agenda-${day.day}`}>
          <h3 id={`agenda-${day.day}`} data-is-today={day.day === today}>
            {dayText(day.day)}
            {day.day === today && <small>today</small>}
            <Counts day={day} />
          </h3>
          {missing.some((part) => overlaps(part, day.span)) ? (
            <p className={style['none']}>Not all reservations of this day are here yet.</p>
          ) : (
            day.bookings.length === 0 && <p className={style['none']}>Nothing is booked.</p>
          )}
          {day.day === today ? (
            <Today day={day} now={now} marks={marks} />
          ) : (
            <Rows bookings={day.bookings} now={now} marks={marks} />
          )}
        </section>
      ))}
    </div>
  );
}

type RowsProps = { bookings: readonly DayBooking[]; now: Instant; marks: Marks };

function Rows({ bookings, now, marks }: RowsProps) {
  return (
    <ol>
      {bookings.map((one) => (
        <AgendaRow key={one.booking.key} entry={one} now={now} marks={marks} />
      ))}
    </ol>
  );
}

/** What is over folds away; what has begun or is not closed out stands before the present, what comes after it. */
function Today({ day, now, marks }: { day: CalendarDay; now: Instant; marks: Marks }) {
  const clock = useClock();
  const over = day.bookings.filter(({ booking }) => laneOf(booking, now) === 'completed');
  const left = day.bookings.filter((one) => !over.includes(one));
  const begun = left.filter(({ booking }) => booking.start <= now);
  const coming = left.filter(({ booking }) => booking.start > now);
  return (
    <>
      {over.length > 0 && (
        <details className={style['over']}>
          <summary>{over.length} completed</summary>
          <Rows bookings={over} now={now} marks={marks} />
        </details>
      )}
      <Rows bookings={begun} now={now} marks={marks} />
      <p className={style['now']}>
        <b>{clockText(now, clock)}</b> now, {coming.length === 0 ? 'nothing more to come' : `${coming.length} to come`}
      </p>
      <Rows bookings={coming} now={now} marks={marks} />
    </>
  );
}

function Counts({ day }: { day: CalendarDay }) {
  const kinds = Map.groupBy(day.bookings, ({ booking }) => booking.kind);
  return (
    <span className={style['counts']}>
      <span>{day.bookings.length} booked</span>
      {bookingKinds.map((kind) => {
        const count = kinds.get(kind)?.length;
        return (
          count && (
            <span key={kind} className={kindClass} data-kind={kind} title={kindWord(kind)}>
              <KindIcon kind={kind} size={12} />
              {count}
              <span className="visually-hidden"> {kindWord(kind)}</span>
            </span>
          )
        );
      })}
    </span>
  );
}
