import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Booking, tailOf } from '#domain/reservations/bookings.ts';
import { byUrgency, dueItems, visibleItems } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { readingOf } from '#web/queries/readings.ts';
import { AxisLines } from '#web/ui/aircraft/AxisCell.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './AircraftMaintenance.module.css';

const ok = 1;
const choices = { complied: false, switchedOff: false, aircraft: true };

/** The reminders of the booked aircraft, worst first; those that are OK fold away. */
export function AircraftMaintenance({ booking }: { booking: Booking }) {
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
    <div className={style['maintenance']}>
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
          <details className={style['quiet']}>
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
