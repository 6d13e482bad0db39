import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { monthText } from '#domain/time/clock.ts';
import { type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { BookingChip, ConflictIcon, type Marks } from '#web/pages/reservations/BookingMarks.tsx';
import { Spoken } from '#web/ui/controls/Spoken.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { kindClass, KindIcon } from '#web/ui/reservation/kinds.tsx';
import { dayByKey, type MonthCell, monthCell, type MonthWeeks } from './model.ts';
import style from './MonthView.module.css';

type MonthViewProps = {
  /** `2026-05`. */
  month: string;
  weeks: MonthWeeks;
  now: Instant;
  marks: Marks;
};

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The weeks of a month with what each day holds. Only the active day's links are tab stops; arrow keys move between days. */
export function MonthView({ month, weeks, now, marks }: MonthViewProps) {
  const { timeZone } = useSchool();
  const today = dayOf(now, timeZone);
  const cells = useMemo(() => weeks.map((week) => week.map(monthCell)), [weeks]);
  const days = cells.flat().map(({ day }) => day);
  const [chosen, setChosen] = useState(today);
  const active = days.includes(chosen) ? chosen : `${month}-01`;
  const grid = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, active, days);
    if (!next) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"] a`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys make a grid of the table
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
        {cells.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((cell) => (
              <Cell
                key={cell.day}
                cell={cell}
                isToday={cell.day === today}
                isActive={cell.day === active}
                marks={marks}
                onFocus={setChosen}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = {
  cell: MonthCell;
  isToday: boolean;
  /** The day whose links are tab stops. */
  isActive: boolean;
  marks: Marks;
  onFocus: (day: Day) => void;
};

/** A day of the month: it leads to its timeline, says how many there are of each kind, and names the notable ones. */
function Cell({ cell, isToday, isActive, marks, onFocus }: CellProps) {
  const here = useHere();
  const tabIndex = isActive ? 0 : -1;
  return (
    <td
      data-day={cell.day}
      data-is-in-month={cell.isInMonth}
      data-is-today={isToday}
      data-is-here={cell.isKnown}
      onFocus={() => onFocus(cell.day)}
    >
      <Link
        className={style['day']}
        to={here({ view: 'timeline', date: cell.day })}
        tabIndex={tabIndex}
        aria-current={isToday ? 'date' : undefined}
      >
        <Spoken words={cell.label}>
          <b>{cell.number}</b>
          <span className={style['total']}>{cell.total}</span>
          {cell.conflict && (
            <span className={style['conflict']}>
              <ConflictIcon certainty={cell.conflict.certainty} />
              {cell.conflict.count}
            </span>
          )}
        </Spoken>
      </Link>
      <p className={style['counts']} aria-hidden="true">
        {cell.kinds.map(({ kind, count, word }) => (
          <span key={kind} className={kindClass} data-kind={kind} title={word}>
            <KindIcon kind={kind} size={12} />
            {count}
          </span>
        ))}
        {cell.load && <span className={style['load']}>{cell.load}</span>}
      </p>
      <ul className={style['notable']}>
        {cell.named.map(({ booking, text }) => (
          <li key={booking.key}>
            <BookingChip booking={booking} marks={marks} text={text} isBrief tabIndex={tabIndex} />
          </li>
        ))}
      </ul>
      {cell.more > 0 && <span className={style['more']}>+{cell.more} more</span>}
    </td>
  );
}
