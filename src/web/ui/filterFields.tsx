import { useId, useState } from 'react';
import { isLocalDateTime, type Operator, operators, parseFilter } from '#contract/filters.ts';
import style from './controls.module.css';
import type { FilterControlProps } from './FilterBar.tsx';

/** A date-time of the operator's wall clock with its comparison. */
export function DateTimeFilter({ field, filter, onChange }: FilterControlProps) {
  const id = useId();
  const operator = filter?.operator ?? field.operators[0] ?? 'gte';
  const value = filter?.values[0]?.slice(0, 16) ?? '';
  const change = (chosen: Operator, text: string) => {
    const full = `${text}:00`;
    onChange(isLocalDateTime(full) ? { operator: chosen, values: [full] } : null);
  };
  return (
    <span className={style['control']}>
      <label className={style['label']} htmlFor={id}>
        {field.label}
      </label>
      <select
        className={style['select']}
        aria-label={`${field.label}: comparison`}
        value={operator}
        onChange={(event) => change(event.target.value as Operator, value)}
      >
        {field.operators.map((name) => (
          <option key={name} value={name}>
            {operators[name]}
          </option>
        ))}
      </select>
      <input
        id={id}
        className={style['input']}
        type="datetime-local"
        value={value}
        onChange={(event) => change(operator, event.target.value)}
      />
    </span>
  );
}

/** A guid, an id or text; what the field does not allow is said and not sent. */
export function TextFilter({ field, filter, onChange }: FilterControlProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? filter?.values[0] ?? '';
  const operator = field.operators[0] ?? 'eq';
  const parsed = parseFilter(field, `${operator}:${text.trim()}`);
  const isWrong = text.trim() !== '' && !parsed;
  const send = () => {
    if (isWrong) return;
    onChange(parsed);
    setDraft(null);
  };
  return (
    <span className={style['control']}>
      <label className={style['label']} htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        className={style['input']}
        value={text}
        aria-invalid={isWrong}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
    </span>
  );
}
