import { useLayoutEffect, useRef } from 'react';
import { columnKindWords } from '#domain/reports/columns/columns.ts';
import { fittingWidth, withColumn, withPlace } from '#domain/reports/columns/columnSettings.ts';
import type { ColumnFilter } from '#domain/reports/rows/filterRows.ts';
import { sortPlace, type SortOrder, withSort } from '#domain/reports/rows/sortRows.ts';
import { type ShownColumn, shownColumns } from '#domain/reports/views/viewState.ts';
import { Choices, IconButton } from '#web/ui/controls/controls.tsx';
import { ColumnFilterForm } from './ColumnFilterForm.tsx';
import style from './ColumnMenu.module.css';
import type { ReportGridProps } from '#web/ui/grid/gridProps.ts';
import type { OpenMenu, Point } from './useColumnMenu.ts';

type ColumnMenuProps = Pick<ReportGridProps, 'columns' | 'store' | 'view' | 'onView' | 'columnTools'> &
  OpenMenu & { onClose: () => void };

const orders: readonly { value: SortOrder; label: string }[] = [
  { value: 'none', label: 'original order' },
  { value: 'ascending', label: 'ascending' },
  { value: 'descending', label: 'descending' },
];

/** Everything one can do with a column. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, at, store, view, onView, onClose, columnTools } = props;
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current!;
    element.showPopover();
    keepInWindow(element, at);
    element.querySelector<HTMLElement>('button, input')?.focus();
  }, [at]);
  const sort = sortPlace(view.sorts, column.id);
  const order = sort ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
  const others = view.sorts
    .filter((one) => one.column !== column.id)
    .map((one) => props.columns.find(({ id }) => id === one.column)?.label ?? one.column);
  return (
    <div
      ref={menu}
      popover="auto"
      role="dialog"
      aria-label={`Column ${column.label}`}
      className={style['menu']}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <header>
        <h2>{column.label}</h2>
        <p>
          {columnKindWords[column.kind]} · {filledWords(column)}
          {column.id.toLowerCase() !== column.label.toLowerCase() && <code>{column.id}</code>}
        </p>
      </header>
      <section>
        <h3>Sort</h3>
        <Choices
          label={`Sort by ${column.label}`}
          value={order}
          options={orders}
          onChange={(chosen) => onView({ sorts: withSort(view.sorts, column.id, chosen, others.length > 0) })}
        />
        {others.length > 0 && <p>Also sorted by {others.join(', ')}.</p>}
      </section>
      <section>
        <h3>Filter</h3>
        <ColumnFilterForm
          column={column}
          store={store}
          filter={view.filters.find((one) => one.column === column.id) ?? null}
          onFilter={(filter) => onView({ filters: withFilter(view.filters, column.id, filter) })}
        />
      </section>
      <ColumnButtons {...props} />
      {columnTools && <section>{columnTools(column)}</section>}
    </div>
  );
}

function ColumnButtons({ column, columns, view, onView, width }: ColumnMenuProps) {
  const shown = shownColumns(columns, view).filter(({ isHidden }) => !isHidden);
  const at = shown.findIndex(({ id }) => id === column.id);
  const change = (changes: Parameters<typeof withColumn>[3]) =>
    onView({ columns: withColumn(columns, view, column.id, changes) });
  const move = (to: number) => {
    const target = shown[to];
    if (target) onView({ columns: withPlace(columns, view, column.id, target.id) });
  };
  const canMove = (to: number) => shown[to]?.isPinned === column.isPinned;
  return (
    <section className={style['buttons']}>
      <IconButton icon="previous" label="Move to the left" disabled={!canMove(at - 1)} onClick={() => move(at - 1)} />
      <IconButton icon="next" label="Move to the right" disabled={!canMove(at + 1)} onClick={() => move(at + 1)} />
      <IconButton icon="less" label="Narrower" onClick={() => change({ width: fittingWidth(width - 24) })} />
      <IconButton icon="plus" label="Wider" onClick={() => change({ width: fittingWidth(width + 24) })} />
      <button type="button" aria-pressed={column.isPinned} onClick={() => change({ isPinned: !column.isPinned })}>
        Pinned
      </button>
      <button type="button" disabled={shown.length === 1} onClick={() => change({ isHidden: true })}>
        Hide
      </button>
    </section>
  );
}

function filledWords({ filled, emptyShare }: ShownColumn): string {
  if (emptyShare === 0) return 'no blanks';
  return filled === 0 ? 'every row is empty' : `${Math.max(1, Math.round(100 * emptyShare))} % empty`;
}

function withFilter(filters: readonly ColumnFilter[], id: string, filter: ColumnFilter | null): ColumnFilter[] {
  const others = filters.filter(({ column }) => column !== id);
  return filter ? [...others, filter] : others;
}

const margin = 8;

function keepInWindow(element: HTMLElement, { x, y }: Point) {
  const { offsetWidth, offsetHeight } = element;
  const fit = (start: number, length: number, room: number) =>
    Math.max(margin, Math.min(start, room - length - margin));
  element.style.left = `${fit(x, offsetWidth, document.documentElement.clientWidth)}px`;
  element.style.top = `${fit(y, offsetHeight, window.innerHeight)}px`;
}
