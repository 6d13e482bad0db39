import { type ReactNode, useCallback } from 'react';
import type { Booking } from '#domain/reservations/bookings.ts';
import type { Instant } from '#domain/time/time.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { CalendarBar } from './CalendarBar.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';
import { ChangeList, useChanges } from './attention/ChangeList.tsx';
import { ConflictList, useSpares } from './attention/ConflictList.tsx';
import { DaySheet } from './sheet/DaySheet.tsx';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import { ScheduleBody } from './ScheduleBody.tsx';
import style from './reservations.module.css';
import { ScheduleTools } from './ScheduleTools.tsx';
import type { Calendar } from './useCalendar.ts';
import { ZoomChoice } from './timeline/TimelineView.tsx';
import { useMarks } from './useMarks.ts';
import { useChosen } from './useChosen.ts';
import { type Schedule, useSchedule } from './useSchedule.ts';

type SchedulePanelProps = { calendar: Calendar; now: Instant; lateButton: ReactNode; children: ReactNode };

/** The bookings of the days in view, whatever the view, with what clashes and what has changed; the children stand above them. */
export function SchedulePanel({ calendar, now, lateButton, children }: SchedulePanelProps) {
  const schedule = useSchedule(calendar, now);
  const { bookings, conflicts, conflictsOf, isHere, isAll } = schedule;
  const changes = useChanges(calendar.span, now);
  const marks = useMarks(schedule, changes.live, now);
  const chosen = useChosen(calendar, schedule);
  const sparesOf = useSpares(schedule, now);
  const isShown = calendar.conflicts.value === 'shown';
  const conflictsOfOpen = useCallback(
    (booking: Booking) => {
      const own = conflictsOf.get(booking.key) ?? [];
      return own.length > 0 ? <ConflictList conflicts={own} now={now} sparesOf={sparesOf} /> : null;
    },
    [conflictsOf, now, sparesOf],
  );
  return (
    <>
      <CalendarHeader calendar={calendar} />
      <CalendarBar calendar={calendar}>
        {lateButton}
        <ScheduleTools calendar={calendar} schedule={schedule} chosen={chosen} />
      </CalendarBar>
      {children}
      <Panel
        title="Reservations"
        count={isAll ? isHere && countText(chosen.bookings.length, bookings.length) : hoursText(schedule)}
        reading={schedule.reading}
        beside={schedule.beside}
        onRetry={schedule.refetch}
        actions={calendar.view.value === 'timeline' && <ZoomChoice days={calendar.days.value} />}
      >
        <Notices
          notes={[...calendar.problems, ...schedule.notes]}
          scope={isHere || !isAll ? null : 'Loading these days…'}
          setAside={[{ what: 'reservations', records: schedule.setAside }]}
        />
        <ChangeList changes={changes.unseen} now={now} onSeen={changes.dismiss} />
        {isShown && isHere && (
          <section className={style['conflicts']} aria-label="Conflicts in view">
            <ConflictList conflicts={conflicts} now={now} sparesOf={sparesOf} />
          </section>
        )}
        <ScheduleBody calendar={calendar} schedule={schedule} chosen={chosen} marks={marks} now={now} />
      </Panel>
      <DaySheet
        day={calendar.date.value}
        bookings={bookings}
        fleet={schedule.fleet}
        now={now}
        asOf={schedule.asOf}
        conflicts={conflicts}
        marks={marks}
      />
      {calendar.open !== null && (
        <DetailsPanel reservationKey={calendar.open} onClose={calendar.close}>
          {conflictsOfOpen}
        </DetailsPanel>
      )}
    </>
  );
}

/** Of a month, whose bookings are counted day by day: one of several days stands in each of them. */
function hoursText({ days }: Schedule): string | null {
  const hours = days?.reduce((sum, day) => sum + day.hours, 0);
  return hours === undefined ? null : `${Math.round(hours).toLocaleString('en')} h booked`;
}

function countText(shown: number, all: number): string {
  return shown === all ? `${all.toLocaleString('en')} in all` : `${shown} of ${all.toLocaleString('en')}`;
}
