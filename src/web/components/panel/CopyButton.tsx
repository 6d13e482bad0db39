import { useEffect, useState } from 'react';
import { Icon } from '#web/components/controls/Icon.tsx';

/** Milliseconds for which the result is shown. */
const shownFor = 4_000;

/** Copies a text, and announces whether it worked: browsers allow it only over HTTPS and on localhost. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [message, setMessage] = useState<{ text: string; words: string } | null>(null);
  useEffect(() => {
    const timer = message && setTimeout(() => setMessage(null), shownFor);
    return () => clearTimeout(timer ?? undefined);
  }, [message]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setMessage({ text, words: 'Copied' });
    } catch {
      setMessage({ text, words: 'Not copied: the browser does not allow it here' });
    }
  };
  return (
    <>
      <span role="status" style={{ color: 'var(--muted)', fontSize: '0.75rem' }}>
        {message?.text === text && message.words}
      </span>
      {/* oxlint-disable-next-line react/forbid-elements -- drawn before MUI is loaded */}
      <button type="button" className="plain-button" aria-label={label} data-tip={label} onClick={() => void copy()}>
        <Icon name="copy" />
      </button>
    </>
  );
}
