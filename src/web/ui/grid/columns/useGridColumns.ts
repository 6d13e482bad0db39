import { useCallback, useMemo } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import { textWidth, usualWidth } from '#domain/reports/columns/columnSettings.ts';
import { aggregateWriter } from '#domain/reports/columns/columnValues.ts';
import { shownColumns } from '#domain/reports/views/viewState.ts';
import { type GridColumn, gridColumn, groupColumn } from './gridColumns.ts';
import type { GridFigures, ReportGridProps } from '#web/ui/grid/gridProps.ts';

const groupWidth = 260;
/** The first column has room for the number of rows in the line of totals. */
const firstWidth = 116;

/** The columns in sight, in their order, and how wide each is. With groups, one that names them stands first. */
export function useGridColumns({ columns, store, view, groups, figures, totals }: ReportGridProps, clock: Clock) {
  const { zone } = store;
  const groupLabel = groups?.grouping.column.label;
  const shown = useMemo(() => {
    const own = shownColumns(columns, view)
      .filter(({ isHidden }) => !isHidden)
      .map((column) => gridColumn(column, clock, zone));
    return groupLabel === undefined ? own : [groupColumn(groupLabel), ...own];
    // oxlint-disable-next-line react/exhaustive-deps -- a new sort or filter leaves the columns as they are
  }, [columns, view.columns, groupLabel, clock, zone]);
  // The first rows decide, so that a column keeps its width while more rows come.
  const first = store.items[0];
  const usual = useMemo(
    () => new Map(columns.map((column) => [column.id, usualWidth(column, store.items)])),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [columns, first],
  );
  const sums = useMemo(() => figureWidths(figures, totals, clock), [figures, totals, clock]);
  const firstId = shown[0]?.id;
  const widthOf = useCallback(
    ({ source, id }: GridColumn) => {
      if (!source) return groupWidth;
      return source.width ?? Math.max(usual.get(id) ?? 0, sums.get(id) ?? 0, id === firstId ? firstWidth : 0);
    },
    [usual, sums, firstId],
  );
  return { columns: shown, widthOf };
}

/** A sum is longer than what it sums, and no figure is ever cut. */
function figureWidths({ measures, part }: GridFigures, totals: ReportGridProps['totals'], clock: Clock) {
  return new Map(
    measures.flatMap((measure, index) => {
      const total = totals?.[index];
      return total ? [[measure.id, textWidth(aggregateWriter(measure, clock)(part, total).length + 1)]] : [];
    }),
  );
}
