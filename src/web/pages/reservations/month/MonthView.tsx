import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { monthText } from '#domain/time/clock.ts';
import type { MonthDay } from '#domain/calendar/days.ts';
import { addDays, type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import { MonthCell } from './MonthCell.tsx';
import style from './MonthView.module.css';

type MonthViewProps = {
  /** `2026-05`. */
  month: string;
  weeks: readonly (readonly MonthDay[])[];
  now: Instant;
  marks: Marks;
};

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The weeks of a month with what each day holds. One tab stop per day that has the focus; arrows go from day to day. */
export function MonthView({ month, weeks, now, marks }: MonthViewProps) {
  const { timeZone } = useSchool();
  const today = dayOf(now, timeZone);
  const days = useMemo(() => weeks.flatMap((week) => week.map(({ day }) => day)), [weeks]);
  const [chosen, setChosen] = useState(today);
  const active = days.includes(chosen) ? chosen : `${month}-01`;
  const grid = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = nextDay(event, active, days);
    if (!next) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"] a`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrows make a grid of the table
    <table ref={grid} role="grid" className={style['month']} aria-label={monthText(month)} onKeyDown={move}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day) => (
              <MonthCell
                key={day.day}
                day={day}
                isToday={day.day === today}
                isActive={day.day === active}
                marks={marks}
                onFocus={() => setChosen(day.day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Where a key leads; null for a key that leads nowhere, or out of the month's weeks. */
function nextDay({ key }: KeyboardEvent, from: Day, days: readonly Day[]): Day | null {
  const weekday = days.indexOf(from) % 7;
  const step = { ...steps, Home: -weekday, End: 6 - weekday }[key];
  const next = step === undefined ? null : addDays(from, step);
  return next !== null && days.includes(next) ? next : null;
}
