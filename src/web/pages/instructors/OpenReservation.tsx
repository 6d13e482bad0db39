import { useNavigate } from 'react-router';
import { dayText } from '#domain/clock.ts';
import { readKey } from '#domain/links.ts';
import { dayOf, type Instant } from '#domain/time.ts';
import { useDispatchCheck } from '#web/queries/fitness.ts';
import { useReservation } from '#web/queries/reservations.ts';
import { useHere } from '#web/ui/here.ts';
import { ReservationDetails } from '#web/ui/ReservationDetails.tsx';
import { useClock, useSchool } from '#web/ui/school.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { useUrlText } from '#web/ui/urlState.ts';
import style from './instructor.module.css';

/** The reservation that the address opens, beside the page. */
export function OpenReservation({ now }: { now: Instant }) {
  const school = useSchool();
  const navigate = useNavigate();
  const here = useHere();
  const open = readKey(useUrlText('reservation').value);
  const { booking, isWhole, isLoading, failure } = useReservation(school, open);
  const check = useDispatchCheck(school, booking, now, useClock());
  if (open === null) return null;
  const day = booking && booking.start !== null ? `, ${dayText(dayOf(booking.start, school.timeZone))}` : '';
  return (
    <SidePanel about={open} title={`Reservation${day}`} onClose={() => void navigate(here({ reservation: null }))}>
      {booking ? (
        <ReservationDetails
          key={booking.key}
          booking={booking}
          isWhole={isWhole}
          failure={failure}
          now={now}
          check={check}
        />
      ) : (
        <p className={style['none']} role="status">
          {isLoading ? 'Loading…' : 'This reservation is not here: it may have been cancelled.'}
        </p>
      )}
    </SidePanel>
  );
}
