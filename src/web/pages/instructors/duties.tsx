import { type DutyKind, dutyKinds, dutyWord } from '#domain/duty/duties.ts';
import style from './duties.module.css';

/**
 * How each kind of duty is drawn: background and pattern from the style sheet, and a letter for people who cannot see the
 * colour.
 */
const letters: Readonly<Record<DutyKind, string>> = {
  flight: 'F',
  'possible flight': 'F?',
  simulator: 'S',
  ground: 'G',
  class: 'C',
  meeting: 'M',
  off: 'off',
  other: 'o',
};

/** Repeats the words if there is space only for a letter. */
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

/** The meaning of the letters. */
export function DutyKey() {
  return (
    <ul className={style['key']} aria-label="Key">
      {dutyKinds.map((kind) => (
        <li key={kind}>
          <DutySwatch kind={kind} />
          {dutyWord(kind)}
        </li>
      ))}
    </ul>
  );
}
