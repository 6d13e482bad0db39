import { useState, useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { tailAndTitle, spanText } from '#domain/reservations/bookingTitles.ts';
import { dayText, shownDay } from '#domain/time/clock.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { type Spare, spareText, sparesFor } from '#domain/conflicts/spares.ts';
import type { Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { ConflictIcon } from '#web/pages/reservations/BookingMarks.tsx';
import style from './ConflictList.module.css';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { pilotsCheckout } from '#domain/readiness/checkPeople.ts';
import { groundedIn } from '#domain/readiness/readinessIndex.ts';
import type { Schedule } from '#web/pages/reservations/useSchedule.ts';

type SparesOf = (booking: TimedBooking) => readonly Spare[];
type ConflictListProps = { conflicts: readonly Conflict[]; now: Instant; sparesOf: SparesOf };

/** What clashes, each with its evidence, how certain it is, and which aircraft could take over. */
export function ConflictList({ conflicts, now, sparesOf }: ConflictListProps) {
  const clock = useClock();
  const here = useHere();
  return (
    <div className={style['list']}>
      <ol className={style['conflicts']} aria-label="Conflicts">
        {conflicts.map((conflict) => {
          const { booking, certainty } = conflict;
          return (
            <li key={conflict.key}>
              <span className={style['certainty']}>
                <ConflictIcon certainty={certainty} />
                {certainty}
              </span>
              <Link to={here({ reservation: booking.key })}>
                {dayText(shownDay(booking.start, clock))} {spanText(booking, clock)} {tailAndTitle(booking)}
              </Link>
              <p>{conflictText(conflict, clock, now)}.</p>
              {needsAircraft(conflict) && <Spares booking={booking} now={now} sparesOf={sparesOf} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Another aircraft helps where the aircraft is the trouble; a person who is booked twice needs another hour. */
function needsAircraft({ reason, booking }: Conflict): boolean {
  return reason !== 'person twice' && reason !== 'time off' && booking.aircraftId !== null;
}

/** Looked for when they are asked for. */
function Spares({ booking, now, sparesOf }: { booking: TimedBooking; now: Instant; sparesOf: SparesOf }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={style['spares']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Spares</summary>
      {isOpen && <SpareList spares={sparesOf(booking)} now={now} />}
    </details>
  );
}

function SpareList({ spares, now }: { spares: readonly Spare[]; now: Instant }) {
  const clock = useClock();
  if (spares.length === 0) return <p>No aircraft of the same model or class is free then and fit for it.</p>;
  return (
    <ul aria-label={`Spares, ${spares.length}, checkout not checked`}>
      {spares.map((spare) => (
        <li key={spare.aircraft.aircraftId}>
          <AppLink to={aircraftLink(spare.aircraft.aircraftId)}>
            <TailNumber tail={spare.aircraft.tailNumber} isSimulator={spare.aircraft.isSimulator ?? false} />
          </AppLink>{' '}
          {spareText(spare, clock, now)}
        </li>
      ))}
    </ul>
  );
}

/** Finds the aircraft that could take over a booking, from all bookings that are here: those in view and those of the forecast. */
export function useSpares({ bookings, ahead, fleet, due, answered, readiness }: Schedule, now: Instant) {
  const all = useMemo(() => {
    const byKey = new Map([...(ahead ?? []), ...bookings].map((booking) => [booking.key, booking]));
    return [...byKey.values()].toSorted((a, b) => a.start - b.start);
  }, [bookings, ahead]);
  return useCallback(
    (booking: TimedBooking) => {
      const grounding = groundedIn(readiness);
      const checkoutFor = (aircraft: Aircraft, of: TimedBooking) => pilotsCheckout(of, aircraft, readiness);
      return sparesFor(booking, { bookings: all, fleet: fleet ?? [], due, answered, grounding, checkoutFor, now });
    },
    [all, fleet, due, answered, readiness, now],
  );
}
