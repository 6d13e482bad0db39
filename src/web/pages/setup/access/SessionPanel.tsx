import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/data/client.ts';
import { useEndSession, useSessions } from '#web/data/gateway/access.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Sessions } from '#web/components/access/Sessions.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import style from './access.module.css';
import { counted } from '#domain/words.ts';

/** Everyone who is signed in, for those who hand out access. */
export function SessionPanel() {
  const { sessions, reading, queryKey } = useSessions('all');
  const ending = useEndSession();
  const refresh = useRefresh();
  const count = sessions?.length ?? 0;
  return (
    <Panel title="Signed in" count={counted(count, 'browser')} reading={reading} onRetry={() => refresh(queryKey)}>
      <div className={style['sessions']}>
        <Sessions
          sessions={sessions ?? []}
          isNamed
          isRunning={ending.isPending}
          failure={ending.error && failureWords(asFailure(ending.error)).title}
          notYet={ending.data?.notYet ?? null}
          onEnd={ending.mutate}
        />
      </div>
    </Panel>
  );
}
