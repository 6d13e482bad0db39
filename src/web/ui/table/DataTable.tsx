import type { ColumnDef, Header, Row, RowData, SortingState, Updater } from '@tanstack/react-table';
import { useMemo } from 'react';
import style from './DataTable.module.css';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { type appFeatures, useAppTable } from './table.ts';
import { type BodyItem, PlainBody, type TableBody } from './TableBody.tsx';

type Features = typeof appFeatures;

type DataTableProps<Item extends RowData> = {
  /** What the table lists, for those who cannot see it. */
  caption: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each column has its own value type, as the library declares it
  columns: readonly ColumnDef<Features, Item, any>[];
  rows: readonly Item[];
  rowId: (item: Item) => string;
  sort: { sorting: SortingState; onSortingChange: (updater: Updater<SortingState>) => void };
  /** Whether every row there is is loaded: one page of many is never sorted, the order would be a lie. */
  isComplete: boolean;
  /** Groups rows under headings, in order of first appearance. */
  sectionOf?: ((item: Item) => string) | undefined;
  /** Ids of columns that are not drawn. */
  hidden?: readonly string[] | undefined;
  /** How the rows are drawn: all, or those near the window (`virtualBody`), which needs widths of columns. */
  Body?: TableBody;
};

/** Dense rows under a sticky header. */
export function DataTable<Item extends RowData>(props: DataTableProps<Item>) {
  const { caption, columns, rows, rowId, sort, isComplete, sectionOf, hidden, Body = PlainBody } = props;
  const data = useMemo(() => [...rows], [rows]);
  const columnVisibility = useMemo(() => Object.fromEntries((hidden ?? []).map((id) => [id, false])), [hidden]);
  const table = useAppTable<Item>({
    columns: useMemo(() => [...columns], [columns]),
    data,
    getRowId: rowId,
    enableSorting: isComplete,
    state: { sorting: isComplete ? sort.sorting : noSorting, columnVisibility },
    onSortingChange: sort.onSortingChange,
  });
  const { rows: ordered } = table.getRowModel();
  const items = useMemo(() => bodyItems(ordered, sectionOf), [ordered, sectionOf]);
  return (
    <div className={style['frame']}>
      <table className={style['table']} data-fixed={Body !== PlainBody} aria-rowcount={items.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          {table.getVisibleLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.columnDef.meta?.width }} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <Body items={items} span={table.getVisibleLeafColumns().length} />
      </table>
    </div>
  );
}

const noSorting: SortingState = [];

function bodyItems<Item extends RowData>(
  rows: readonly Row<Features, Item>[],
  sectionOf: ((item: Item) => string) | undefined,
): BodyItem<Item>[] {
  const asItem = (row: Row<Features, Item>) => ({ section: null, row });
  if (!sectionOf) return rows.map(asItem);
  return [...Map.groupBy(rows, (row) => sectionOf(row.original))].flatMap(([section, members]) => [
    { section, count: members.length },
    ...members.map(asItem),
  ]);
}

type HeaderCellProps<Item extends RowData> = { header: Header<Features, Item>; children: React.ReactNode };

function HeaderCell<Item extends RowData>({ header, children }: HeaderCellProps<Item>) {
  const { column } = header;
  const order = column.getIsSorted();
  const align = column.columnDef.meta?.align;
  if (!column.getCanSort()) {
    return (
      <th scope="col" data-align={align}>
        {children}
      </th>
    );
  }
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={order === false ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" onClick={column.getToggleSortingHandler()}>
        {children}
        {order !== false && <Icon name={order === 'asc' ? 'up' : 'down'} size={14} />}
      </button>
    </th>
  );
}
