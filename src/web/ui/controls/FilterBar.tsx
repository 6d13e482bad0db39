import { type Filter, type FilterField, type Operator, operators } from '#contract/filters.ts';
import { setFilter } from '#domain/lists/listState.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { Select } from './controls.tsx';
import {
  activeFilters,
  choiceOptions,
  fullTime,
  isAskedDay,
  isTime,
  optionValue,
  readText,
  shortTime,
  textPlaceholder,
  textProblem,
} from './filterModel.ts';
import type { ListControls } from '#web/ui/page/urlState.ts';
import { type ReactNode, useId } from 'react';
import { wallText } from '#domain/time/time.ts';
import controls from './controls.module.css';
import sentences from './FilterSentences.module.css';
import filterFieldsStyle from './filterFields.module.css';
import { Icon } from './Icon.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { Tools } from './Tools.tsx';
import { useDraft } from './useDraft.ts';

type FilterBarProps = {
  list: ListControls;
  /** Names to choose from where a field takes ids, by field: people by their user id. */
  names?: SentenceWords['names'];
  search?: ReactNode;
  /** The field that something else on the page sets. */
  without?: string | undefined;
  /** How many of the children are in use. */
  used?: number;
  children?: ReactNode;
};

/** The filters of a list operation: one control per field of the contract, whatever the operation. */
export function FilterBar({ list, names, search, without, used = 0, children }: FilterBarProps) {
  const fields = list.operation.filters.filter(({ name }) => name !== without);
  const filtered = fields.filter(({ name }) => list.query.filters?.[name]).length;
  return (
    <Tools search={search} used={filtered + used}>
      {fields.map((field) => (
        <FilterControl
          key={field.name}
          field={field}
          filter={list.query.filters?.[field.name] ?? null}
          names={names?.[field.name]}
          onChange={(filter) => void list.change(setFilter(field.name, filter, list.usual))}
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
  const today = wallText(useMinute(), school.timeZone).slice(0, 10);
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
      {filter && <DateTimeInputs label={field.label} filter={filter} onChange={onChange} />}
    </span>
  );
}

type DateTimeInputsProps = { label: string; filter: Filter; onChange: (filter: Filter) => void };

/** The date in the browser's own picker; the time in 24 hours, which the browser's would show in its own way. */
function DateTimeInputs({ label, filter, onChange }: DateTimeInputsProps) {
  const problem = useId();
  const [date = '', clock = ''] = (filter.values[0] ?? '').split('T');
  const send = (value: string) => onChange({ ...filter, values: [value] });
  const day = useDraft(date, isAskedDay, (text) => send(`${text}T${clock}`));
  const time = useDraft(shortTime(clock), isTime, (text) => send(`${date}T${fullTime(text)}`));
  return (
    <>
      <span className={filterFieldsStyle['inputs']}>
        <input
          className={controls['input']}
          type="date"
          aria-label={`${label}: date`}
          aria-invalid={day.isWrong}
          {...day.input}
        />
        <input
          className={`${controls['input']} ${filterFieldsStyle['time']}`}
          inputMode="numeric"
          placeholder="14:00"
          maxLength={8}
          aria-label={`${label}: time, 24 hours`}
          aria-invalid={time.isWrong}
          aria-describedby={time.isWrong ? problem : undefined}
          {...time.input}
        />
      </span>
      {time.isWrong && (
        <span id={problem} className={filterFieldsStyle['problem']} role="alert">
          A time such as 14:00, from 00:00 to 23:59
        </span>
      )}
    </>
  );
}

/** A guid, an id or text, or one of the names that stand for ids; what the field does not allow is said and not sent. */
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
    <span className={filterFieldsStyle['field']}>
      <label className={controls['label']} htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        className={`${controls['input']} ${filterFieldsStyle['text']}`}
        list={names && `${id}-names`}
        placeholder={textPlaceholder(field, names)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={draft.isWrong}
        aria-describedby={draft.isWrong ? `${id}-problem` : undefined}
        {...draft.input}
      />
      {names && (
        <datalist id={`${id}-names`}>
          {Array.from(names, ([key, name]) => (
            <option key={key} value={name} />
          ))}
        </datalist>
      )}
      {draft.isWrong && (
        <span id={`${id}-problem`} className={filterFieldsStyle['problem']} role="alert">
          {textProblem(names)}
        </span>
      )}
    </span>
  );
}

/** Each filter that is on, as a sentence, with a way to take it off. */
export function FilterSentences({ list, words }: { list: ListControls; words: SentenceWords }) {
  const filters = activeFilters(list.operation, list.query, words);
  if (filters.length === 0) return null;
  return (
    <ul className={sentences['sentences']} aria-label="Filters">
      {filters.map(({ name, sentence }) => (
        <li key={name}>
          {sentence}
          <button
            type="button"
            aria-label={`Remove: ${sentence}`}
            title="Remove this filter"
            onClick={() => void list.change(setFilter(name, null, list.usual))}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
