import { useState } from 'react';
import { IconButton } from './controls.tsx';

/** Copies a text, and says so aloud. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <>
      <span role="status" style={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {copied === text && 'Copied'}
      </span>
      <IconButton icon="copy" label={label} onClick={() => void copy()} />
    </>
  );
}
