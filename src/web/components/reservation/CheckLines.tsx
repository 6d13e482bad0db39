import type { ReactNode } from 'react';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { type CheckLevel, levelWords, notChecked } from '#domain/readiness/checkLine.ts';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import style from './CheckLines.module.css';

const checkLooks: { readonly [Level in CheckLevel]: Look } = {
  stop: { shape: 'octagon', tone: 'expired' },
  check: { shape: 'triangle', tone: 'warning' },
  'not known': { shape: 'dashed', tone: 'plain' },
  'no findings': { shape: 'check', tone: 'ok' },
};

/**
 * The dispatch check in a word with its first reason, `Caution: Oil 3.1 h`, and all of it in the tooltip. Empty without
 * findings; `Not known yet` until the check is known.
 */
export function CheckMark({ check }: { check: DispatchCheck | 'not known yet' | null | undefined }) {
  if (check === 'not known yet') return <CheckWord level="not known">Not known yet</CheckWord>;
  if (!check || check.level === 'no findings') return null;
  return (
    <span data-tip={checkText(check)}>
      <CheckWord level={check.level}>{check.mark && `${levelWords[check.level]}: ${check.mark}`}</CheckWord>
    </span>
  );
}

/** `Do not dispatch`, `Caution`, `Not known`, `No findings`, each with its shape; or other words in its place. */
function CheckWord({ level, children }: { level: CheckLevel; children?: ReactNode }) {
  return <StateMark {...checkLooks[level]}>{children ?? levelWords[level]}</StateMark>;
}

/** All lines of a dispatch check, each with all its findings. */
export function CheckLines({ check }: { check: DispatchCheck }) {
  const isWeatherChecked = check.lines.some(({ subject }) => subject === 'weather');
  return (
    <>
      <ul className={style['lines']}>
        {check.lines.map(({ subject, details }) => (
          <li key={subject}>
            <span className={style['subject']}>{subject}</span>
            <div className={style['findings']}>
              {details.map(({ level, words }) => (
                <CheckWord key={level} level={level}>
                  {level === 'no findings' ? words : `${levelWords[level]}: ${words}`}
                </CheckWord>
              ))}
            </div>
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
        What the records hold against this flight. It does not say that the flight is legal. Not checked:{' '}
        {notChecked(isWeatherChecked ? 'weather was checked' : 'weather')}.
      </p>
    </>
  );
}
