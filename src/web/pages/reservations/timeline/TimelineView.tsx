import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { hourText, readHour } from '#domain/calendar/calendarView.ts';
import { calendarDays } from '#domain/calendar/days.ts';
import { movementsOf, movementsText } from '#domain/calendar/dispatch.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import { zoomSteps } from '#domain/timeline/timeScale.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import type { Instant } from '#domain/time/time.ts';
import { useHere } from '#web/ui/page/here.ts';
import { KindKey, StatusKey } from '#web/ui/reservation/kinds.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { Timeline } from '#web/ui/timeline/Timeline.tsx';
import { useUrlText } from '#web/ui/page/urlState.ts';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import { MovementsStrip } from './MovementsStrip.tsx';
import style from '#web/pages/reservations/reservations.module.css';
import { RowHead } from './RowHead.tsx';
import type { Calendar } from '#web/pages/reservations/useCalendar.ts';
import type { Schedule } from '#web/pages/reservations/useSchedule.ts';
import { useZoomState, zoomName } from './ZoomChoice.tsx';

type TimelineViewProps = {
  calendar: Calendar;
  schedule: Schedule;
  marks: Marks;
  now: Instant;
};

/** The day, or a few, with a row for each aircraft or person. */
export function TimelineView({ calendar, schedule, marks, now }: TimelineViewProps) {
  const { timeZone, position } = useSchool();
  const clock = useClock();
  const here = useHere();
  const { span, first, count, by } = calendar;
  const { bookings, fleet, resources, upkeep } = schedule;
  const zoom = useZoomState(calendar.days.value);
  const at = useUrlText('at');
  const days = useMemo(() => calendarDays([], first, count, timeZone).map((day) => day.span), [first, count, timeZone]);
  const nights = useMemo(() => darknessIn(span, timeZone, position), [span, timeZone, position]);
  const movements = useMemo(() => movementsOf(bookings, fleet ?? [], span), [bookings, fleet, span]);
  const renderHead = useCallback(
    (row: Resource) => <RowHead row={row} upkeep={upkeep.get(row.id) ?? null} />,
    [upkeep],
  );
  return (
    <div className={style['board']}>
      <Timeline
        key={by.value}
        label={`Reservations by ${by.value}`}
        headLabel={headings[by.value]}
        rows={resources}
        span={span}
        days={days}
        zoom={zoomSteps.find((step) => `${step}` === zoom.value) ?? 'fit'}
        onZoom={(step) => void zoom.set(zoomName(step))}
        onMove={(direction) => void calendar.turn(direction)}
        at={readHour(at.value, first, timeZone)}
        onAt={(instant) => void at.set(hourText(instant, first, timeZone))}
        renderHead={renderHead}
        marks={marks}
        nights={nights}
        open={calendar.open}
        onOpen={calendar.openReservation}
        strip={<MovementsStrip span={span} movements={movements} now={now} />}
      />
      <p className="visually-hidden">{movementsText(movements, clock, now)}.</p>
      <div className={style['legend']}>
        <KindKey />
        <StatusKey />
        <Link className={style['asList']} to={here({ view: 'agenda' })}>
          These bookings as a list
        </Link>
      </div>
    </div>
  );
}

const headings = { aircraft: 'Aircraft', instructor: 'Instructor', pilot: 'Pilot' } as const;
