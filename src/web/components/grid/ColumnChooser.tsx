import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { withColumn, withHidden, withMoved, type ShownColumn, shownColumns } from './columnModel.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { SearchField } from '#web/components/controls/controls.tsx';
import { Check } from '#web/components/controls/fields.tsx';
import style from './ColumnChooser.module.css';
import { ColumnsPopover } from './ColumnsPopover.tsx';
import type { GridView } from './gridModel.ts';

type ColumnChooserProps = {
  columns: readonly Column[];
  view: Pick<GridView, 'columns'>;
  onView: (changes: Pick<GridView, 'columns'>) => void;
};

/** A button that opens the order, visibility and pinning of all columns. */
export function ColumnChooser(props: ColumnChooserProps) {
  const { length } = props.columns;
  const shown = shownColumns(props.columns, props.view).filter(({ isHidden }) => !isHidden).length;
  return (
    <ColumnsPopover shown={shown} total={length}>
      {() => <Choice {...props} />}
    </ColumnsPopover>
  );
}

function Choice({ columns, view, onView }: ColumnChooserProps) {
  const [search, setSearch] = useState('');
  const wanted = folded(search.trim());
  const all = shownColumns(columns, view);
  const shown = all.filter(({ isHidden }) => !isHidden).length;
  const found = all.filter(({ label, id }) => folded(`${label} ${id}`).includes(wanted));
  const hide = (isHidden: boolean) =>
    onView({ columns: withHidden(columns, view, new Set(found.map(({ id }) => id)), isHidden) });
  return (
    <>
      <SearchField label="Search columns" placeholder="Search columns" value={search} onChange={setSearch} />
      <div className={style['tools']}>
        <Button onClick={() => hide(false)}>{wanted === '' ? 'Show all' : `Show these ${found.length}`}</Button>
        <Button disabled={wanted === ''} onClick={() => hide(true)}>
          Hide these
        </Button>
        <Button disabled={view.columns.length === 0} onClick={() => onView({ columns: [] })}>
          Reset columns
        </Button>
      </div>
      <ol className={style['list']}>
        {found.map((column, index) => (
          <ColumnItem
            key={column.id}
            column={column}
            isLast={shown === 1 && !column.isHidden}
            onChange={(changes) => onView({ columns: withColumn(columns, view, column.id, changes) })}
            onMove={(target) => onView({ columns: withMoved(columns, view, column.id, target) })}
            neighbours={[found[index - 1]?.id, found[index + 1]?.id]}
          />
        ))}
      </ol>
      <p>Drag a column by its handle, or move it with the arrow keys on the handle.</p>
    </>
  );
}

type ColumnItemProps = {
  column: ShownColumn;
  /** The last visible column cannot be hidden. */
  isLast: boolean;
  onChange: (changes: { isHidden: boolean } | { isPinned: boolean }) => void;
  /** Moves it to the position of another column. */
  onMove: (target: string) => void;
  /** The ids of the columns above and below. */
  neighbours: readonly [string | undefined, string | undefined];
};

function ColumnItem({ column, isLast, onChange, onMove, neighbours }: ColumnItemProps) {
  const [isDragged, setDragged] = useState(false);
  const { id, label, isHidden, isPinned } = column;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.key === 'ArrowUp' ? neighbours[0] : event.key === 'ArrowDown' ? neighbours[1] : undefined;
    if (target === undefined) return;
    event.preventDefault();
    onMove(target);
  };
  const onPointerMove = (event: PointerEvent) => {
    const over = isDragged ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const target = over?.closest<HTMLElement>('[data-column]')?.dataset['column'];
    if (target !== undefined && target !== id) onMove(target);
  };
  return (
    <li data-column={id} data-dragged={isDragged}>
      <IconButton
        icon="grip"
        size={16}
        className={style['grip']}
        label={`Move ${label}`}
        events={{
          onKeyDown,
          onPointerDown: (event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragged(true);
          },
          onPointerMove,
          onPointerUp: () => setDragged(false),
          onPointerCancel: () => setDragged(false),
        }}
      />
      <Check label={label} isOn={!isHidden} isDisabled={isLast} onChange={(isOn) => onChange({ isHidden: !isOn })} />
      <IconButton
        icon="pin"
        size={15}
        className={style['pin']}
        label={`Pin ${label}`}
        isPressed={isPinned}
        onClick={() => onChange({ isPinned: !isPinned })}
      />
    </li>
  );
}
