import { Link } from 'react-router';
import { tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { shortSpanText } from '#domain/reservations/reservationTitles.ts';
import { spokenReservation } from '#domain/timeline/barWords.ts';
import { repeatedHourNote } from '#domain/time/clock.ts';
import { Spoken } from '#web/components/controls/controls.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import { kindBarClass, KindIcon, StatusGlyph } from '#web/components/reservation/kinds.tsx';
import { MarkIcons, type Marks } from './ReservationMarks.tsx';
import style from './ReservationChip.module.css';

type ReservationChipProps = {
  reservation: TimedReservation;
  marks: Marks;
  /** The text beside the time. */
  text: string;
  /** Called when it is followed, for a layer that then closes. */
  onFollow?: () => void;
};

/** A reservation as a small bar that opens its details; the time is the last part to be cut. */
export function ReservationChip({ reservation, marks, text, onFollow }: ReservationChipProps) {
  const clock = useClock();
  const here = useHere();
  const mark = marks.get(reservation.key);
  const label = [tailOf(reservation), spokenReservation(reservation, clock, mark)].filter(Boolean).join(', ');
  return (
    <Link
      className={`${kindBarClass} ${style['chip'] ?? ''}`}
      data-kind={reservation.kind}
      data-alert={mark?.alert}
      data-conflict={mark?.conflict}
      to={here({ reservation: reservation.key })}
      data-tip={[label, repeatedHourNote([reservation.start, reservation.end], clock)].filter(Boolean).join('; ')}
      onClick={onFollow}
    >
      <Spoken words={label}>
        <KindIcon kind={reservation.kind} size={12} />
        <span className={style['time']}>{shortSpanText(reservation, clock)}</span>
        <span className={style['text']}>{text}</span>
        <span className={style['end']}>
          <MarkIcons mark={mark} />
          <StatusGlyph statusId={reservation.statusId} size={11} />
        </span>
      </Spoken>
    </Link>
  );
}
