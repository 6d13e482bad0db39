import { Fragment } from 'react';
import { type Reservation, tailOf } from '#domain/reservations/reservations.ts';
import { reservationHeading } from '#domain/reservations/reservationHeading.ts';
import type { Instant } from '#domain/time/time.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { useClock } from '#web/components/page/school.tsx';
import style from './ReservationHeading.module.css';

/** What it is about, as the heading of its details: `N515SP · Tan / Farah · 1300–1500L · Checked Out`. */
export function ReservationHeading({ reservation, now }: { reservation: Reservation; now: Instant }) {
  const clock = useClock();
  const tail = tailOf(reservation);
  return (
    <>
      <span className="visually-hidden">Reservation </span>
      {tail && <TailNumber tail={tail} isSimulator={reservation.record.aircraft?.isSimulator ?? false} />}
      {reservationHeading(reservation, clock, now).map((part, index) => (
        <Fragment key={part}>
          {(tail || index > 0) && ' · '}
          <span className={index > 0 ? style['whole'] : undefined}>{part}</span>
        </Fragment>
      ))}
    </>
  );
}
