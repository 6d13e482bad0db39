import { useEffect, useState } from 'react';
import { IconButton } from '#web/ui/controls/controls.tsx';

/** Milliseconds for which the result is told. */
const toldFor = 4_000;

/** Copies a text, and says aloud whether it worked: browsers allow it over HTTPS and on the machine itself alone. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState<{ text: string; words: string } | null>(null);
  useEffect(() => {
    const timer = said && setTimeout(() => setSaid(null), toldFor);
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
      <IconButton icon="copy" label={label} onClick={() => void copy()} />
    </>
  );
}
