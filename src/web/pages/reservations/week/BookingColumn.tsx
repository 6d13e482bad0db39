import { useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { dayColumn } from '#domain/calendar/dayColumn.ts';
import type { Span } from '#domain/time/time.ts';
import { percent } from '#web/ui/aircraft/percent.ts';
import { BookingChip } from '#web/pages/reservations/BookingChip.tsx';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import style from './WeekView.module.css';

type BookingColumnProps = {
  span: Span;
  bookings: readonly TimedBooking[];
  marks: Marks;
  textOf: (booking: TimedBooking) => string;
};

/** What holds two lines of text, in milliseconds of a column whose hour is 28 px tall (`WeekView.module.css`). */
const twoLines = 1.4 * 3_600_000;

/** Each booking of a day in its place; those that overlap lie side by side. */
export function BookingColumn({ span, bookings, marks, textOf }: BookingColumnProps) {
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
