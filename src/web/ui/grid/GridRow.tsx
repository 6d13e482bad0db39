import { memo, type ReactNode } from 'react';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { valueAt } from '#domain/reports/columns/columns.ts';
import type { LinkOf } from '#domain/reports/columns/knownValues.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import type { ColumnPart, DrawnColumn } from './columns/gridColumns.ts';
import style from './ReportGrid.module.css';

/** Where the reader is in a row: the column, and the id of its cell. */
export type ActiveCell = { readonly column: number; readonly id: string };

type RowFrameProps = {
  /** Among all lines, the head being the first. */
  rowIndex: number;
  part: ColumnPart;
  /** Pixels below the top of the layer; null where the row is part of the flow. */
  top: number | null;
  look: 'row' | 'group' | 'total';
  isOpen?: boolean;
  renderCell: (column: DrawnColumn) => ReactNode;
};

/** A row of the pinned columns and those near the window. */
export function RowFrame({ rowIndex, part, top, look, isOpen, renderCell }: RowFrameProps) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex + 1}
      aria-current={isOpen ? 'true' : undefined}
      className={style[look]}
      style={top === null ? undefined : { transform: `translateY(${top}px)`, width: part.width }}
    >
      {part.pinned.length > 0 && <div className={style['pinned']}>{part.pinned.map(renderCell)}</div>}
      {part.before > 0 && <div style={{ width: part.before, flexShrink: 0 }} />}
      {part.free.map(renderCell)}
    </div>
  );
}

type CellProps = { column: DrawnColumn; active: ActiveCell | null; children: ReactNode };

export function Cell({ column: { column, index, style: width }, active, children }: CellProps) {
  return (
    <div
      role={index === 0 && children !== '' ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      id={active?.column === index ? active.id : undefined}
      className={style['cell']}
      data-look={column.look}
      style={width}
    >
      {children}
    </div>
  );
}

type GridRowProps = {
  rowIndex: number;
  item: FreeForm;
  part: ColumnPart;
  top: number;
  active: ActiveCell | null;
  isOpen: boolean;
  linkOf: LinkOf | undefined;
};

/** One item. Its cells are plain text, cut where it is long; the record shows it whole. */
export const GridRow = memo(function GridRow({ item, linkOf, active, ...frame }: GridRowProps) {
  return (
    <RowFrame
      {...frame}
      look="row"
      renderCell={(drawn) => {
        const { source, write } = drawn.column;
        const value = source ? valueAt(item, source.path) : null;
        const text = write(value);
        const link = source && text !== '' ? linkOf?.(value, source) : null;
        return (
          <Cell key={drawn.index} column={drawn} active={active}>
            {link ? (
              <AppLink to={link} tabIndex={-1}>
                {text}
              </AppLink>
            ) : (
              text
            )}
          </Cell>
        );
      }}
    />
  );
});
