import type { SubmitEvent } from 'react';
import type { Who } from '#contract/access/grants.ts';
import { roleName } from '#domain/access/rights.ts';
import { forgetPerson } from '#web/queries/store.ts';
import controls from '#web/ui/controls/controls.module.css';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { Popover } from '#web/ui/controls/overlays.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './Shell.module.css';

/** Who is signed in and in which role, and the way out; nothing where nobody has to sign in. */
export function WhoMenu() {
  const { who } = useSchool();
  if (who.mode === 'open') return null;
  const role = roleName(who.role);
  const name = who.name ?? role;
  return (
    <Popover
      button={
        <>
          <Icon name="person" />
          <span className={style['whoName']}>{name}</span>
        </>
      }
      buttonLabel={who.name === null ? `Signed in: ${role}` : `Signed in: ${name}, ${role}`}
      buttonTitle={who.name === null ? role : `${name}, ${role}`}
      buttonClass={style['who']}
      label="Signed in"
      className={style['sources']}
    >
      {() => <SignedIn who={who} />}
    </Popover>
  );
}

function SignedIn({ who }: { who: Who }) {
  return (
    <div className={style['signedIn']}>
      <p>
        <b>{who.name ?? 'Signed in'}</b>
        <span>{roleName(who.role)}</span>
      </p>
      {who.canSignOut ? (
        <form method="post" action="/sign-out" onSubmit={signOut}>
          <button type="submit" className={controls['button']}>
            Sign out
          </button>
        </form>
      ) : (
        <p>Signing out is not done here: your school’s own sign-in is in front of Flightline.</p>
      )}
    </div>
  );
}

/** What the browser keeps of a person goes before they do. */
function signOut(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const form = event.currentTarget;
  void forgetPerson().then(() => form.submit());
}
