import { Link } from 'react-router';
import { tailAndTitle } from '#domain/reservations/bookingTitles.ts';
import { whenText } from '#domain/time/clock.ts';
import {
  type Change,
  changeText,
  changesWithin,
  lastingChanges,
  liveChanges,
  netChanges,
} from '#domain/reservations/changes.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import style from '#web/pages/reservations/reservations.module.css';
import { useMemo } from 'react';
import { markLifetime, useBookingChanges } from '#web/queries/changes.ts';

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

export type ScheduleChanges = {
  /** Of the last minutes, to be marked on the bookings. */
  readonly live: readonly Change[];
  /** Since the last look, also while no browser was open. */
  readonly unseen: readonly Change[];
  readonly dismiss: () => void;
};

/** What changed in a span, as the gateway has logged it. */
export function useChanges(span: Span, now: Instant): ScheduleChanges {
  const { changes: logged, lookedAt, lead, dismiss } = useBookingChanges(useSchool());
  return useMemo(() => {
    const since = (start: Instant) => changesWithin(netChanges(logged.filter(({ seenAt }) => seenAt > start)), span);
    const logNow = now + lead;
    const live = liveChanges(since(logNow - markLifetime), logNow, markLifetime);
    const later = lookedAt === null ? [] : since(lookedAt);
    const unseen = [...lastingChanges(later, now), ...liveChanges(later, logNow, markLifetime)];
    return { live, unseen: [...new Set(unseen)].toSorted((a, b) => a.seenAt - b.seenAt), dismiss };
  }, [logged, lookedAt, lead, dismiss, span, now]);
}
