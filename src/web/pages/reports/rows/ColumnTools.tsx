import {
  type Column,
  type ColumnKind,
  columnKinds,
  columnKindWords,
  isNumeric,
  isTime,
} from '#domain/reports/columns/columns.ts';
import type { useReportMemory } from '#web/queries/reports/reportMemory.ts';
import { Button, Select } from '#web/ui/controls/controls.tsx';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import style from '#web/pages/reports/report.module.css';
import { isPersonalColumn } from './useRows.ts';

type ColumnToolsProps = { column: Column; state: ReportViewState; memory: ReturnType<typeof useReportMemory> };

/** What one can say about a column beyond its place: what it holds, that it makes groups, that it is summed. */
export function ColumnTools({ column, state: { view, change }, memory: { memory, remember } }: ColumnToolsProps) {
  const { id, kind, guess } = column;
  const isMeasured = view.measures.includes(id);
  const correct = (chosen: ColumnKind | 'guess') => {
    const right = chosen === 'guess' || chosen === guess ? null : chosen;
    remember({ kinds: withKind(memory?.kinds ?? {}, id, right) });
    change({ kinds: withKind(view.kinds, id, right) });
  };
  return (
    <div className={style['columnTools']}>
      <Select
        label="Holds"
        value={kind === guess ? 'guess' : kind}
        options={[
          { value: 'guess' as const, label: `${columnKindWords[guess]} (as guessed)` },
          ...columnKinds
            .filter((one) => one !== guess && one !== 'empty' && one !== 'mixed')
            .map((one) => ({ value: one, label: columnKindWords[one] })),
        ]}
        onChange={correct}
      />
      <Button
        onClick={() =>
          change({ group: view.group?.column === id ? null : { column: id, bucket: isTime(kind) ? 'week' : null } })
        }
      >
        {view.group?.column === id ? 'Ungroup' : 'Group by it'}
      </Button>
      {(isNumeric(kind) || isTime(kind)) && (
        <Button
          onClick={() =>
            change({ measures: isMeasured ? view.measures.filter((one) => one !== id) : [...view.measures, id] })
          }
        >
          {isMeasured ? 'Hide total' : 'Show total'}
        </Button>
      )}
      {isPersonalColumn(column) && <p>It is neither searched nor filtered: the address would hold what is personal.</p>}
    </div>
  );
}

function withKind<Kinds extends { readonly [id: string]: ColumnKind | undefined }>(
  kinds: Kinds,
  id: string,
  kind: ColumnKind | null,
) {
  const others = Object.entries(kinds).filter(
    (entry): entry is [string, ColumnKind] => entry[0] !== id && entry[1] !== undefined,
  );
  return Object.fromEntries(kind === null ? others : [...others, [id, kind]]);
}
