import type { Cell, RowData } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import style from './DataTable.module.css';
import type { Features, TableRow } from './table.ts';

/** The contents of the body, in order: section headings and rows. */
export type BodyItem<Item extends RowData, Given> =
  | { readonly section: string; readonly heading: ReactNode }
  | { readonly section: null; readonly row: TableRow<Item, Given> };

export type BodyProps<Item extends RowData, Given> = {
  items: readonly BodyItem<Item, Given>[];
  /** Visible columns. */
  span: number;
  /** Changes with everything the cells show besides their rows. */
  version: unknown;
};

/** A body of a table: all rows, or only those near the window. */
export type TableBody = <Item extends RowData, Given>(props: BodyProps<Item, Given>) => ReactNode;

/** Every row. */
export const PlainBody: TableBody = ({ items, ...rest }) => (
  <tbody>
    {items.map((item) => (
      <BodyRow key={keyOf(item)} item={item} {...rest} />
    ))}
  </tbody>
);

/** Fills the space of rows that are not drawn. */
export function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 'none' }} />
    </tr>
  );
}

export function keyOf<Item extends RowData, Given>(item: BodyItem<Item, Given>): string {
  return item.section === null ? item.row.id : `section ${item.section}`;
}

type BodyRowProps<Item extends RowData, Given> = Omit<BodyProps<Item, Given>, 'items'> & {
  item: BodyItem<Item, Given>;
  index?: number;
};

/** A heading, or a row of native cells, which measured twice as fast as components. `index` is the row's place among all. */
export function BodyRow<Item extends RowData, Given>({ item, span, version, index }: BodyRowProps<Item, Given>) {
  if (item.section === null) {
    return (
      <tr aria-rowindex={index}>
        <Cells row={item.row} version={version} />
      </tr>
    );
  }
  return (
    <tr className={style['section']} aria-rowindex={index}>
      <th colSpan={span} scope="rowgroup">
        {item.heading}
      </th>
    </tr>
  );
}

type CellsProps<Item extends RowData, Given> = {
  row: TableRow<Item, Given>;
  version: unknown;
};

/** Drawn again only if its record or the shared data has changed: sorting 150 rows moves them without a redraw. */
function Cells<Item extends RowData, Given>({ row, version }: CellsProps<Item, Given>) {
  return useMemo(
    () =>
      row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
          {drawn(cell)}
        </td>
      )),
    // oxlint-disable-next-line react/exhaustive-deps -- a row of the same record shows the same
    [row.original, version],
  );
}

/** A column's function is called, not drawn as a component: two fewer per cell. Hooks belong in what it returns. */
function drawn<Item extends RowData, Given>(cell: Cell<Features<Item, Given>, Item>): ReactNode {
  const draw = cell.column.columnDef.cell;
  return typeof draw === 'function' ? draw(cell.getContext()) : draw;
}
