import { type Filter, type FilterField, type Operator, operators } from '#contract/filters.ts';
import { setFilter } from '#domain/lists/listState.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { IconButton } from './buttons.tsx';
import { Select } from './controls.tsx';
import { DateField, TimeField } from './DateField.tsx';
import { TextField } from './fields.tsx';
import { activeFilters, choiceOptions, optionValue, readText, textPlaceholder, textProblem } from './filterModel.ts';
import type { ListControls } from '#web/components/page/urlList.ts';
import Chip from '@mui/material/Chip';
import { type ReactNode, useId } from 'react';
import { type Day, dayOf } from '#domain/time/time.ts';
import sentences from './FilterSentences.module.css';
import filterFieldsStyle from './filterFields.module.css';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { Tools } from './Tools.tsx';
import { useDraft } from './useDraft.ts';

type FilterBarProps = {
  list: ListControls;
  /** Names to choose from for fields that take ids, by field: people by their user id. */
  names?: SentenceWords['names'];
  search?: ReactNode;
  /** The field that another control of the page sets. */
  without?: string | undefined;
  /** How many of the children are in use. */
  used?: number;
  children?: ReactNode;
};

/** The filters of a list operation: one control per field of the contract, for every operation. */
export function FilterBar({ list, names, search, without, used = 0, children }: FilterBarProps) {
  const fields = list.operation.filters.filter(({ name }) => name !== without);
  const filtered = fields.filter(({ name }) => list.query.filters?.[name]).length;
  return (
    <Tools search={search} used={filtered + used} label={children ? 'Options' : 'Filters'}>
      {fields.map((field) => (
        <FilterControl
          key={field.name}
          field={field}
          filter={list.query.filters?.[field.name] ?? null}
          names={names?.[field.name]}
          onChange={(filter) => list.change(setFilter(field.name, filter, list.default))}
        />
      ))}
      {children}
    </Tools>
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

function ChoiceFilter({ field, filter, onChange }: FilterControlProps) {
  const options = choiceOptions(field);
  const choose = (value: string) => onChange(options.find((option) => option.value === value)?.filter ?? null);
  return <Select label={field.label} value={optionValue(filter)} options={options} onChange={choose} />;
}

/** A comparison with a date-time that has no zone. Date and time are sent once they settle, never letter by letter. */
export function DateTimeFilter({ field, filter, onChange }: FilterControlProps) {
  const school = useSchool();
  const today = dayOf(useMinute(), school.timeZone);
  const choose = (operator: Operator | 'any') =>
    onChange(operator === 'any' ? null : { operator, values: [filter?.values[0] ?? `${today}T00:00:00`] });
  const comparisons = field.operators.map((operator) => ({ value: operator, label: operators[operator] }));
  return (
    <span className={filterFieldsStyle['field']}>
      <Select
        label={field.label}
        value={filter?.operator ?? 'any'}
        options={[{ value: 'any' as const, label: 'any time' }, ...comparisons]}
        onChange={choose}
      />
      {filter && <DateTimeInputs label={field.label} filter={filter} today={today} onChange={onChange} />}
    </span>
  );
}

type DateTimeInputsProps = { label: string; filter: Filter; today: Day; onChange: (filter: Filter) => void };

/** The day and the time, by the clock in which the service reads a time without a zone. */
function DateTimeInputs({ label, filter, today, onChange }: DateTimeInputsProps) {
  const clock = useSchool().zonelessTimes === 'utc' ? 'Z' : 'L';
  const [date = '', time = ''] = (filter.values[0] ?? '').split('T');
  const send = (value: string) => onChange({ ...filter, values: [value] });
  return (
    <>
      <DateField
        label={`${label}: date`}
        isLabelHidden
        value={date}
        today={today}
        onChange={(day) => send(`${day}T${time}`)}
      />
      <TimeField
        label={`${label}: time, 24 hours`}
        isLabelHidden
        value={time}
        clock={clock}
        onChange={(text) => send(`${date}T${text}`)}
      />
    </>
  );
}

/** A guid, an id or text, or a name that represents ids; a value that the field does not allow is reported and not sent. */
export function TextFilter({ field, filter, names, onChange }: FilterControlProps) {
  const id = useId();
  const value = filter?.values[0] ?? '';
  const read = (text: string) => readText(field, text, names);
  const draft = useDraft(
    names?.get(value) ?? value,
    (text) => text.trim() === '' || read(text) !== null,
    (text) => onChange(read(text)),
  );
  return (
    <>
      <TextField
        label={field.label}
        width={24}
        {...draft.field}
        problem={draft.isWrong ? textProblem(names) : null}
        input={{ list: names && `${id}-names`, placeholder: textPlaceholder(field, names), ...draft.events }}
      />
      {names && (
        <datalist id={`${id}-names`}>
          {Array.from(names, ([key, name]) => (
            <option key={key} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Each active filter as a sentence, with a button to remove it. */
export function FilterSentences({ list, words }: { list: ListControls; words: SentenceWords }) {
  const filters = activeFilters(list.operation, list.query, words);
  if (filters.length === 0) return null;
  return (
    <ul className={sentences['sentences']} aria-label="Filters">
      {filters.map(({ name, sentence }) => (
        <li key={name}>
          <FilterChip sentence={sentence} onRemove={() => list.change(setFilter(name, null, list.default))} />
        </li>
      ))}
    </ul>
  );
}

type FilterChipProps = { sentence: string; onRemove: () => void };

/**
 * An active filter, and a button to remove it. (Not `onDelete` of the chip: that makes the whole chip a button, and screen
 * readers ignore a button within a button.)
 */
export function FilterChip({ sentence, onRemove }: FilterChipProps) {
  return (
    <Chip
      label={
        <>
          <span>{sentence}</span>
          <IconButton icon="close" size={14} label={`Remove: ${sentence}`} onClick={onRemove} />
        </>
      }
    />
  );
}
