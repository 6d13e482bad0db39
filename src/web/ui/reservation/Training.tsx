import type { Booking } from '#domain/reservations/bookings.ts';
import { whenText } from '#domain/time/clock.ts';
import { trainingOf } from '#domain/reservations/training.ts';
import type { Instant } from '#domain/time/time.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import style from './reservation.module.css';
import { Section } from './Section.tsx';

/** The lessons a reservation is for, with the service's own word for how they went. */
export function Training({ booking, now }: { booking: Booking; now: Instant }) {
  const clock = useClock();
  const school = useSchool();
  const sessions = trainingOf(booking.record, { name: school.timeZone, zoneless: school.zonelessTimes });
  if (sessions.length === 0) return null;
  return (
    <Section title="Training" count={sessions.length}>
      <ul className={style['sessions']}>
        {sessions.map(({ key, lesson, course, status, date }) => (
          <li key={key}>
            <b>{lesson}</b>
            <span>{status}</span>
            <span className={style['quiet']}>
              {[course, date !== null && whenText(date, now, clock)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
