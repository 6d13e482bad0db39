import type { ColumnDef, Header, Row, RowData, SortingState, Updater } from '@tanstack/react-table';
import { useMemo } from 'react';
import style from './DataTable.module.css';
import { Icon } from './Icon.tsx';
import { type appFeatures, useAppTable } from './table.ts';

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
};

/** Dense rows under a sticky header. Body cells are native elements: measured twice as fast as components. */
export function DataTable<Item extends RowData>(props: DataTableProps<Item>) {
  const { caption, columns, rows, rowId, sort, isComplete, sectionOf, hidden } = props;
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
  const body = table.getRowModel().rows;
  return (
    <div className={style['frame']}>
      <table className={style['table']}>
        <caption className="visually-hidden">{caption}</caption>
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
        {sections(body, sectionOf).map(([title, members]) => (
          <tbody key={title ?? ''}>
            {title !== null && (
              <SectionRow title={title} count={members.length} span={table.getVisibleLeafColumns().length} />
            )}
            {members.map((row) => (
              <tr key={row.id}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const noSorting: SortingState = [];

function sections<Item extends RowData>(
  rows: readonly Row<Features, Item>[],
  sectionOf: ((item: Item) => string) | undefined,
): (readonly [string | null, readonly Row<Features, Item>[]])[] {
  return sectionOf ? [...Map.groupBy(rows, (row) => sectionOf(row.original))] : [[null, rows]];
}

function SectionRow({ title, count, span }: { title: string; count: number; span: number }) {
  return (
    <tr className={style['section']}>
      <th colSpan={span} scope="rowgroup">
        {title} <span>{count}</span>
      </th>
    </tr>
  );
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
