import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { type Booking, idKey } from '#domain/reservations/bookings.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import { listQuery } from '#web/queries/api.ts';
import { useFleetAssessment } from '#web/queries/fitness.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { FitnessEvidence, FitnessMark, PresentMark } from '#web/ui/aircraft/FitnessMark.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import style from './aircraft.module.css';
import { DayPanel } from './DayPanel.tsx';
import { HorizonPanel } from './HorizonPanel.tsx';
import { RemindersPanel } from './RemindersPanel.tsx';
import { SquawksPanel } from './SquawksPanel.tsx';
import { unreadIn } from '#contract/salvage.ts';
import { AircraftStatus } from '#web/ui/aircraft/AircraftStatus.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';

/** One aircraft: what is known of it and its day. The API has no call for a single aircraft, so it is found in the list. */
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
        {aircraft && <span>{modelText(aircraft)}</span>}
        {row && <PresentMark row={row} now={now} />}
        {row && <FitnessMark fitness={row.fitness} />}
      </PageHeader>
      <div className={style['columns']}>
        <Panel
          title="Facts"
          reading={readingOf('listAircraft', list)}
          beside={Object.values(readings)}
          onRetry={() => refresh(fleetQuery.queryKey, ...queryKeys)}
          empty={aircraft ? null : <Unknown aircraftId={aircraftId} />}
        >
          {aircraft && (
            <AircraftFacts aircraft={aircraft} bookings={ownBookings(near.window?.bookings ?? null, aircraft)} />
          )}
          <QueryShown id="listAircraft" query={{}} />
        </Panel>
        {aircraft && (
          <div className={style['stack']}>
            {row && (
              <Panel
                title="Fitness"
                count={countText(row.fitness.evidence.length)}
                reading={readings.reminders}
                beside={[readings.squawks]}
                onRetry={() => refresh(...queryKeys)}
              >
                <FitnessEvidence fitness={row.fitness} />
              </Panel>
            )}
            <DayPanel aircraft={aircraft} />
            <HorizonPanel aircraft={aircraft} />
            <RemindersPanel aircraft={aircraft} />
            <SquawksPanel aircraft={aircraft} />
          </div>
        )}
      </div>
    </>
  );
}

function countText(findings: number): string {
  if (findings === 0) return 'no findings';
  return findings === 1 ? '1 finding' : `${findings} findings`;
}

function ownBookings(bookings: readonly Booking[] | null, aircraft: Aircraft): readonly Booking[] {
  return (bookings ?? []).filter((booking) => booking.aircraftId === aircraft.aircraftId);
}

function Unknown({ aircraftId }: { aircraftId: string }) {
  return (
    <>
      The service lists no aircraft with the id <code>{aircraftId}</code>.{' '}
      <AppLink to="/fleet">Choose one of the fleet</AppLink>.
    </>
  );
}

/** What the aircraft list says, and the capabilities that only its reservations carry. */
export function AircraftFacts({ aircraft, bookings }: { aircraft: Aircraft; bookings: readonly Booking[] }) {
  const capabilities = bookings.find((booking) => booking.record.aircraft)?.record.aircraft;
  const unread = unreadIn(aircraft);
  const traits = [
    capabilities?.isComplex && 'complex',
    capabilities?.isHighPerformance && 'high performance',
    capabilities?.isTailWheel && 'tail wheel',
  ].filter(Boolean);
  const meters = [
    capabilities?.hasHobbs && 'Hobbs',
    capabilities?.hasHeaterHobbs && 'heater Hobbs',
    capabilities?.hasAirtimeMeter && 'airtime',
  ];
  return (
    <Facts
      facts={[
        ['Status', <AircraftStatus key="status" status={aircraft.status} />],
        ['Make', aircraft.make?.name],
        ['Model', aircraft.model?.name],
        ['Kind', aircraft.isSimulator ? 'Simulator' : 'Aircraft'],
        [
          'Category and class',
          capabilities &&
            [capabilities.categoryClass?.category, capabilities.categoryClass?.class].filter(Boolean).join(', '),
        ],
        [
          'Needs an endorsement',
          capabilities && (traits.join(', ') || 'none: not complex, high performance or tail wheel'),
        ],
        ['Meters', capabilities && (meters.filter(Boolean).join(', ') || 'none')],
        ...(unread.length > 0 ? [['Could not be read', unread.join(', ')] as const] : []),
        ['Id', <code key="id">{aircraft.aircraftId}</code>],
      ]}
      missing={capabilities ? 'not given' : 'known only from reservations; none today or tomorrow'}
    />
  );
}
