import type { Cell, Row, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import style from './DataTable.module.css';
import type { appFeatures } from './table.ts';

type Features = typeof appFeatures;

/** What stands in the body, in order: headings of sections, and rows. */
export type BodyItem<Item extends RowData> =
  | { readonly section: string; readonly count: number }
  | { readonly section: null; readonly row: Row<Features, Item> };

type BodyProps<Item extends RowData> = {
  items: readonly BodyItem<Item>[];
  /** Visible columns. */
  span: number;
};

/** A body of a table: all rows, or only those near the window. */
export type TableBody = <Item extends RowData>(props: BodyProps<Item>) => ReactNode;

/** Every row. */
export const PlainBody: TableBody = ({ items, span }) => (
  <tbody>
    {items.map((item) => (
      <BodyRow key={keyOf(item)} item={item} span={span} />
    ))}
  </tbody>
);

export function keyOf<Item extends RowData>(item: BodyItem<Item>): string {
  return item.section === null ? item.row.id : `section ${item.section}`;
}

type BodyRowProps<Item extends RowData> = { item: BodyItem<Item>; span: number; index?: number };

/** A heading, or a row of native cells: measured twice as fast as components. `index` is the row's place among all. */
export function BodyRow<Item extends RowData>({ item, span, index }: BodyRowProps<Item>) {
  if (item.section !== null) {
    return (
      <tr className={style['section']} aria-rowindex={index}>
        <th colSpan={span} scope="rowgroup">
          {item.section} <span>{item.count}</span>
        </th>
      </tr>
    );
  }
  const { row } = item;
  return (
    <tr aria-rowindex={index}>
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
          {drawn(cell)}
        </td>
      ))}
    </tr>
  );
}

/**
 * What a column draws in a cell. Its function is called and not mounted, because columns that tell the time are made anew each
 * minute: a function that is mounted would then replace the cell, and the keyboard would lose the link it is on.
 */
function drawn<Item extends RowData>(cell: Cell<Features, Item>): ReactNode {
  const draw = cell.column.columnDef.cell;
  return typeof draw === 'function' ? draw(cell.getContext()) : draw;
}
