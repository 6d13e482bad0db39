import type { SessionRecord, SessionRequest } from '#contract/access/sessions.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { type SessionRow, sessionRows } from './sessionModel.ts';
import style from './Sessions.module.css';

type SessionsProps = {
  sessions: readonly SessionRecord[];
  /** True for sessions of several people: each shows its user. */
  isNamed: boolean;
  /** True while a session is being ended. */
  isRunning: boolean;
  /** Why the last attempt to end one failed. */
  failure: string | null;
  /** Where the end of one does not count yet, in words; null if it counts everywhere. */
  notYet: string | null;
  onEnd: (request: SessionRequest) => void;
};

/** Signed-in browsers, each with a button to end the session, and a button to end all the user's others. */
export function Sessions({ sessions, isNamed, isRunning, failure, notYet, onEnd }: SessionsProps) {
  const others = sessions.filter(({ isOwn, isThis }) => isOwn && !isThis).length;
  return (
    <>
      <ul className={style['sessions']} aria-label={isNamed ? 'Signed in' : 'Where you are signed in'}>
        {sessionRows(sessions, useMinute()).map((row) => (
          <SessionLine
            key={row.id}
            row={row}
            isNamed={isNamed}
            isDisabled={isRunning}
            onEnd={() => onEnd({ ask: 'end', id: row.id })}
          />
        ))}
      </ul>
      {failure !== null && (
        <p role="alert" className={style['wrong']}>
          Not ended: {failure}
        </p>
      )}
      {notYet !== null && <p role="alert">{notYet}</p>}
      {others > 0 && (
        <div>
          <Button disabled={isRunning} onClick={() => onEnd({ ask: 'end others' })}>
            {isNamed ? 'End all my other sessions' : 'End all other sessions'}
          </Button>
        </div>
      )}
    </>
  );
}

type LineProps = { row: SessionRow; isNamed: boolean; isDisabled: boolean; onEnd: () => void };

function SessionLine({ row: { name, role, device, use, isThis }, isNamed, isDisabled, onEnd }: LineProps) {
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
