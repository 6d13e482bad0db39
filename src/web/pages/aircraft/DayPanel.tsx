import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isTimed, peopleText, type TimedBooking } from '#domain/reservations/bookings.ts';
import { dayText, type Clock, clockText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { windowOddities } from '#domain/answers/pageChecks.ts';
import { dayOf, daySpan, type Span, type Instant } from '#domain/time/time.ts';
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
import { useSchool, useClock } from '#web/ui/page/school.tsx';
import { useUrlDay } from '#web/ui/page/urlState.ts';
import { reservationLink } from '#domain/lists/links.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import aircraftStyle from './aircraft.module.css';

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

/** Reservations in order of time, with who flies and what for, and the API's own status. */
function BookingList({ bookings, now }: { bookings: readonly TimedBooking[]; now: Instant }) {
  const clock = useClock();
  if (bookings.length === 0) return <p className={aircraftStyle['none']}>Nothing is booked on this day.</p>;
  return (
    <ol className={aircraftStyle['bookings']}>
      {bookings.map((booking) => (
        <li key={booking.key} data-kind={booking.kind} data-is-past={booking.end <= now}>
          <span className={aircraftStyle['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
            {timesText(booking, clock)}
          </span>
          <span>
            <AppLink to={reservationLink(booking, clock.zone)}>{peopleText(booking) || booking.type}</AppLink>
            <span className={aircraftStyle['quiet']}>
              {' '}
              {[booking.type, booking.activity].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className={aircraftStyle['quiet']}>{booking.status}</span>
        </li>
      ))}
    </ol>
  );
}

/** `0800L–0930L`; with both days where it does not end on the day it begins. */
function timesText({ start, end }: TimedBooking, clock: Clock): string {
  const times = [start, end].map((instant) => ({ day: shownDay(instant, clock), time: clockText(instant, clock) }));
  const isOneDay = times[0]?.day === times[1]?.day;
  return times.map(({ day, time }) => (isOneDay ? time : `${dayText(day)} ${time}`)).join('–');
}
