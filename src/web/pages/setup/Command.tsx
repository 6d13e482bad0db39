import { useState } from 'react';
import { IconButton } from '#web/ui/controls.tsx';
import style from './setup.module.css';

/** A command to be copied. */
export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className={style['command']}>
      <code>{text}</code>
      <IconButton icon="copy" label={isCopied ? 'Copied' : 'Copy the command'} onClick={() => void copy()} />
    </div>
  );
}
