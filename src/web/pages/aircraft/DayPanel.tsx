import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { windowOddities } from '#domain/answers/pageChecks.ts';
import { overlapFilters } from '#domain/reservations/reservationSpans.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { useFeed } from '#web/data/gateway/access.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { windowQuery } from '#web/data/replica.ts';
import { loadSchedule } from '#web/data/reservations.ts';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlDay } from '#web/components/page/urlState.ts';
import { IcsButton } from '#web/components/panel/IcsButton.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import aircraftStyle from './aircraft.module.css';
import { type AircraftDay, aircraftDay } from './dayModel.ts';
import style from './DayPanel.module.css';

type DayPanelProps = {
  aircraft: Aircraft;
  /** Whether its records ground it now. */
  isGrounded: boolean;
};

/** The reservations of one aircraft on one day of the operator's calendar. */
export function DayPanel({ aircraft, isGrounded }: DayPanelProps) {
  const school = useSchool();
  const clock = useClock();
  const client = useQueryClient();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const date = useUrlDay('date', today);
  const span = useMemo(() => daySpan(date.value, school.timeZone), [date.value, school.timeZone]);
  const refresh = useRefresh();
  const query = windowQuery(school, span);
  const result = useQuery(query);
  const window = result.data?.value;
  const { aircraftId } = aircraft;
  const tail = aircraft.tailNumber ?? 'Aircraft';
  const feed = useFeed();
  const reading = readingOf('reservations', result);
  const known = useKnowledge(reading);
  const day = aircraftDay({
    aircraftId,
    reservations: window?.reservations ?? [],
    span,
    clock,
    now,
    known,
    isGrounded,
  });
  const load = (wanted: Span) =>
    loadSchedule(client, school, wanted, (reservation) => reservation.aircraftId === aircraftId);
  return (
    <Panel
      title={dateText(span.start, now, school.timeZone)}
      count={day.count}
      reading={reading}
      onRetry={() => refresh(query.queryKey)}
      actions={
        <>
          <DateSwitch day={date.value} today={today} onChange={date.set} />
          <IcsButton
            name={tail}
            day={date.value}
            load={load}
            makeFeed={() => feed({ of: 'aircraft', id: aircraftId }, tail)}
            note={noteExport}
          />
        </>
      }
    >
      <Notices
        notes={window ? windowOddities(window) : []}
        setAside={[{ what: 'reservation', records: window?.setAside ?? [] }]}
      />
      <DayStrip span={span} day={day} now={now} />
      <ReservationList day={day} />
      <QueryShown id="listReservations" query={{ filters: overlapFilters(span, school.timeZone), limit: 250 }} />
    </Panel>
  );
}

/** The day at a glance: each reservation in the colour of its state, darkness behind. The list below says the same. */
function DayStrip({ span, day, now }: { span: Span; day: AircraftDay; now: Instant }) {
  const { timeZone, position } = useSchool();
  const dark = useMemo(() => darknessIn(span, timeZone, position), [span, timeZone, position]);
  return (
    <TimeTrack
      className={style['strip']}
      isDecorative
      window={span}
      marks={day.hours.map(({ at, label }) => ({ key: at, at, label, className: style['tick'] }))}
    >
      <TimeTrack
        className={style['track']}
        window={span}
        bands={dark.map(({ span: own, kind }) => ({ ...own, key: own.start, className: style[kind] }))}
        bars={day.lines.map(({ reservation, look, isGrounded }) => ({
          key: reservation.key,
          start: reservation.start,
          end: reservation.end,
          className: style['bar'],
          data: { 'data-kind': reservation.kind, 'data-look': look, 'data-is-grounded': isGrounded },
        }))}
        lines={[{ key: 'now', at: now, className: style['now'] }]}
      />
    </TimeTrack>
  );
}

function ReservationList({ day: { lines, none } }: { day: AircraftDay }) {
  const { zone } = useClock();
  if (lines.length === 0) return <None of={none} className={aircraftStyle['none']} />;
  return (
    <ol className={aircraftStyle['reservations']}>
      {lines.map(({ reservation, times, timesNote, title, activity, status, isPast, isGrounded }) => (
        <li key={reservation.key} data-kind={reservation.kind} data-is-past={isPast}>
          <span className={aircraftStyle['times']} data-tip={timesNote}>
            {times}
            {timesNote && <span className="visually-hidden"> ({timesNote})</span>}
          </span>
          <span>
            <AppLink to={reservationLink(reservation, zone)}>{title}</AppLink>
            <span className={aircraftStyle['quiet']}> {activity}</span>
          </span>
          {isGrounded ? (
            <StateMark shape="octagon" tone="expired">
              {status}
              <span className="visually-hidden">, aircraft is grounded</span>
            </StateMark>
          ) : (
            <span className={aircraftStyle['quiet']}>{status}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
