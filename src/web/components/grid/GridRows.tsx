import type { FreeForm } from '#contract/objects.ts';
import { memo, type ReactNode, type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import type { LinkOf } from '#domain/reports/columns/cellText.ts';
import type { Aggregate } from '#domain/reports/rows/groupRows.ts';
import type { Clock } from '#domain/time/clock.ts';
import { Icon } from '#web/components/controls/Icon.tsx';
import type { Scroller } from '#web/components/table/useSize.ts';
import type { GridFigures, RenderedColumn, RenderedColumns } from './columnLayout.ts';
import { type CellPosition, figureText, type GridGroups, type Lines } from './gridModel.ts';
import { type Fits, useFits } from './letterWidths.ts';
import style from './ReportGrid.module.css';
import { cellsIn, writeCells, type WrittenCells } from './rowCells.ts';
import { useLayerPosition } from './useGridLayout.ts';
import { type Drawn, linesBySlot, scrollHeight, type VirtualList } from './virtualScroll.ts';
import { numberText } from '#domain/words.ts';

/** The active cell of a row: its column and the id of its element. */
export type ActiveCell = { readonly column: number; readonly id: string };

type GridRowsProps = {
  scroller: Scroller;
  list: VirtualList;
  drawn: Drawn;
  columns: RenderedColumns;
  lines: Lines;
  items: readonly FreeForm[];
  active: { readonly position: CellPosition; readonly id: string } | null;
  open: number | null;
  linkOf: LinkOf | undefined;
  figures: GridFigures;
  groups: GridGroups | null;
  clock: Clock;
};

const noItem: FreeForm = {};

/** The rows near the viewport. */
export function GridRows({ scroller, list, drawn, columns, lines, active, ...rest }: GridRowsProps) {
  const { items, open, linkOf, figures, groups, clock } = rest;
  const layer = useRef<HTMLDivElement>(null);
  const { base } = drawn;
  useLayerPosition(scroller, layer, list, base);
  const plain = useMemo(() => plainCells(columns, null), [columns]);
  const fits = useFits();
  const written = { plain, fits, linkOf };
  const rows = linesBySlot(list, drawn).map(({ slot, line }) => {
    const { row, group } = lines.at(line);
    const frame = {
      rowIndex: line + 1,
      columns,
      top: (line - base) * list.lineHeight,
      active: active?.position.line === line + 1 ? { column: active.position.column, id: active.id } : null,
    };
    const head = group === null ? null : groups?.groups[group];
    if (!head) {
      const item = items[row ?? 0] ?? noItem;
      // The key is the slot: an element is reused for the line that scrolls into view.
      return <GridRow key={slot} {...frame} {...written} item={item} isOpen={open === row} />;
    }
    return (
      <FigureRow key={slot} {...frame} look="group" figures={figures} aggregates={head.aggregates} clock={clock}>
        <GroupHead
          name={head.key}
          count={head.count}
          cut={groups?.cuts.get(head.key)}
          isOpen={groups?.opened.has(head.key) ?? false}
        />
      </FigureRow>
    );
  });
  return (
    <div role="rowgroup" className={style['body']} style={{ height: scrollHeight(list), width: columns.width }}>
      <div ref={layer} className={style['layer']}>
        {rows}
      </div>
    </div>
  );
}

type GroupHeadProps = { name: string; count: number; cut: string | undefined; isOpen: boolean };

function GroupHead({ name, count, cut, isOpen }: GroupHeadProps) {
  return (
    <span className={style['groupHead']}>
      <Icon name={isOpen ? 'down' : 'next'} size={14} />
      <span className={style['groupName']}>{name || '(empty)'}</span>
      <span className={style['count']}>{numberText(count)}</span>
      <span className="visually-hidden">rows, {isOpen ? 'expanded' : 'collapsed'}</span>
      {cut !== undefined && (
        <span className={style['cut']}>
          <span className="visually-hidden">incomplete, </span>
          {cut}
        </span>
      )}
    </span>
  );
}

type RowFrameProps = {
  row?: Ref<HTMLDivElement>;
  /** The line, where the header is line 0. */
  rowIndex: number;
  columns: RenderedColumns;
  /** Pixels below the top of the layer; null for rows in the normal flow. */
  top: number | null;
  look: 'row' | 'group' | 'total';
  isOpen?: boolean;
  children: ReactNode;
};

function RowFrame({ row, rowIndex, columns, top, look, isOpen, children }: RowFrameProps) {
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={rowIndex + 1}
      aria-current={isOpen ? 'true' : undefined}
      className={style[look]}
      style={top === null ? undefined : { top, width: columns.width }}
    >
      {children}
    </div>
  );
}

