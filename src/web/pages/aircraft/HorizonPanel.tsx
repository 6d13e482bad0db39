import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { whenText } from '#domain/time/clock.ts';
import { byUrgency, dueItems, visibleItems } from '#domain/maintenance/dueList.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { fleetHorizons, usualFactor, horizonPhrase, visitPhrase } from '#domain/maintenance/horizon.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { forecastDays, useForecastBookings } from '#web/queries/reservations.ts';
import { HorizonStrip } from '#web/ui/aircraft/HorizonStrip.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { useUrlNumber } from '#web/ui/page/urlState.ts';
import style from './aircraft.module.css';

const choices = { complied: false, switchedOff: false, aircraft: true };

/** The bookings to come against each limit by hours: which booking will cross it, and whether a shop visit comes before. */
export function HorizonPanel({ aircraft }: { aircraft: Aircraft }) {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const factor = useUrlNumber('factor', usualFactor, { least: 0.3, most: 1 }).value;
  const refresh = useRefresh();
  const query = listQuery(school, 'listMaintenanceReminders', {}, { aircraftId: aircraft.aircraftId });
  const reminders = useQuery(query);
  const bookings = useForecastBookings(school, today);
  const items = useMemo(() => {
    if (!reminders.data) return [];
    const answer = { aircraft, records: reminders.data.value.records, asOf: reminders.data.asOf };
    const all = dueItems([answer], { name: school.timeZone, zoneless: school.zonelessTimes }, now);
    return visibleItems(all, choices).items.filter((item) => item.axes.some((axis) => axis.name === 'hours'));
  }, [reminders.data, aircraft, school, now]);
  const own = useMemo(
    () => (bookings.timed ?? []).filter((booking) => booking.aircraftId === aircraft.aircraftId),
    [bookings.timed, aircraft.aircraftId],
  );
  const horizons = fleetHorizons(items, own, { now, factor, rateDays: forecastDays.back });
  return (
    <Panel
      title="Inspection horizon"
      count={`${items.length} by hours`}
      reading={readingOf('listMaintenanceReminders', reminders)}
      beside={[bookings.reading]}
      onRetry={() => refresh(query.queryKey, bookings.queryKey)}
      empty={items.length === 0 ? 'No reminder of this aircraft comes due by hours.' : null}
    >
      <p className={style['reading']}>
        A forecast: bookings count {factor} of their hours (half at the latest, all at the earliest). It changes no
        status.
      </p>
      <PlannedVisits visits={own.filter((booking) => booking.kind === 'Maintenance' && booking.end > now)} now={now} />
      <ul className={style['horizons']}>
        {items.toSorted(byUrgency).map((item) => {
          const horizon = horizons.get(item.key);
          return (
            <li key={item.key}>
              <span className={style['horizonHead']}>
                <ReminderStatus id={item.statusId} name={item.status} />
                <b>{item.name}</b>
                {horizon && <span className={style['quiet']}>{visitPhrase(horizon, now, clock)}</span>}
              </span>
              {horizon && <span>{horizonPhrase(horizon, now, clock)}</span>}
              {horizon && <HorizonStrip from={today} days={forecastDays.ahead} bookings={own} horizon={horizon} />}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** The shop visits that are booked; what is done in them the service does not say. */
function PlannedVisits({ visits, now }: { visits: readonly TimedBooking[]; now: Instant }) {
  const clock = useClock();
  if (visits.length === 0) return <p className={style['reading']}>No shop visit is booked in the next two weeks.</p>;
  return (
    <ul className={style['visits']} aria-label="Planned shop visits">
      {visits.map((visit) => (
        <li key={visit.key}>
          <StateMark shape="wrench" tone="shop">
            {visit.type}: {whenText(visit.start, now, clock)} to {whenText(visit.end, now, clock)}
          </StateMark>
        </li>
      ))}
    </ul>
  );
}
