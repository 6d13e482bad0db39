import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { attentionOf } from '#domain/overview/findAttention.ts';
import { idKey } from '#domain/reservations/bookings.ts';
import { locationNote, narrowed } from '#domain/reservations/locations.ts';
import { countGroups, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { useShiftLog, useWeek } from '#web/queries/attention.ts';
import { useFleetAssessment } from '#web/queries/fitness.ts';
import { useInstructorLists } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { listQuery } from '#web/queries/api.ts';
import { stateQuery } from '#web/queries/gateway/gateway.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useLocationChoice, useRights, useSchool } from '#web/ui/page/school.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { PanelsTogether } from '#web/ui/panel/PanelsTogether.tsx';
import { AttentionPanel } from './AttentionPanel.tsx';
import { ChangesPanel, DutyPanel, FlightPanels, Groups, ModelPanel } from './NowPanels.tsx';
import { connectionTrouble, dutyOf, fillText, flightsOf, modelRows } from './overviewModel.ts';
import style from './overview.module.css';

export { readOverview as readFirst } from '#web/queries/attention.ts';

/** The first page: what is flying, what comes next, what will go wrong. Everything is from the gateway's copy; it costs no calls. */
export function OverviewPage() {
  const { attention, counters, models, flights, duty, changes, note, setAside, given, isFilling } = useOverview();
  return (
    <>
      <PageHeader title="Overview">
        <Groups counters={counters} />
        <AppLink className={style['brief']} to="/brief" isAlone>
          Morning brief
        </AppLink>
      </PageHeader>
      <Welcome isFilling={isFilling} />
      <PanelsTogether>
        <Notices scope={note} setAside={setAside} />
        <div className={style['page']}>
          <div className={style['column']}>
            <AttentionPanel {...attention} />
          </div>
          <div className={style['column']}>
            <FlightPanels flights={flights} {...given.flights} />
            <ChangesPanel log={changes} {...given.changes} />
          </div>
          <div className={style['column']}>
            <ModelPanel models={models} {...given.fleet} />
            <DutyPanel duty={duty} {...given.duty} />
          </div>
        </div>
      </PanelsTogether>
    </>
  );
}

/** Everything on the page, each part made again only where what it rests on has changed. */
function useOverview() {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const narrowing = useLocationChoice();
  const refresh = useRefresh();
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const fleet = useQuery(fleetQuery);
  const instructorsQuery = listQuery(school, 'listInstructors', {});
  const instructors = useQuery(instructorsQuery);
  const aircraft = fleet.data?.value.records;
  const assessed = useFleetAssessment(school, aircraft ?? none, now, clock);
  const { index, near, readings, setAside, queryKeys } = assessed;
  const here = useMemo(
    () => narrowed(assessed.rows, ({ aircraft: { aircraftId } }) => narrowing.whereIs(aircraftId)),
    [assessed.rows, narrowing],
  );
  const rows = here.shown;
  const { lists } = useInstructorLists(school, narrowing.locations, narrowing.chosen !== null);
  const week = useWeek(school, now, index);
  const shift = useShiftLog(school, now);
  const staff = instructors.data?.value.records;
  const connection = connectionTrouble([readingOf('listAircraft', fleet), readings.reservations], { now, clock });
  const words = connection?.words;
  const found = useMemo(
    () => attentionOf({ index, limits: week.limits, connection: words === undefined ? null : connection }),
    // The trouble is the same as long as its words are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [index, week.limits, words],
  );
  const items = useMemo(() => found.filter(({ of }) => of === null || narrowing.isHere(of)), [found, narrowing]);
  const counts = useMemo(() => countGroups(rows), [rows]);
  const isKnown = near.bookings !== null && aircraft !== undefined;
  const retry = () => refresh(...queryKeys, week.queryKey, instructorsQuery.queryKey);
  const beside = [readings.reminders, readings.squawks];
  return {
    attention: { items, now, reading: readings.reservations, beside: [...beside, week.reading], onRetry: retry },
    counters: fleetGroups
      .filter((group) => counts[group] > 0 || group === 'available')
      .map((group) => ({ group, count: isKnown || counts[group] > 0 ? String(counts[group]) : '–' })),
    models: useMemo(() => modelRows(rows, { now, clock }), [rows, now, clock]),
    flights: useMemo(() => flightsOf(index, { now, clock, narrowing }), [index, now, clock, narrowing]),
    duty: useMemo(
      () => dutyOf(staff ?? none, week.bookings, { now, clock, narrowing, lists }),
      [staff, week.bookings, now, clock, narrowing, lists],
    ),
    note: locationNote(here, narrowing),
    changes: shift.log,
    setAside,
    given: {
      fleet: { reading: readingOf('listAircraft', fleet), beside: [readings.reservations, ...beside], onRetry: retry },
      flights: { reading: readings.reservations, beside, onRetry: retry },
      changes: { reading: shift.reading, onRetry: () => refresh(shift.queryKey) },
      duty: { reading: readingOf('listInstructors', instructors), beside: [week.reading], onRetry: retry },
    },
    isFilling: near.bookings === null || !aircraft?.every((one) => isRead(one, index)),
  };
}

const none: readonly never[] = [];

/** Whether the reminders of an aircraft have been read; deleted ones are read once a day. */
function isRead({ aircraftId, status }: Aircraft, { sources }: ReadinessIndex): boolean {
  return lifeOf(status) === 'deleted' || sources.reminders.get(idKey(aircraftId))?.items != null;
}

/** Says of a made-up school that it is one, and of a new connection how far it is read. */
function Welcome({ isFilling }: { isFilling: boolean }) {
  const { embedded } = useSchool();
  const { maySeePage } = useRights();
  if (embedded) {
    return (
      <p className={style['welcome']}>
        This school is made up. To show your own, copy <code>.env.example</code> to <code>.env</code>, enter the address
        and key of your service, and start the server again.{' '}
        {maySeePage('/setup') && (
          <>
            <AppLink to="/setup">Setup</AppLink> shows the connection.
          </>
        )}
      </p>
    );
  }
  return isFilling ? <Filling /> : null;
}

function Filling() {
  const { data } = useQuery(stateQuery);
  const filled = data ? fillText(data.value.replica) : null;
  if (!filled) return null;
  return (
    <p className={style['welcome']} role="status">
      <label>
        {filled.text} <progress max={1} value={filled.share} />
      </label>{' '}
      <AppLink to="/setup" isAlone>
        Details
      </AppLink>
    </p>
  );
}
