import { periodText } from '#domain/calendar/calendarView.ts';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import type { Calendar } from './useCalendar.ts';

/** Which days these are, and the way to others; the list has its own filters for that. */
export function CalendarHeader({ calendar }: { calendar: Calendar }) {
  const { view, date, days, today } = calendar;
  if (view.value === 'list') return <PageHeader title="Reservations" />;
  return (
    <PageHeader title="Reservations" heading={periodText(view.value, date.value, days.value)}>
      <DateSwitch
        day={date.value}
        today={today}
        unit="period"
        onChange={(day) => void date.set(day)}
        onTurn={(direction) => void calendar.turn(direction)}
      />
    </PageHeader>
  );
}
