import { type ReactNode, useMemo } from 'react';
import {
  readUser,
  type MayFly,
  mayFly,
  type User,
  toCheckouts,
  type Checkout,
  type CheckoutState,
} from '#domain/people/checkouts.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { titleOf } from '#domain/records/rows.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import style from './people.module.css';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { useQuery } from '@tanstack/react-query';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { useWriting } from '#web/ui/records/useWriting.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { dateText } from '#domain/maintenance/reminders.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { nameOf, userStatuses } from '#contract/statuses.ts';
import { shownText } from '#domain/records/values.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Cover, useCover } from '#web/ui/records/Covered.tsx';

type PersonProps = { raw: unknown; reading: Reading; onRetry: () => void; children: ReactNode };

/** A user as far as he reads as one (section 2.4), and in every case all that was sent. */
export function Person({ raw, reading, onRetry, children }: PersonProps) {
  const user = readUser(raw);
  const panel = { reading, onRetry };
  return (
    <div className={style['person']}>
      <div className={style['stack']}>
        <Panel title={titleOf(raw) ?? 'User'} {...panel}>
          {user ? (
            <UserFacts user={user} />
          ) : (
            <>
              <Notices notes={['The service did not send a user of the documented form; this is what it sent.']} />
              <RecordView value={raw} />
            </>
          )}
          {children}
        </Panel>
        {user && (
          <details className={style['all']}>
            <summary>All members of the record</summary>
            <RecordView value={raw} />
          </details>
        )}
      </div>
      {user && <CheckoutsPanel user={user} {...panel} />}
    </div>
  );
}

/** The aircraft somebody may take by checkout, and what that does not say. */
function MayFlyList({ may }: { may: MayFly }) {
  const models = [...Map.groupBy(may.aircraft, modelText)];
  return (
    <section className={style['may']} aria-labelledby="may-fly">
      <h3 id="may-fly">
        May fly <span>{may.aircraft.length} of the fleet</span>
      </h3>
      {models.map(([model, aircraft]) => (
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
      {may.inactive > 0 && <p>{may.inactive} more by make and model that the service calls inactive.</p>}
      {may.without.length > 0 && (
        <p>The fleet has no {[...new Set(may.without.map(({ type }) => type))].join(', ')}.</p>
      )}
      <p className={style['caveat']}>By checkout alone; currency, medical and endorsements are not checked.</p>
    </section>
  );
}

type CheckoutsPanelProps = { user: User; reading: Reading; onRetry: () => void };

/** The checkouts of a user, and the aircraft of the fleet that they are for. */
function CheckoutsPanel({ user, reading, onRetry }: CheckoutsPanelProps) {
  const { now, zone } = useWriting();
  const refresh = useRefresh();
  const query = listQuery(useSchool(), 'listAircraft', {});
  const fleet = useQuery(query);
  const checkouts = useMemo(() => toCheckouts(user, now, zone), [user, now, zone]);
  const valid = checkouts.filter(({ state }) => state === 'valid').length;
  return (
    <Panel
      title="Aircraft checkouts"
      count={`${valid} valid of ${checkouts.length}`}
      reading={reading}
      beside={[readingOf('listAircraft', fleet)]}
      onRetry={() => {
        onRetry();
        refresh(query.queryKey);
      }}
      empty={checkouts.length === 0 ? 'The service gives no checkouts of this user.' : null}
    >
      <CheckoutTable checkouts={checkouts} />
      {fleet.data && <MayFlyList may={mayFly(checkouts, fleet.data.value.records)} />}
    </Panel>
  );
}

const looks: Readonly<Record<CheckoutState, { shape: Shape; tone: Tone; word: string }>> = {
  valid: { shape: 'check', tone: 'ok', word: 'valid' },
  expired: { shape: 'octagon', tone: 'expired', word: 'Expired' },
  revoked: { shape: 'octagon', tone: 'expired', word: 'Revoked' },
  undated: { shape: 'triangle', tone: 'warning', word: 'expires, no date given' },
};

/** Each checkout as the service gives it (section 2.4), with what it is worth now. */
function CheckoutTable({ checkouts }: { checkouts: readonly Checkout[] }) {
  const { now, zone } = useWriting();
  const day = (instant: number | null) => (instant === null ? null : dateText(instant, now, zone.name));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div className={style['frame']} data-scroll="checkouts" role="region" aria-label="Checkouts" tabIndex={0}>
      <table className={style['checkouts']}>
        <caption className="visually-hidden">Aircraft checkouts</caption>
        <thead>
          <tr>
            {['Make', 'Model', 'State', 'Expires', 'Given', 'Given by'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checkouts.map(({ state, record, given, givenBy, expires }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a checkout has no id, and never moves
            <tr key={index} data-state={state}>
              <td>{record.make?.name ?? '–'}</td>
              <td>{record.model?.name ?? '–'}</td>
              <td>
                <StateMark shape={looks[state].shape} tone={looks[state].tone}>
                  {looks[state].word}
                </StateMark>
              </td>
              <td>{day(expires) ?? (record.expires === true ? 'not given' : 'never')}</td>
              <td>{day(given) ?? '–'}</td>
              <td>{givenBy || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the specification shows of a user. How to reach him and what he owes is covered until asked for. */
function UserFacts({ user }: { user: User }) {
  const writing = useWriting();
  const cover = useCover(user);
  const { email, phoneNumber, currentBalance } = cover.shown;
  const reach = cover.isOpen
    ? ([
        ['E-mail', email],
        ['Phone', phoneNumber],
        ['Balance', currentBalance == null ? null : balanceText(currentBalance)],
      ] as const)
    : [];
  return (
    <>
      <Facts
        facts={[
          ['Status', <UserStatus key="status" status={user.status} />],
          ['Last flight', shownText(user.lastFlightDate, writing)],
          ['Created', shownText(user.createdDate, writing)],
          ['External id', user.externalId && <code key="external">{user.externalId}</code>],
          ['User id', user.userId && <code key="id">{user.userId}</code>],
          ...reach,
        ]}
        missing="none given"
      />
      <div className={style['cover']}>
        <Cover cover={cover} />
      </div>
    </>
  );
}

/** Two digits; the API names no currency. */
function balanceText(balance: number): string {
  const size = Math.abs(balance).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${balance < 0 ? '−' : ''}${size}`;
}

const statusLooks: Readonly<Record<number, { shape: Shape; tone: Tone }>> = { 1: { shape: 'check', tone: 'ok' } };

/** The API's own status; the specification shows but one id (section 3), any other is drawn neutral, by its name. */
function UserStatus({ status }: { status: User['status'] }) {
  const look = statusLooks[status?.id ?? -1] ?? { shape: 'dashed', tone: 'plain' };
  return <StateMark {...look}>{status?.name ?? nameOf(userStatuses, status?.id) ?? 'no status'}</StateMark>;
}
