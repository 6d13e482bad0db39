import { findAddress, otherTimeFor } from '#domain/planning/request.ts';
import { isShopVisit, isTimed, type Reservation } from '#domain/reservations/reservations.ts';
import { downLink, lateLink } from '#domain/reservations/links.ts';
import { isLive, isStillAway, stateAt } from '#domain/reservations/state.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useRights } from '#web/components/page/school.tsx';
import style from './ReservationDetails.module.css';

/** An address of a tool that replans, with the tool's name. */
export type PlanLink = { readonly to: string; readonly name: string };

/**
 * The tools that replan a reservation, and the sheet of one that is not back, of those that the role may use, the most useful first; none for a shop visit, or once it
 * is over or done. `isAircraft`: whether its aircraft may be the problem.
 */
export function usePlanLinks(reservation: Reservation, isAircraft: boolean): readonly PlanLink[] {
  const now = useMinute();
  const { zone } = useClock();
  const { maySeePage } = useRights();
  if (!isTimed(reservation) || isShopVisit(reservation) || reservation.kind === 'Instructor Time Off') return [];
  if (!isLive(reservation, now)) return [];
  const { aircraftId, start } = reservation;
  const isAway = isAircraft && isStillAway(stateAt(reservation, now));
  return [
    ...(isAway ? [{ to: lateLink(reservation), name: 'Not back: sheet' }] : []),
    ...(start > now ? [{ to: findAddress(otherTimeFor(reservation, zone)), name: 'Find another time' }] : []),
    ...(isAircraft && aircraftId !== null ? [{ to: downLink(aircraftId), name: 'Move reservations' }] : []),
  ].filter(({ to }) => maySeePage(to));
}

/** Links to these tools, side by side; nothing without any. */
export function PlanLinks({ links }: { links: readonly PlanLink[] }) {
  if (links.length === 0) return null;
  return (
    <p className={style['plan']}>
      {links.map(({ to, name }) => (
        <AppLink key={name} isAlone to={to}>
          {name}
        </AppLink>
      ))}
    </p>
  );
}
