import { useMemo } from 'react';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { monthText } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { Button, IconButton } from '#web/ui/controls/controls.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice, useUrlMonth, useUrlSet } from '#web/ui/page/urlState.ts';
import {
  type CalendarCell,
  type DueBand,
  dueCalendar,
  type DueMark,
  forecastsOf,
  weeksShown,
} from './dueCalendarModel.ts';
import style from './DueCalendar.module.css';

type DueCalendarProps = {
  items: readonly DueItem[];
  horizons: ReadonlyMap<string, Horizon> | null;
  bookings: readonly TimedBooking[] | null;
  now: Instant;
};

/** A month of date limits (solid), forecasts (hatched) and planned shop visits; this month from the present week on. */
export function DueCalendar({ items, horizons, bookings, now }: DueCalendarProps) {
  const zone = useSchool().timeZone;
  const month = useUrlMonth('month', dayOf(now, zone).slice(0, 7));
  const weeks = useUrlChoice('weeks', ['ahead', 'all'], 'ahead');
  const all = useMemo(
    () => dueCalendar({ items, horizons, bookings, month: month.value, zone, now }),
    [items, horizons, bookings, month.value, zone, now],
  );
  const { cells, earlier } = weeksShown(all, weeks.value === 'all');
  const days = useMemo(() => all.map(({ day }) => day), [all]);
  // Opened days of another month are no mistake: they are told nowhere.
  const opened = useUrlSet('more', days);
  return (
    <>
      <div className={style['head']}>
        <IconButton icon="previous" label="Previous month" onClick={() => void month.turn(-1)} />
        <h3>{monthText(month.value)}</h3>
        <IconButton icon="next" label="Next month" onClick={() => void month.turn(1)} />
        {earlier && (
          <Button
            isPressed={weeks.value === 'all'}
            onClick={() => void weeks.set(weeks.value === 'all' ? 'ahead' : 'all')}
          >
            {earlier}
          </Button>
        )}
        <span className={style['key']}>
          <span data-kind="limit">Date limit</span>
          <span data-kind="band">May come due, as booked</span>
          <span data-kind="visit">Shop visit</span>
        </span>
      </div>
      <ol className={style['month']} aria-label={monthText(month.value)}>
        {cells.map((cell) => (
          <Cell
            key={cell.day}
            cell={cell}
            isOpen={opened.value.includes(cell.day)}
            onToggle={() => void opened.toggle(cell.day)}
          />
        ))}
      </ol>
    </>
  );
}

type CellProps = { cell: CalendarCell; isOpen: boolean; onToggle: () => void };

function Cell({ cell, isOpen, onToggle }: CellProps) {
  const { likely, others, more } = forecastsOf(cell);
  return (
    <li data-is-in-month={cell.isInMonth} data-is-today={cell.isToday} data-is-empty={cell.isEmpty}>
      <span className={style['day']}>
        {cell.label}
        {cell.isToday && ', today'}
      </span>
      {cell.limits.map((mark) => (
        <Limit key={mark.key} mark={mark} />
      ))}
      {likely.map((band) => (
        <Forecast key={band.key} band={band} />
      ))}
      {more && (
        <details
          className={style['more']}
          open={isOpen}
          onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onToggle()}
        >
          <summary>{more}</summary>
          {others.map(({ key, link, text, isFirst }) => (
            <AppLink key={key} to={link}>
              {text}
              {isFirst && ' (at the earliest)'}
            </AppLink>
          ))}
        </details>
      )}
      {cell.visits.map(({ key, text }) => (
        <span key={key} className={style['visit']}>
          <StateMark shape="wrench" tone="shop">
            {text}
          </StateMark>
        </span>
      ))}
    </li>
  );
}

function Limit({ mark: { link, statusId, text, needsVisit } }: { mark: DueMark }) {
  return (
    <AppLink className={style['limit']} to={link}>
      <StateMark {...reminderLook(statusId)}>
        {text}
        {needsVisit && <em>no visit booked</em>}
      </StateMark>
    </AppLink>
  );
}

function Forecast({ band: { link, text, needsVisit } }: { band: DueBand }) {
  return (
    <AppLink className={style['band']} to={link}>
      <span>
        {text}
        <em>{needsVisit ? 'likely, no visit booked' : 'likely'}</em>
      </span>
    </AppLink>
  );
}
