import { peopleText, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type Clock, clockText, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { reservationLink } from '#domain/lists/links.ts';
import type { Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import style from './aircraft.module.css';

/** Reservations in order of time, with who flies and what for, and the API's own status. */
export function BookingList({ bookings, now }: { bookings: readonly TimedBooking[]; now: Instant }) {
  const clock = useClock();
  if (bookings.length === 0) return <p className={style['none']}>Nothing is booked on this day.</p>;
  return (
    <ol className={style['bookings']}>
      {bookings.map((booking) => (
        <li key={booking.key} data-kind={booking.kind} data-is-past={booking.end <= now}>
          <span className={style['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
            {timesText(booking, clock)}
          </span>
          <span>
            <AppLink to={reservationLink(booking, clock.zone)}>{peopleText(booking) || booking.type}</AppLink>
            <span className={style['quiet']}> {[booking.type, booking.activity].filter(Boolean).join(' · ')}</span>
          </span>
          <span className={style['quiet']}>{booking.status}</span>
        </li>
      ))}
    </ol>
  );
}

/** `0800L–0930L`; with both days where it does not end on the day it begins. */
function timesText({ start, end }: TimedBooking, clock: Clock): string {
  const times = [start, end].map((instant) => ({ day: shownDay(instant, clock), time: clockText(instant, clock) }));
  const isOneDay = times[0]?.day === times[1]?.day;
  return times.map(({ day, time }) => (isOneDay ? time : `${dayText(day)} ${time}`)).join('–');
}
