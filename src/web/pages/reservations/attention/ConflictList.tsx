import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { type Knowledge, noneText } from '#domain/answers/known.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { planningIndex } from '#domain/planning/planningIndex.ts';
import { once } from '#domain/planning/room.ts';
import { takesFor } from '#domain/planning/takes.ts';
import { pilotsCheckout } from '#domain/readiness/checkPeople.ts';
import { type Spare, sparesFor, spareText } from '#domain/readiness/spares.ts';
import { aircraftLink } from '#domain/reservations/links.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { refreshed } from '#domain/schedule/schedule.ts';
import type { Instant } from '#domain/time/time.ts';
import { ConflictIcon } from '#web/pages/reservations/ReservationMarks.tsx';
import type { Schedule } from '#web/pages/reservations/useSchedule.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Fold, useUrlFolds } from '#web/components/controls/Fold.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import { None } from '#web/components/panel/None.tsx';
import { PlanLinks, usePlanLinks } from '#web/components/reservation/PlanLinks.tsx';
import style from './AttentionLists.module.css';
import { conflictRows } from './model.ts';

type ConflictListProps = {
  conflicts: readonly Conflict[];
  schedule: Schedule;
  now: Instant;
  /** The key of the reservation whose details hold the list: they name it, and link to the tools that replan it. */
  of?: string;
};

/** Conflicts, each with its evidence, its certainty, and the aircraft that could take over. */
export function ConflictList({ conflicts, schedule, now, of }: ConflictListProps) {
  const clock = useClock();
  const here = useHere();
  const sparesOf = useSpares(schedule, now);
  const foldOf = useUrlFolds('spares');
  const rows = useMemo(() => conflictRows(conflicts, { now, clock }), [conflicts, now, clock]);
  return (
    <div className={style['list']}>
      <ol className={style['conflicts']} aria-label="Conflicts">
        {rows.map(({ key, certainty, reservation, title, other, evidence, needsAircraft }) => (
          <li key={key}>
            {/* Of its aircraft alone, the check in the same details has said it. */}
            {(of === undefined || other || !needsAircraft) && (
              <>
                <span className={style['certainty']}>
                  <ConflictIcon certainty={certainty} />
                  {certainty}
                </span>
                <span className={style['which']}>
                  {reservation.key !== of && <Link to={here({ reservation: reservation.key })}>{title}</Link>}
                  {other && other.key !== of && <Link to={here({ reservation: other.key })}>{other.title}</Link>}
                </span>
                <p>{evidence}</p>
              </>
            )}
            <div className={style['ways']}>
              {needsAircraft && (
                // The search for free aircraft starts only when the list is opened.
                <Fold className={style['spares']} summary="Other aircraft free" isOfRow {...foldOf(key)}>
                  {() => <SpareList spares={sparesOf.find(reservation)} known={sparesOf.known} now={now} />}
                </Fold>
              )}
              {of === undefined && <ConflictLinks reservation={reservation} isAircraft={needsAircraft} />}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function ConflictLinks({ reservation, isAircraft }: { reservation: TimedReservation; isAircraft: boolean }) {
  return <PlanLinks links={usePlanLinks(reservation, isAircraft)} />;
}

type SpareListProps = { spares: readonly Spare[]; known: Knowledge; now: Instant };

function SpareList({ spares, known, now }: SpareListProps) {
  const clock = useClock();
  if (spares.length === 0)
    return <None of={noneText(known, 'No aircraft of the same model or class is free and fit at that time.')} />;
  return (
    <ul aria-label={`Other aircraft free, ${spares.length}`}>
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

/** Finds aircraft to take over a reservation, from all loaded reservations: those in view and those of the forecast. */
function useSpares(page: Schedule, now: Instant) {
  const { reservations, ahead, fleet, due, answered, readiness, ofSpares } = page;
  const known = ahead ?? readiness.sources.schedule;
  const schedule = useMemo(() => refreshed(known, null, reservations), [known, reservations]);
  const plan = useMemo(
    () => once(() => takesFor(planningIndex(readiness, schedule, Number.POSITIVE_INFINITY))),
    [readiness, schedule],
  );
  const find = useCallback(
    (reservation: TimedReservation) => {
      const { squawks } = readiness.sources;
      const checkoutFor: Parameters<typeof sparesFor>[1]['checkoutFor'] = (aircraft, of) =>
        pilotsCheckout(of, aircraft, readiness);
      const sources = { schedule, fleet: fleet ?? [], due, answered, squawks, checkoutFor, takesFor: plan(), now };
      return sparesFor(reservation, sources);
    },
    [schedule, fleet, due, answered, readiness, plan, now],
  );
  return useMemo(() => ({ find, known: ofSpares }), [find, ofSpares]);
}
