import { useId } from 'react';
import { type Filter, isLocalDateTime, type Operator, operators } from '#contract/filters.ts';
import { isDay, wallText } from '#domain/time/time.ts';
import { Select } from './controls.tsx';
import controls from './controls.module.css';
import type { FilterControlProps } from './FilterBar.tsx';
import style from './filterFields.module.css';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { useDraft } from './useDraft.ts';

/** A comparison with a date-time that has no zone. Date and time are sent once they settle, never letter by letter. */
export function DateTimeFilter({ field, filter, onChange }: FilterControlProps) {
  const school = useSchool();
  const today = wallText(useMinute(), school.timeZone).slice(0, 10);
  const choose = (operator: Operator | 'any') =>
    onChange(operator === 'any' ? null : { operator, values: [filter?.values[0] ?? `${today}T00:00:00`] });
  const comparisons = field.operators.map((operator) => ({ value: operator, label: operators[operator] }));
  return (
    <span className={style['field']}>
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
  const day = useDraft(date, isSentDay, (text) => send(`${text}T${clock}`));
  const time = useDraft(shortTime(clock), isTime, (text) => send(`${date}T${fullTime(text)}`));
  return (
    <>
      <span className={style['inputs']}>
        <input
          className={controls['input']}
          type="date"
          aria-label={`${label}: date`}
          aria-invalid={day.isWrong}
          {...day.input}
        />
        <input
          className={`${controls['input']} ${style['time']}`}
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
        <span id={problem} className={style['problem']} role="alert">
          A time such as 14:00, from 00:00 to 23:59
        </span>
      )}
    </>
  );
}

/** A year that is still being typed, `0202`, is not asked for: before 1900 means none in this API. */
function isSentDay(text: string): boolean {
  return isDay(text) && text >= '1900';
}

function isTime(text: string): boolean {
  return isLocalDateTime(`2000-01-01T${fullTime(text)}`);
}

/** `1400`, `14:00` and `9:30` as the API writes them. */
function fullTime(text: string): string {
  const [, hour = '', minute = '', second = '00'] = /^(\d{1,2}):?(\d\d)(?::?(\d\d))?$/.exec(text.trim()) ?? [];
  return `${hour.padStart(2, '0')}:${minute}:${second}`;
}

function shortTime(clock: string): string {
  return clock.slice(0, 8).replace(/^(\d\d:\d\d):00$/, '$1');
}
