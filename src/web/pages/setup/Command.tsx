import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import style from './setup.module.css';

/** A command to be copied. */
export function Command({ text }: { text: string }) {
  return (
    <div className={style['command']}>
      <code>{text}</code>
      <CopyButton label="Copy the command" text={text} />
    </div>
  );
}
