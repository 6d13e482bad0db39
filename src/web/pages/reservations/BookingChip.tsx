import { Link } from 'react-router';
import { tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { spanText, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { clockText, repeatedHourNote } from '#domain/time/clock.ts';
import { useHere } from '#web/ui/page/here.ts';
import { kindBarClass, KindIcon, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { Spoken } from '#web/ui/controls/Spoken.tsx';
import style from './BookingChip.module.css';
import { MarkIcons, type Marks } from './BookingMarks.tsx';

type BookingChipProps = {
  booking: TimedBooking;
  marks: Marks;
  /** What stands beside the time. */
  text: string;
  /** The start alone, where there is no room for more. */
  isBrief?: boolean;
  tabIndex?: number;
};

/** A booking as a small bar that opens its details; the time gives way last. */
export function BookingChip({ booking, marks, text, isBrief = false, tabIndex }: BookingChipProps) {
  const clock = useClock();
  const here = useHere();
  const mark = marks.get(booking.key);
  const label = [tailOf(booking), spokenBooking(booking, clock, mark)].filter(Boolean).join(', ');
  return (
    <Link
      className={`${kindBarClass} ${style['chip'] ?? ''}`}
      data-kind={booking.kind}
      data-alert={mark?.alert}
      data-conflict={mark?.conflict}
      to={here({ reservation: booking.key })}
      title={[label, repeatedHourNote([booking.start, booking.end], clock)].filter(Boolean).join('; ')}
      tabIndex={tabIndex}
    >
      <Spoken words={label}>
        <KindIcon kind={booking.kind} size={12} />
        <span className={style['time']}>
          {isBrief ? clockText(booking.start, clock).slice(0, 4) : spanText(booking, clock)}
        </span>
        <span className={style['text']}>{text}</span>
        <span className={style['end']}>
          <MarkIcons mark={mark} />
          <StatusGlyph statusId={booking.statusId} size={11} />
        </span>
      </Spoken>
    </Link>
  );
}
