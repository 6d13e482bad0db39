import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { namesOf } from '#contract/objects.ts';
import { type PagePath, pageRow } from '#contract/pages.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import { countsAs } from '#domain/readiness/fleetLists.ts';
import { downLink } from '#domain/reservations/links.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { stateText } from '#domain/reservations/state.ts';
import { type AircraftNow, nextToLeave } from '#domain/schedule/aircraftNow.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { useRefresh } from '#web/data/policy.ts';
import { FitnessMark } from '#web/components/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge, useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useRights, useSchool } from '#web/components/page/school.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { countText } from '#domain/answers/known.ts';
import style from './plan.module.css';

export { readReadiness as readFirst } from '#web/data/fitness.ts';

type ToolPath = Extract<PagePath, `/plan/${string}`>;

/** The planning tools, as the index of `/plan` offers them in the order of the table of pages. */
const toolWords: {
  readonly [Path in ToolPath]: {
    /** What it is for, in one sentence. */
    readonly purpose: string;
    /** What it gives as a result. */
    readonly result: string;
  };
} = {
  '/plan/down': {
    purpose: 'Move the reservations of an aircraft that cannot fly to other aircraft, without displacing anyone.',
    result: 'A list of moves, and whom to call where there is no other aircraft.',
  },
  '/plan/find': {
    purpose: 'Find an aircraft and an instructor that are free at the same time, for one student.',
    result: 'The next ten times, and the free aircraft of two weeks.',
  },
  '/plan/standby': {
    purpose: 'See who could use a slot that was cancelled, moved or shortened, those who have waited longest first.',
    result: 'A list of students with their instructor and the reason, to print or copy.',
  },
  '/plan/shop': {
    purpose: 'Find the times in the shop before a limit that displace the fewest reservations.',
    result: 'The shop’s week in order, and what each day of delay costs.',
  },
  '/plan/hours': {
    purpose: 'See how many hours the meters show for each booked hour, by aircraft and activity.',
    result: 'The factors that forecasts use, with the flights behind them.',
  },
};

/** The planning tools that the role may use, and the aircraft that need one. */
export function PlanPage() {
  const { maySeePage } = useRights();
  const tools = namesOf(toolWords).filter(maySeePage);
  return (
    <>
      <PageHeader title="Planning">
        <p className={style['about']}>{tools.length} tools</p>
      </PageHeader>
      <ul className={style['tools']}>
        {tools.map((path) => (
          <li key={path}>
            <h2>
              <AppLink coversRow to={path}>
                {pageRow(path).name}
              </AppLink>
            </h2>
            <p>{toolWords[path].purpose}</p>
            <p className={style['result']}>{toolWords[path].result}</p>
          </li>
        ))}
      </ul>
      {maySeePage('/plan/down') && <GroundedNow />}
      <p className={style['note']}>
        Flightline changes nothing at the service. Each tool ends in a list: enter its changes where you keep the
        schedule.
      </p>
    </>
  );
}

/** The aircraft that are grounded, each with its reasons, its next reservation, and the plan for it. */
function GroundedNow() {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const refresh = useRefresh();
  const fleet = useQuery(listQuery(school, 'listAircraft', {})).data?.value.records ?? noAircraft;
  const { rows, sources, queryKeys } = useFleetAssessment(school, fleet, now, clock);
  const down = useMemo(() => rows.filter(isDown), [rows]);
  const beside = [sources.reservations, sources.history, sources.reminders, sources.squawks];
  const known = useKnowledge(sources.aircraft, ...beside);
  const nothing = useNoneText(
    fleet.length === 0 ? 'The service lists no aircraft.' : 'No active aircraft is grounded.',
    sources.aircraft,
    ...beside,
  );
  return (
    <Panel
      title="Grounded now"
      count={countText(known, down.length, downCount(down))}
      reading={sources.aircraft}
      beside={beside}
      onRetry={() => refresh(...queryKeys)}
      empty={down.length === 0 ? nothing : null}
    >
      <ul className={style['down']}>
        {down.map(({ aircraft, fitness, group, present }) => (
          <li key={aircraft.aircraftId}>
            <AppLink coversRow to={downLink(aircraft.aircraftId)}>
              <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
            </AppLink>
            <FitnessMark fitness={fitness} group={group} />
            <span className={style['quiet']}>{nextWords(present, now, clock)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const noAircraft: Parameters<typeof useFleetAssessment>[1] = [];

/** Whether an aircraft is grounded, or is out of service and still booked. */
function isDown(row: AssessedAircraft): boolean {
  const { group, present } = row;
  return countsAs('grounded', row) || ((group === 'inactive' || group === null) && nextOf(present) !== null);
}

function nextOf(present: AircraftNow | null): TimedReservation | null {
  return present && nextToLeave(present);
}

/** `next booked 1500L`, `next booked 1100L, not out yet +0:05`. */
function nextWords(present: AircraftNow | null, now: Instant, clock: Clock): string {
  const next = nextOf(present);
  if (!present) return 'next reservation not known';
  if (!next) return 'nothing booked today or tomorrow';
  const late = present.doing.kind === 'due out' ? `, ${stateText(present.doing.state)}` : '';
  return `next booked ${whenText(next.start, now, clock)}${late}`;
}

/** `3 aircraft`, `3 and 1 out of service, booked`. */
function downCount(down: readonly AssessedAircraft[]): string {
  const grounded = down.filter((row) => countsAs('grounded', row)).length;
  const others = down.length - grounded;
  return others === 0 ? `${grounded} aircraft` : `${grounded} and ${others} out of service, booked`;
}
