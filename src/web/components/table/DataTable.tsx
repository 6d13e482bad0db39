import {
  FlexRender,
  type Header,
  type RowData,
  type SortingState,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Icon } from '#web/components/controls/Icon.tsx';
import { Cards } from './Cards.tsx';
import style from './DataTable.module.css';
import { type Columns, features, type Features, type TableRow } from './table.ts';
import type { OnDrawn } from './tableState.ts';
import { type BodyItem, PlainBody, type TableBody } from './TableBody.tsx';

/** The heading of a section, if it differs from its name and count, and whether its rows are drawn. */
type DrawnSection = { readonly heading: ReactNode; readonly isOpen: boolean };

type DataTableProps<Item extends RowData, Given> = {
  /** What the table lists, for screen readers. */
  caption: string;
  /** Always the same object: a new column would remount its cells, and the focused link would lose focus. */
  columns: Columns<Item, Given>;
  rows: readonly Item[];
  rowId: (item: Item) => string;
  /** What the cells need besides their rows (`givenTo`); every row is drawn again when it changes. */
  given?: Given & object;
  /** Without it the rows keep their order, as does one page of many: sorting a part would mislead. */
  sort?: { sorting: SortingState; onSortingChange: (updater: Updater<SortingState>) => void } | undefined;
  isComplete?: boolean;
  /** Groups rows under headings, in order of first appearance. */
  sectionOf?: ((item: Item) => string) | undefined;
  drawSection?: ((section: string) => DrawnSection) | undefined;
  /** Ids of columns that are not drawn. */
  hidden?: readonly string[] | undefined;
  /** Cards in place of a table, for narrow screens. */
  isCards?: boolean;
  /** How late an item is; it sets the edge colour of its card. */
  stepOf?: (item: Item) => number | undefined;
  /** Scrolls sideways in its own frame, with this name for the remembered position; its header does not stick to the window. */
  scrolls?: string;
  /** Whether cells have two lines: then every row is 44 px tall, and no row changes its height. */
  hasTwoLines?: boolean;
  /** How the rows are drawn: all, or those near the window (`virtualBody`), which needs column widths. */
  Body?: TableBody | undefined;
  /** Is told the rows in the order drawn (`useDrawnRows`). */
  onDrawn?: OnDrawn<Item> | undefined;
};

/** Records in dense rows under a sticky header, or as cards; the columns define both looks. */
export function DataTable<Item extends RowData, Given = unknown>(props: DataTableProps<Item, Given>) {
  const { caption, columns, rows, rowId, given, sort, isComplete = false, hidden, isCards = false } = props;
  const { sectionOf, drawSection, stepOf, scrolls, hasTwoLines, Body = PlainBody, onDrawn } = props;
  const columnVisibility = useMemo(() => Object.fromEntries((hidden ?? []).map((id) => [id, false])), [hidden]);
  const isSortable = sort !== undefined && isComplete;
  const table = useTable<Features<Item, Given>, Item>({
    features: features as Features<Item, Given>,
    columns,
    data: rows,
    getRowId: rowId,
    enableSorting: isSortable,
    state: { sorting: isSortable ? sort.sorting : noSorting, columnVisibility },
    ...(sort && { onSortingChange: sort.onSortingChange }),
    ...(given && { meta: given }),
  });
  const { rows: ordered } = table.getRowModel();
  const items = useMemo(() => bodyItems(ordered, sectionOf, drawSection), [ordered, sectionOf, drawSection]);
  useTellDrawn(onDrawn, ordered, items);
  const version = useMemo(() => ({ columns, given, hidden }), [columns, given, hidden]);
  if (isCards) return <Cards caption={caption} items={items} stepOf={stepOf} />;
  return (
    <Frame caption={caption} scrolls={scrolls}>
      <table
        className={style['table']}
        data-has-two-lines={hasTwoLines}
        data-fixed={Body !== PlainBody}
        aria-rowcount={items.length + 1}
      >
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
                <HeaderCell key={header.id} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        <Body items={items} span={table.getVisibleLeafColumns().length} version={version} />
      </table>
    </Frame>
  );
}

/** Rows of a closed section are told too, after all others. */
function useTellDrawn<Item extends RowData, Given>(
  onDrawn: OnDrawn<Item> | undefined,
  ordered: readonly TableRow<Item, Given>[],
  items: readonly BodyItem<Item, Given>[],
) {
  useEffect(() => {
    if (!onDrawn) return undefined;
    const rows = new Set([...items.flatMap((item) => (item.section === null ? [item.row] : [])), ...ordered]);
    onDrawn(Array.from(rows, ({ original }) => original));
    return () => onDrawn(null);
  }, [onDrawn, ordered, items]);
}

type FrameProps = { caption: string; scrolls: string | undefined; children: ReactNode };

function Frame({ caption, scrolls, children }: FrameProps) {
  if (scrolls === undefined) {
    return (
      <div className={style['frame']} data-paper="wide">
        {children}
      </div>
    );
  }
  return (
    <ScrollFrame caption={caption} scrolls={scrolls}>
      {children}
    </ScrollFrame>
  );
}

/** A part that scrolls by itself. The keyboard reaches it by this name; `scrolls` is the key for its remembered position. */
export function ScrollFrame({ caption, scrolls, children }: FrameProps & { scrolls: string }) {
  const named = { role: 'region', 'aria-label': caption, 'data-scroll': scrolls } as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div {...named} className={style['scroll']} tabIndex={0} data-paper="wide">
      {children}
    </div>
  );
}

const noSorting: SortingState = [];

function bodyItems<Item extends RowData, Given>(
  rows: readonly TableRow<Item, Given>[],
  sectionOf: ((item: Item) => string) | undefined,
  drawSection: ((section: string) => DrawnSection) | undefined,
): BodyItem<Item, Given>[] {
  const asItem = (row: TableRow<Item, Given>) => ({ section: null, row });
  if (!sectionOf) return rows.map(asItem);
  return [...Map.groupBy(rows, (row) => sectionOf(row.original))].flatMap(([section, members]) => {
    const { heading = sectionHeading(section, members.length), isOpen = true } = drawSection?.(section) ?? {};
    return [{ section, heading }, ...(isOpen ? members.map(asItem) : [])];
  });
}

function sectionHeading(section: string, count: number) {
  return (
    <>
      {section} <span>{count}</span>
    </>
  );
}

type HeaderCellProps<Item extends RowData, Given> = { header: Header<Features<Item, Given>, Item> };

function HeaderCell<Item extends RowData, Given>({ header }: HeaderCellProps<Item, Given>) {
  const { column } = header;
  const order = column.getIsSorted();
  const align = column.columnDef.meta?.align;
  if (!column.getCanSort()) {
    return (
      <th scope="col" data-align={align}>
        <FlexRender header={header} />
      </th>
    );
  }
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={order === false ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      {/* oxlint-disable-next-line react/forbid-elements -- the cells of tables are native, drawn by the hundred */}
      <button type="button" onClick={column.getToggleSortingHandler()}>
        <FlexRender header={header} />
        {order !== false && <Icon name={order === 'asc' ? 'up' : 'down'} size={14} />}
      </button>
    </th>
  );
}
