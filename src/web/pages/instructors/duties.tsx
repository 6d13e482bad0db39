import { instructorStatuses, nameOf } from '#contract/statuses.ts';
import { type DutyKind, dutyKinds, dutyWord, type Instructor } from '#domain/duty/duties.ts';
import { type Look, StateMark } from '#web/ui/controls/StateMark.tsx';
import style from './duties.module.css';

/**
 * How each kind of duty is drawn: background and pattern from the style sheet, and a letter for people who cannot see the
 * colour.
 */
const letters: Readonly<Record<DutyKind, string>> = {
  flight: 'F',
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

const statusLooks: Readonly<Record<number, Look>> = {
  0: { shape: 'ring', tone: 'inactive' },
  1: { shape: 'check', tone: 'ok' },
  2: { shape: 'ring', tone: 'inactive' },
};

/** The API's own status of an instructor (section 3); an unknown id is shown by its name. */
export function InstructorStatus({ status }: { status: Instructor['instructorStatus'] }) {
  const look = statusLooks[status?.id ?? -1] ?? { shape: 'dashed', tone: 'plain' };
  return (
    <StateMark shape={look.shape} tone={look.tone}>
      <span style={{ color: 'var(--muted)' }}>
        {status?.name ?? nameOf(instructorStatuses, status?.id) ?? 'no status'}
      </span>
    </StateMark>
  );
}
