import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';
import { type CheckoutState, readUser, type User } from '#domain/people/checkouts.ts';
import { titleOf } from '#domain/records/rows.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { listQuery, recordsOf } from '#web/data/api.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { Covered, Facts } from '#web/components/panel/Facts.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { later } from '#web/components/panel/later.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { isGuid } from '#web/components/records/recordModel.ts';
import records from '#web/components/records/records.module.css';
import { RecordView, useWriting } from '#web/components/records/RecordView.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import { phoneLink, unreadText } from '#web/components/reservation/reservationWords.ts';
import style from './people.module.css';
import {
  type CheckoutLine,
  checkoutsModel,
  type MayFlyList,
  noCheckoutsText,
  personCard,
  type PersonFact,
} from './personModel.ts';
import { Figure, NextFigures, ReservationsPanel } from './PersonReservations.tsx';

/** Loaded on its own: most visits to a person do not need the reports. */
const TrainingPanels = later(async () => (await import('./TrainingPanels.tsx')).TrainingPanels);

type PersonProps = { raw: unknown; reading: Reading; onRetry: () => void; children: ReactNode };

/** A person as far as the record is readable (section 2.4): figures first, then flights and checkouts; all fields are folded. */
export function Person({ raw, reading, onRetry, children }: PersonProps) {
  const user = useMemo(() => readUser(raw), [raw]);
  const unread = user && unreadText({ record: user });
  const name = titleOf(raw) ?? 'Person';
  const userId = user?.userId ?? '';
  const fold = useUrlFold('record');
  return (
    <div className={style['person']}>
      {user && <Figures user={user} name={name} />}
      <div className={style['stack']}>
        <Panel title={user ? 'Contact' : name} reading={reading} onRetry={onRetry}>
          {unread !== null && <Notices notes={[unread]} />}
          {user ? (
            <UserFacts user={user} name={name} />
          ) : (
            <>
              <Notices notes={['The service’s answer is not a documented user record. It is shown as received.']} />
              <RecordView value={raw} />
            </>
          )}
          {user && (
            <Fold className={records['all']} summary="All fields" isAcross {...fold}>
              <FoldedFacts user={user} />
              <RecordView value={raw} />
            </Fold>
          )}
          {children}
        </Panel>
      </div>
      {user && (
        <div className={style['stack']}>
          {isGuid(userId) && <ReservationsPanel userId={userId} />}
          <CheckoutsPanel user={user} reading={reading} onRetry={onRetry} />
          {isGuid(userId) && <TrainingPanels userId={userId} />}
        </div>
      )}
    </div>
  );
}

/** What is asked first of a person: their state, what they are on or have next, when they last flew, and their checkouts. */
function Figures({ user, name }: { user: User; name: string }) {
  const writing = useWriting();
  const { status, lastFlight } = personCard(user, writing);
  const { count } = useMemo(() => checkoutsModel(user, null, writing), [user, writing]);
  const userId = user.userId ?? '';
  return (
    <div className={style['figures']}>
      <PlainPanel
        title={name}
        count={
          <StateMark shape={status.isActive ? 'check' : 'dashed'} tone={status.isActive ? 'ok' : 'plain'}>
            {status.text}
          </StateMark>
        }
      >
        <dl>
          {isGuid(userId) && <NextFigures userId={userId} />}
          {lastFlight !== '' && <Figure label="Last flight">{lastFlight}</Figure>}
          <Figure label="Checkouts">{count}</Figure>
        </dl>
      </PlainPanel>
    </div>
  );
}

/** Contact data and the balance are drawn only on request, and not offered if there are none. */
function UserFacts({ user, name }: { user: User; name: string }) {
  const { facts, phone, email, balance } = personCard(user, useWriting());
  const instructors = useQuery({ ...listQuery(useSchool(), 'listInstructors', {}), select: recordsOf }).data ?? [];
  const id = idKey(user.userId ?? '');
  const isInstructor = instructors.some((instructor) => idKey(instructor.userId) === id);
  return (
    <Facts
      facts={[
        ...(isInstructor ? [['Role', <Schedule key="role" userId={id} />] as const] : []),
        ...(phone ? [['Phone', <Phone key={phone} phone={phone} name={name} />] as const] : []),
        ...(email ? [['E-mail', <Email key={email} email={email} name={name} />] as const] : []),
        ...(balance ? [['Balance', <Balance key={balance} balance={balance} name={name} />] as const] : []),
        ...facts.map((fact) => [fact.label, factText(fact)] as const),
      ]}
      missing="none given"
    />
  );
}

