import { useMemo } from 'react';
import { tailAndTitle, titleOf } from '#domain/schedule/bookingTitles.ts';
import type { Marks } from './BookingMarks.tsx';
import { addDays, type Instant } from '#domain/time.ts';
import { AgendaView } from './AgendaView.tsx';
import { LanesView } from './LanesView.tsx';
import { MonthView } from './MonthView.tsx';
import style from './reservations.module.css';
import { TimelineView } from './TimelineView.tsx';
import type { Calendar } from './useCalendar.ts';
import type { Chosen } from './useChosen.ts';
import type { Schedule } from './useSchedule.ts';
import { WeekView } from './WeekView.tsx';

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
  const shared = { bookings: chosen.bookings, now, marks };
  if (view.value === 'week') {
    const form = chosen.resource ? 'bookings' : 'load';
    const textOf = chosen.resource?.kind === 'aircraft' ? titleOf : tailAndTitle;
    return <WeekView {...shared} days={days} form={form} textOf={textOf} />;
  }
  if (view.value === 'month') {
    return <MonthView {...shared} month={date.value.slice(0, 7)} missing={schedule.missing} />;
  }
  if (view.value === 'agenda') return <AgendaView {...shared} first={first} count={count} />;
  if (view.value === 'lanes') return <LanesView {...shared} />;
  return (
    <>
      <TimelineView calendar={calendar} schedule={schedule} marks={marks} now={now} />
      {chosen.bookings.length === 0 && <p className={style['none']}>Nothing is booked in these days.</p>}
    </>
  );
}
