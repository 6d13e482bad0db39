import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { dayText, monthText } from '#domain/time/clock.ts';
import type { MonthDay } from '#domain/calendar/days.ts';
import { addDays, type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { type Marks, ConflictIcon } from '#web/pages/reservations/BookingMarks.tsx';
import style from './MonthView.module.css';
import { Link } from 'react-router';
import { tailAndTitle } from '#domain/reservations/bookingTitles.ts';
import { useHere } from '#web/ui/page/here.ts';
import { bookingKinds, kindClass, KindIcon, kindWord } from '#web/ui/reservation/kinds.tsx';
import { Spoken } from '#web/ui/controls/Spoken.tsx';
import { BookingChip } from '#web/pages/reservations/BookingChip.tsx';

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

type MonthCellProps = {
  day: MonthDay;
  isToday: boolean;
  /** The day whose links are tab stops. */
  isActive: boolean;
  marks: Marks;
  onFocus: () => void;
};

/** A day of the month: it leads to its timeline, says how many there are of each kind, and names the notable ones. */
function MonthCell({ day, isToday, isActive, marks, onFocus }: MonthCellProps) {
  const here = useHere();
  const { notable, counts, total, isKnown } = day;
  const more = total - notable.length;
  const tabIndex = isActive ? 0 : -1;
  const clashing = (day.conflicts?.definite ?? 0) + (day.conflicts?.possible ?? 0);
  const load = loadWords(day);
  const words = bookingKinds.flatMap((kind) => (counts[kind] ? `${counts[kind]} ${kindWord(kind)}` : []));
  const label = [dayText(day.day), ...words, load, clashing > 0 && `${clashing} in conflict`]
    .filter(Boolean)
    .join(', ');
  return (
    <td
      data-day={day.day}
      data-is-in-month={day.isInMonth}
      data-is-today={isToday}
      data-is-here={isKnown}
      onFocus={onFocus}
    >
      <Link
        className={style['day']}
        to={here({ view: 'timeline', date: day.day })}
        tabIndex={tabIndex}
        aria-current={isToday ? 'date' : undefined}
      >
        <Spoken words={isKnown ? (total > 0 ? label : `${label}, nothing booked`) : `${dayText(day.day)}, loading`}>
          <b>{Number(day.day.slice(8))}</b>
          <span className={style['total']}>{isKnown ? total || null : '…'}</span>
          {clashing > 0 && (
            <span className={style['conflict']}>
              <ConflictIcon certainty={(day.conflicts?.definite ?? 0) > 0 ? 'definite' : 'possible'} />
              {clashing}
            </span>
          )}
        </Spoken>
      </Link>
      <p className={style['counts']} aria-hidden="true">
        {bookingKinds.map((kind) => {
          const count = counts[kind];
          return (
            count && (
              <span key={kind} className={kindClass} data-kind={kind} title={kindWord(kind)}>
                <KindIcon kind={kind} size={12} />
                {count}
              </span>
            )
          );
        })}
        {load && <span className={style['load']}>{load}</span>}
      </p>
      <ul className={style['notable']}>
        {notable.map(({ booking }) => (
          <li key={booking.key}>
            <BookingChip booking={booking} marks={marks} text={tailAndTitle(booking)} isBrief tabIndex={tabIndex} />
          </li>
        ))}
      </ul>
      {more > 0 && <span className={style['more']}>+{more} more</span>}
    </td>
  );
}

/** `41.5 h, 62 %` of what the aircraft could fly from 0600 to 2200; nothing where no aircraft is booked to fly, or it is not known. */
function loadWords({ hours, load }: MonthDay): string {
  if (hours === null || hours === 0) return '';
  const share = load === null ? '' : `, ${Math.round(load * 100)} %`;
  return `${Math.round(hours * 10) / 10} h${share}`;
}
