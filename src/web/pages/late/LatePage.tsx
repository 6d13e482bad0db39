import type { QueryClient } from '@tanstack/react-query';
import type { Config } from '#contract/gateway/config.ts';
import { noneText, unanswered } from '#domain/answers/known.ts';
import { aircraftLink, lateLink, readKey, reservationLink } from '#domain/reservations/links.ts';
import { peopleText, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type ReservationState, stateAt, stateText } from '#domain/reservations/state.ts';
import type { Instant } from '#domain/time/time.ts';
import { readSchedule } from '#web/data/reservations.ts';
import { groupLook } from '#web/components/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useUrlText } from '#web/components/page/urlState.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import style from './late.module.css';
import { notLateText } from './lateModel.ts';
import { Done, LateSheetView, Steps } from './LateSheetView.tsx';
import { type LateFlight, useLateFlight } from './useLateFlight.ts';

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
      <ul className={style['rows']}>
        {rows.map(({ reservation, state }) => (
          <li key={reservation.key}>
            <AppLink to={lateLink(reservation)}>
              <TailNumber tail={tailOf(reservation)} />
            </AppLink>
            <StateMark {...markOf(state)}>{stateText(state)}</StateMark>
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