function FoldedFacts({ user }: { user: User }) {
  const { folded } = personCard(user, useWriting());
  return <Facts facts={folded.map((fact) => [fact.label, factText(fact)] as const)} missing="none given" />;
}

function Schedule({ userId }: { userId: string }) {
  return <AppLink to={instructorLink(userId)}>Instructor</AppLink>;
}

function Phone({ phone, name }: { phone: string; name: string }) {
  return (
    <Covered label="Show phone" of={name}>
      <a href={phoneLink(phone)}>{phone}</a>
    </Covered>
  );
}

function Email({ email, name }: { email: string; name: string }) {
  return (
    <Covered label="Show e-mail" of={name}>
      <a href={`mailto:${email}`}>{email}</a>
    </Covered>
  );
}

function Balance({ balance, name }: { balance: string; name: string }) {
  return (
    <Covered label="Show balance" of={name}>
      <span>{balance}</span>
    </Covered>
  );
}

function factText({ label, text, isId }: PersonFact): ReactNode {
  return isId && text !== '' ? <code key={label}>{text}</code> : text;
}

type CheckoutsPanelProps = { user: User; reading: Reading; onRetry: () => void };

/** The checkouts of a user, and the aircraft of the fleet that they cover. */
function CheckoutsPanel({ user, reading, onRetry }: CheckoutsPanelProps) {
  const writing = useWriting();
  const refresh = useRefresh();
  const query = listQuery(useSchool(), 'listAircraft', {});
  const fleet = useQuery(query);
  const aircraft = fleet.data?.value.records ?? null;
  const { count, lines, mayFly } = useMemo(() => checkoutsModel(user, aircraft, writing), [user, aircraft, writing]);
  const none = useNoneText(noCheckoutsText(user), reading);
  return (
    <Panel
      title="Aircraft checkouts"
      count={lines.length === 0 ? null : count}
      reading={reading}
      beside={[readingOf('listAircraft', fleet)]}
      onRetry={() => {
        onRetry();
        refresh(query.queryKey);
      }}
      empty={lines.length === 0 ? none : null}
    >
      <CheckoutTable lines={lines} />
      {mayFly && <MayFly list={mayFly} />}
    </Panel>
  );
}

const looks: Readonly<Record<CheckoutState, Look & { word: string }>> = {
  valid: { shape: 'check', tone: 'ok', word: 'Valid' },
  expired: { shape: 'octagon', tone: 'expired', word: 'Expired' },
  revoked: { shape: 'octagon', tone: 'expired', word: 'Revoked' },
  'revoked later': { shape: 'octagon', tone: 'expired', word: 'Ended, one was revoked later' },
  undated: { shape: 'triangle', tone: 'warning', word: 'Expires, no date given' },
};

const column = columnsOf<CheckoutLine>();

const checkoutColumns = column.columns([
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    cell: ({ row: { original } }) => (
      <span className={original.state === 'valid' ? undefined : style['muted']}>{original.aircraft}</span>
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => {
      const { word, ...look } = looks[original.state];
      return <StateMark {...look}>{word}</StateMark>;
    },
  }),
  column.accessor('expires', { header: 'Expires' }),
  column.accessor('given', { header: 'Given' }),
]);

/** Each checkout as the service gives it (section 2.4), with its current state. */
function CheckoutTable({ lines }: { lines: readonly CheckoutLine[] }) {
  return (
    <DataTable
      caption="Aircraft checkouts"
      columns={checkoutColumns}
      rows={lines}
      rowId={(line) => String(lines.indexOf(line))}
      scrolls="checkouts"
    />
  );
}

function MayFly({ list: { count, models, notes } }: { list: MayFlyList }) {
  return (
    <section className={style['may']} aria-labelledby="may-fly">
      <h3 id="may-fly">
        May fly <span>{count}</span>
      </h3>
      {models.map(({ model, aircraft }) => (
        <div key={model}>
          <h4>{model}</h4>
          <ul>
            {aircraft.map(({ aircraftId, tailNumber, isSimulator }) => (
              <li key={aircraftId}>
                <AppLink to={aircraftLink(aircraftId)}>
                  <TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className={style['caveat']}>By checkout alone; currency, medical and endorsements are not checked.</p>
    </section>
  );
}
