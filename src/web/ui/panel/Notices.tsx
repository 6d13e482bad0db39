import type { SetAside } from '#contract/answers.ts';
import style from './Notices.module.css';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

/** Records of one kind that could not be read: "aircraft", "reservations". */
type SetAsideOf = { readonly what: string; readonly records: readonly SetAside[] };

type NoticesProps = {
  notes?: readonly (string | null)[];
  /** What the figures on the page cover; it is no warning. */
  scope?: string | null;
  setAside?: readonly SetAsideOf[];
};

/** What is odd about an answer, in words. Nothing is drawn where all is well. */
export function Notices({ notes, scope = null, setAside }: NoticesProps) {
  const said = notes?.filter((note) => note !== null) ?? [];
  const odd = (setAside ?? []).filter(({ records }) => records.length > 0);
  if (said.length === 0 && odd.length === 0 && !scope) return null;
  return (
    <div className={style['notices']} role="status">
      {said.map((note) => (
        <StateMark key={note} shape="triangle" tone="warning">
          {note}
        </StateMark>
      ))}
      {scope && <span className={style['scope']}>{scope}</span>}
      {odd.map(({ what, records }) => (
        <SetAsideRecords key={what} what={what} records={records} />
      ))}
    </div>
  );
}

function SetAsideRecords({ what, records }: SetAsideOf) {
  // Records of several lists may have the same number in theirs.
  const numbered = records.map((record, place) => ({ key: `${place}`, record }));
  return (
    <details>
      <summary>
        {records.length} unreadable {records.length === 1 ? what.replace(/s$/, '') : what} skipped
      </summary>
      <ul>
        {numbered.map(({ key, record }) => (
          <li key={key}>
            Number {record.index + 1}: {record.reason}
            <pre>{JSON.stringify(record.raw, null, 2)}</pre>
          </li>
        ))}
      </ul>
    </details>
  );
}
