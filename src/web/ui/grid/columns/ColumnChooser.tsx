import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { withColumn, withHidden, withPlace } from '#domain/reports/columns/columnSettings.ts';
import { folded } from '#domain/reports/columns/texts.ts';
import { type ShownColumn, shownColumns } from '#domain/reports/views/viewState.ts';
import { Button, SearchField } from '#web/ui/controls/controls.tsx';
import controls from '#web/ui/controls/controls.module.css';
import { Icon } from '#web/ui/controls/Icon.tsx';
import style from './ColumnChooser.module.css';
import type { GridView } from '#web/ui/grid/gridProps.ts';

type ColumnChooserProps = {
  columns: readonly Column[];
  view: Pick<GridView, 'columns'>;
  onView: (changes: Pick<GridView, 'columns'>) => void;
};

/** A button, and behind it which columns are shown, in which order, and which stay in sight. */
export function ColumnChooser(props: ColumnChooserProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { length } = props.columns;
  const shown =
    length - props.view.columns.filter(({ column, isHidden }) => isHidden && isIn(props.columns, column)).length;
  return (
    <>
      <button type="button" className={controls['button']} popoverTarget={id}>
        <Icon name="table" size={16} />
        {shown === length ? `${length} columns` : `${shown} of ${length} columns`}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Columns"
        className={style['chooser']}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && <Choice {...props} shown={shown} />}
      </div>
    </>
  );
}

function isIn(columns: readonly Column[], id: string): boolean {
  return columns.some((column) => column.id === id);
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
      <SearchField label="Search the columns" placeholder="search columns" value={search} onChange={setSearch} />
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
            onPlace={(target) => onView({ columns: withPlace(columns, view, column.id, target) })}
            neighbours={[found[index - 1]?.id, found[index + 1]?.id]}
          />
        ))}
      </ol>
      <p>Drag a column by its dots, or move it with the arrow keys on them.</p>
    </>
  );
}

type ColumnItemProps = {
  column: ShownColumn;
  /** The last one in sight cannot be hidden. */
  isLast: boolean;
  onChange: (changes: { isHidden: boolean } | { isPinned: boolean }) => void;
  /** Takes the place of another column. */
  onPlace: (target: string) => void;
  /** The columns above and below. */
  neighbours: readonly [string | undefined, string | undefined];
};

function ColumnItem({ column, isLast, onChange, onPlace, neighbours }: ColumnItemProps) {
  const [isDragged, setDragged] = useState(false);
  const { id, label, isHidden, isPinned } = column;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.key === 'ArrowUp' ? neighbours[0] : event.key === 'ArrowDown' ? neighbours[1] : undefined;
    if (target === undefined) return;
    event.preventDefault();
    onPlace(target);
  };
  const onPointerMove = (event: PointerEvent) => {
    const over = isDragged ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const target = over?.closest<HTMLElement>('[data-column]')?.dataset['column'];
    if (target !== undefined && target !== id) onPlace(target);
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
