import { Link } from 'react-router';
import { tailAndTitle } from '#domain/reservations/bookingTitles.ts';
import { whenText } from '#domain/time/clock.ts';
import { type Change, changeText } from '#domain/reservations/changes.ts';
import type { Instant } from '#domain/time/time.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from '#web/pages/reservations/reservations.module.css';

type ChangeListProps = { changes: readonly Change[]; now: Instant; onSeen: () => void };

/** So many stand in sight, the latest; the others fold away. */
const mostShown = 8;

/** What changed since this browser last looked, until it is dismissed. Nothing is drawn where nothing changed. */
export function ChangeList({ changes, now, onSeen }: ChangeListProps) {
  if (changes.length === 0) return null;
  const earlier = changes.slice(0, -mostShown);
  return (
    <section className={style['changes']} aria-label="Changes since you last looked" role="status">
      <b>{changes.length} changed</b>
      <Entries changes={changes.slice(-mostShown)} now={now} />
      {earlier.length > 0 && (
        <details>
          <summary>{earlier.length} earlier</summary>
          <Entries changes={earlier} now={now} />
        </details>
      )}
      <Button onClick={onSeen}>Seen</Button>
    </section>
  );
}

function Entries({ changes, now }: { changes: readonly Change[]; now: Instant }) {
  const clock = useClock();
  const here = useHere();
  return (
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
  );
}
