import { useId, memo } from 'react';
import { shownColumns } from '#domain/reports/views/viewState.ts';
import { ColumnMenu } from './columns/ColumnMenu.tsx';
import { FigureRow } from './FigureRow.tsx';
import { GridLines } from './GridLines.tsx';
import type { ReportGridProps, GridView } from './gridProps.ts';
import style from './ReportGrid.module.css';
import { useGrid } from './useGrid.ts';
import { columnKindWords } from '#domain/reports/columns/columns.ts';
import { sortPlace } from '#domain/reports/rows/sortRows.ts';
import { Icon } from '#web/ui/controls/Icon.tsx';
import type { ColumnPart, DrawnColumn } from './columns/gridColumns.ts';
import type { ActiveCell } from './GridRow.tsx';

/**
 * Any number of rows and columns of any kind, of which only those near the window are in the document. It is as tall as its
 * rows, and where its container is not, it scrolls.
 */
export function ReportGrid(props: ReportGridProps) {
  const { columns, view, empty } = props;
  if (shownColumns(columns, view).some(({ isHidden }) => !isHidden)) return <Grid {...props} />;
  return <div className={style['empty']}>{columns.length === 0 ? empty : 'Every column is hidden.'}</div>;
}

function Grid(props: ReportGridProps) {
  const { label, store, view, figures, totals } = props;
  const hint = useId();
  const grid = useGrid(props);
  const { scroller, heights, lines, part, menu, sizing, actions, walk, active } = grid;
  const activeOn = (line: number) =>
    active?.place.line === line ? { column: active.place.column, id: active.id } : null;
  return (
    <div className={style['grid']}>
      <span id={hint} className="visually-hidden">
        {howTo}
      </span>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-describedby={hint}
        aria-rowcount={grid.rowCount}
        aria-colcount={grid.columns.length}
        aria-busy={props.isBusy}
        aria-activedescendant={active?.id}
        aria-readonly="true"
        tabIndex={0}
        className={style['scroller']}
        style={{ ['--line-height' as string]: `${heights.line}px`, ['--head-height' as string]: `${heights.head}px` }}
        onFocus={walk.onFocus}
        onKeyDown={walk.onKeyDown}
        onClick={(event) => menu.onClick(event) || walk.onClick(event)}
        onContextMenu={menu.onContextMenu}
        onPointerDown={sizing.onPointerDown}
        onPointerMove={sizing.onPointerMove}
        onPointerUp={sizing.onPointerUp}
        onPointerCancel={sizing.onPointerCancel}
        onDoubleClick={actions.resetWidth}
        onCopy={(event) => actions.copy(event, walk.active)}
      >
        <GridHead part={part} view={view} active={activeOn(0)} />
        {grid.isMeasured && <GridLines {...grid} {...props} items={store.items} lines={lines} active={active} />}
        {lines.count === 0 && <div className={style['empty']}>{props.empty}</div>}
        {totals && grid.isMeasured && (
          <div role="rowgroup" className={style['foot']} style={{ width: part.width }}>
            <FigureRow
              rowIndex={1 + lines.count}
              part={part}
              top={null}
              look="total"
              active={activeOn(1 + lines.count)}
              figures={figures}
              aggregates={totals}
              clock={grid.clock}
            >
              <span className="visually-hidden">Total of </span>
              {props.rows.length.toLocaleString('en-US')} {props.rows.length === 1 ? 'row' : 'rows'}
            </FigureRow>
          </div>
        )}
      </div>
      {menu.open && <ColumnMenu key={menu.open.column.id} {...props} {...menu.open} onClose={menu.close} />}
    </div>
  );
}

const howTo =
  'Enter on a column’s name sorts by it, with Shift as well as by others; Alt and arrow down opens its menu; Shift and left or ' +
  'right set its width. Enter on a row opens it.';

type GridHeadProps = { part: ColumnPart; view: GridView; active: ActiveCell | null };

/** The names of the columns with their order and filters. Clicks and keys are the table's. */
const GridHead = memo(function GridHead({ part, view, active }: GridHeadProps) {
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
