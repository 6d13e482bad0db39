import { useMemo } from 'react';
import { type TimedBooking, tailOf } from '#domain/reservations/bookings.ts';
import { clockText, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { type CalendarDay, calendarDays, type DayBooking } from '#domain/calendar/days.ts';
import { laneOf, ageText } from '#domain/calendar/dispatch.ts';
import { type Day, dayOf, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { bookingKinds, kindClass, KindIcon, kindWord, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import style from './AgendaView.module.css';
import { type Marks, MarkIcons } from '#web/pages/reservations/BookingMarks.tsx';
import { Link } from 'react-router';
import { subtitleOf, titleOf, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { useHere } from '#web/ui/page/here.ts';
import { Spoken } from '#web/ui/controls/Spoken.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';

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

/** A booking as a row for a thumb: when, which aircraft, who, what for, and how it stands. */
function AgendaRow({ entry, now, marks }: { entry: DayBooking; now: Instant; marks: Marks }) {
  const clock = useClock();
  const here = useHere();
  const { booking, fromBefore, goesOn } = entry;
  const mark = marks.get(booking.key);
  const tail = tailOf(booking);
  const lane = laneOf(booking, now);
  const continuing = [
    fromBefore && `since ${dayText(shownDay(booking.start, clock))}`,
    goesOn && `until ${dayText(shownDay(booking.end, clock))}`,
  ].filter(Boolean);
  const label = [tail, spokenBooking(booking, clock, mark), ageText(booking, now)];
  return (
    <li className={style['row']} data-lane={lane}>
      <Link className={kindClass} data-kind={booking.kind} to={here({ reservation: booking.key })}>
        <Spoken words={label.filter(Boolean).join(', ')}>
          <span className={style['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
            <b>{fromBefore ? '←' : clockText(booking.start, clock).slice(0, 4)}</b>
            <span>{goesOn ? '→' : clockText(booking.end, clock)}</span>
          </span>
          <span className={style['line']}>
            <KindIcon kind={booking.kind} />
            {tail && <TailNumber tail={tail} isSimulator={booking.record.aircraft?.isSimulator ?? false} />}
            <b>{titleOf(booking)}</b>
            <span className={style['end']}>
              <MarkIcons mark={mark} />
            </span>
          </span>
          <span className={style['line']}>
            {(lane === 'now' || lane === 'open') && <span className={style['age']}>{ageText(booking, now)}</span>}
            <span className={style['quiet']}>{[...continuing, subtitleOf(booking)].filter(Boolean).join(' · ')}</span>
            <span className={style['end']}>
              <StatusGlyph statusId={booking.statusId} />
              <span className={style['status']}>{booking.status}</span>
            </span>
          </span>
        </Spoken>
      </Link>
    </li>
  );
}
