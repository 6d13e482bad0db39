import type { SubmitEvent } from 'react';
import { roleName } from '#domain/access/rights.ts';
import { leavesBySigningOut } from '#web/queries/client.ts';
import { forgetPerson } from '#web/queries/store.ts';
import controls from '#web/ui/controls/controls.module.css';
import { OwnSessions } from '#web/pages/setup/access/SessionList.tsx';
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

/** What the browser keeps of a person goes before they do. */
function signOut(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const form = event.currentTarget;
  void forgetPerson()
    .then(() => leavesBySigningOut())
    .then(() => form.submit());
}
