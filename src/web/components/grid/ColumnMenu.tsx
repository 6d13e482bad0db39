import type { ReactNode } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { PopoverAt } from '#web/components/controls/overlays.tsx';
import { ColumnFilterForm } from './ColumnFilterForm.tsx';
import style from './ColumnMenu.module.css';
import {
  columnMenu,
  fittingWidth,
  type ShownColumn,
  sortOrders,
  withColumn,
  withFilter,
  withMoved,
  withSort,
} from './columnModel.ts';
import type { GridView } from './gridModel.ts';
import type { Point } from './useGridInput.ts';

type ColumnMenuProps = {
  column: ShownColumn;
  /** Where it opens, in pixels of the window. */
  at: Point;
  /** The width of the column, in pixels. */
  width: number;
  columns: readonly Column[];
  store: RowStore;
  view: GridView;
  onView: (changes: Partial<GridView>) => void;
  columnTools: ((column: Column) => ReactNode) | undefined;
  onClose: () => void;
};

const widthStep = 24;

/** Sort, filter, position, width and visibility of a column. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, at, width, columns, store, view, onView, columnTools, onClose } = props;
  const { about, order, others, filter, left, right, canHide } = columnMenu(column, columns, view);
  const change = (changes: Parameters<typeof withColumn>[3]) =>
    onView({ columns: withColumn(columns, view, column.id, changes) });
  const move = (target: string | null) => {
    if (target !== null) onView({ columns: withMoved(columns, view, column.id, target) });
  };
  return (
    <PopoverAt label={`Column ${column.label}`} anchor={at} className={style['menu']} onClose={onClose}>
      <header>
        <h2>{column.label}</h2>
        <p>
          {about}
          {column.id.toLowerCase() !== column.label.toLowerCase() && <code>{column.id}</code>}
        </p>
      </header>
      <section>
        <h3>Sort</h3>
        <Choices
          label={`Sort by ${column.label}`}
          value={order}
          options={sortOrders}
          onChange={(chosen) => onView({ sorts: withSort(view.sorts, column.id, chosen, others.length > 0) })}
        />
        {others.length > 0 && <p>Also sorted by {others.join(', ')}.</p>}
      </section>
      <section>
        <h3>Filter</h3>
        <ColumnFilterForm
          column={column}
          store={store}
          filter={filter}
          onFilter={(next) => onView({ filters: withFilter(view.filters, column.id, next) })}
        />
      </section>
      <section className={style['buttons']}>
        <IconButton icon="previous" label="Move left" disabled={left === null} onClick={() => move(left)} />
        <IconButton icon="next" label="Move right" disabled={right === null} onClick={() => move(right)} />
        <IconButton icon="less" label="Narrower" onClick={() => change({ width: fittingWidth(width - widthStep) })} />
        <IconButton icon="plus" label="Wider" onClick={() => change({ width: fittingWidth(width + widthStep) })} />
        <Button isPressed={column.isPinned} onClick={() => change({ isPinned: !column.isPinned })}>
          Pinned
        </Button>
        <Button disabled={!canHide} onClick={() => change({ isHidden: true })}>
          Hide
        </Button>
      </section>
      {columnTools && <section>{columnTools(column)}</section>}
    </PopoverAt>
  );
}
