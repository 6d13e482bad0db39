import type { ReactNode } from 'react';
import { type Look, Mark } from '#web/components/controls/StateMark.tsx';
import style from './Verdict.module.css';

type VerdictProps = {
  look: Look;
  /** The verdict in a word or two, such as `Grounded` or `Do not dispatch`. */
  word: string;
  /** Its most important reason, such as `oil change 3.0 h past due`; nothing where the word says all. */
  reason?: ReactNode;
  /** The primary action, at the right. */
  children?: ReactNode;
};

/** The verdict on what a page or panel shows, as a band at its top. What it says is not said again below it. */
export function Verdict({ look: { shape, tone }, word, reason, children }: VerdictProps) {
  return (
    <div className={style['verdict']} data-tone={tone} data-shape={shape}>
      <Mark shape={shape} />
      <p>
        <b>{word}</b>
        {reason != null && reason !== '' && <span>{reason}</span>}
      </p>
      {children != null && <div className={style['action']}>{children}</div>}
    </div>
  );
}
