import type { ReactNode } from 'react';
import { Choices } from '#web/ui/controls/controls.tsx';
import style from './reservations.module.css';
import type { Calendar } from './useCalendar.ts';

/** How the calendar is looked at. */
export function CalendarBar({ calendar, children }: { calendar: Calendar; children?: ReactNode }) {
  const { view, days, by } = calendar;
  return (
    <div className={style['bar']}>
      <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
      {view.value === 'timeline' && (
        <>
          <Choices label="Days" value={days.value} options={lengths} onChange={(choice) => void days.set(choice)} />
          <Choices label="Rows" value={by.value} options={rows} onChange={(choice) => void by.set(choice)} />
        </>
      )}
      {children}
    </div>
  );
}

const views = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
  { value: 'lanes', label: 'Lanes' },
  { value: 'list', label: 'List' },
] as const;

const lengths = [
  { value: '1', label: 'Day' },
  { value: '3', label: '3 days' },
  { value: '7', label: 'Week' },
] as const;

const rows = [
  { value: 'aircraft', label: 'Aircraft' },
  { value: 'instructor', label: 'Instructors' },
  { value: 'pilot', label: 'Pilots' },
] as const;
