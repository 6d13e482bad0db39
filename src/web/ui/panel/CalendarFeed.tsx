import { useState } from 'react';
import { Button } from '#web/ui/controls/controls.tsx';
import { useRights } from '#web/ui/page/school.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { CopyButton } from './CopyButton.tsx';
import style from './CalendarFeed.module.css';

type CalendarFeedProps = {
  /** Whose calendar it is, in a sentence. */
  of: string;
  /** Resolves with the address of a new link. */
  make: () => Promise<string | null>;
};

/** Makes the private link of a calendar that programs follow, for those who may hand it out. */
export function CalendarFeed({ of, make }: CalendarFeedProps) {
  const { maySee } = useRights();
  const [state, setState] = useState<State>({ is: 'idle' });
  if (!maySee('access')) return null;
  const run = async () => {
    if (state.is === 'making') return;
    setState({ is: 'making' });
    try {
      const address = await make();
      setState(address === null ? { is: 'failed' } : { is: 'made', address: calendarAddress(address) });
    } catch {
      setState({ is: 'failed' });
    }
  };
  return (
    <section className={style['feed']} aria-label="Calendar feed">
      <p>
        <b>Calendar feed.</b> Calendar programs follow a private link to {of}. Anyone with the link can read it; revoke
        it on <AppLink to="/setup">Setup</AppLink>.
      </p>
      {/* It stays where it is: a menu closes when what has the focus goes. */}
      <Button onClick={() => void run()}>{state.is === 'made' ? 'Make another link' : 'Make a private link'}</Button>
      {state.is === 'made' && (
        <>
          <p className={style['address']}>
            <code>{state.address}</code>
            <CopyButton label="Copy the feed link" text={state.address} />
          </p>
          <p role="status">The link is shown this once. Copy it now.</p>
        </>
      )}
      {state.is === 'making' && <p role="status">Making the link…</p>}
      {state.is === 'failed' && <p role="alert">The link could not be made. Try again.</p>}
    </section>
  );
}

type State = { readonly is: 'idle' | 'making' | 'failed' } | { readonly is: 'made'; readonly address: string };

/** The form of an address that a calendar program takes up by itself. */
function calendarAddress(address: string): string {
  return address.replace(/^https?:/, 'webcal:');
}
