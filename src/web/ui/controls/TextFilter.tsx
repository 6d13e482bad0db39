import { useId } from 'react';
import { type FilterField, parseFilter } from '#contract/filters.ts';
import controls from './controls.module.css';
import type { FilterControlProps } from './FilterBar.tsx';
import style from './filterFields.module.css';
import { useDraft } from './useDraft.ts';

/** A guid, an id or text, or one of the names that stand for ids; what the field does not allow is said and not sent. */
export function TextFilter({ field, filter, names, onChange }: FilterControlProps) {
  const id = useId();
  const value = filter?.values[0] ?? '';
  const read = (text: string) => readValue(field, text.trim(), names);
  const draft = useDraft(
    names?.get(value) ?? value,
    (text) => text.trim() === '' || read(text) !== null,
    (text) => onChange(read(text)),
  );
  return (
    <span className={style['field']}>
      <label className={controls['label']} htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        className={`${controls['input']} ${style['text']}`}
        list={names && `${id}-names`}
        placeholder={names ? `${field.value === 'guid' ? 'anybody' : 'any'}: name or id` : 'any'}
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
        <span id={`${id}-problem`} className={style['problem']} role="alert">
          {names ? 'A name of the list, or an id (guid)' : 'Invalid value'}
        </span>
      )}
    </span>
  );
}

function readValue(field: FilterField, text: string, names: FilterControlProps['names']) {
  const named = Array.from(names ?? []).find(([, name]) => name.toLowerCase() === text.toLowerCase());
  return parseFilter(field, `${field.operators[0] ?? 'eq'}:${named?.[0] ?? text}`);
}
