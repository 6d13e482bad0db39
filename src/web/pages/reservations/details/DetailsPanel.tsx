import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type Booking, isTimed, type TimedBooking, tailOf } from '#domain/reservations/bookings.ts';
import { reservationText } from '#domain/reservations/bookingTitles.ts';
import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { failureOf, readingOf } from '#web/queries/readings.ts';
import { windowQuery } from '#web/queries/replica.ts';
import { useDispatchCheck } from '#web/queries/fitness.ts';
import { type OpenReservation, useReservation } from '#web/queries/reservations.ts';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { bookingDay } from '#web/ui/reservation/reservationCells.tsx';
import { ReservationDetails } from '#web/ui/reservation/ReservationDetails.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import style from './DetailsPanel.module.css';
import { aroundText, neighboursOf } from '#domain/reservations/neighbours.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Section } from '#web/ui/reservation/Section.tsx';
import { byUrgency, dueItems, visibleItems } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { listQuery } from '#web/queries/api.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { AxisLines, ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import aircraftMaintenanceStyle from './AircraftMaintenance.module.css';

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

type NeighbourListProps = {
  booking: TimedBooking;
  /** Those of its day; null while there are none. */
  bookings: readonly TimedBooking[] | null;
  hasFailed: boolean;
};

/** Who has the aircraft and the instructor before and after, among the bookings of the day. */
function NeighbourList({ booking, bookings, hasFailed }: NeighbourListProps) {
  const clock = useClock();
  const { aircraft, instructor } = neighboursOf(booking, bookings ?? []);
  if (!aircraft && !instructor) return null;
  const facts = [
    ['Aircraft', aircraft],
    ['Instructor', instructor],
  ] as const;
  return (
    <Section title="Before and after, that day">
      {bookings ? (
        <Facts
          facts={facts.flatMap(([name, around]) =>
            around ? [[name, aroundText(around, clock, booking.start)] as const] : [],
          )}
          missing="nothing"
        />
      ) : (
        <p role="status">{hasFailed ? 'The bookings of that day could not be loaded.' : 'Loading…'}</p>
      )}
    </Section>
  );
}

const ok = 1;
const choices = { complied: false, switchedOff: false, aircraft: true };

/** The reminders of the booked aircraft, worst first; those that are OK fold away. */
function AircraftMaintenance({ booking }: { booking: Booking }) {
  const school = useSchool();
  const now = useMinute();
  const aircraftId = booking.aircraftId ?? '';
  const path = useMemo(() => ({ aircraftId }), [aircraftId]);
  const result = useQuery(listQuery(school, 'listMaintenanceReminders', {}, path));
  const items = useMemo(() => {
    if (!result.data) return [];
    const aircraft = { aircraftId, tailNumber: tailOf(booking) };
    const answer = { aircraft, records: result.data.value.records, asOf: result.data.asOf };
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return visibleItems(dueItems([answer], zone, now), choices).items.toSorted(byUrgency);
  }, [result.data, aircraftId, booking, school, now]);
  const needing = items.filter((item) => item.statusId !== ok);
  const quiet = items.filter((item) => item.statusId === ok);
  return (
    <div className={aircraftMaintenanceStyle['maintenance']}>
      <Panel
        title={`Maintenance of ${tailOf(booking) ?? 'its aircraft'}`}
        count={`${items.length} reminders`}
        reading={readingOf('listMaintenanceReminders', result)}
        onRetry={() => void result.refetch()}
        empty={items.length === 0 ? 'The service lists no reminders of this aircraft.' : null}
      >
        <Notices notes={[]} setAside={[{ what: 'reminders', records: result.data?.value.setAside ?? [] }]} />
        <Reminders items={needing} now={now} />
        {quiet.length > 0 && (
          <details className={aircraftMaintenanceStyle['quiet']}>
            <summary>
              {quiet.length} {needing.length > 0 ? 'more ' : ''}OK
            </summary>
            <Reminders items={quiet} now={now} />
          </details>
        )}
      </Panel>
    </div>
  );
}

function Reminders({ items, now }: { items: readonly DueItem[]; now: Instant }) {
  return (
    <ul className={aircraftMaintenanceStyle['reminders']}>
      {items.map((item) => (
        <li key={item.key}>
          <span className={aircraftMaintenanceStyle['head']}>
            <b>{item.name}</b>
            <ReminderStatus id={item.statusId} name={item.status} />
          </span>
          <AxisLines item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}
