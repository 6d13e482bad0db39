import type { CheckLevel } from '#domain/readiness/checkLine.ts';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import style from './CheckLines.module.css';
import { Section } from './Section.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';

const looks: { readonly [Level in CheckLevel]: { readonly shape: Shape; readonly tone: Tone; readonly word: string } } =
  {
    stop: { shape: 'octagon', tone: 'expired', word: 'Stop' },
    check: { shape: 'triangle', tone: 'warning', word: 'Check' },
    'not known': { shape: 'dashed', tone: 'plain', word: 'Not known' },
    'no findings': { shape: 'check', tone: 'ok', word: 'No findings' },
  };

/** The dispatch check in a word, with all of it where one points; nothing where nothing is found. */
export function CheckMark({ check }: { check: DispatchCheck | null | undefined }) {
  if (!check || check.level === 'no findings') return null;
  return (
    <span title={checkText(check)}>
      <CheckWord level={check.level} />
    </span>
  );
}

/** `Stop`, `Check`, `Not known`, `No findings`, each with its shape. */
export function CheckWord({ level }: { level: CheckLevel }) {
  const { word, ...look } = looks[level];
  return <StateMark {...look}>{word}</StateMark>;
}

/** All lines of a dispatch check, with the evidence of each. */
export function CheckLines({ check }: { check: DispatchCheck }) {
  return (
    <Section title="Dispatch check" count={looks[check.level].word}>
      <ul className={style['lines']}>
        {check.lines.map(({ subject, level, words }) => {
          const { word, ...look } = looks[level];
          return (
            <li key={subject}>
              <span className={style['subject']}>{subject}</span>
              <StateMark {...look}>{level === 'no findings' ? words : `${word}: ${words}`}</StateMark>
            </li>
          );
        })}
        {check.hasNight && (
          <li>
            <span className={style['subject']}>night</span>
            <StateMark shape="half" tone="plain">
              Some of it is by night
            </StateMark>
          </li>
        )}
      </ul>
      <p className={style['note']}>What the records say against it; never that a flight is legal.</p>
    </Section>
  );
}
