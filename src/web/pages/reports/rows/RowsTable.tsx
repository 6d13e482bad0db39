import { useCallback } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { type ReportId, reportNames } from '#domain/reports/loading/reportQuery.ts';
import type { LinkOf } from '#domain/reports/columns/knownValues.ts';
import { keyOfRow, rowOfKey } from '#domain/reports/rows/rowStore.ts';
import type { useReportMemory } from '#web/queries/reports/reportMemory.ts';
import type { GridView } from '#web/ui/grid/gridProps.ts';
import { ReportGrid } from '#web/ui/grid/ReportGrid.tsx';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import { ColumnTools } from './ColumnTools.tsx';
import style from '#web/pages/reports/report.module.css';
import { isPersonalColumn } from './useRows.ts';
import type { Table } from './useTable.ts';

type RowsTableProps = {
  id: ReportId;
  table: Table;
  state: ReportViewState;
  memory: ReturnType<typeof useReportMemory>;
  linkOf: LinkOf;
};

/** The rows themselves. */
export function RowsTable({ id, table, state, memory, linkOf }: RowsTableProps) {
  const { store, columns, worked, figure, record } = table;
  const { view, change } = state;
  const personal = new Set(columns.filter(isPersonalColumn).map((column) => column.id));
  const onView = ({ filters, ...changes }: Partial<GridView>) =>
    // A filter stands in the address, where nobody's number belongs.
    change(filters ? { ...changes, filters: filters.filter(({ column }) => !personal.has(column)) } : changes);
  const columnTools = useCallback(
    (column: Column) => <ColumnTools column={column} state={state} memory={memory} />,
    [state, memory],
  );
  const failure = table.failure && (
    <p role="alert" className={style['notice']}>
      The rows could not be sorted, filtered or grouped as asked: {table.failure}. Change the view, or reload the page.
    </p>
  );
  if (!worked) return failure;
  const { grouped, measures } = worked;
  return (
    <div className={style['table']}>
      {failure}
      <ReportGrid
        label={reportNames[id]}
        store={store}
        columns={columns}
        rows={worked.rows}
        view={view}
        onView={onView}
        figures={{ measures, part: figure.value }}
        groups={grouped && { ...grouped, onToggle: table.toggleGroup }}
        totals={worked.totals}
        open={record.value === '' ? null : rowOfKey(store.items, record.value)}
        onOpen={(row) => void record.set(keyOfRow(store.items, row))}
        linkOf={linkOf}
        isBusy={table.isBusy}
        empty={table.isBusy ? null : 'No row matches.'}
        columnTools={columnTools}
      />
    </div>
  );
}
