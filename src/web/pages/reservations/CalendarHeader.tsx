import { periodText } from '#domain/schedule/calendarView.ts';
import { isDay } from '#domain/time.ts';
import { Button, IconButton } from '#web/ui/controls.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import style from './reservations.module.css';
import type { Calendar } from './useCalendar.ts';

/** Which days these are, and the way to others; the list has its own filters for that. */
export function CalendarHeader({ calendar }: { calendar: Calendar }) {
  const { view, date, days, today } = calendar;
  if (view.value === 'list') return <PageHeader title="Reservations" />;
  return (
    <PageHeader title="Reservations" heading={periodText(view.value, date.value, days.value)}>
      <div className={style['when']}>
        <IconButton icon="previous" label="Previous" onClick={() => void calendar.turn(-1)} />
        <Button onClick={() => void date.set(today)} disabled={date.value === today}>
          Today
        </Button>
        <IconButton icon="next" label="Next" onClick={() => void calendar.turn(1)} />
        <input
          className={style['date']}
          type="date"
          aria-label="Date"
          value={date.value}
          onChange={(event) => isDay(event.target.value) && void date.set(event.target.value)}
        />
      </div>
    </PageHeader>
  );
}
