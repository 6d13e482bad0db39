import { findAddress, otherTimeFor } from '#domain/planning/request.ts';
import { isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import { downLink } from '#domain/reservations/links.ts';
import { isLive } from '#domain/reservations/standing.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from './ReservationDetails.module.css';

type PlanLinksProps = {
  booking: TimedBooking;
  /** Whether its aircraft may be what is wrong. */
  isAircraft: boolean;
};

/** From a reservation to the tools that plan it anew; nothing once it is over or done, and for a shop visit. */
export function PlanLinks({ booking, isAircraft }: PlanLinksProps) {
  const now = useMinute();
  const { zone } = useClock();
  if (isShopVisit(booking) || booking.kind === 'Instructor Time Off' || !isLive(booking, now)) return null;
  const { aircraftId } = booking;
  return (
    <p className={style['plan']}>
      {booking.start > now && (
        <AppLink isAlone to={findAddress(otherTimeFor(booking, zone))}>
          Find another time
        </AppLink>
      )}
      {isAircraft && aircraftId !== null && (
        <AppLink isAlone to={downLink(aircraftId)}>
          Aircraft down
        </AppLink>
      )}
    </p>
  );
}
