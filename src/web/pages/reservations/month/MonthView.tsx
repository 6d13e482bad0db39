import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Capacity, type DayLoad, loadKey } from '#domain/calendar/dayLoad.ts';
import { monthText, weekdayNames } from '#domain/time/clock.ts';
import { type Day, dayOf, type Instant } from '#domain/time/time.ts';
import type { Chosen } from '#web/pages/reservations/scheduleModel.ts';
import type { Calendar, Schedule } from '#web/pages/reservations/useSchedule.ts';
import { ReservationChip } from '#web/pages/reservations/ReservationChip.tsx';
import { ConflictIcon, type Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import { Spoken } from '#web/components/controls/controls.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { kindClass, KindIcon } from '#web/components/reservation/kinds.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import { useHere } from '#web/components/page/urlState.ts';
import {
  dayByKey,
  type MonthCell,
  monthCell,
  type MonthOf,
  monthOfReservations,
  monthOfSummaries,
  type MonthWeeks,
  namedNote,
} from './model.ts';
import style from './MonthView.module.css';

type MonthViewProps = {
  calendar: Calendar;
  schedule: Schedule;
  /** The schedule's reservations of the one selected aircraft or person. */
  reservations: Chosen['reservations'];
  /** The hours that aircraft in service can fly in a day; null until known. */
  capacity: Capacity | null;
  now: Instant;
  marks: Marks;
};

const weekdays = weekdayNames.map((name) => name.slice(0, 3));

/** The weeks of a month with the load of each day. Only the active day's links are tab stops; arrow keys move between days. */
export function MonthView({ calendar, schedule, reservations, capacity, now, marks }: MonthViewProps) {
  const { timeZone } = useSchool();
  const clock = useClock();
  const today = dayOf(now, timeZone);
  const month = calendar.date.value.slice(0, 7);
  const weeks = useWeeks(month, calendar, schedule, { reservations, marks });
  const of: MonthOf = isOfOne(calendar, schedule) ? 'one' : 'everything';
  const cells = useMemo(
    () => weeks.map((week) => week.map((day) => monthCell(day, capacity, clock, of))),
    [weeks, capacity, clock, of],
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
      <Key capacity={capacity} of={of} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys make it a grid */}
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

/** What the bar and the marks of a day mean. */
function Key({ capacity, of }: { capacity: Capacity | null; of: MonthOf }) {
  return (
    <p className={style['above']}>
      <span>
        <i className={style['swatch']} /> {loadKey(of === 'one' ? null : capacity)}
      </span>
      <span>
        <ConflictIcon certainty="definite" /> in conflict
      </span>
      <span>
        <ConflictIcon certainty="possible" /> possibly
      </span>
      {of === 'everything' &&
        keyed.map(([kind, word]) => (
          <span key={kind} className={kindClass} data-kind={kind}>
            <KindIcon kind={kind} size={12} /> {word}
          </span>
        ))}
      <span className="visually-hidden">{namedNote(of)}</span>
    </p>
  );
}

const keyed = [
  ['Maintenance', 'in the shop'],
  ['Standard', 'check ride'],
  ['Instructor Time Off', 'time off'],
] as const;

/** Whether the month is of one aircraft, person or location, which summaries do not separate. */
function isOfOne({ resource }: Calendar, { narrowing }: Schedule): boolean {
  return resource.value !== '' || narrowing.chosen !== null;
}

/** The days of a month: from summaries, or from the reservations of the one selected aircraft or person. */
function useWeeks(
  month: string,
  calendar: Calendar,
  schedule: Schedule,
  { reservations, marks }: Pick<MonthViewProps, 'reservations' | 'marks'>,
): MonthWeeks {
  const { timeZone } = useSchool();
  const { days, isAll, isHere, missing } = schedule;
  const isChosen = isOfOne(calendar, schedule);
  const isWhole = isAll && isHere && missing.length === 0;
  return useMemo(() => {
    if (!isChosen) return monthOfSummaries(month, days ?? []);
    if (!isWhole) return monthOfSummaries(month, []);
    return monthOfReservations(month, { reservations, certaintyOf: (key) => marks.get(key)?.conflict }, timeZone);
  }, [isChosen, isWhole, month, days, reservations, marks, timeZone]);
}

type CellProps = {
  cell: MonthCell;
  isToday: boolean;
  /** The day whose links are tab stops. */
  isActive: boolean;
  marks: Marks;
  onFocus: (day: Day) => void;
};

/** A day of the month: it links to its timeline, shows how much is booked and what is out of the ordinary. */
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
        data-tip={cell.label}
      >
        <Spoken words={cell.label}>
          <span className={style['top']}>
            <b>{cell.number}</b>
            {cell.unread && <span className={style['unread']}>{cell.unread}</span>}
            {cell.definite > 0 && (
              <span className={style['conflict']}>
                <ConflictIcon certainty="definite" />
                {cell.definite}
              </span>
            )}
            {cell.definite === 0 && cell.possible > 0 && <ConflictIcon certainty="possible" />}
          </span>
          <Load load={cell.load} />
        </Spoken>
      </Link>
      <Exceptions cell={cell} marks={marks} tabIndex={tabIndex} />
    </td>
  );
}

/** The hours booked as a bar of what the aircraft can fly; its space is kept while unknown. */
function Load({ load }: { load: DayLoad | null }) {
  return (
    <span className={style['load']}>
      {load?.share != null && (
        <span className={style['bar']} data-is-full={load.filled === 1}>
          <span style={{ width: percent(load.filled) }} />
        </span>
      )}
      {load?.booked}
    </span>
  );
}

type ExceptionsProps = Pick<CellProps, 'cell' | 'marks'> & { tabIndex: number };

/** Marks with their counts; pressed, they name the notable reservations. */
function Exceptions({ cell, marks, tabIndex }: ExceptionsProps) {
  if (cell.marks.length === 0) return null;
  const words = cell.marks.map(({ count, word }) => `${count} ${word}`).join(', ');
  const icons = cell.marks.map(({ kind, count }) => (
    <span key={kind} className={kindClass} data-kind={kind}>
      <KindIcon kind={kind} size={12} />
      {count}
    </span>
  ));
  if (cell.named.length === 0) {
    return (
      <span className={style['marks']} data-tip={words} aria-hidden="true">
        {icons}
      </span>
    );
  }
  const label = `${cell.title}: ${cell.named.length} named`;
  return (
    <Popover
      button={<Spoken words={label}>{icons}</Spoken>}
      buttonTip={[words, ...cell.named.map(({ line }) => line)].join('\n')}
      buttonClass={style['marks']}
      tabIndex={tabIndex}
      label={label}
      className={style['named']}
    >
      {(close) => (
        <ul>
          {cell.named.map(({ reservation, text }) => (
            <li key={reservation.key}>
              <ReservationChip reservation={reservation} marks={marks} text={text} onFollow={close} />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
