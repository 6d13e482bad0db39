import type { SubmitEvent } from 'react';
import { roleName } from '#domain/access/rights.ts';
import { asFailure, leavesBySigningOut } from '#web/queries/client.ts';
import { forgetPerson } from '#web/queries/store.ts';
import controls from '#web/ui/controls/controls.module.css';
import { failureWords } from '#domain/answers/failures.ts';
import { useEndSession, useSessions } from '#web/queries/gateway/access.ts';
import { useRefresh, useSending } from '#web/queries/policy.ts';
import { Sessions } from '#web/ui/access/Sessions.tsx';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './Shell.module.css';

/** Who is signed in, in which role and in which browsers, and the way out. */
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
          <button type="submit" className={controls['button']}>
            Sign out
          </button>
        </form>
      ) : (
        <p>To sign out, leave the sign-in of your school that is in front of Flightline.</p>
      )}
    </div>
  );
}

/** The browsers that somebody is signed in with. */
function OwnSessions() {
  const { sessions, reading, queryKey } = useSessions('own');
  const sending = useSending(useEndSession());
  const refresh = useRefresh();
  if (!sessions && reading.failure) return <ErrorNote failure={reading.failure} onRetry={() => refresh(queryKey)} />;
  if (!sessions) return <p role="status">Loading where you are signed in…</p>;
  return (
    <Sessions
      sessions={sessions}
      isNamed={false}
      isRunning={sending.isRunning}
      failure={sending.error === null ? null : failureWords(asFailure(sending.error)).title}
      onEnd={(request) => void sending.run(request)}
    />
  );
}

/** What the browser keeps of a person goes before they do. */
function signOut(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const form = event.currentTarget;
  void forgetPerson()
    .then(() => leavesBySigningOut())
    .then(() => form.submit());
}
