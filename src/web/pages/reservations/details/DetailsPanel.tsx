import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type Booking, isTimed } from '#domain/reservations/bookings.ts';
import { reservationText } from '#domain/reservations/bookingTitles.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { failureOf } from '#web/queries/readings.ts';
import { windowQuery } from '#web/queries/replica.ts';
import { useDispatchCheck } from '#web/queries/fitness.ts';
import { type OpenReservation, useReservation } from '#web/queries/reservations.ts';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { bookingDay } from '#web/ui/reservation/reservationCells.tsx';
import { ReservationDetails } from '#web/ui/reservation/ReservationDetails.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import { AircraftMaintenance } from './AircraftMaintenance.tsx';
import style from './DetailsPanel.module.css';
import { NeighbourList } from './NeighbourList.tsx';

type DetailsPanelProps = {
  /** Of the reservation that is open. */
  reservationKey: string;
  onClose: () => void;
  /** What the page adds: conflicts, and aircraft that could take its place. */
  children?: (booking: Booking) => ReactNode;
};

/** The open reservation: at once as the calendar draws it, then the whole record. */
export function DetailsPanel({ reservationKey, onClose, children }: DetailsPanelProps) {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const open = useReservation(school, reservationKey);
  const { booking } = open;
  const check = useDispatchCheck(school, booking, now, clock);
  const year = dayOf(now, school.timeZone).slice(0, 4);
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  return (
    <SidePanel
      about={reservationKey}
      title={booking ? `Reservation, ${bookingDay(booking, clock, year)}` : 'Reservation'}
      actions={booking && <CopyButton label="Copy as text" text={reservationText(booking, zone, clock)} />}
      onClose={onClose}
    >
      {booking ? (
        <ReservationDetails
          key={booking.key}
          booking={booking}
          isWhole={open.isWhole}
          failure={open.failure}
          now={now}
          check={check}
          conflicts={children?.(booking)}
          neighbours={<Around booking={booking} />}
          maintenance={booking.aircraftId && <AircraftMaintenance booking={booking} />}
        />
      ) : (
        <Absent open={open} />
      )}
    </SidePanel>
  );
}

function Absent({ open: { isLoading, failure } }: { open: OpenReservation }) {
  const clock = useClock();
  return (
    <p className={style['absent']} role="status">
      {failure && failure.kind !== 'missing'
        ? `${failureWords(failure, clock).title}. ${failureWords(failure, clock).advice}`
        : isLoading
          ? 'Loading…'
          : 'This reservation is not among those loaded. It may have been cancelled, or lie outside the days that the gateway keeps; the service has no call for a single reservation.'}
    </p>
  );
}

/** The neighbours of the booking's own day, which the calendar has loaded more often than not. */
function Around({ booking }: { booking: Booking }) {
  const school = useSchool();
  const span = useMemo(
    () => daySpan(dayOf(booking.start ?? 0, school.timeZone), school.timeZone),
    [booking.start, school.timeZone],
  );
  const day = useQuery({ ...windowQuery(school, span), enabled: isTimed(booking) });
  if (!isTimed(booking)) return null;
  const bookings = day.data?.value.bookings.filter(isTimed) ?? null;
  return <NeighbourList booking={booking} bookings={bookings} hasFailed={failureOf(day) !== null} />;
}
