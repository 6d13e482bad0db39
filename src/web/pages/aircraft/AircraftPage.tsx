import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import { type Booking, idKey } from '#domain/reservations/bookings.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useFleetAssessment } from '#web/queries/fitness.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { AircraftStatus, FitnessEvidence, FitnessMark, PresentMark } from '#web/ui/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { PanelsTogether } from '#web/ui/panel/PanelsTogether.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { aircraftFacts, findingsText } from './aircraftModel.ts';
import { DayPanel } from './DayPanel.tsx';
import { ForecastPanel, RemindersPanel, SquawksPanel } from './MaintenancePanels.tsx';
import style from './aircraft.module.css';

export { readReadiness as readFirst } from '#web/queries/fitness.ts';

/** One aircraft. The API has no call for a single one, so it is found in the list. */
export function AircraftPage() {
  const aircraftId = idKey(useParams()['aircraftId'] ?? '');
  const school = useSchool();
  const now = useMinute();
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const list = useQuery(fleetQuery);
  const aircraft = list.data?.value.records.find((one) => idKey(one.aircraftId) === aircraftId);
  const own = useMemo(() => (aircraft ? [aircraft] : []), [aircraft]);
  const { rows, near, readings, queryKeys } = useFleetAssessment(school, own, now, useClock());
  const [row] = rows;
  return (
    <>
      <p className={style['back']}>
        <AppLink to="/fleet">Fleet</AppLink>
      </p>
      <PageHeader
        title={aircraft?.tailNumber ?? 'Aircraft'}
        heading={
          aircraft ? <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} /> : 'Aircraft'
        }
      >
        {aircraft && modelText(aircraft) !== aircraft.tailNumber && (
          <span className={style['quiet']}>{modelText(aircraft)}</span>
        )}
      </PageHeader>
      <PanelsTogether>
        {aircraft && <div className={style['standing']}>{row && <Standing row={row} now={now} />}</div>}
        <div className={style['columns']}>
          {aircraft && (
            <div className={style['stack']}>
              <div data-place="day">
                <DayPanel aircraft={aircraft} />
              </div>
              <RemindersPanel aircraft={aircraft} />
              <ForecastPanel aircraft={aircraft} />
              <SquawksPanel aircraft={aircraft} />
            </div>
          )}
          <div className={style['stack']}>
            {row && (
              <div data-place="fitness">
                <Panel
                  title="Fitness"
                  count={findingsText(row.fitness.evidence.length)}
                  reading={readings.reminders}
                  beside={[readings.squawks]}
                  onRetry={() => refresh(...queryKeys)}
                >
                  <FitnessEvidence fitness={row.fitness} />
                </Panel>
              </div>
            )}
            <Panel
              title="Facts"
              reading={readingOf('listAircraft', list)}
              beside={Object.values(readings)}
              onRetry={() => refresh(fleetQuery.queryKey, ...queryKeys)}
              empty={aircraft ? null : <Unknown aircraftId={aircraftId} />}
            >
              {aircraft && <AircraftFacts aircraft={aircraft} bookings={near.window?.bookings ?? []} />}
            </Panel>
          </div>
        </div>
      </PanelsTogether>
    </>
  );
}

/** Whether it can go, and what it is doing: the first thing said of an aircraft. */
function Standing({ row, now }: { row: AssessedAircraft; now: Instant }) {
  return (
    <>
      <FitnessMark fitness={row.fitness} />
      <PresentMark row={row} now={now} />
    </>
  );
}

function Unknown({ aircraftId }: { aircraftId: string }) {
  return (
    <>
      The service lists no aircraft with the ID <code>{aircraftId}</code>.{' '}
      <AppLink to="/fleet">Choose one from the fleet</AppLink>.
    </>
  );
}

function AircraftFacts({ aircraft, bookings }: { aircraft: Aircraft; bookings: readonly Booking[] }) {
  const { facts, missing } = aircraftFacts(aircraft, bookings);
  return (
    <>
      <Facts
        facts={[['Status', <AircraftStatus key="status" status={aircraft.status} />], ...facts]}
        missing={missing}
      />
      <details className={style['details']}>
        <summary>API details</summary>
        <Facts facts={[['ID', <code key="id">{aircraft.aircraftId}</code>]]} missing={missing} />
        <QueryShown id="listAircraft" query={{}} />
      </details>
    </>
  );
}
