import { useMemo } from 'react';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { monthText } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { Fold } from '#web/components/controls/Fold.tsx';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlMonth, useUrlSet } from '#web/components/page/urlState.ts';
import {
  type CalendarCell,
  type DueBand,
  dueCalendar,
  type DueMark,
  forecastsOf,
  unplaced,
  daysShown,
} from './dueCalendarModel.ts';
import style from './DueCalendar.module.css';

type DueCalendarProps = {
  items: readonly DueItem[];
  horizons: ReadonlyMap<string, Horizon> | null;
  reservations: readonly TimedReservation[] | null;
  now: Instant;
};

/** A month of planned shop visits, date limits and forecast counts, which open. This month begins with today. */
export function DueCalendar({ items, horizons, reservations, now }: DueCalendarProps) {
  const zone = useSchool().timeZone;
  const month = useUrlMonth('month', dayOf(now, zone).slice(0, 7));
  const weeks = useUrlChoice('weeks', ['ahead', 'all'], 'ahead');
  const all = useMemo(
    () => dueCalendar({ items, horizons, reservations, month: month.value, zone, now }),
    [items, horizons, reservations, month.value, zone, now],
  );
  const { cells, earlier } = daysShown(all, weeks.value === 'all');
  const days = useMemo(() => all.map(({ day }) => day), [all]);
  const notPlaced = useMemo(() => unplaced(items), [items]);
  // Open days of another month are not an error: they are not reported.
  const opened = useUrlSet('more', days, 'replace');
  return (
    <>
      <div className={style['head']}>
        <IconButton icon="previous" label="Previous month" onClick={() => month.turn(-1)} />
        <h3>{monthText(month.value)}</h3>
        <IconButton icon="next" label="Next month" onClick={() => month.turn(1)} />
        {earlier && (
          <Button isPressed={weeks.value === 'all'} onClick={() => weeks.set(weeks.value === 'all' ? 'ahead' : 'all')}>
            {earlier}
          </Button>
        )}
        <span className={style['key']}>
          <span data-kind="visit">Shop visit</span>
          <span data-kind="limit">Date limit</span>
          <span data-kind="band">May come due, as booked</span>
        </span>
      </div>
      {notPlaced.length > 0 && (
        <ul className={style['unplaced']} aria-label="Not in the calendar">
          {notPlaced.map((mark) => (
            <li key={mark.key}>
              <Limit mark={mark} />
            </li>
          ))}
        </ul>
      )}
      <ol className={style['month']} data-paper="wide" aria-label={monthText(month.value)}>
        {cells.map((cell) => (
          <Cell
            key={cell.day}
            cell={cell}
            isOpen={opened.value.includes(cell.day)}
            onToggle={() => opened.toggle(cell.day)}
          />
        ))}
      </ol>
    </>
  );
}

type CellProps = { cell: CalendarCell; isOpen: boolean; onToggle: () => void };

function Cell({ cell, isOpen, onToggle }: CellProps) {
  return (
    <li data-is-in-month={cell.isInMonth} data-is-today={cell.isToday} data-is-empty={cell.isEmpty}>
      <span className={style['day']}>
        {cell.label}
        {cell.isToday && ', today'}
      </span>
      {cell.visits.map(({ key, text, purpose }) => (
        <span key={key} className={style['visit']}>
          <StateMark shape="wrench" tone="shop">
            {text}
            {purpose !== null && <em>{purpose}</em>}
          </StateMark>
        </span>
      ))}
      {cell.limits.map((mark) => (
        <Limit key={mark.key} mark={mark} />
      ))}
      <Forecasts forecasts={forecastsOf(cell)} isOpen={isOpen} onToggle={onToggle} />
    </li>
  );
}

type ForecastsProps = Omit<CellProps, 'cell'> & { forecasts: ReturnType<typeof forecastsOf> };

function Forecasts({ forecasts, isOpen, onToggle }: ForecastsProps) {
  if (!forecasts) return null;
  return (
    <Fold className={style['more']} summary={forecasts.count} isOfRow isOnPaper isOpen={isOpen} onToggle={onToggle}>
      {forecasts.bands.map((band) => (
        <Forecast key={band.key} band={band} />
      ))}
    </Fold>
  );
}

function Limit({ mark: { link, statusId, text, needsVisit } }: { mark: DueMark }) {
  return (
    <AppLink className={style['limit']} to={link}>
      <StateMark {...reminderLook(statusId)}>
        {text}
        {needsVisit && <em>no visit before it</em>}
      </StateMark>
    </AppLink>
  );
}

function Forecast({ band: { link, text, needsVisit, isFirst, isLikely } }: { band: DueBand }) {
  const when = isLikely ? 'likely' : isFirst ? 'at the earliest' : '';
  const words = [when, needsVisit && isLikely ? 'no visit before it' : ''].filter(Boolean).join(', ');
  return (
    <AppLink to={link}>
      {text}
      {words && <em>{words}</em>}
    </AppLink>
  );
}
