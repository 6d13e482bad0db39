import { useId, useState } from 'react';
import { type FilterField, parseFilter, printFilter } from '#contract/filters.ts';
import type { ReportParameter } from '#domain/reports/loading/reportQuery.ts';
import control from '#web/ui/controls/controls.module.css';
import { DateTimeFilter } from '#web/ui/controls/FilterBar.tsx';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';
import { useDraft } from '#web/ui/controls/useDraft.ts';
import style from './QuestionPanel.module.css';
import { isDay, readInstant, wallText } from '#domain/time/time.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import type { QueryPair } from '#contract/query.ts';
import { Button, IconButton } from '#web/ui/controls/controls.tsx';

type ParameterFieldProps = { parameter: ReportParameter; question: ReportQuestionState };

/** One parameter in the control that suits how it is written. */
export function ParameterField({ parameter, question }: ParameterFieldProps) {
  const { name, label, form } = parameter;
  const value = question.valueOf(name);
  const put = (text: string) => question.put(name, text);
  if (form === 'filter') return <FilterParameter parameter={parameter} value={value} onChange={put} />;
  if (form === 'instant') return <InstantField label={label} value={value} onChange={put} />;
  return <TextParameter parameter={parameter} value={value} onChange={put} />;
}

type FieldProps = { parameter: ReportParameter; value: string; onChange: (text: string) => void };

function FilterParameter({ parameter, value, onChange }: FieldProps) {
  const field: FilterField = {
    ...parameter,
    operators: ['gte', 'gt', 'lte', 'lt'],
    value: 'localDateTime',
    documented: parameter.isDocumented,
  };
  const filter = parseFilter(field, value);
  // What is written otherwise (the syntax is documented nowhere) stays as it is.
  if (value !== '' && !filter) return <TextParameter parameter={parameter} value={value} onChange={onChange} />;
  return <DateTimeFilter field={field} filter={filter} onChange={(next) => onChange(next ? printFilter(next) : '')} />;
}

const usual: Readonly<Record<'count' | 'text', string>> = { count: 'usual', text: 'any' };
const wholeNumber = /^\d{0,9}$/;

function TextParameter({ parameter, value, onChange }: FieldProps) {
  const id = useId();
  const { label, form, name } = parameter;
  const isCount = form === 'count';
  const draft = useDraft(
    value,
    (text) => !isCount || wholeNumber.test(text.trim()),
    (text) => onChange(text.trim()),
  );
  return (
    <span className={control['control']}>
      <label className={control['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${control['input']} ${isCount ? style['count'] : style['text']}`}
        inputMode={isCount ? 'numeric' : 'text'}
        placeholder={usual[isCount ? 'count' : 'text']}
        title={name}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={draft.isWrong}
        {...draft.input}
      />
    </span>
  );
}

type InstantFieldProps = { label: string; value: string; onChange: (text: string) => void };

/** A date-time with its zone (RFC 3339), chosen by the operator's wall clock and written in Zulu. */
function InstantField({ label, value, onChange }: InstantFieldProps) {
  const id = useId();
  const { timeZone } = useSchool();
  const instant = readInstant(value, { name: timeZone, zoneless: 'operator' });
  const [day = '', clock = ''] = instant === null ? [] : wallText(instant, timeZone).split('T');
  const send = (date: string, time: string) => onChange(date === '' ? '' : zulu(date, time, timeZone));
  const date = useDraft(
    day,
    (text) => text === '' || (isDay(text) && text >= '1900'),
    (text) => send(text, clock || '00:00'),
  );
  const time = useDraft(clock.slice(0, 5), isTime, (text) => send(day, text));
  return (
    <span className={control['control']}>
      <label className={control['label']} htmlFor={id}>
        {label}
      </label>
      <input id={id} type="date" className={control['input']} aria-invalid={date.isWrong} {...date.input} />
      {day !== '' && (
        <input
          className={`${control['input']} ${style['time']}`}
          inputMode="numeric"
          placeholder="14:00"
          maxLength={5}
          aria-label={`${label}: time, 24 hours, by the operator’s clock`}
          aria-invalid={time.isWrong}
          {...time.input}
        />
      )}
    </span>
  );
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

function zulu(day: string, clock: string, zone: string): string {
  const instant = readInstant(`${day}T${clock.slice(0, 5)}:00`, { name: zone, zoneless: 'operator' });
  return instant === null ? '' : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Any other parameter by its name: whatever a school's service may know. */
export function FreeParameters({ question, free }: { question: ReportQuestionState; free: readonly QueryPair[] }) {
  const rename = (before: string, name: string) =>
    question.change(question.pairs.map((pair) => (pair[0] === before ? [name, pair[1]] : pair)));
  return (
    <>
      {free.map(([name, value]) => (
        <span key={name} className={style['free']}>
          <DraftInput label={`Name of ${name}`} value={name} onSend={(text) => text !== '' && rename(name, text)} />=
          <DraftInput label={`Value of ${name}`} value={value} onSend={(text) => question.put(name, text)} />
          <IconButton icon="close" label={`Leave out ${name}`} onClick={() => question.put(name, '')} />
        </span>
      ))}
      <NewParameter onAdd={question.put} />
    </>
  );
}

function DraftInput({ label, value, onSend }: { label: string; value: string; onSend: (text: string) => void }) {
  const draft = useDraft(value, () => true, onSend);
  return <input className={control['input']} aria-label={label} spellCheck={false} {...draft.input} />;
}

function NewParameter({ onAdd }: { onAdd: (name: string, value: string) => void }) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const add = () => {
    onAdd(name.trim(), value);
    setName('');
    setValue('');
  };
  const isReady = name.trim() !== '' && value !== '';
  return (
    <form
      className={style['free']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add();
      }}
    >
      <input
        className={control['input']}
        aria-label="Name of another parameter"
        placeholder="name"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      =
      <input
        className={control['input']}
        aria-label="Its value"
        placeholder="value"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button disabled={!isReady} onClick={add}>
        Ask with it
      </Button>
    </form>
  );
}
