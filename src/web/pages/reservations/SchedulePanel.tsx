import { type ReactNode, useCallback, useMemo } from 'react';
import type { Booking, TimedBooking } from '#domain/reservations/bookings.ts';
import { type Instant, addDays } from '#domain/time/time.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { CalendarBar } from './CalendarBar.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';
import { ChangeList, useChanges } from './attention/ChangeList.tsx';
import { ConflictList, useSpares } from './attention/ConflictList.tsx';
import { DaySheet } from './sheet/DaySheet.tsx';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import style from './reservations.module.css';
import { ScheduleTools } from './ScheduleTools.tsx';
import type { Calendar } from './useCalendar.ts';
import { ZoomChoice, TimelineView } from './timeline/TimelineView.tsx';
import { useChosen, type Chosen } from './useChosen.ts';
import { type Schedule, useSchedule } from './useSchedule.ts';
import { type Change, changeText } from '#domain/reservations/changes.ts';
import { bookingMarks } from '#web/ui/timeline/barContents.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import type { Marks } from './BookingMarks.tsx';
import { type MonthDay, monthOfBookings, monthOfSummaries } from '#domain/calendar/days.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/bookingTitles.ts';
import { AgendaView } from './agenda/AgendaView.tsx';
import { LanesView } from './LanesView.tsx';
import { MonthView } from './month/MonthView.tsx';
import { WeekView } from './week/WeekView.tsx';

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

/** What is marked on each booking, by its key: on those that are here, and on those that summaries of days name. */
function useMarks(schedule: Schedule, changes: readonly Change[], now: Instant): Marks {
  const clock = useClock();
  const { bookings, days, conflictsOf, upkeep, crossings, checks } = schedule;
  const words = useMemo(
    () => new Map(changes.map((change) => [change.booking.key, changeText(change, clock, now)])),
    [changes, clock, now],
  );
  const named = useMemo(() => namedIn(days ?? []), [days]);
  return useMemo(() => {
    const all = [...bookings, ...Array.from(named.values(), ({ booking }) => booking)];
    const marks = bookingMarks({ bookings: all, conflictsOf, upkeep, crossings, checks, changes: words, now });
    const merged = new Map(marks);
    for (const [key, { conflict }] of named) {
      if (conflict) merged.set(key, { ...merged.get(key), conflict: merged.get(key)?.conflict ?? conflict });
    }
    return merged;
  }, [bookings, named, conflictsOf, upkeep, crossings, checks, words, now]);
}

type Named = { readonly booking: TimedBooking; readonly conflict: 'definite' | 'possible' | undefined };

/** A summary says of a notable booking that it is in conflict; that it is a definite one, only where all of its day are. */
function namedIn(days: NonNullable<Schedule['days']>): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>();
  for (const { conflicts, notable } of days) {
    const certainty = conflicts?.possible === 0 ? 'definite' : 'possible';
    for (const { why, booking } of notable) {
      if (found.get(booking.key)?.conflict) continue;
      found.set(booking.key, { booking, conflict: why === 'conflict' ? certainty : undefined });
    }
  }
  return found;
}

type ScheduleBodyProps = {
  calendar: Calendar;
  schedule: Schedule;
  chosen: Chosen;
  marks: Marks;
  now: Instant;
};

/** The bookings in the view that the address asks for. */
function ScheduleBody({ calendar, schedule, chosen, marks, now }: ScheduleBodyProps) {
  const { view, first, count, date } = calendar;
  const days = useMemo(() => Array.from({ length: count }, (_, index) => addDays(first, index)), [first, count]);
  const weeks = useWeeks(calendar, schedule, chosen, marks);
  const shared = { bookings: chosen.bookings, now, marks };
  if (view.value === 'month') return <MonthView month={date.value.slice(0, 7)} weeks={weeks} now={now} marks={marks} />;
  if (!schedule.isHere && view.value !== 'timeline') {
    return (
      <p className={style['none']} role="status">
        Loading…
      </p>
    );
  }
  if (view.value === 'week') {
    const form = chosen.resource ? 'bookings' : 'load';
    const textOf = chosen.resource?.kind === 'aircraft' ? titleOf : tailAndTitle;
    return <WeekView {...shared} days={days} missing={schedule.missing} form={form} textOf={textOf} />;
  }
  if (view.value === 'agenda') return <AgendaView {...shared} first={first} count={count} missing={schedule.missing} />;
  if (view.value === 'lanes') return <LanesView {...shared} />;
  return (
    <>
      <TimelineView calendar={calendar} schedule={schedule} marks={marks} now={now} />
      {schedule.isHere && schedule.missing.length === 0 && chosen.bookings.length === 0 && (
        <p className={style['none']}>Nothing is booked in these days.</p>
      )}
    </>
  );
}

/** The days of a month: from summaries, or from the bookings of the one aircraft or person that is chosen. */
function useWeeks(
  { view, date, resource }: Calendar,
  { days, isAll, isHere, missing }: Schedule,
  { bookings }: Chosen,
  marks: Marks,
): readonly (readonly MonthDay[])[] {
  const { timeZone } = useSchool();
  const month = date.value.slice(0, 7);
  const isMonth = view.value === 'month';
  const isChosen = resource.value !== '';
  const isWhole = isAll && isHere && missing.length === 0;
  return useMemo(() => {
    if (!isMonth) return [];
    if (!isChosen) return monthOfSummaries(month, days ?? []);
    if (!isWhole) return monthOfSummaries(month, []);
    return monthOfBookings(month, { bookings, certaintyOf: (key) => marks.get(key)?.conflict }, timeZone);
  }, [isMonth, isChosen, isWhole, month, days, bookings, marks, timeZone]);
}
