import { useId } from 'react';
import { type FilterField, parseFilter, printFilter } from '#contract/filters.ts';
import type { ReportParameter } from '#domain/reports/loading/reportQuery.ts';
import control from '#web/ui/controls/controls.module.css';
import { DateTimeFilter } from '#web/ui/controls/FilterBar.tsx';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';
import { useDraft } from '#web/ui/controls/useDraft.ts';
import { InstantField } from './InstantField.tsx';
import style from './QuestionPanel.module.css';

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
