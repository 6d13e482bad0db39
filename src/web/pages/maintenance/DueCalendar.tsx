import { useMemo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { dayText, monthText } from '#domain/time/clock.ts';
import { type CalendarCell, type DueBand, dueCalendar, type DueMark } from '#domain/maintenance/dueCalendar.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { useUrlMonth } from '#web/ui/page/urlState.ts';
import style from './DueCalendar.module.css';

type DueCalendarProps = {
  items: readonly DueItem[];
  horizons: ReadonlyMap<string, Horizon> | null;
  bookings: readonly TimedBooking[] | null;
  now: Instant;
};

/** A month of date limits (solid), forecast ones (hatched) and planned shop visits. */
export function DueCalendar({ items, horizons, bookings, now }: DueCalendarProps) {
  const zone = useSchool().timeZone;
  const today = dayOf(now, zone);
  const month = useUrlMonth('month', today.slice(0, 7));
  const toCome = useMemo(() => (bookings ?? []).filter((booking) => booking.end > now), [bookings, now]);
  const cells = useMemo(
    () => dueCalendar({ items, horizons: horizons ?? new Map(), bookings: toCome }, month.value, zone),
    [items, horizons, toCome, month.value, zone],
  );
  return (
    <>
      <Notices notes={[month.problem]} />
      <div className={style['head']}>
        <IconButton icon="previous" label="Previous month" onClick={() => void month.turn(-1)} />
        <h3>{monthText(month.value)}</h3>
        <IconButton icon="next" label="Next month" onClick={() => void month.turn(1)} />
        <span className={style['key']}>
          <span data-kind="limit">date limit</span>
          <span data-kind="band">forecast from bookings</span>
          <span data-kind="visit">shop visit</span>
        </span>
      </div>
      <ol className={style['month']} aria-label={monthText(month.value)}>
        {cells.map((cell) => (
          <Cell key={cell.day} cell={cell} today={today} />
        ))}
      </ol>
    </>
  );
}

function Cell({ cell, today }: { cell: CalendarCell; today: Day }) {
  const isEmpty = cell.limits.length + cell.bands.length + cell.visits.length === 0;
  return (
    <li data-is-in-month={cell.isInMonth} data-is-today={cell.day === today} data-is-empty={isEmpty}>
      <span className={style['day']}>{dayText(cell.day)}</span>
      {cell.limits.map((mark) => (
        <Limit key={mark.item.key} mark={mark} />
      ))}
      {cell.bands.map((band) => (
        <Forecast key={band.item.key} band={band} />
      ))}
      {cell.visits.map((visit) => (
        <span key={visit.key} className={style['visit']}>
          <StateMark shape="wrench" tone="shop">
            {visit.record.aircraft?.tailNumber ?? visit.type}
          </StateMark>
        </span>
      ))}
    </li>
  );
}

function Limit({ mark: { item, hasVisit } }: { mark: DueMark }) {
  return (
    <AppLink className={style['limit']} to={aircraftLink(item.aircraft.aircraftId)}>
      <StateMark {...reminderLook(item.statusId)}>
        {item.aircraft.tailNumber} {item.name}
        {!hasVisit && <em> no visit booked</em>}
      </StateMark>
    </AppLink>
  );
}

/** Named on its first day and on its likely one; on the others the hatch goes on. */
function Forecast({ band: { item, hasVisit, isFirst, isLikely } }: { band: DueBand }) {
  if (!isFirst && !isLikely) return <span className={style['band']} aria-hidden="true" />;
  const label = `${item.aircraft.tailNumber ?? ''} ${item.name}`;
  return (
    <AppLink className={style['band']} to={aircraftLink(item.aircraft.aircraftId)}>
      <span>
        {label}
        {isLikely && ' (likely)'}
        {isLikely && !hasVisit && <em> no visit booked</em>}
      </span>
    </AppLink>
  );
}
