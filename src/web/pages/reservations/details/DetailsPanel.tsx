import type { ReactNode } from 'react';
import type { Reservation } from '#domain/reservations/reservations.ts';
import { reservationText } from '#domain/reservations/reservationTitles.ts';
import { useReservation } from '#web/data/openReservation.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { later } from '#web/components/panel/later.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import { ReservationHeading } from '#web/components/reservation/ReservationHeading.tsx';

/** Most visits open no reservation. */
const Details = later(async () => (await import('./Details.tsx')).Details);

type DetailsPanelProps = {
  /** The key of the open reservation. */
  reservationKey: string;
  onClose: () => void;
  /** The page's additions: conflicts, and aircraft that could replace it. */
  children?: (reservation: Reservation) => ReactNode;
};

/** The open reservation: at once from the calendar's data, then the whole record. */
export function DetailsPanel({ reservationKey, onClose, children }: DetailsPanelProps) {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const open = useReservation(school, reservationKey);
  const { reservation } = open;
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  return (
    <SidePanel
      about={reservationKey}
      title={reservation ? <ReservationHeading reservation={reservation} now={now} /> : 'Reservation'}
      actions={reservation && <CopyButton label="Copy as text" text={reservationText(reservation, zone, clock)} />}
      onClose={onClose}
    >
      <Details open={open} now={now} conflicts={reservation && children?.(reservation)} />
    </SidePanel>
  );
}
