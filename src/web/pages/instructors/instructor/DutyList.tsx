import { Link } from 'react-router';
import { pilotsOf } from '#domain/reservations/bookings.ts';
import { whenText } from '#domain/time/clock.ts';
import type { Duty } from '#domain/duty/duties.ts';
import { dutyWord } from '#domain/duty/dutyWords.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { DutySwatch } from '#web/pages/instructors/duties.tsx';
import style from './instructor.module.css';

/** Duties in order of time: when, as what, in which aircraft, with whom, and the API's own status. */
export function DutyList({ duties, now }: { duties: readonly Duty[]; now: Instant }) {
  return (
    <ol className={style['duties']}>
      {duties.map((duty) => (
        <DutyRow key={duty.booking.key} duty={duty} isPast={duty.booking.end <= now} />
      ))}
    </ol>
  );
}

function DutyRow({ duty: { kind, booking }, isPast }: { duty: Duty; isPast: boolean }) {
  const clock = useClock();
  const here = useHere();
  const { aircraft } = booking.record;
  return (
    <li data-is-past={isPast}>
      <DutySwatch kind={kind} />
      <Link className={style['times']} to={here({ reservation: booking.key })}>
        {whenText(booking.start, booking.start, clock)}–{whenText(booking.end, booking.start, clock)}
      </Link>
      <span className={style['what']}>
        <b>{kind === 'off' ? booking.record.displayName || dutyWord(kind) : partnersOf(booking)}</b>{' '}
        {booking.aircraftId !== null && (
          <AppLink className={style['link']} to={aircraftLink(booking.aircraftId)}>
            <TailNumber tail={aircraft?.tailNumber} isSimulator={aircraft?.isSimulator ?? false} />
          </AppLink>
        )}{' '}
        <span className={style['quiet']}>{booking.activity || booking.type}</span>
      </span>
      <span className={style['quiet']}>{booking.status}</span>
    </li>
  );
}

/** A class or a meeting goes by its name; a lesson by its students. */
function partnersOf(booking: Duty['booking']): string {
  const { displayName } = booking.record;
  if (booking.kind === 'Class' || booking.kind === 'Meeting') return displayName || booking.type;
  const students = pilotsOf(booking).map(({ lastName, name }) => lastName || name);
  return students.join(', ') || displayName || booking.type;
}
