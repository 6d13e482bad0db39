import type { ReactNode } from 'react';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { type CheckLevel, notChecked } from '#domain/readiness/checkLine.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './CheckLines.module.css';

type CheckLook = { readonly shape: Shape; readonly tone: Tone; readonly word: string };

const checkLooks: { readonly [Level in CheckLevel]: CheckLook } = {
  stop: { shape: 'octagon', tone: 'expired', word: 'Stop' },
  check: { shape: 'triangle', tone: 'warning', word: 'Check' },
  'not known': { shape: 'dashed', tone: 'plain', word: 'Not known' },
  'no findings': { shape: 'check', tone: 'ok', word: 'No findings' },
};

/**
 * The dispatch check in a word with its first reason, `Check: Oil 3.1 h`, and all of it where one points; nothing where nothing is
 * found, and a word before that is known.
 */
export function CheckMark({ check }: { check: DispatchCheck | 'not known yet' | null | undefined }) {
  if (check === 'not known yet') return <CheckWord level="not known">Not known yet</CheckWord>;
  if (!check || check.level === 'no findings') return null;
  return (
    <span title={checkText(check)}>
      <CheckWord level={check.level}>{check.mark && `${checkWord(check.level)}: ${check.mark}`}</CheckWord>
    </span>
  );
}

/** `Stop`, `Check`, `Not known`, `No findings`, each with its shape; or other words in its place. */
export function CheckWord({ level, children }: { level: CheckLevel; children?: ReactNode }) {
  const { word, ...look } = checkLooks[level];
  return <StateMark {...look}>{children ?? word}</StateMark>;
}

/** The word of a level of the check. */
export function checkWord(level: CheckLevel): string {
  return checkLooks[level].word;
}

/** All lines of a dispatch check, with the evidence of each. */
export function CheckLines({ check }: { check: DispatchCheck }) {
  return (
    <>
      <ul className={style['lines']}>
        {check.lines.map(({ subject, level, words }) => (
          <li key={subject}>
            <span className={style['subject']}>{subject}</span>
            <CheckWord level={level}>{level === 'no findings' ? words : `${checkWord(level)}: ${words}`}</CheckWord>
          </li>
        ))}
        {check.hasNight && (
          <li>
            <span className={style['subject']}>night</span>
            <StateMark shape="half" tone="plain">
              Partly at night
            </StateMark>
          </li>
        )}
      </ul>
      <p className={style['note']}>
        What the records say against it. It does not say that a flight is legal. Not checked: {notChecked}.
      </p>
    </>
  );
}
