import type { Booking } from '#domain/reservations/bookings.ts';
import { type Clock, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { bookingLength, BookingStatus, bookingTimes, TypeMark } from './reservationCells.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import style from './reservation.module.css';

/** Day and time at a glance, in both clocks, and what the reservation is. */
export function When({ booking }: { booking: Booking }) {
  const clock = useClock();
  const other: Clock = { zone: clock.zone, mode: clock.mode === 'L' ? 'Z' : 'L' };
  return (
    <div className={style['when']}>
      <p className={style['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
        {bookingTimes(booking, clock)} <span>{bookingLength(booking)}</span>
      </p>
      <p className={style['quiet']}>
        {clock.mode === 'L' ? clock.zone : 'Zulu'}; {bookingTimes(booking, other)}{' '}
        {other.mode === 'L' ? `in ${clock.zone}` : 'Zulu'}
        {otherDay(booking, clock, other)}
      </p>
      <Facts
        facts={[
          ['Type', <TypeMark key="type" booking={booking} />],
          ['Display type', displayType(booking)],
          ['Activity', booking.activity],
          ['Status', <BookingStatus key="status" booking={booking} />],
          ...name(booking),
        ]}
        missing="not given"
      />
    </div>
  );
}

/** Near midnight the other clock shows another day. */
function otherDay({ start }: Booking, clock: Clock, other: Clock): string {
  if (start === null || shownDay(start, clock) === shownDay(start, other)) return '';
  return ` (from ${dayText(shownDay(start, other))})`;
}

/** By the names of the specification; an id that it does not list stays visible. */
function displayType({ kind, record }: Booking): string {
  const id = record.reservationType?.displayTypeId;
  return kind === 'unknown' ? `unknown${id == null ? '' : `, id ${id}`}` : kind;
}

/** Few reservations have a name of their own. */
function name({ record }: Booking): (readonly [string, string])[] {
  return record.displayName ? [['Name', record.displayName]] : [];
}
