import { memo, useId, useRef, useState } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import { Icon } from '#web/components/controls/Icon.tsx';
import type { Scroller } from '#web/components/table/useSize.ts';
import { usePrinting } from '#web/components/page/display.tsx';
import { useClock } from '#web/components/page/school.tsx';
import type { RenderedColumn, RenderedColumns } from './columnLayout.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { shownColumns } from './columnModel.ts';
import { type GridProps, type GridView, headMarks, totalText } from './gridModel.ts';
import { type ActiveCell, FigureRow, GridRows } from './GridRows.tsx';
import { PrintedRows } from './PrintedRows.tsx';
import style from './ReportGrid.module.css';
import { useGridInput } from './useGridInput.ts';
import { type ColumnDrag, type GridLayout, useContinuation, useGridLayout } from './useGridLayout.ts';

/**
 * A table for any number of rows and columns of any kind, with virtual scrolling in both directions. It is as tall as its rows,
 * up to the height of its container.
 */
export function ReportGrid(props: GridProps) {
  const { columns, view, empty } = props;
  const isPrinting = usePrinting();
  if (shownColumns(columns, view).some(({ isHidden }) => !isHidden)) {
    // While the table is on paper, the grid stays mounted, with its position and focus.
    return (
      <>
        {isPrinting && props.rows.length > 0 && <PrintedRows {...props} />}
        <Grid {...props} />
      </>
    );
  }
  return <div className={style['empty']}>{columns.length === 0 ? empty : 'All columns are hidden.'}</div>;
}

/** Typed as strings, because React's style type knows no custom properties. */
const properties: Readonly<Record<'line' | 'head', string>> = { line: '--line-height', head: '--head-height' };

function Grid({ label, store, columns, rows, view, onView, figures, groups, totals, ...rest }: GridProps) {
  const { part = null, open, onOpen, linkOf, onLink, isBusy, empty, columnTools } = rest;
  const scroller = useRef<HTMLDivElement>(null);
  const hint = useId();
  const clock = useClock();
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const layout = useGridLayout(scroller, { columns, store, view, rows, figures, groups, totals, part }, clock, drag);
  const handled = { columns, store, view, groups, onView, onOpen, onLink };
  const { active, menu, listeners } = useGridInput(scroller, handled, layout, drag, setDrag);
  const { heights } = layout;
  const continues = useContinuation(scroller);
  return (
    <div className={style['grid']}>
      <span id={hint} className="visually-hidden">
        {help}
      </span>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-describedby={hint}
        aria-rowcount={layout.lineCount}
        aria-colcount={layout.columns.length}
        aria-busy={isBusy}
        aria-activedescendant={active?.id}
        aria-readonly="true"
        tabIndex={0}
        className={style['scroller']}
        style={{ [properties.line]: `${heights.line}px`, [properties.head]: `${heights.head}px` }}
        {...listeners}
      >
        <GridContent
          scroller={scroller}
          layout={layout}
          active={active}
          clock={clock}
          {...{ store, rows, view, figures, groups, totals, part, open, linkOf, empty }}
        />
      </div>
      {continues !== null && <div className={style['edge']} style={{ right: continues }} />}
      {menu.open && (
        <ColumnMenu
          key={menu.open.column.id}
          column={menu.open.column}
          at={menu.open.at}
          width={menu.open.width}
          columns={columns}
          store={store}
          view={view}
          onView={onView}
          columnTools={columnTools}
          onClose={menu.close}
        />
      )}
    </div>
  );
}

type GridContentProps = {
  scroller: Scroller;
  layout: GridLayout;
  active: ReturnType<typeof useGridInput>['active'];
  clock: Clock;
} & Pick<GridProps, 'store' | 'rows' | 'view' | 'figures' | 'groups' | 'totals' | 'part' | 'open' | 'linkOf' | 'empty'>;

/** The header, the rows and the totals. */
function GridContent({ scroller, layout, active, clock, store, rows, ...rest }: GridContentProps) {
  const { view, figures, groups, totals, part = null, open, linkOf, empty } = rest;
  const { lines, renderedColumns: columns } = layout;
  const activeIn = (line: number): ActiveCell | null =>
    active?.position.line === line ? { column: active.position.column, id: active.id } : null;
  return (
    <>
      <GridHead columns={columns} view={view} active={activeIn(0)} />
      {layout.isMeasured && (
        <GridRows
          scroller={scroller}
          list={layout.list}
          drawn={layout.drawn}
          columns={columns}
          lines={lines}
          items={store.items}
          active={active}
          open={open}
          linkOf={linkOf}
          figures={figures}
          groups={groups}
          clock={clock}
        />
      )}
      {lines.count === 0 && <div className={style['empty']}>{empty}</div>}
      {totals && layout.isMeasured && (
        <div role="rowgroup" className={style['foot']} style={{ width: columns.width }}>
          <FigureRow
            rowIndex={1 + lines.count}
            columns={columns}
            top={null}
            look="total"
            active={activeIn(1 + lines.count)}
            figures={figures}
            aggregates={totals}
            clock={clock}
          >
            <span className="visually-hidden">Total of </span>
            {totalText(rows.length, part)}
          </FigureRow>
        </div>
      )}
    </>
  );
}

const help =
  'On a column heading, Enter sorts, Shift and Enter adds the column to the sort, Alt and Down opens the column menu, and Shift ' +
  'with Left or Right changes the width. On a row, Enter opens it.';

type GridHeadProps = { columns: RenderedColumns; view: GridView; active: ActiveCell | null };

/** The column headings. The table itself handles their clicks and keys. */
const GridHead = memo(function GridHead({ columns, view, active }: GridHeadProps) {
  const cell = (rendered: RenderedColumn) => (
    <HeadCell key={rendered.index} rendered={rendered} view={view} active={active} />
  );
  return (
    <div role="rowgroup" className={style['head']} style={{ width: columns.width }}>
      <div role="row" aria-rowindex={1} className={style['headRow']}>
        {columns.pinned.length > 0 && <div className={style['pinned']}>{columns.pinned.map(cell)}</div>}
        {columns.before > 0 && <div style={{ width: columns.before, flexShrink: 0 }} />}
        {columns.free.map(cell)}
      </div>
    </div>
  );
});

type HeadCellProps = { rendered: RenderedColumn; view: GridView; active: ActiveCell | null };

function HeadCell({ rendered: { column, index, style: width }, view, active }: HeadCellProps) {
  const { direction, rank, isFiltered, title } = headMarks(column, view);
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={direction}
      id={active?.column === index ? active.id : undefined}
      className={style['headCell']}
      data-look={column.look}
      style={width}
      data-tip={title}
    >
      <span className={style['name']}>{column.label}</span>
      {direction && (
        <span className={style['mark']}>
          <Icon name={direction === 'descending' ? 'down' : 'up'} size={14} />
          {rank}
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
          {/* The table itself takes its clicks, and keyboard focus never reaches it. */}
          {/* oxlint-disable-next-line react/forbid-elements -- a part of its cell, redrawn at every scroll */}
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
