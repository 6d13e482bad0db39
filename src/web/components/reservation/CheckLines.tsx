import type { ReactNode } from 'react';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { type CheckLevel, checkLevels, levelWords, notChecked } from '#domain/readiness/checkLine.ts';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { Verdict } from '#web/components/panel/Verdict.tsx';
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

/** The verdict of a dispatch check as a band, with its first reason; before its records are known, or too far ahead, that. */
export function CheckVerdict({ check, children }: { check: DispatchCheck | 'later'; children?: ReactNode }) {
  if (check === 'later')
    return <Verdict look={checkLooks['not known']} word="Not checked yet" reason="the check covers two weeks ahead" />;
  const { level, mark } = check;
  return (
    <Verdict look={verdictLooks[level]} word={levelWords[level]} reason={mark && inSentence(mark)}>
      {children}
    </Verdict>
  );
}

/** Without findings the band is quiet: it confirms nothing. */
const verdictLooks = { ...checkLooks, 'no findings': { shape: 'check', tone: 'plain' } } as const;

/** `Checkout expired` as part of a line; names and abbreviations keep their capitals. */
function inSentence(mark: string): string {
  return /^[A-Z][a-z]+(?: [a-z]|$)/.test(mark) ? mark.charAt(0).toLowerCase() + mark.slice(1) : mark;
}

type DetailProps = { detail: DispatchCheck['lines'][number]['details'][number]; isFirst: boolean };

/** A Warning of the service has its triangle, as in the due list. Under a finding, what is only for reading has no mark. */
function Detail({ detail: { level, words, isWarning }, isFirst }: DetailProps) {
  if (level === 'no findings' && !isWarning && !isFirst) return <span>{words}</span>;
  const look = isWarning && level === 'no findings' ? checkLooks.check : checkLooks[level];
  const word = level === 'no findings' ? (isWarning ? 'Warning: ' : '') : `${levelWords[level]}: `;
  return (
    <StateMark {...look}>
      {word && <span className="visually-hidden">{word}</span>}
      {words}
    </StateMark>
  );
}

/**
 * All lines of a dispatch check, the worst first, each with all its findings: their shape says what the band says in words.
 */
export function CheckLines({ check }: { check: DispatchCheck }) {
  const isWeatherChecked = check.lines.some(({ subject }) => subject === 'weather');
  const lines = check.lines.toSorted((a, b) => checkLevels.indexOf(a.level) - checkLevels.indexOf(b.level));
  return (
    <>
      <ul className={style['lines']}>
        {lines.map(({ subject, details }) => (
          <li key={subject}>
            <span className={style['subject']}>{subject}</span>
            <div className={style['findings']}>
              {details.map((detail, index) => (
                <Detail key={detail.level} detail={detail} isFirst={index === 0} />
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
        From the records: it does not say that the flight is legal. Not checked:{' '}
        {notChecked(isWeatherChecked ? 'weather was checked' : 'weather')}.
      </p>
    </>
  );
}
