import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  type Row,
  type RowData,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Cell } from '#domain/answers/csv.ts';

/** The part of a table that holds what the page gives to its cells. */
type Meta<Given> = { readonly options: { readonly meta?: Given & object } };

/** What a column gets to draw a cell. */
export type CellContext<Item, Given> = { readonly row: { readonly original: Item }; readonly table: Meta<Given> };

/** A column of a file. `place` orders them; those of one place keep the order of the list. */
export type FileColumn<Item, Given> = readonly [
  place: number,
  heading: string | ((given: Given) => string),
  value: (item: Item, given: Given) => Cell,
];

/** How a column looks beyond its cells. `Given` is what the table hands to its cells besides their rows. */
type ColumnLook<Item, Given> = {
  readonly align?: 'end';
  readonly width?: string;
  /** The column's place on a card; without it, the card omits the column. */
  readonly card?: {
    /** Columns of one line are drawn side by side, in order. */
    readonly line: number;
    /** The card's label, for a value that is unclear without one. */
    readonly label?: string;
    /** What a card shows instead of the cell; null for nothing. */
    readonly cell?: (context: CellContext<Item, Given>) => ReactNode;
  };
  /** The columns it has in a file; without them, the file omits it. */
  readonly file?: readonly FileColumn<Item, Given>[];
};

export const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});

/** The features of every table, with the types of one. */
export type Features<Item, Given> = typeof features & {
  readonly columnMeta: ColumnLook<Item, Given>;
  readonly tableMeta: Given & object;
};

// oxlint-disable-next-line typescript/no-explicit-any -- each column has its own value type, as the library declares it
export type Columns<Item extends RowData, Given> = readonly ColumnDef<Features<Item, Given>, Item, any>[];

export type TableRow<Item extends RowData, Given> = Row<Features<Item, Given>, Item>;

/**
 * Makes the columns of a table once. Values that change later reach a cell by its row, a hook, or the table's `meta`
 * (`givenTo`).
 */
export function columnsOf<Item extends RowData, Given = unknown>() {
  return createColumnHelper<Features<Item, Given>, Item>();
}

/** What the page gives to the cells of its table. */
export function givenTo<Given>({ table }: { table: Meta<Given> }): Given {
  if (table.options.meta === undefined) throw new Error('The table was given nothing for its cells.');
  return table.options.meta;
}
