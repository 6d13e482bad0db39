import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { LinkOf } from '#domain/reports/columns/cellText.ts';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { type ReportId, reportNames } from '#domain/reports/loading/reportQuery.ts';
import { keyOfRow, rowOfKey, type RowStore } from '#domain/reports/rows/rowStore.ts';
import type { StoredMemory } from '#web/data/reports/reportMemory.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import type { GridFigures } from '#web/components/grid/columnLayout.ts';
import type { GridView } from '#web/components/grid/gridModel.ts';
import { ReportGrid } from '#web/components/grid/ReportGrid.tsx';
import { AppLink, useAddress } from '#web/components/page/AppLink.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import { RecordView } from '#web/components/records/RecordView.tsx';
import style from './report.module.css';
import type { TableState, ViewState } from './reportState.ts';
import { isPersonalColumn, missingRecordText, openRecord, publicFilters, relatedPages } from './tableModel.ts';
import { kindMenu, measureChoices, toggleGroup, withKind, withMeasure } from './viewModel.ts';

type RowsTableProps = {
  id: ReportId;
  table: TableState;
  /** The rows that are loaded, `all 40 rows`. */
  scope: string;
  viewState: ViewState;
  memory: StoredMemory;
  figure: GridFigures['part'];
  onToggleGroup: (key: string) => void;
  /** The key of the open row; empty for none. */
  record: string;
  onRecord: (key: string) => void;
  linkOf: LinkOf;
};

/** The table of the rows. */
export function RowsTable(props: RowsTableProps) {
  const { id, table, scope, viewState, memory, figure, onToggleGroup, record, onRecord, linkOf } = props;
  const { store, columns, computed, isBusy, failure, view } = table;
  const { change } = viewState;
  const onView = ({ filters, sorts, ...changes }: Partial<GridView>) =>
    change({
      ...changes,
      ...(filters && { filters: publicFilters(filters, columns) }),
      // Without a sort the newest rows would come first again.
      ...(sorts && { sorts, isAsSent: sorts.length === 0 }),
    });
  const isDefaultOrder = viewState.view.sorts.length === 0;
  const gridView = useMemo(() => ({ ...view, isDefaultOrder }), [view, isDefaultOrder]);
  const columnTools = useCallback(
    (column: Column) => <ColumnTools {...{ column, viewState, memory, view, figure }} />,
    [viewState, memory, view, figure],
  );
  const navigate = useNavigate();
  const address = useAddress();
  const cellLink: LinkOf = useCallback(
    (value, column) => {
      const page = linkOf(value, column);
      return page && address(page);
    },
    [linkOf, address],
  );
  const note = failure !== null && (
    <p role="alert" className={style['notice']}>
      The rows could not be sorted, filtered or grouped: {failure}. Change the view or reload the page.
    </p>
  );
  if (!computed) return note;
  const { rows, measures, grouped, totals } = computed;
  return (
    <div className={style['table']}>
      {note}
      <ReportGrid
        label={table.part === null ? reportNames[id] : `${reportNames[id]}: ${table.part.label}`}
        store={store}
        columns={columns}
        rows={rows}
        view={gridView}
        onView={onView}
        figures={{ measures, part: figure }}
        groups={grouped && { ...grouped, onToggle: onToggleGroup }}
        totals={totals}
        open={record === '' ? null : rowOfKey(store, record)}
        onOpen={(row) => onRecord(keyOfRow(store, row))}
        linkOf={cellLink}
        onLink={(to) => void navigate(to)}
        isBusy={isBusy}
        empty={isBusy ? null : `No match among ${scope}.`}
        part={table.part?.label ?? null}
        columnTools={columnTools}
      />
    </div>
  );
}

type ColumnToolsProps = Pick<RowsTableProps, 'viewState' | 'memory' | 'figure'> & {
  column: Column;
  /** The view with its defaults. */
  view: ReportView;
};

/** The tools of a report at the end of the column menu: what the column holds, grouping and totals. */
function ColumnTools({ column, view, figure, viewState: { change }, memory: { memory, remember } }: ColumnToolsProps) {
  const { id } = column;
  const kinds = kindMenu(column);
  const isMeasured = view.measures.includes(id);
  return (
    <div className={style['columnTools']}>
      <Select
        label="Holds"
        {...kinds}
        onChange={(chosen) => {
          remember({ kinds: withKind(memory?.kinds ?? {}, column, chosen) });
          change({ kinds: withKind(view.kinds, column, chosen) });
        }}
      />
      <Button onClick={() => change(toggleGroup(column, view))}>
        {view.group?.column === id ? 'Ungroup' : 'Group by this column'}
      </Button>
      {measureChoices([column], view, figure).length > 0 && (
        <Button onClick={() => change(withMeasure(view.measures, id, !isMeasured))}>
          {isMeasured ? 'Hide total' : 'Show total'}
        </Button>
      )}
      {isPersonalColumn(column) && (
        <p>Personal data cannot be searched or filtered, to keep it out of the page address.</p>
      )}
    </div>
  );
}

type RecordPanelProps = {
  plan: LoadPlan;
  store: RowStore;
  rows: Uint32Array;
  columns: readonly Column[];
  /** The key of the open row; empty for none. */
  recordKey: string;
  onRecord: (key: string) => void;
  linkOf: LinkOf;
};

/** The open row in full, formatted and as received. */
export function RecordPanel({ plan, store, rows, columns, recordKey, onRecord, linkOf }: RecordPanelProps) {
  const record = useMemo(
    () => (recordKey === '' ? null : openRecord(store, rows, recordKey)),
    [store, rows, recordKey],
  );
  if (recordKey === '') return null;
  const item = record && store.items[record.row];
  if (!item) {
    const missing = missingRecordText(plan, recordKey);
    return missing === null ? null : (
      <div className={style['notice']} role="status">
        <StateMark shape="triangle" tone="warning">
          {missing}
        </StateMark>
      </div>
    );
  }
  const { title, previous, next } = record;
  const open = (row: number | null) => row !== null && onRecord(keyOfRow(store, row));
  const pages = relatedPages(item, columns, linkOf);
  return (
    <SidePanel
      title={title}
      about={recordKey}
      onClose={() => onRecord('')}
      actions={
        <>
          <IconButton icon="up" label="Previous row" disabled={previous === null} onClick={() => open(previous)} />
          <IconButton icon="down" label="Next row" disabled={next === null} onClick={() => open(next)} />
        </>
      }
    >
      {pages.length > 0 && (
        <nav className={style['links']} aria-label="Related pages">
          {pages.map(({ link, text }) => (
            <AppLink key={link} to={link}>
              {text}
            </AppLink>
          ))}
        </nav>
      )}
      <RecordView key={recordKey} value={item} />
    </SidePanel>
  );
}
