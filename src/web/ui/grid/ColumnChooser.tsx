import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { withColumn, withHidden, withMoved, type ShownColumn, shownColumns } from './columnModel.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { Button, SearchField } from '#web/ui/controls/controls.tsx';
import controls from '#web/ui/controls/controls.module.css';
import { Popover } from '#web/ui/controls/overlays.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import style from './ColumnChooser.module.css';
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
    <Popover
      button={
        <>
          <Icon name="table" size={16} />
          {shown === length ? `${length} columns` : `${shown} of ${length} columns`}
        </>
      }
      buttonClass={controls['button']}
      label="Columns"
      className={style['chooser']}
    >
      {() => <Choice columns={props.columns} view={props.view} onView={props.onView} shown={shown} />}
    </Popover>
  );
}

function Choice({ columns, view, onView, shown }: ColumnChooserProps & { shown: number }) {
  const [search, setSearch] = useState('');
  const wanted = folded(search.trim());
  const found = shownColumns(columns, view).filter(({ label, id }) => folded(`${label} ${id}`).includes(wanted));
  const hide = (isHidden: boolean) =>
    onView({ columns: withHidden(columns, view, new Set(found.map(({ id }) => id)), isHidden) });
  return (
    <>
      <header>
        <h2>Columns</h2>
        <span>
          {shown} of {columns.length} shown
        </span>
      </header>
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
      <button
        type="button"
        className={style['grip']}
        aria-label={`Move ${label}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(true);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => setDragged(false)}
        onPointerCancel={() => setDragged(false)}
      >
        <Icon name="grip" size={16} />
      </button>
      <label>
        <input
          type="checkbox"
          checked={!isHidden}
          disabled={isLast}
          onChange={() => onChange({ isHidden: !isHidden })}
        />
        <span>{label}</span>
      </label>
      <button
        type="button"
        className={style['pin']}
        aria-label={`Pin ${label}`}
        aria-pressed={isPinned}
        onClick={() => onChange({ isPinned: !isPinned })}
      >
        <Icon name="pin" size={15} />
      </button>
    </li>
  );
}
