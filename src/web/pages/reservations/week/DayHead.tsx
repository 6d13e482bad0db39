import { Link } from 'react-router';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { clockText, dayText } from '#domain/time/clock.ts';
import type { Day, Instant, Span } from '#domain/time/time.ts';
import { useHere } from '#web/ui/page/here.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { ConflictIcon, countConflicts, type Marks } from '#web/pages/reservations/BookingMarks.tsx';
import style from './WeekView.module.css';

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
export function DayHead({ day, span, bookings, isKnown, marks, now }: DayHeadProps) {
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
