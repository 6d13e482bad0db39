import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isTimed } from '#domain/reservations/bookings.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Aircraft } from '#domain/fleet/fleet.ts';
import { windowOddities } from '#domain/answers/pageChecks.ts';
import { dayOf, daySpan, type Span } from '#domain/time/time.ts';
import { overlapFilters } from '#domain/answers/windows.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { windowQuery } from '#web/queries/replica.ts';
import { loadSchedule } from '#web/queries/reservations.ts';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { DayStrip } from '#web/ui/reservation/DayStrip.tsx';
import { IcsButton } from '#web/ui/panel/IcsButton.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useUrlDay } from '#web/ui/page/urlState.ts';
import { BookingList } from './BookingList.tsx';

/** The reservations of one aircraft on one day of the operator's calendar. */
export function DayPanel({ aircraft }: { aircraft: Aircraft }) {
  const school = useSchool();
  const client = useQueryClient();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const date = useUrlDay('date', today);
  const span = useMemo(() => daySpan(date.value, school.timeZone), [date.value, school.timeZone]);
  const refresh = useRefresh();
  const query = windowQuery(school, span);
  const result = useQuery(query);
  const window = result.data?.value;
  const bookings = (window?.bookings ?? [])
    .filter(isTimed)
    .filter((booking) => booking.aircraftId === aircraft.aircraftId);
  const load = (wanted: Span) =>
    loadSchedule(client, school, wanted, (booking) => booking.aircraftId === aircraft.aircraftId);
  return (
    <Panel
      title={dayText(date.value)}
      count={`${bookings.length} ${bookings.length === 1 ? 'reservation' : 'reservations'}`}
      reading={readingOf('reservations', result)}
      onRetry={() => refresh(query.queryKey)}
      actions={
        <>
          <DateSwitch day={date.value} today={today} onChange={(day) => void date.set(day)} />
          <IcsButton name={aircraft.tailNumber ?? 'Aircraft'} day={date.value} load={load} />
        </>
      }
    >
      <Notices
        notes={[date.problem, ...(window ? windowOddities(window) : [])]}
        setAside={[{ what: 'reservations', records: window?.setAside ?? [] }]}
      />
      <DayStrip span={span} bookings={bookings} now={now} />
      <BookingList bookings={bookings} now={now} />
      <QueryShown id="listReservations" query={{ filters: overlapFilters(span, school.timeZone), limit: 250 }} />
    </Panel>
  );
}
