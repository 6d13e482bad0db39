import { useMemo, useState } from 'react';
import { columnValues, offeredValues } from '#domain/reports/columns/columnValues.ts';
import { done } from '#domain/reports/rows/work.ts';
import { SearchField } from '#web/ui/controls/controls.tsx';
import type { FilterFormProps } from './ColumnFilterForm.tsx';
import style from './ColumnMenu.module.css';

const offered = 100;

/** The values of a column to choose from, the most frequent first. */
export function SetFilter({ column, store, filter, onFilter }: FilterFormProps) {
  const [search, setSearch] = useState('');
  const values = useMemo(() => done(columnValues(store, column)), [store, column]);
  const chosen = filter?.form === 'set' ? filter.values : noValues;
  const shown = offeredValues(values, chosen, search, offered);
  const toggle = (text: string) => {
    const next = chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text];
    onFilter({ form: 'set', column: column.id, values: next });
  };
  return (
    <>
      {values.length > 8 && (
        <SearchField label="Search the values" placeholder="search values" value={search} onChange={setSearch} />
      )}
      <ul className={style['values']}>
        {shown.map(({ text, count }) => (
          <li key={text}>
            <label>
              <input type="checkbox" checked={chosen.includes(text)} onChange={() => toggle(text)} />
              <span className={style['value']}>{text === '' ? <i>nothing</i> : text.slice(0, 200)}</span>
              <span className={style['valueCount']}>{count.toLocaleString('en-US')}</span>
            </label>
          </li>
        ))}
      </ul>
      <p>
        {values.length.toLocaleString('en-US')} different {values.length === 1 ? 'value' : 'values'} in the rows loaded
        {shown.length < values.length && `; ${shown.length} shown, search for the others`}
      </p>
    </>
  );
}

const noValues: readonly string[] = [];
