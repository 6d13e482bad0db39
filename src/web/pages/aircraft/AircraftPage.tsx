import type { Knowledge } from '#domain/answers/known.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { gapsWithin } from '#domain/answers/gaps.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import type { FitnessEvidence } from '#domain/readiness/fitness.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import { idKey, type Reservation } from '#domain/reservations/reservations.ts';
import { downLink, shopLink } from '#domain/reservations/links.ts';
import { capitalized } from '#domain/words.ts';
import { listQuery } from '#web/data/api.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { LinkButton } from '#web/components/controls/buttons.tsx';
import { LifeMark, type Look } from '#web/components/controls/StateMark.tsx';
import { Findings, presentLook } from '#web/components/aircraft/AircraftMarks.tsx';
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
import { Verdict } from '#web/components/panel/Verdict.tsx';
import { aircraftFacts, findingsText } from './aircraftModel.ts';
import { DayPanel } from './DayPanel.tsx';
import { type AircraftVerdict, aircraftVerdict } from './verdictModel.ts';
import { ForecastPanel, RemindersPanel, SquawksPanel } from './MaintenancePanels.tsx';
import style from './aircraft.module.css';

export { readReadiness as readFirst } from '#web/data/fitness.ts';

/** One aircraft. The API has no call for a single one, so it is found in the list. */
export function AircraftPage() {
  const aircraftId = idKey(useParams()['aircraftId'] ?? '');
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const list = useQuery(fleetQuery);
  const aircraft = list.data?.value.records.find((record) => idKey(record.aircraftId) === aircraftId);
  const ownRecords = useMemo(() => (aircraft ? [aircraft] : []), [aircraft]);
  const { rows, near, readings, sources, queryKeys } = useFleetAssessment(school, ownRecords, now, clock);
  const [row] = rows;
  const verdict = useMemo(() => (row ? aircraftVerdict(row, now, clock) : null), [row, now, clock]);
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
        {aircraft && <div className={style['standing']}>{row && <AircraftBand row={row} verdict={verdict} />}</div>}
        <div className={style['columns']}>
          {aircraft && (
            <div className={style['stack']}>
              <div data-place="day">
                <DayPanel aircraft={aircraft} isGrounded={row?.fitness.kind === 'grounded'} />
              </div>
              <RemindersPanel aircraft={aircraft} />
              <ForecastPanel aircraft={aircraft} />
              <SquawksPanel aircraft={aircraft} />
            </div>
          )}
          <div className={style['stack']}>
            {verdict && verdict.rest.length > 0 && (
              <FindingsPanel
                findings={verdict.rest}
                known={ofRecords}
                readings={readings}
                onRetry={() => refresh(...queryKeys)}
              />
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

type FindingsPanelProps = {
  findings: readonly FitnessEvidence[];
  known: Knowledge;
  readings: { readonly reminders: Reading; readonly squawks: Reading };
  onRetry: () => void;
};

/** The findings that the band at the top does not name. */
function FindingsPanel({ findings, known, readings, onRetry }: FindingsPanelProps) {
  return (
    <div data-place="findings">
      <Panel
        title="Findings"
        count={findingsText(findings.length, known)}
        reading={readings.reminders}
        beside={[readings.squawks]}
        onRetry={onRetry}
      >
        <Findings findings={findings} />
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

type AircraftBandProps = { row: AssessedAircraft; verdict: AircraftVerdict | null };

/** Whether it can fly, and what it is doing: the first facts about an aircraft, with the action that follows. */
function AircraftBand({ row, verdict }: AircraftBandProps) {
  if (!verdict) return null;
  const { kind, word, reason, action } = verdict;
  return (
    <div className={style['band']} data-kind={kind}>
      <Verdict look={kind === 'doing' ? presentLook(row) : bandLooks[kind]} word={word} reason={reason}>
        {action && <LinkButton to={action.to}>{action.label}</LinkButton>}
      </Verdict>
    </div>
  );
}

const bandLooks: { readonly [Kind in Exclude<AircraftVerdict['kind'], 'doing'>]: Look } = {
  grounded: { shape: 'octagon', tone: 'expired' },
  caution: { shape: 'triangle', tone: 'warning' },
  'not known': { shape: 'dashed', tone: 'plain' },
  'can go': { shape: 'check', tone: 'ok' },
  gone: { shape: 'ring', tone: 'plain' },
};

/** Keeps only the gaps of this aircraft. Unreadable parts of its own records are among its findings. */
function ownReading(reading: Reading, aircraftId: string): Reading {
  const gaps = (reading.gaps ?? []).filter(({ of }) => of === 'aircraft');
  return { ...reading, gaps: gapsWithin(gaps, (id) => id === aircraftId) };
}

/** The plans for it, whatever the verdict is. */
function planning({ aircraftId }: Aircraft): [string, ReactNode] {
  return [
    'Planning',
    <span key="planning" className={style['plan']}>
      <AppLink isAlone to={downLink(aircraftId)}>
        Move reservations
      </AppLink>
      <AppLink isAlone to={shopLink(aircraftId)}>
        Shop planner
      </AppLink>
    </span>,
  ];
}

type AircraftFactsProps = { aircraft: Aircraft; reservations: readonly Reservation[]; reading: Reading };

function AircraftFacts({ aircraft, reservations, reading }: AircraftFactsProps) {
  const { facts, missing } = aircraftFacts(aircraft, reservations, useKnowledge(reading));
  const isUsual = lifeOf(aircraft.status) === 'active';
  return (
    <>
      <Facts
        facts={[
          // The usual status has no mark: a green tick beside a grounded aircraft would mislead.
          [
            'Status',
            isUsual ? capitalized(aircraft.status?.name ?? '') : <LifeMark key="status" status={aircraft.status} />,
          ],
          ...facts,
          ...(lifeOf(aircraft.status) === 'deleted' ? [] : [planning(aircraft)]),
        ]}
        missing={missing}
      />
      <ApiDetails name="aircraft">
        <p>
          Aircraft ID: <code>{aircraft.aircraftId}</code>
        </p>
        <QueryLine id="listAircraft" query={{}} />
      </ApiDetails>
    </>
  );
}
