import type { SetAside } from '#contract/answers.ts';
import { jsonText } from '#domain/answers/unknownMembers.ts';
import { counted } from '#domain/words.ts';
import style from './Notices.module.css';
import { Fold, useUrlFolds } from '#web/components/controls/Fold.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';

/** Records of one kind that could not be read. */
type SetAsideOf = {
  /** One of them: `reservation`. */
  readonly what: string;
  /** Several of them, where it is not the usual plural: `aircraft`. */
  readonly several?: string;
  readonly records: readonly SetAside[];
};

type NoticesProps = {
  notes?: readonly (string | null)[];
  /** What the figures on the page cover; not a warning. */
  scope?: string | null;
  setAside?: readonly SetAsideOf[];
};

/** The irregularities of an answer, in words. Nothing is drawn if there are none. */
export function Notices({ notes, scope = null, setAside }: NoticesProps) {
  const shown = notes?.filter((note) => note !== null) ?? [];
  const odd = (setAside ?? []).filter(({ records }) => records.length > 0);
  if (shown.length === 0 && odd.length === 0 && !scope) return null;
  return (
    <div className={style['notices']} role="status">
      {shown.map((note) => (
        <StateMark key={note} shape="triangle" tone="warning">
          {note}
        </StateMark>
      ))}
      {scope && <span className={style['scope']}>{scope}</span>}
      {odd.map((setAsideOf) => (
        <SetAsideRecords key={setAsideOf.what} {...setAsideOf} />
      ))}
    </div>
  );
}

function SetAsideRecords({ what, several = `${what}s`, records }: SetAsideOf) {
  const foldOf = useUrlFolds('skipped');
  // Records of several lists may share a number.
  const numbered = records.map((record, place) => ({ key: `${place}`, record }));
  return (
    <Fold
      summary={`${counted(records.length, `unreadable ${what}`, `unreadable ${several}`)} skipped`}
      isOfRow
      {...foldOf(what)}
    >
      <ul>
        {numbered.map(({ key, record }) => (
          <li key={key}>
            Number {record.index + 1}: {record.reason}
            <pre>{jsonText(record.raw)}</pre>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
