import { useNavigate } from 'react-router';
import { dayText } from '#domain/time/clock.ts';
import { readKey } from '#domain/lists/links.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { useDispatchCheck } from '#web/queries/fitness.ts';
import { useReservation } from '#web/queries/reservations.ts';
import { useHere } from '#web/ui/page/here.ts';
import { ReservationDetails } from '#web/ui/reservation/ReservationDetails.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import { useUrlText } from '#web/ui/page/urlState.ts';
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
