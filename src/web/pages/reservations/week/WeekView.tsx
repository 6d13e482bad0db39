import { useMemo } from 'react';
import { ticks, shareOf, hourMarks } from '#domain/timeline/timeScale.ts';
import { inSpan, type TimedBooking } from '#domain/reservations/bookings.ts';
import { clockText, dayText } from '#domain/time/clock.ts';
import { type HourLoad, hourLoads, dayColumn } from '#domain/calendar/dayColumn.ts';
import { type Day, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { type Marks, ConflictIcon, countConflicts } from '#web/pages/reservations/BookingMarks.tsx';
import { bookingKinds, kindBarClass, kindWord } from '#web/ui/reservation/kinds.tsx';
import style from './WeekView.module.css';
import { percent } from '#web/ui/aircraft/percent.ts';
import { BookingChip } from '#web/pages/reservations/BookingMarks.tsx';
import { Link } from 'react-router';
import { useHere } from '#web/ui/page/here.ts';

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

type BookingColumnProps = {
  span: Span;
  bookings: readonly TimedBooking[];
  marks: Marks;
  textOf: (booking: TimedBooking) => string;
};

/** What holds two lines of text, in milliseconds of a column whose hour is 28 px tall (`WeekView.module.css`). */
const twoLines = 1.4 * 3_600_000;

/** Each booking of a day in its place; those that overlap lie side by side. */
function BookingColumn({ span, bookings, marks, textOf }: BookingColumnProps) {
  const placed = useMemo(() => dayColumn(bookings, span), [bookings, span]);
  return (
    <ul className={style['bookings']}>
      {placed.map(({ booking, top, height, lane, lanes, isFromBefore, goesOn }) => (
        <li
          key={booking.key}
          data-is-short={height * (span.end - span.start) < twoLines}
          data-is-from-before={isFromBefore}
          data-goes-on={goesOn}
          style={{
            top: percent(top),
            height: percent(height),
            left: percent(lane / lanes),
            width: percent(1 / lanes),
          }}
        >
          <BookingChip booking={booking} marks={marks} text={textOf(booking)} />
        </li>
      ))}
    </ul>
  );
}

/** The real hours of a day: on a day of 25 one is written twice, on a day of 23 one is missing, each with its zone. */
function HourLabels({ span }: { span: Span }) {
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

type DayHeadProps = {
  day: Day;
  span: Span;
  bookings: readonly TimedBooking[];
  /** False while not all of it has been read. */
  isKnown: boolean;
  marks: Marks;
  now: Instant | null;
};

/** A day of the week with how many are booked and in conflict; it leads to the day's timeline. */
function DayHead({ day, span, bookings, isKnown, marks, now }: DayHeadProps) {
  const here = useHere();
  const clock = useClock();
  const hours = (span.end - span.start) / 3_600_000;
  const conflicts = countConflicts(bookings, marks);
  return (
    <header className={style['head']}>
      <Link to={here({ view: 'timeline', date: day })}>{dayText(day)}</Link>
      {now !== null && <b className={style['clock']}>{clockText(now, clock)}</b>}
      <span className={style['count']}>
        {isKnown ? `${bookings.length} booked` : 'not all here yet'}
        {conflicts.count > 0 && (
          <span className={style['conflicts']}>
            <ConflictIcon certainty={conflicts.certainty} />
            {conflicts.count}
            <span className="visually-hidden"> in conflict</span>
          </span>
        )}
      </span>
      {hours !== 24 && (
        <span className={style['hours']}>
          {hours} h: clocks go {hours < 24 ? 'forward' : 'back'}
        </span>
      )}
    </header>
  );
}

/** How much is booked in each hour of a day, by kind, on the scale of the busiest hour of the week. */
function LoadColumn({ loads, most }: { loads: readonly HourLoad[]; most: number }) {
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
