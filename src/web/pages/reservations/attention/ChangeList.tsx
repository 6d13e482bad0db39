import { Link } from 'react-router';
import type { Change } from '#domain/reservations/changes.ts';
import type { Instant } from '#domain/time/time.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import style from './AttentionLists.module.css';
import { changeRows, type ChangeRow } from './model.ts';

type ChangeListProps = { changes: readonly Change[]; now: Instant; onSeen: () => void };

/** What changed since this browser last looked, until it is dismissed. Nothing is drawn without changes. */
export function ChangeList({ changes, now, onSeen }: ChangeListProps) {
  const clock = useClock();
  const fold = useUrlFold('earlier');
  const { total, latest, earlier } = changeRows(changes, { now, clock });
  if (total === 0) return null;
  return (
    <section className={style['changes']} aria-label="Changes since you last looked" role="status">
      <b>{total} changed</b>
      <ChangeRows rows={latest} />
      {earlier.length > 0 && (
        <Fold summary={`${earlier.length} earlier`} isOfRow {...fold}>
          <ChangeRows rows={earlier} />
        </Fold>
      )}
      <Button onClick={onSeen}>Seen</Button>
    </section>
  );
}

function ChangeRows({ rows }: { rows: readonly ChangeRow[] }) {
  const here = useHere();
  return (
    <ul>
      {rows.map(({ key, name, isGone, words }) => (
        <li key={key}>
          {isGone ? <s>{name}</s> : <Link to={here({ reservation: key })}>{name}</Link>} {words}
        </li>
      ))}
    </ul>
  );
}
