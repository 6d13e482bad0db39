import { memo } from 'react';
import { columnKindWords } from '#domain/reports/columns/columns.ts';
import { sortPlace } from '#domain/reports/rows/sortRows.ts';
import { Icon } from '#web/ui/controls/Icon.tsx';
import type { ColumnPart, DrawnColumn } from './columns/gridColumns.ts';
import type { GridView } from './gridProps.ts';
import type { ActiveCell } from './GridRow.tsx';
import style from './ReportGrid.module.css';

type GridHeadProps = { part: ColumnPart; view: GridView; active: ActiveCell | null };

/** The names of the columns with their order and filters. Clicks and keys are the table's. */
export const GridHead = memo(function GridHead({ part, view, active }: GridHeadProps) {
  const cell = (drawn: DrawnColumn) => <HeadCell key={drawn.index} drawn={drawn} view={view} active={active} />;
  return (
    <div role="rowgroup" className={style['head']} style={{ width: part.width }}>
      <div role="row" aria-rowindex={1} className={style['headRow']}>
        {part.pinned.length > 0 && <div className={style['pinned']}>{part.pinned.map(cell)}</div>}
        {part.before > 0 && <div style={{ width: part.before, flexShrink: 0 }} />}
        {part.free.map(cell)}
      </div>
    </div>
  );
});

type HeadCellProps = { drawn: DrawnColumn; view: GridView; active: ActiveCell | null };

function HeadCell({ drawn: { column, index, style: width }, view, active }: HeadCellProps) {
  const sort = sortPlace(view.sorts, column.id);
  const isFiltered = view.filters.some((filter) => filter.column === column.id);
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sort ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      id={active?.column === index ? active.id : undefined}
      className={style['headCell']}
      data-look={column.look}
      style={width}
      title={column.source ? `${column.label}: ${columnKindWords[column.source.kind]}` : undefined}
    >
      <span className={style['name']}>{column.label}</span>
      {sort && (
        <span className={style['mark']}>
          <Icon name={sort.isDescending ? 'down' : 'up'} size={14} />
          {sort.of > 1 && sort.rank}
        </span>
      )}
      {isFiltered && (
        <span className={style['mark']}>
          <Icon name="filter" size={13} />
          <span className="visually-hidden">filtered</span>
        </span>
      )}
      {column.source && (
        <>
          <button
            type="button"
            tabIndex={-1}
            className={style['menuButton']}
            aria-label={`${column.label}: column menu`}
          >
            <Icon name="more" size={15} />
          </button>
          <span data-handle className={style['handle']} />
        </>
      )}
    </div>
  );
}