function cellsOf({ pinned, before, free }: RenderedColumns, cell: (column: RenderedColumn) => ReactNode) {
  return (
    <>
      {pinned.length > 0 && <div className={style['pinned']}>{pinned.map(cell)}</div>}
      {before > 0 && <div style={{ width: before, flexShrink: 0 }} />}
      {free.map(cell)}
    </>
  );
}

/** One of hundreds: a function, because React would keep a component beside each element. */
function cellOf({ column, index, style: width }: RenderedColumn, active: ActiveCell | null, children?: ReactNode) {
  return (
    <div
      key={index}
      role={index === 0 && children !== '' ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      id={active?.column === index ? active.id : undefined}
      className={style['cell']}
      data-look={column.look}
      data-cut={children === undefined ? undefined : ''}
      style={width}
    >
      {children}
    </div>
  );
}

/** Cells without content: the same for all rows, so that React skips them while rows change. */
function plainCells(columns: RenderedColumns, active: ActiveCell | null) {
  return cellsOf(columns, (rendered) => cellOf(rendered, active));
}

type GridRowProps = {
  rowIndex: number;
  item: FreeForm;
  columns: RenderedColumns;
  /** Its cells while none of them is active. */
  plain: ReactNode;
  top: number;
  active: ActiveCell | null;
  isOpen: boolean;
  linkOf: LinkOf | undefined;
  fits: Fits;
};

/** React creates the elements of a row; their content is written in place, in the same frame. */
const GridRow = memo(function GridRow({ item, linkOf, fits, active, plain, ...frame }: GridRowProps) {
  const { columns } = frame;
  const row = useRef<HTMLDivElement>(null);
  const known = useRef<{ readonly columns: RenderedColumns; readonly cells: WrittenCells }>(null);
  useLayoutEffect(() => {
    if (!row.current) return;
    const { current } = known;
    const isSame = current?.columns === columns;
    const cells = isSame ? current.cells : cellsIn(row.current, columns, current?.cells ?? []);
    known.current = { columns, cells };
    writeCells(cells, item, linkOf, fits);
  }, [columns, item, linkOf, fits]);
  return (
    <RowFrame row={row} {...frame} look="row">
      {active ? plainCells(columns, active) : plain}
    </RowFrame>
  );
});

type FigureRowProps = {
  rowIndex: number;
  columns: RenderedColumns;
  top: number | null;
  look: 'group' | 'total';
  active: ActiveCell | null;
  figures: GridFigures;
  /** In the order of the measures. */
  aggregates: readonly Aggregate[];
  clock: Clock;
  /** The content of the first cell. */
  children: ReactNode;
};

/** The head of a group, or the totals: the chosen figure under each measure. */
export const FigureRow = memo(function FigureRow(props: FigureRowProps) {
  const { figures, aggregates, clock, active, children, ...frame } = props;
  return (
    <RowFrame {...frame}>
      {cellsOf(frame.columns, (rendered) => {
        const content = rendered.index === 0 ? children : figureText(rendered.column.id, figures, aggregates, clock);
        return cellOf(rendered, active, content);
      })}
    </RowFrame>
  );
});
