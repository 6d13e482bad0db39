import { findAddress, otherTimeFor } from '#domain/planning/request.ts';
import { isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { downLink } from '#domain/reservations/links.ts';
import { isLive } from '#domain/reservations/state.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock } from '#web/components/page/school.tsx';
import style from './ReservationDetails.module.css';

type PlanLinksProps = {
  reservation: TimedReservation;
  /** Whether its aircraft may be the problem. */
  isAircraft: boolean;
};

/** Links from a reservation to the tools that replan it; none for a shop visit, or once it is over or done. */
export function PlanLinks({ reservation, isAircraft }: PlanLinksProps) {
  const now = useMinute();
  const { zone } = useClock();
  if (isShopVisit(reservation) || reservation.kind === 'Instructor Time Off' || !isLive(reservation, now)) return null;
  const { aircraftId } = reservation;
  return (
    <p className={style['plan']}>
      {reservation.start > now && (
        <AppLink isAlone to={findAddress(otherTimeFor(reservation, zone))}>
          Find another time
        </AppLink>
      )}
      {isAircraft && aircraftId !== null && (
        <AppLink isAlone to={downLink(aircraftId)}>
          Move reservations
        </AppLink>
      )}
    </p>
  );
}
