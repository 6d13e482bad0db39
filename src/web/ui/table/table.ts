import {
  columnVisibilityFeature,
  createSortedRowModel,
  createTableHook,
  metaHelper,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/react-table';

/** How a column looks beyond its cells. */
type ColumnLook = { readonly align?: 'end'; readonly width?: string };

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
  columnMeta: metaHelper<ColumnLook>(),
});

/** The one table of the application; a page brings only its columns and rows. */
export const { useAppTable, createAppColumnHelper, appFeatures } = createTableHook({ features });
