import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { dueItems } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { isTimed, type Reservation, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { useWentBack } from '#web/data/maintenance.ts';
import { listQuery } from '#web/data/api.ts';
import { useDispatchCheck } from '#web/data/fitness.ts';
import { failureOf, readingOf } from '#web/data/readings.ts';
import { knownFrom, windowQuery } from '#web/data/replica.ts';
import type { useReservation } from '#web/data/openReservation.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { AxisLines } from '#web/components/aircraft/Limits.tsx';
import { ReminderStatus } from '#web/components/aircraft/ReminderStatus.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { Facts } from '#web/components/panel/Facts.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { ReservationDetails, Section } from '#web/components/reservation/ReservationDetails.tsx';
import { absentText, neighbourFacts, shownReminders } from '#web/components/reservation/reservationWords.ts';
import style from './DetailsPanel.module.css';

type DetailsProps = {
  open: ReturnType<typeof useReservation>;
  now: Instant;
  /** The page's conflicts of the reservation. */
  conflicts: ReactNode;
};

/** What is known of the open reservation, with its neighbours and the maintenance of its aircraft; or why nothing is. */
export function Details({ open, now, conflicts }: DetailsProps) {
  const school = useSchool();
  const clock = useClock();
  const { reservation } = open;
  const check = useDispatchCheck(school, reservation, now, clock);
  if (!reservation) {
    return (
      <p className={style['absent']} role="status">
        {absentText(open, clock)}
      </p>
    );
  }
  return (
    <ReservationDetails
      key={reservation.key}
      reservation={reservation}
      isWhole={open.isWhole}
      failure={open.failure}
      now={now}
      check={check}
      conflicts={conflicts}
      neighbours={isTimed(reservation) && <Neighbours reservation={reservation} />}
      maintenance={
        reservation.aircraftId && <AircraftMaintenance reservation={reservation} aircraftId={reservation.aircraftId} />
      }
    />
  );
}

/** The neighbours among the reservations of its day, which the calendar has usually loaded. */
function Neighbours({ reservation }: { reservation: TimedReservation }) {
  const school = useSchool();
  const clock = useClock();
  const span = useMemo(
    () => daySpan(dayOf(reservation.start, school.timeZone), school.timeZone),
    [reservation.start, school.timeZone],
  );
  const day = useQuery(windowQuery(school, span));
  // A part of the day that is not read may hold the reservations before and after.
  const reservations = knownFrom(day.data?.value, span.start)?.filter(isTimed);
  const facts = neighbourFacts(reservation, reservations ?? [], clock);
  if (facts.length === 0) return null;
  return (
    <Section title="Before and after, that day">
      {reservations ? (
        <Facts facts={facts} missing="nothing" />
      ) : (
        <p role="status">
          {failureOf(day) === null ? 'Loading…' : 'The reservations of that day could not be loaded.'}
        </p>
      )}
    </Section>
  );
}

/** The reminders of the booked aircraft. */
function AircraftMaintenance({ reservation, aircraftId }: { reservation: Reservation; aircraftId: string }) {
  const school = useSchool();
  const now = useMinute();
  const path = useMemo(() => ({ aircraftId }), [aircraftId]);
  const result = useQuery(listQuery(school, 'listMaintenanceReminders', {}, path));
  const wentBack = useWentBack(aircraftId);
  const reading = readingOf('listMaintenanceReminders', result);
  const known = useKnowledge(reading);
  const fold = useUrlFold('reminders');
  const { count, needing, quiet, summary, empty } = useMemo(() => {
    if (!result.data) return shownReminders([], known);
    const aircraft = { aircraftId, tailNumber: tailOf(reservation) };
    const answer = { aircraft, records: result.data.value.records, asOf: result.data.asOf, wentBack };
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return shownReminders(dueItems([answer], zone, now), known);
  }, [result.data, wentBack, aircraftId, reservation, school, now, known]);
  return (
    <div className={style['maintenance']}>
      <Panel
        title={`Maintenance of ${tailOf(reservation) ?? 'its aircraft'}`}
        count={count}
        reading={reading}
        onRetry={() => void result.refetch()}
        empty={empty}
      >
        <Notices notes={[]} setAside={[{ what: 'reminder', records: result.data?.value.setAside ?? [] }]} />
        <Reminders items={needing} now={now} />
        {quiet.length > 0 && (
          <Fold summary={summary} isAcross {...fold}>
            <Reminders items={quiet} now={now} />
          </Fold>
        )}
      </Panel>
    </div>
  );
}

function Reminders({ items, now }: { items: readonly DueItem[]; now: Instant }) {
  return (
    <ul className={style['reminders']}>
      {items.map((item) => (
        <li key={item.key}>
          <span className={style['head']}>
            <b>{item.name}</b>
            <ReminderStatus id={item.statusId} name={item.status} />
          </span>
          <AxisLines item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}
