import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/queries/client.ts';
import { useEndSession, useSessions } from '#web/queries/gateway/access.ts';
import { useRefresh, useSending } from '#web/queries/policy.ts';
import { Sessions } from '#web/ui/access/Sessions.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import style from './access.module.css';

/** Everybody who is signed in, for those who give access. */
export function SessionPanel() {
  const { sessions, reading, queryKey } = useSessions('all');
  const sending = useSending(useEndSession());
  const refresh = useRefresh();
  const count = sessions?.length ?? 0;
  return (
    <Panel
      title="Signed in"
      count={`${count} ${count === 1 ? 'browser' : 'browsers'}`}
      reading={reading}
      onRetry={() => refresh(queryKey)}
    >
      <div className={style['sessions']}>
        <Sessions
          sessions={sessions ?? []}
          isNamed
          isRunning={sending.isRunning}
          failure={sending.error === null ? null : failureWords(asFailure(sending.error)).title}
          onEnd={(request) => void sending.run(request)}
        />
      </div>
    </Panel>
  );
}
