import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import { type CheckoutState, readUser, type User } from '#domain/people/checkouts.ts';
import { titleOf } from '#domain/records/rows.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useNoneText } from '#web/ui/page/connection.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Cover, RecordView, useWriting } from '#web/ui/records/RecordView.tsx';
import style from './people.module.css';
import { type CheckoutLine, checkoutsModel, type MayFlyList, personCard, type PersonFact } from './personModel.ts';

type PersonProps = { raw: unknown; reading: Reading; onRetry: () => void; children: ReactNode };

/** A user as far as the record reads as one (section 2.4), and in every case all that was sent. */
export function Person({ raw, reading, onRetry, children }: PersonProps) {
  const user = useMemo(() => readUser(raw), [raw]);
  return (
    <div className={style['person']}>
      <div className={style['stack']}>
        <Panel title={titleOf(raw) ?? 'User'} reading={reading} onRetry={onRetry}>
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
      {user && <CheckoutsPanel user={user} reading={reading} onRetry={onRetry} />}
    </div>
  );
}

/** How to reach somebody and what they owe is not drawn before it is asked for. */
function UserFacts({ user }: { user: User }) {
  const writing = useWriting();
  const [isOpen, setOpen] = useState(false);
  const { status, facts, personal } = personCard(user, writing, isOpen);
  return (
    <>
      <Facts
        facts={[
          [
            'Status',
            <StateMark
              key="status"
              shape={status.isActive ? 'check' : 'dashed'}
              tone={status.isActive ? 'ok' : 'plain'}
            >
              {status.text}
            </StateMark>,
          ],
          ...facts.map((fact) => [fact.label, factText(fact)] as const),
        ]}
        missing="none given"
      />
      <div className={style['cover']}>
        <Cover cover={{ members: personal, isOpen, toggle: () => setOpen(!isOpen) }} />
      </div>
    </>
  );
}

function factText({ label, text, isId }: PersonFact): ReactNode {
  return isId && text !== '' ? <code key={label}>{text}</code> : text;
}

type CheckoutsPanelProps = { user: User; reading: Reading; onRetry: () => void };

/** The checkouts of a user, and the aircraft of the fleet that they are for. */
function CheckoutsPanel({ user, reading, onRetry }: CheckoutsPanelProps) {
  const writing = useWriting();
  const refresh = useRefresh();
  const query = listQuery(useSchool(), 'listAircraft', {});
  const fleet = useQuery(query);
  const aircraft = fleet.data?.value.records ?? null;
  const { count, lines, mayFly } = useMemo(() => checkoutsModel(user, aircraft, writing), [user, aircraft, writing]);
  const none = useNoneText('The service gives no checkouts of this user.', reading);
  return (
    <Panel
      title="Aircraft checkouts"
      count={count}
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

const looks: Readonly<Record<CheckoutState, { shape: Shape; tone: Tone; word: string }>> = {
  valid: { shape: 'check', tone: 'ok', word: 'valid' },
  expired: { shape: 'octagon', tone: 'expired', word: 'Expired' },
  revoked: { shape: 'octagon', tone: 'expired', word: 'Revoked' },
  undated: { shape: 'triangle', tone: 'warning', word: 'expires, no date given' },
};

/** Each checkout as the service gives it (section 2.4), with its state now. */
function CheckoutTable({ lines }: { lines: readonly CheckoutLine[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div className={style['frame']} data-scroll="checkouts" role="region" aria-label="Checkouts" tabIndex={0}>
      <table className={style['checkouts']}>
        <caption className="visually-hidden">Aircraft checkouts</caption>
        <thead>
          <tr>
            {['Aircraft', 'State', 'Expires', 'Given'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ aircraft, state, expires, given }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a checkout has no id, and never moves
            <tr key={index} data-state={state}>
              <td>{aircraft}</td>
              <td>
                <StateMark shape={looks[state].shape} tone={looks[state].tone}>
                  {looks[state].word}
                </StateMark>
              </td>
              <td>{expires}</td>
              <td>{given}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
