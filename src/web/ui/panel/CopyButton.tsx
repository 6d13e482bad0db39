import { useEffect, useState } from 'react';
import { Icon } from '#web/ui/controls/Icon.tsx';

/** Milliseconds for which the result is shown. */
const shownFor = 4_000;

/** Copies a text, and announces whether it worked: browsers allow it only over HTTPS and on localhost. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState<{ text: string; words: string } | null>(null);
  useEffect(() => {
    const timer = said && setTimeout(() => setSaid(null), shownFor);
    return () => clearTimeout(timer ?? undefined);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ text, words: 'Copied' });
    } catch {
      setSaid({ text, words: 'Not copied: the browser does not allow it here' });
    }
  };
  return (
    <>
      <span role="status" style={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {said?.text === text && said.words}
      </span>
      <button type="button" className="plain-button" aria-label={label} data-tip={label} onClick={() => void copy()}>
        <Icon name="copy" />
      </button>
    </>
  );
}
