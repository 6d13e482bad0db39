import { type Booking, isTimed, peopleText, tailOf } from '#domain/reservations/bookings.ts';
import { type Clock, clockText, dayText, durationText, shownDay } from '#domain/time/clock.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { KindIcon, kindClass, StatusGlyph } from './kinds.tsx';
import style from './reservationCells.module.css';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';

/** The day by the clock that is shown; with its year where that is not `year`. */
export function bookingDay({ start }: Booking, clock: Clock, year: string): string {
  if (start === null) return 'no day';
  const day = shownDay(start, clock);
  return day.startsWith(year) ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`;
}

/** `1400L–1530L`; an end on another day names it: `1400L–Wed 13 May 0900L`. */
export function bookingTimes({ start, end }: Booking, clock: Clock): string {
  if (start === null && end === null) return 'no readable time';
  const isOver = start !== null && end !== null && shownDay(start, clock) !== shownDay(end, clock);
  const from = start === null ? '?' : clockText(start, clock);
  const until = end === null ? '?' : clockText(end, clock);
  return `${from}–${isOver ? `${dayText(shownDay(end, clock))} ` : ''}${until}`;
}

/** How long it lasts; what ends before it starts has no length. */
export function bookingLength(booking: Booking): string {
  return isTimed(booking) ? durationText(booking.end - booking.start) : 'no length';
}

/** Who flies or attends, or what else the reservation is called. */
export function PeopleCell({ booking }: { booking: Booking }) {
  return <>{peopleText(booking) || <span className={style['quiet']}>nobody</span>}</>;
}

export function AircraftCell({ booking }: { booking: Booking }) {
  const tail = tailOf(booking);
  if (!booking.aircraftId && !tail) return <span className={style['quiet']}>no aircraft</span>;
  const text = <TailNumber tail={tail} isSimulator={booking.record.aircraft?.isSimulator ?? false} />;
  if (!booking.aircraftId) return text;
  return (
    <AppLink className={style['aircraft']} to={aircraftLink(booking.aircraftId)}>
      {text}
    </AppLink>
  );
}

/** The service's own name of the type, after the icon of its kind; the kind in words where the name does not say it. */
export function TypeMark({ booking }: { booking: Booking }) {
  return (
    <span className={`${style['mark']} ${kindClass}`} data-kind={booking.kind}>
      <KindIcon kind={booking.kind} />
      {booking.type}
      {booking.kind !== booking.type && <span className="visually-hidden">({booking.kind})</span>}
    </span>
  );
}

/** The API's own name of the status, with its shape. */
export function BookingStatus({ booking }: { booking: Pick<Booking, 'statusId' | 'status'> }) {
  return (
    <span className={style['mark']} data-status={booking.statusId}>
      <StatusGlyph statusId={booking.statusId} />
      {booking.status}
    </span>
  );
}
