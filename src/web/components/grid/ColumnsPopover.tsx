import type { ReactNode } from 'react';
import { Check } from '#web/components/controls/fields.tsx';
import { Icon } from '#web/components/controls/Icon.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import style from './ColumnChooser.module.css';

type ColumnsPopoverProps = {
  shown: number;
  total: number;
  /** Called only while it is open. */
  children: () => ReactNode;
};

/** The columns button of every table, with the number of columns shown, and its panel. */
export function ColumnsPopover({ shown, total, children }: ColumnsPopoverProps) {
  return (
    <Popover
      button={
        <>
          <Icon name="table" size={16} />
          {shown === total ? `${total} columns` : `${shown} of ${total} columns`}
        </>
      }
      label="Columns"
      className={style['chooser']}
    >
      {() => (
        <>
          <header>
            <h2>Columns</h2>
            <span>
              {shown} of {total} shown
            </span>
          </header>
          {children()}
        </>
      )}
    </Popover>
  );
}

type ColumnChecksProps<Id extends string> = {
  /** How many further columns are always shown. */
  fixed: number;
  columns: readonly { readonly id: Id; readonly label: string }[];
  hidden: readonly Id[];
  onToggle: (id: Id) => void;
};

/** The same for a table with a fixed column order: each column is shown or not. */
export function ColumnChecks<Id extends string>({ fixed, columns, hidden, onToggle }: ColumnChecksProps<Id>) {
  const total = fixed + columns.length;
  const out = columns.filter(({ id }) => hidden.includes(id));
  return (
    <ColumnsPopover shown={total - out.length} total={total}>
      {() => (
        <ol className={style['list']}>
          {columns.map(({ id, label }) => (
            <li key={id}>
              <Check label={label} isOn={!hidden.includes(id)} onChange={() => onToggle(id)} />
            </li>
          ))}
        </ol>
      )}
    </ColumnsPopover>
  );
}
