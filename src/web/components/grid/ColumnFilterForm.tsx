import { useState, useMemo } from 'react';
import { type ColumnFilter, filterForms, isActive } from '#domain/reports/rows/filterSort.ts';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices, SearchField } from '#web/components/controls/controls.tsx';
import { DateField } from '#web/components/controls/DateField.tsx';
import { dayOf } from '#domain/time/time.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import style from './ColumnMenu.module.css';
import { columnValues, offeredValues, typedNumber } from './columnModel.ts';
import { runToEnd } from '#domain/reports/rows/computation.ts';
import { counted, numberText } from '#domain/words.ts';

type FilterFormProps = {
  column: Column;
  store: RowStore;
  filter: ColumnFilter | null;
  onFilter: (filter: ColumnFilter | null) => void;
};

type Form = ColumnFilter['form'];
const formWords: Readonly<Record<Form, string>> = {
  text: 'contains',
  range: 'from … to',
  days: 'days',
  set: 'one of',
};

/** The filter of a column, in a form that suits its kind or as a choice of its values. */
export function ColumnFilterForm(props: FilterFormProps) {
  const { column, filter, onFilter } = props;
  const forms = filterForms(column);
  const [form, setForm] = useState<Form>(filter?.form ?? forms[0] ?? 'text');
  const Body = bodies[form];
  return (
    <div className={style['filter']}>
      {forms.length > 1 && (
        <Choices
          label="Filter type"
          value={form}
          options={forms.map((value) => ({ value, label: formWords[value] }))}
          onChange={setForm}
        />
      )}
      <Body {...props} onFilter={(next) => onFilter(next && isActive(next) ? next : null)} />
      {filter && <Button onClick={() => onFilter(null)}>Clear filter</Button>}
    </div>
  );
}

const bodies: Readonly<Record<Form, (props: FilterFormProps) => React.ReactNode>> = {
  text: TextFilter,
  range: RangeFilter,
  days: DaysFilter,
  set: SetFilter,
};

function TextFilter({ column, filter, onFilter }: FilterFormProps) {
  return (
    <TextField
      label={`${column.label} contains`}
      isLabelHidden
      value={filter?.form === 'text' ? filter.contains : ''}
      onChange={(contains) => onFilter({ form: 'text', column: column.id, contains })}
      input={{ type: 'search', placeholder: 'Type to filter' }}
    />
  );
}

function RangeFilter({ column, filter, onFilter }: FilterFormProps) {
  const held = filter?.form === 'range' ? filter : { min: null, max: null };
  const change = (end: 'min' | 'max', value: number | null) =>
    onFilter({ form: 'range', column: column.id, min: held.min, max: held.max, [end]: value });
  return (
    <div className={style['range']}>
      <NumberField label="from" value={held.min} onChange={(value) => change('min', value)} />
      <NumberField label="to" value={held.max} onChange={(value) => change('max', value)} />
    </div>
  );
}

type NumberFieldProps = { label: string; value: number | null; onChange: (value: number | null) => void };

/** Keeps the text being typed, because `-` and `1.` may become a number. */
function NumberField({ label, value, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState(value === null ? '' : String(value));
  const typed = typedNumber(draft);
  const isOwn = Number.isNaN(typed) || typed === value;
  return (
    <TextField
      label={label}
      value={isOwn ? draft : String(value ?? '')}
      onChange={(text) => {
        const number = typedNumber(text);
        setDraft(text);
        if (!Number.isNaN(number)) onChange(number);
      }}
      input={{ inputMode: 'decimal' }}
    />
  );
}

function DaysFilter({ column, filter, onFilter }: FilterFormProps) {
  const today = dayOf(useMinute(), useSchool().timeZone);
  const held = filter?.form === 'days' ? filter : { first: null, last: null };
  const ends = ['first', 'last'] as const;
  return (
    <div className={style['range']}>
      {ends.map((end) => (
        <DateField
          key={end}
          label={`${end} day`}
          isOptional
          value={held[end] ?? ''}
          today={today}
          onChange={(day) =>
            onFilter({ form: 'days', column: column.id, first: held.first, last: held.last, [end]: day || null })
          }
        />
      ))}
    </div>
  );
}

const offered = 100;

/** A choice of the column's values, the most frequent first. */
function SetFilter({ column, store, filter, onFilter }: FilterFormProps) {
  const [search, setSearch] = useState('');
  const values = useMemo(() => runToEnd(columnValues(store, column)), [store, column]);
  const chosen = filter?.form === 'set' ? filter.values : noValues;
  const shown = offeredValues(values, chosen, search, offered);
  const toggle = (text: string) => {
    const next = chosen.includes(text) ? chosen.filter((other) => other !== text) : [...chosen, text];
    onFilter({ form: 'set', column: column.id, values: next });
  };
  return (
    <>
      {values.length > 8 && (
        <SearchField label="Search values" placeholder="Search values" value={search} onChange={setSearch} />
      )}
      <ul className={style['values']}>
        {shown.map(({ text, count }) => (
          <li key={text}>
            <Check
              isOn={chosen.includes(text)}
              onChange={() => toggle(text)}
              label={
                <>
                  <span className={style['value']}>{text === '' ? <i>(empty)</i> : text.slice(0, 200)}</span>
                  <span className={style['valueCount']}>{numberText(count)}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
      <p>
        {counted(values.length, 'distinct value')} in the loaded rows
        {shown.length < values.length && `; ${shown.length} shown, search for others`}
      </p>
    </>
  );
}

const noValues: readonly string[] = [];
