import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Capacity, loadHeading } from '#domain/calendar/dayLoad.ts';
import { monthText, weekdayNames } from '#domain/time/clock.ts';
import { type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { BookingChip, ConflictIcon, DayLoadBar, type Marks } from '#web/pages/reservations/BookingMarks.tsx';
import { Button, Spoken } from '#web/ui/controls/controls.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice } from '#web/ui/page/urlState.ts';
import { kindClass, KindIcon } from '#web/ui/reservation/kinds.tsx';
import { dayByKey, type MonthCell, monthCell, type MonthWeeks, weeksFrom } from './model.ts';
import style from './MonthView.module.css';

type MonthViewProps = {
  /** Of the address; its month is shown. */
  date: Day;
  weeks: MonthWeeks;
  /** What the aircraft in service could fly in a day; null while that is not known. */
  capacity: Capacity | null;
  now: Instant;
  marks: Marks;
};

const weekdays = weekdayNames.map((name) => name.slice(0, 3));

/** The weeks of a month with the load of each day. Only the active day's links are tab stops; arrow keys move between days. */
export function MonthView({ date, weeks: all, capacity, now, marks }: MonthViewProps) {
  const { timeZone } = useSchool();
  const today = dayOf(now, timeZone);
  const month = date.slice(0, 7);
  const past = useUrlChoice('past', ['hidden', 'shown'], 'hidden');
  const { weeks, earlier } = useMemo(() => weeksFrom(all, today, date), [all, today, date]);
  const isPastShown = past.value === 'shown';
  const shown = isPastShown ? all : weeks;
  const cells = useMemo(
    () => shown.map((week) => week.map((day) => monthCell(day, capacity, timeZone))),
    [shown, capacity, timeZone],
  );
  const days = cells.flat().map(({ day }) => day);
  const [chosen, setChosen] = useState(today);
  const active = days.includes(chosen) ? chosen : (days.find((day) => day.startsWith(month)) ?? `${month}-01`);
  const grid = useRef<HTMLTableElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, active, days);
    if (!next) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"] a`)?.focus();
  };
  return (
    <>
      <div className={style['above']}>
        <p>{loadHeading(capacity)}</p>
        {earlier > 0 && (
          <Button isPressed={isPastShown} onClick={() => void past.set(isPastShown ? 'hidden' : 'shown')}>
            {earlier === 1 ? '1 earlier week' : `${earlier} earlier weeks`}
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys make a grid of the table */}
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
    </>
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

/** A day of the month: it leads to its timeline, says how much is booked, and names what stands out. */
function Cell({ cell, isToday, isActive, marks, onFocus }: CellProps) {
  const here = useHere();
  const tabIndex = isActive ? 0 : -1;
  return (
    <td
      data-day={cell.day}
      data-is-in-month={cell.isInMonth}
      data-is-today={isToday}
      data-is-here={cell.isKnown}
      data-has-conflict={cell.definite > 0}
      onFocus={() => onFocus(cell.day)}
    >
      <Link
        className={style['day']}
        to={here({ view: 'timeline', date: cell.day })}
        tabIndex={tabIndex}
        aria-current={isToday ? 'date' : undefined}
      >
        <Spoken words={cell.label}>
          <span className={style['top']}>
            <b>{cell.number}</b>
            <span className={style['total']}>{cell.total}</span>
            {cell.definite > 0 && (
              <span className={style['conflict']}>
                <ConflictIcon certainty="definite" />
                {cell.definite}
              </span>
            )}
          </span>
          <DayLoadBar load={cell.load} />
        </Spoken>
      </Link>
      <p className={style['counts']} aria-hidden="true">
        {cell.kinds.map(({ kind, count, word }) => (
          <span key={kind} className={kindClass} data-kind={kind} title={word}>
            <KindIcon kind={kind} size={12} />
            {count}
          </span>
        ))}
        {cell.possible && <span className={style['possible']}>{cell.possible}</span>}
      </p>
      <ul className={style['notable']}>
        {cell.named.map(({ booking, text, isFromBefore }) => (
          <li key={booking.key}>
            <BookingChip
              booking={booking}
              marks={marks}
              text={text}
              isBrief
              isFromBefore={isFromBefore}
              tabIndex={tabIndex}
            />
          </li>
        ))}
      </ul>
    </td>
  );
}
