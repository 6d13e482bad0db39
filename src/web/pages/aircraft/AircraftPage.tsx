import type { Knowledge } from '#domain/answers/known.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { gapsWithin } from '#domain/answers/gaps.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import { idKey, type Reservation } from '#domain/reservations/reservations.ts';
import { downLink } from '#domain/reservations/links.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { LifeMark } from '#web/components/controls/StateMark.tsx';
import { FitnessEvidence, FitnessMark, PresentMark } from '#web/components/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge, useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { Facts } from '#web/components/panel/Facts.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { PanelsTogether } from '#web/components/panel/PanelsTogether.tsx';
import { ApiDetails, QueryLine } from '#web/components/panel/QueryShown.tsx';
import { aircraftFacts, findingsText } from './aircraftModel.ts';
import { DayPanel } from './DayPanel.tsx';
import { ForecastPanel, RemindersPanel, SquawksPanel } from './MaintenancePanels.tsx';
import style from './aircraft.module.css';

export { readReadiness as readFirst } from '#web/data/fitness.ts';

/** One aircraft. The API has no call for a single one, so it is found in the list. */
export function AircraftPage() {
  const aircraftId = idKey(useParams()['aircraftId'] ?? '');
  const school = useSchool();
  const now = useMinute();
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const list = useQuery(fleetQuery);
  const aircraft = list.data?.value.records.find((record) => idKey(record.aircraftId) === aircraftId);
  const ownRecords = useMemo(() => (aircraft ? [aircraft] : []), [aircraft]);
  const { rows, near, readings, sources, queryKeys } = useFleetAssessment(school, ownRecords, now, useClock());
  const [row] = rows;
  const reading = readingOf('listAircraft', list);
  const ofRecords = useKnowledge(ownReading(sources.reminders, aircraftId), ownReading(sources.squawks, aircraftId));
  const unlisted = useNoneText(`The service lists no aircraft with the ID ${aircraftId}.`, reading);
  return (
    <>
      <p className={style['back']}>
        <AppLink to="/fleet">Fleet</AppLink>
      </p>
      <Heading aircraft={aircraft} />
      <PanelsTogether>
        {aircraft && <div className={style['standing']}>{row && <AircraftState row={row} now={now} />}</div>}
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
              <FitnessPanel row={row} known={ofRecords} readings={readings} onRetry={() => refresh(...queryKeys)} />
            )}
            <Panel
              title="Facts"
              reading={reading}
              beside={Object.values(readings)}
              onRetry={() => refresh(fleetQuery.queryKey, ...queryKeys)}
              empty={aircraft ? null : unlisted}
              afterEmpty={
                <>
                  {' '}
                  <AppLink to="/fleet">Choose one from the fleet</AppLink>.
                </>
              }
            >
              {aircraft && (
                <AircraftFacts
                  aircraft={aircraft}
                  reservations={near.window?.reservations ?? []}
                  reading={sources.reservations}
                />
              )}
            </Panel>
          </div>
        </div>
      </PanelsTogether>
    </>
  );
}

type FitnessPanelProps = {
  row: AssessedAircraft;
  known: Knowledge;
  readings: { readonly reminders: Reading; readonly squawks: Reading };
  onRetry: () => void;
};

function FitnessPanel({ row: { aircraft, present, fitness }, known, readings, onRetry }: FitnessPanelProps) {
  // A deleted aircraft has something to move only while it is booked.
  const isToMove = lifeOf(aircraft.status) !== 'deleted' || Boolean(present?.next);
  return (
    <div data-place="fitness">
      <Panel
        title="Fitness"
        count={findingsText(fitness.evidence.length, known)}
        reading={readings.reminders}
        beside={[readings.squawks]}
        onRetry={onRetry}
      >
        <FitnessEvidence fitness={fitness} known={known} />
        {isToMove && (
          <p className={style['plan']}>
            <AppLink isAlone to={downLink(aircraft.aircraftId)}>
              If it cannot fly: move its reservations
            </AppLink>
          </p>
        )}
      </Panel>
    </div>
  );
}

function Heading({ aircraft }: { aircraft: Aircraft | undefined }) {
  if (!aircraft) return <PageHeader title="Aircraft" heading="Aircraft" />;
  const { tailNumber, isSimulator } = aircraft;
  return (
    <PageHeader
      title={tailNumber ?? 'Aircraft'}
      heading={<TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />}
    >
      {modelText(aircraft) !== tailNumber && <span className={style['quiet']}>{modelText(aircraft)}</span>}
    </PageHeader>
  );
}

/** Whether it can fly, and what it is doing: the first facts about an aircraft. */
function AircraftState({ row, now }: { row: AssessedAircraft; now: Instant }) {
  return (
    <>
      <FitnessMark fitness={row.fitness} />
      <PresentMark row={row} now={now} />
    </>
  );
}

/** Keeps only the gaps of this aircraft. Unreadable parts of its own records are among its findings. */
function ownReading(reading: Reading, aircraftId: string): Reading {
  const gaps = (reading.gaps ?? []).filter(({ of }) => of === 'aircraft');
  return { ...reading, gaps: gapsWithin(gaps, (id) => id === aircraftId) };
}

type AircraftFactsProps = { aircraft: Aircraft; reservations: readonly Reservation[]; reading: Reading };

function AircraftFacts({ aircraft, reservations, reading }: AircraftFactsProps) {
  const { facts, missing } = aircraftFacts(aircraft, reservations, useKnowledge(reading));
  return (
    <>
      <Facts facts={[['Status', <LifeMark key="status" status={aircraft.status} />], ...facts]} missing={missing} />
      <ApiDetails name="aircraft">
        <p>
          Aircraft ID: <code>{aircraft.aircraftId}</code>
        </p>
        <QueryLine id="listAircraft" query={{}} />
      </ApiDetails>
    </>
  );
}
