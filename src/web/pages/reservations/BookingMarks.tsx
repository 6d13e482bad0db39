import { Link } from 'react-router';
import type { DayLoad } from '#domain/calendar/dayLoad.ts';
import { tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type BookingMark, spanText, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { clockText, repeatedHourNote } from '#domain/time/clock.ts';
import { Spoken } from '#web/ui/controls/controls.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { kindBarClass, KindIcon, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { percent } from '#web/ui/timetrack/trackModel.ts';
import style from './BookingMarks.module.css';

/** The marks of bookings by their keys: conflicts, checks and changes. Every view draws them in the same way. */
export type Marks = ReadonlyMap<string, BookingMark>;

/** The conflict as a shape (filled: definite, outlined: possible), a stop of the check, the change as a word, and a pin where the location is not known. Decorative: labels say all of it. */
export function MarkIcons({ mark }: { mark: BookingMark | undefined }) {
  return (
    <>
      {mark?.conflict && <ConflictIcon certainty={mark.conflict} />}
      {mark?.check?.level === 'stop' && !mark.conflict && <StopIcon words={mark.check.words} />}
      {mark?.change && <span className={style['change']}>{mark.change}</span>}
      {mark?.isPlaceUnknown && (
        <span className={style['placeless']} title={placeNotKnown}>
          <Icon name="place" size={14} />
        </span>
      )}
    </>
  );
}

/** A check that says stop, where no conflict says so already. */
function StopIcon({ words }: { words: string }) {
  return (
    <svg className={style['conflict']} width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <title>{words}</title>
      <path className={style['stop']} d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" />
      <path className={style['bang']} d="M4.5 8h7" />
    </svg>
  );
}

export function ConflictIcon({ certainty }: { certainty: 'definite' | 'possible' }) {
  return (
    <svg
      className={style['conflict']}
      data-certainty={certainty}
      width="14"
      height="14"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path className={style['diamond']} d="M8 1 15 8l-7 7-7-7z" />
      <path className={style['bang']} d="M8 4.5v4.2m0 2.5v.1" />
    </svg>
  );
}

/** How many of these have a part in a definite conflict, and how many in possible ones alone. */
export function countConflicts(bookings: readonly { readonly key: string }[], marks: Marks) {
  const found = bookings.flatMap(({ key }) => marks.get(key)?.conflict ?? []);
  const definite = found.filter((certainty) => certainty === 'definite').length;
  return { definite, possible: found.length - definite };
}

type BookingChipProps = {
  booking: TimedBooking;
  marks: Marks;
  /** What stands beside the time. */
  text: string;
  /** The start alone, where there is no room for more. */
  isBrief?: boolean;
  /** True in a day that it began before: an arrow stands for its start. */
  isFromBefore?: boolean;
  tabIndex?: number;
};

/** A booking as a small bar that opens its details; the time gives way last. */
export function BookingChip({
  booking,
  marks,
  text,
  isBrief = false,
  isFromBefore = false,
  tabIndex,
}: BookingChipProps) {
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
          {isBrief ? (isFromBefore ? '←' : clockText(booking.start, clock).slice(0, 4)) : spanText(booking, clock)}
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

/** The hours booked against what could be flown, in words and as a thin bar; the place is kept where it is not known. */
export function DayLoadBar({ load }: { load: DayLoad | null }) {
  return (
    <span className={style['load']}>
      <span className={style['loadWords']}>
        <span>{load?.words}</span> <span className={style['loadShare']}>{load?.share}</span>
      </span>
      {load?.share !== null && (
        <span className={style['loadBar']} aria-hidden="true">
          <span style={{ width: percent(load?.filled ?? 0) }} />
        </span>
      )}
    </span>
  );
}
