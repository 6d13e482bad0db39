import { Link } from 'react-router';
import { tailAndTitle } from '#domain/schedule/bookingTitles.ts';
import { whenText } from '#domain/clock.ts';
import { type Change, changeText } from '#domain/schedule/changes.ts';
import type { Instant } from '#domain/time.ts';
import { useHere } from '#web/ui/here.ts';
import { useClock } from '#web/ui/school.tsx';
import style from './reservations.module.css';

/** What changed while this page was open; it fades after a few minutes. Nothing is drawn where nothing changed. */
export function ChangeList({ changes, now }: { changes: readonly Change[]; now: Instant }) {
  const clock = useClock();
  const here = useHere();
  if (changes.length === 0) return null;
  return (
    <section className={style['changes']} aria-label="Changes since you last looked" role="status">
      <b>{changes.length} changed</b>
      <ul>
        {changes.map((change) => {
          const { booking } = change;
          const name = `${tailAndTitle(booking)} ${booking.start === null ? '' : whenText(booking.start, now, clock)}`;
          return (
            <li key={booking.key}>
              {change.kind === 'gone' ? <s>{name}</s> : <Link to={here({ reservation: booking.key })}>{name}</Link>}{' '}
              {changeText(change, clock, now)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
