import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { isRecord } from '#contract/objects.ts';
import { noneText, unanswered } from '#domain/answers/known.ts';
import { aircraftLink, lateLink, readKey, reservationLink } from '#domain/reservations/links.ts';
import {
  idKey,
  isTimed,
  peopleText,
  tailOf,
  type TimedReservation,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { type ReservationState, stateAt, stateText } from '#domain/reservations/state.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { lateList } from '#domain/schedule/late.ts';
import type { Instant } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { useLateSheet } from '#web/data/late.ts';
import { useRefresh } from '#web/data/policy.ts';
import { zoneOf } from '#web/data/replica.ts';
import { readSchedule, useScheduleNow } from '#web/data/reservations.ts';
import { groupLook } from '#web/components/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { usePresentMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlText } from '#web/components/page/urlState.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import style from './late.module.css';
import { notLateText } from './lateModel.ts';
import { Done, LateSheetView, Steps } from './LateSheetView.tsx';

/** Loads the reservations before the page is drawn. Never rejects. */
export async function readFirst(client: QueryClient, school: Config, now: Instant): Promise<void> {
  await readSchedule(client, school, now);
}

/** The sheet of a flight that is not back: what is known, whom to call, and the school's own steps. It starts nothing. */
export function LatePage() {
  const key = readKey(useUrlText('reservation').value) ?? '';
  const state = useLateFlight(key);
  const { reservation, near, sheet, known, at, retry } = state;
  const tail = reservation && (tailOf(reservation) ?? 'no tail number');
  const done = reservation && notLateText(reservation, sheet.sheet, at);
  const isMissing = key !== '' && near.schedule !== null && !reservation && sheet.sheet !== null;
  const none = done ?? (isMissing ? 'No flight with this id is kept here. It may have been cancelled.' : null);
  return (
    <div className={style['page']}>
      <PageHeader
        title={tail === null ? 'Not back' : `${tail}: not back`}
        heading={tail === null ? 'Not back' : <Heading state={state} />}
      >
        {reservation && none === null && <Button onClick={() => window.print()}>Print</Button>}
      </PageHeader>
      {key === '' ? (
        <NotBackList state={state} />
      ) : (
        <Panel
          title="Flight"
          reading={near.reading}
          beside={[near.historyReading, sheet.reading]}
          onRetry={retry}
          empty={none === null ? null : noneText(known, none)}
          footer={none === null ? null : <Done sheet={sheet.sheet} at={at} />}
        >
          <Notices setAside={[{ what: 'reservation', records: near.setAside }]} />
          {reservation && <LateSheetView state={state} reservation={reservation} />}
        </Panel>
      )}
      {reservation && none === null && <Steps sheet={sheet} at={at} />}
    </div>
  );
}

/** The flight in the address, from the schedule or, if it is over, from the sheet; and everything known of it. */
function useLateFlight(key: string) {
  const school = useSchool();
  const clock = useClock();
  const now = usePresentMinute();
  const near = useScheduleNow(school, now);
  const sheet = useLateSheet(key);
  const aircraft = useQuery(listQuery(school, 'listAircraft', {}));
  const weather = useWeather(school);
  const refresh = useRefresh();
  const { schedule } = near;
  const index = useMemo(() => schedule && reservationIndex(schedule.reservations, now), [schedule, now]);
  const late = useMemo(() => index && lateList(index), [index]);
  const record = sheet.sheet?.record ?? null;
  const reservation = useMemo(() => {
    const listed = index?.byKey.get(key)?.reservation;
    if (listed) return listed;
    const whole = index && record && toReservation(record, zoneOf(school));
    return whole && isTimed(whole) ? whole : null;
  }, [index, key, record, school]);
  const id = reservation?.aircraftId == null ? null : idKey(reservation.aircraftId);
  return {
    reservation,
    record: isRecord(record) ? record : null,
    near,
    index,
    late,
    sheet,
    aircraft: aircraft.data?.value.records.find(({ aircraftId }) => idKey(aircraftId) === id) ?? null,
    weather: weather.data?.value.weather ?? null,
    known: useKnowledge(near.reading, near.historyReading),
    at: { now, clock },
    retry: () => refresh(...near.queryKeys, sheet.queryKey),
  };
}
export type LateFlight = ReturnType<typeof useLateFlight>;

function Heading({ state: { reservation, at } }: { state: LateFlight }) {
  if (!reservation) return null;
  const { aircraftId } = reservation;
  const tail = <TailNumber tail={tailOf(reservation)} />;
  const state = stateAt(reservation, at.now);
  return (
    <span className={style['heading']}>
      {aircraftId === null ? tail : <AppLink to={aircraftLink(aircraftId)}>{tail}</AppLink>}
      <StateMark {...markOf(state)}>{stateText(state)}</StateMark>
    </span>
  );
}

function markOf(state: ReservationState) {
  if (state.kind === 'not back') return groupLook('not back', state.step);
  return groupLook(state.kind === 'may be out' ? 'may be out' : 'flying');
}

/** Without a flight in the address: those that are not back. */
function NotBackList({ state: { near, late, known, at, retry } }: { state: LateFlight }) {
  const rows = late?.notBack ?? [];
  const none = noneText(late ? known : unanswered(known), 'Every aircraft that was due back is back.');
  return (
    <Panel
      title="Not back"
      count={`${rows.length} in all`}
      reading={near.reading}
      beside={[near.historyReading]}
      onRetry={retry}
    >
      {rows.length === 0 && <None of={none} className={style['none']} />}
      <ul className={style['list']}>
        {rows.map(({ reservation, state }) => (
          <li key={reservation.key}>
            <AppLink to={lateLink(reservation)}>
              <TailNumber tail={tailOf(reservation)} /> {stateText(state)}
            </AppLink>{' '}
            <Whose reservation={reservation} zone={at.clock.zone} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Whose({ reservation, zone }: { reservation: TimedReservation; zone: string }) {
  return <AppLink to={reservationLink(reservation, zone)}>{peopleText(reservation) || reservation.type}</AppLink>;
}
