import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { Booking } from '#domain/bookings.ts';
import { type Aircraft, fleetRows, modelText } from '#domain/fleet.ts';
import { dayOf, daySpan } from '#domain/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { knownFrom, windowQuery } from '#web/queries/replica.ts';
import { ActivityMark } from '#web/ui/ActivityMark.tsx';
import { AppLink } from '#web/ui/AppLink.tsx';
import { useMinute } from '#web/ui/now.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryShown } from '#web/ui/QueryShown.tsx';
import { useSchool } from '#web/ui/school.tsx';
import { TailNumber } from '#web/ui/TailNumber.tsx';
import style from './aircraft.module.css';
import { AircraftFacts } from './AircraftFacts.tsx';
import { DayPanel } from './DayPanel.tsx';
import { HorizonPanel } from './HorizonPanel.tsx';
import { RemindersPanel } from './RemindersPanel.tsx';
import { SquawksPanel } from './SquawksPanel.tsx';

/** One aircraft: what is known of it and its day. The API has no call for a single aircraft, so it is found in the list. */
export function AircraftPage() {
  const aircraftId = (useParams()['aircraftId'] ?? '').toLowerCase();
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const list = useQuery(fleetQuery);
  const span = useMemo(() => daySpan(today, school.timeZone, 2), [today, school.timeZone]);
  const aroundQuery = windowQuery(school, span);
  const around = useQuery(aroundQuery);
  const aircraft = list.data?.value.records.find((one) => one.aircraftId === aircraftId);
  const bookings = knownFrom(around.data?.value, now);
  const row = aircraft && fleetRows([aircraft], bookings, now)[0];
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
        {row && <ActivityMark row={row} now={now} />}
      </PageHeader>
      <div className={style['columns']}>
        <Panel
          title="Facts"
          reading={readingOf('listAircraft', list)}
          beside={[readingOf('reservations', around)]}
          onRetry={() => refresh(fleetQuery.queryKey, aroundQuery.queryKey)}
          empty={aircraft ? null : <Unknown aircraftId={aircraftId} />}
        >
          {aircraft && <AircraftFacts aircraft={aircraft} bookings={ownBookings(bookings, aircraft)} />}
          <QueryShown id="listAircraft" query={{}} />
        </Panel>
        {aircraft && (
          <div className={style['stack']}>
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
