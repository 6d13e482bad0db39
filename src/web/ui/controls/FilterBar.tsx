import type { Filter, FilterField } from '#contract/filters.ts';
import { setFilter } from '#domain/lists/listState.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { Select } from './controls.tsx';
import { DateTimeFilter } from './DateTimeFilter.tsx';
import style from './FilterBar.module.css';
import { TextFilter } from './TextFilter.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';

type FilterBarProps = {
  list: ListControls;
  /** Names to choose from where a field takes ids, by field: people by their user id. */
  names?: SentenceWords['names'];
  children?: React.ReactNode;
};

/** The filters of a list operation: one control per field of the contract, whatever the operation. */
export function FilterBar({ list, names, children }: FilterBarProps) {
  return (
    <div className={style['bar']}>
      {list.operation.filters.map((field) => (
        <FilterControl
          key={field.name}
          field={field}
          filter={list.query.filters?.[field.name] ?? null}
          names={names?.[field.name]}
          onChange={(filter) => void list.change(setFilter(field.name, filter, list.usual))}
        />
      ))}
      {children}
    </div>
  );
}

export type FilterControlProps = {
  field: FilterField;
  filter: Filter | null;
  names?: ReadonlyMap<string, string> | undefined;
  onChange: (filter: Filter | null) => void;
};

function FilterControl(props: FilterControlProps) {
  if (props.field.choices) return <ChoiceFilter {...props} />;
  return props.field.value === 'localDateTime' ? <DateTimeFilter {...props} /> : <TextFilter {...props} />;
}

/** One choice (`eq:1`); where the field takes a list, also everything but the first, quietest choice (`int:2,3`). */
function ChoiceFilter({ field, filter, onChange }: FilterControlProps) {
  const choices = field.choices ?? [];
  const single = choices.map((choice) => ({ value: `eq:${choice.id}`, label: choice.name, ids: [String(choice.id)] }));
  const several = choices.slice(1);
  const ids = several.map((choice) => String(choice.id));
  const combined = field.operators.includes('int')
    ? [{ value: `int:${ids.join(',')}`, label: several.map((choice) => choice.name).join(' or '), ids }]
    : [];
  const options = [{ value: '', label: 'all', ids: [] }, ...single, ...combined];
  const current = filter ? `${filter.operator}:${filter.values.join(',')}` : '';
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    onChange(chosen?.value ? { operator: chosen.ids.length > 1 ? 'int' : 'eq', values: chosen.ids } : null);
  };
  return <Select label={field.label} value={current} options={options} onChange={choose} />;
}
