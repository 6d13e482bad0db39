import type { SubmitEvent } from 'react';
import { roleName } from '#domain/access/rights.ts';
import { asFailure } from '#web/data/client.ts';
import { leavesBySigningOut } from '#web/data/leaving.ts';
import { forgetPerson } from '#web/data/store.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { failureWords } from '#domain/answers/failures.ts';
import { endOwnSession, useEndSession, useSessions } from '#web/data/gateway/access.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Sessions } from '#web/components/access/Sessions.tsx';
import { ErrorNote } from '#web/components/panel/ErrorNote.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import style from './Shell.module.css';

/** The signed-in user, their role and browsers, and the sign-out button. */
export function SignedIn() {
  const { who } = useSchool();
  return (
    <div className={style['signedIn']}>
      <p className={style['person']}>
        <b>{who.name ?? 'Signed in'}</b>
        <span>{roleName(who.role)}</span>
      </p>
      {who.canSignOut && <OwnSessions />}
      {who.canSignOut ? (
        <form method="post" action="/sign-out" onSubmit={signOut}>
          <Button isSubmit>Sign out</Button>
        </form>
      ) : (
        <p>To sign out, sign out of your school’s sign-in service.</p>
      )}
    </div>
  );
}

/** The browsers in which the user is signed in. */
function OwnSessions() {
  const { sessions, reading, queryKey } = useSessions('own');
  const ending = useEndSession();
  const refresh = useRefresh();
  if (!sessions && reading.failure) return <ErrorNote failure={reading.failure} onRetry={() => refresh(queryKey)} />;
  if (!sessions) return <p role="status">Loading your sessions…</p>;
  return (
    <Sessions
      sessions={sessions}
      isNamed={false}
      isRunning={ending.isPending}
      failure={ending.error && failureWords(asFailure(ending.error)).title}
      notYet={ending.data?.notYet ?? null}
      onEnd={ending.mutate}
    />
  );
}

/**
 * Ends the session, then deletes the browser's data about the person, then shows what the server says. In this order, because other
 * tabs load again when the data goes, and would store it again while they are signed in.
 */
function signOut(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const form = event.currentTarget;
  leavesBySigningOut();
  void endOwnSession()
    .then(forgetPerson)
    .then(() => form.submit());
}
