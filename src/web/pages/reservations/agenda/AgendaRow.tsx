import { Link } from 'react-router';
import { subtitleOf, titleOf, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { tailOf } from '#domain/reservations/bookings.ts';
import { clockText, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import type { DayBooking } from '#domain/calendar/days.ts';
import { ageText, laneOf } from '#domain/calendar/dispatch.ts';
import type { Instant } from '#domain/time/time.ts';
import { useHere } from '#web/ui/page/here.ts';
import { kindClass, KindIcon, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { Spoken } from '#web/ui/controls/Spoken.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import style from './AgendaView.module.css';
import { MarkIcons, type Marks } from '#web/pages/reservations/BookingMarks.tsx';

/** A booking as a row for a thumb: when, which aircraft, who, what for, and how it stands. */
export function AgendaRow({ entry, now, marks }: { entry: DayBooking; now: Instant; marks: Marks }) {
  const clock = useClock();
  const here = useHere();
  const { booking, fromBefore, goesOn } = entry;
  const mark = marks.get(booking.key);
  const tail = tailOf(booking);
  const lane = laneOf(booking, now);
  const continuing = [
    fromBefore && `since ${dayText(shownDay(booking.start, clock))}`,
    goesOn && `until ${dayText(shownDay(booking.end, clock))}`,
  ].filter(Boolean);
  const label = [tail, spokenBooking(booking, clock, mark), ageText(booking, now)];
  return (
    <li className={style['row']} data-lane={lane}>
      <Link className={kindClass} data-kind={booking.kind} to={here({ reservation: booking.key })}>
        <Spoken words={label.filter(Boolean).join(', ')}>
          <span className={style['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
            <b>{fromBefore ? '←' : clockText(booking.start, clock).slice(0, 4)}</b>
            <span>{goesOn ? '→' : clockText(booking.end, clock)}</span>
          </span>
          <span className={style['line']}>
            <KindIcon kind={booking.kind} />
            {tail && <TailNumber tail={tail} isSimulator={booking.record.aircraft?.isSimulator ?? false} />}
            <b>{titleOf(booking)}</b>
            <span className={style['end']}>
              <MarkIcons mark={mark} />
            </span>
          </span>
          <span className={style['line']}>
            {(lane === 'now' || lane === 'open') && <span className={style['age']}>{ageText(booking, now)}</span>}
            <span className={style['quiet']}>{[...continuing, subtitleOf(booking)].filter(Boolean).join(' · ')}</span>
            <span className={style['end']}>
              <StatusGlyph statusId={booking.statusId} />
              <span className={style['status']}>{booking.status}</span>
            </span>
          </span>
        </Spoken>
      </Link>
    </li>
  );
}
