import type { SessionRecord } from '#contract/access/sessions.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/queries/client.ts';
import { useEndSession, useSessions, type Whose } from '#web/queries/gateway/access.ts';
import { useRefresh, useSending } from '#web/queries/policy.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { type SessionRow, sessionRows } from './sessionModel.ts';
import style from './SessionList.module.css';

/** Everybody who is signed in, for those who give access. */
export function SessionPanel() {
  const { sessions, reading, queryKey } = useSessions('all');
  const refresh = useRefresh();
  return (
    <Panel
      title="Signed in"
      count={sessions && countText(sessions.length)}
      reading={reading}
      onRetry={() => refresh(queryKey)}
    >
      <div className={style['inside']}>{sessions && <Sessions sessions={sessions} whose="all" />}</div>
    </Panel>
  );
}

/** The browsers that somebody is signed in with. */
export function OwnSessions() {
  const { sessions, reading, queryKey } = useSessions('own');
  const refresh = useRefresh();
  if (sessions) return <Sessions sessions={sessions} whose="own" />;
  if (reading.failure) return <ErrorNote failure={reading.failure} onRetry={() => refresh(queryKey)} />;
  return <p role="status">Loading where you are signed in…</p>;
}

/** Each with a press that ends it, and one that ends all others of oneself. */
function Sessions({ sessions, whose }: { sessions: readonly SessionRecord[]; whose: Whose }) {
  const sending = useSending(useEndSession());
  const others = sessions.filter(({ isOwn, isThis }) => isOwn && !isThis).length;
  return (
    <>
      <ul className={style['sessions']} aria-label={whose === 'own' ? 'Where you are signed in' : 'Signed in'}>
        {sessionRows(sessions, useMinute()).map((row) => (
          <SessionLine
            key={row.id}
            row={row}
            isNamed={whose === 'all'}
            isDisabled={sending.isRunning}
            onEnd={() => void sending.run({ ask: 'end', id: row.id })}
          />
        ))}
      </ul>
      {sending.error !== null && (
        <p role="alert" className={style['wrong']}>
          Not ended: {failureWords(asFailure(sending.error)).title}
        </p>
      )}
      {others > 0 && (
        <div>
          <Button disabled={sending.isRunning} onClick={() => void sending.run({ ask: 'end others' })}>
            {whose === 'all' ? 'End all others of mine' : 'End all others'}
          </Button>
        </div>
      )}
    </>
  );
}

function countText(count: number): string {
  return `${count} ${count === 1 ? 'browser' : 'browsers'}`;
}

type LineProps = { row: SessionRow; isNamed: boolean; isDisabled: boolean; onEnd: () => void };

function SessionLine({ row, isNamed, isDisabled, onEnd }: LineProps) {
  const { name, role, device, use, isThis } = row;
  return (
    <li>
      <span className={style['who']}>
        <b>{isNamed ? name : device}</b>
        <span>{isNamed ? `${role}, ${device}, ${use}` : use}</span>
      </span>
      {isThis ? (
        <span className={style['this']}>this browser</span>
      ) : (
        <Button disabled={isDisabled} onClick={onEnd}>
          End<span className="visually-hidden"> {isNamed ? `the session of ${name}` : `the session in ${device}`}</span>
        </Button>
      )}
    </li>
  );
}
