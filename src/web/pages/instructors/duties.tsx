import type { DutyKind } from '#domain/duty/duties.ts';
import { dutyWord } from '#domain/duty/dutyWords.ts';
import type { Doing } from '#domain/duty/roster.ts';
import type { Shape, Tone } from '#web/ui/controls/StateMark.tsx';
import style from './duties.module.css';

/** How each kind of duty is drawn: its ground and pattern in the style sheet, and a letter that is read without colour. */
const letters: Readonly<Record<DutyKind, string>> = {
  flight: 'F',
  simulator: 'S',
  ground: 'G',
  class: 'C',
  meeting: 'M',
  off: 'off',
  other: 'o',
};

/** Repeats what is said in words, where there is room for a letter alone. */
export function dutyLetter(kind: DutyKind): string {
  return letters[kind];
}

export function DutySwatch({ kind }: { kind: DutyKind }) {
  return (
    <span className={`${style['duty']} ${style['swatch']}`} data-duty={kind} aria-hidden="true">
      {letters[kind]}
    </span>
  );
}

/** What the letters mean. */
export function DutyKey({ kinds }: { kinds: readonly DutyKind[] }) {
  return (
    <ul className={style['key']} aria-label="Key">
      {kinds.map((kind) => (
        <li key={kind}>
          <DutySwatch kind={kind} />
          {dutyWord(kind)}
        </li>
      ))}
    </ul>
  );
}

/** Free is what is looked for; being busy is quiet. */
export function doingLook(doing: Doing): { shape: Shape; tone: Tone } {
  if (doing === 'free') return { shape: 'ring', tone: 'ok' };
  if (doing === 'unknown') return { shape: 'dashed', tone: 'plain' };
  if (doing === 'no hours') return { shape: 'half', tone: 'plain' };
  if (doing === 'off' || doing === 'out-of-service') return { shape: 'ring', tone: 'inactive' };
  return { shape: 'dot', tone: 'accent' };
}

/** What somebody does, in a word for counts. */
export function doingWord(doing: Doing): string {
  if (doing === 'free') return 'free';
  if (doing === 'unknown') return 'not known';
  if (doing === 'no hours') return 'no hours left';
  return doing === 'out-of-service' ? 'not active' : dutyWord(doing);
}
