import { useMemo } from 'react';
import { type MonthDay, monthOfBookings, monthOfSummaries } from '#domain/calendar/days.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/bookingTitles.ts';
import type { Marks } from './BookingMarks.tsx';
import { addDays, type Instant } from '#domain/time/time.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { AgendaView } from './agenda/AgendaView.tsx';
import { LanesView } from './LanesView.tsx';
import { MonthView } from './month/MonthView.tsx';
import style from './reservations.module.css';
import { TimelineView } from './timeline/TimelineView.tsx';
import type { Calendar } from './useCalendar.ts';
import type { Chosen } from './useChosen.ts';
import type { Schedule } from './useSchedule.ts';
import { WeekView } from './week/WeekView.tsx';

type ScheduleBodyProps = {
  calendar: Calendar;
  schedule: Schedule;
  chosen: Chosen;
  marks: Marks;
  now: Instant;
};

/** The bookings in the view that the address asks for. */
export function ScheduleBody({ calendar, schedule, chosen, marks, now }: ScheduleBodyProps) {
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
