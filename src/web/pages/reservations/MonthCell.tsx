import { Link } from 'react-router';
import { tailAndTitle } from '#domain/schedule/bookingTitles.ts';
import { dayText } from '#domain/clock.ts';
import type { MonthDay } from '#domain/schedule/month.ts';
import { useHere } from '#web/ui/here.ts';
import { bookingKinds, kindClass, KindIcon, kindWord } from '#web/ui/kinds.tsx';
import { Spoken } from '#web/ui/Spoken.tsx';
import { BookingChip } from './BookingChip.tsx';
import { ConflictIcon, countConflicts, type Marks } from './BookingMarks.tsx';
import style from './MonthView.module.css';

type MonthCellProps = {
  day: MonthDay;
  isToday: boolean;
  /** The day whose links are tab stops. */
  isActive: boolean;
  /** False while its bookings are not here. */
  isHere: boolean;
  marks: Marks;
  onFocus: () => void;
};

/** A day of the month: it leads to its timeline, says how many there are of each kind, and names the notable ones. */
export function MonthCell({ day, isToday, isActive, isHere, marks, onFocus }: MonthCellProps) {
  const here = useHere();
  const { notable, counts } = day;
  const total = day.bookings.length;
  const more = total - notable.length;
  const tabIndex = isActive ? 0 : -1;
  const conflicts = countConflicts(
    day.bookings.map(({ booking }) => booking),
    marks,
  );
  const words = bookingKinds.flatMap((kind) => (counts[kind] ? `${counts[kind]} ${kindWord(kind)}` : []));
  const label = [dayText(day.day), ...words, conflicts.count > 0 && `${conflicts.count} in conflict`]
    .filter(Boolean)
    .join(', ');
  return (
    <td
      data-day={day.day}
      data-is-in-month={day.isInMonth}
      data-is-today={isToday}
      data-is-here={isHere}
      onFocus={onFocus}
    >
      <Link
        className={style['day']}
        to={here({ view: 'timeline', date: day.day })}
        tabIndex={tabIndex}
        aria-current={isToday ? 'date' : undefined}
      >
        <Spoken words={isHere ? (total > 0 ? label : `${label}, nothing booked`) : `${dayText(day.day)}, loading`}>
          <b>{Number(day.day.slice(8))}</b>
          <span className={style['total']}>{isHere ? total || null : '…'}</span>
          {conflicts.count > 0 && (
            <span className={style['conflict']}>
              <ConflictIcon certainty={conflicts.certainty} />
              {conflicts.count}
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
