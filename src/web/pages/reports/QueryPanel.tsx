import { type ReactNode, useState } from 'react';
import { addressOf } from '#contract/addresses.ts';
import { parseFilter, printFilter } from '#contract/filters.ts';
import { type LoadPlan, newestOffset } from '#domain/reports/loading/loadPlan.ts';
import { curlLine, dataSetOf, type ReportId, type ReportParameter } from '#domain/reports/loading/reportQuery.ts';
import { dayOf } from '#domain/time/time.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { DateField, TimeField } from '#web/components/controls/DateField.tsx';
import { TextField } from '#web/components/controls/fields.tsx';
import { DateTimeFilter } from '#web/components/controls/FilterBar.tsx';
import { useUrlFold } from '#web/components/controls/Fold.tsx';
import { useDraft } from '#web/components/controls/useDraft.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { ApiFold } from '#web/components/panel/QueryShown.tsx';
import { pagingText } from './loadModel.ts';
import {
  dayEnd,
  filterField,
  isCountText,
  queryFields,
  valueOf,
  wallParts,
  withName,
  withValue,
  zuluText,
} from './queryModel.ts';
import style from './QueryPanel.module.css';
import type { QueryState } from './reportState.ts';

type ReportApiDetailsProps = { id: ReportId; query: QueryState; plan: LoadPlan };

/** Below the rows, for people who know the API: parameters other than dates, and the call as it is made. */
export function ReportApiDetails({ id, query, plan }: ReportApiDetailsProps) {
  const { pairs, change } = query;
  const { documented, undocumented, free, takesAny, isUsed } = queryFields(id, pairs);
  // Open from the start if a user has set something in it, and not closed while they clear it. `api` names those of a row.
  const [wasUsed] = useState(isUsed);
  return (
    <ApiFold fold={useUrlFold('parameters', wasUsed)}>
      <p className={style['others']}>
        Data set <code>{dataSetOf(id)}</code>
      </p>
      {documented.length > 0 && <Fields parameters={documented} query={query} />}
      {(undocumented.length > 0 || takesAny) && (
        <>
          <p className={style['others']}>
            Undocumented parameters <span>the service may accept or silently ignore these</span>
          </p>
          <Fields parameters={undocumented} query={query}>
            {free.map(([name, value]) => (
              <FreeParameter
                key={name}
                name={name}
                value={value}
                onName={(next) => change(withName(pairs, name, next))}
                onValue={(next) => change(withValue(pairs, name, next))}
              />
            ))}
            {takesAny && <NewParameter onAdd={(name, value) => change(withValue(pairs, name, value))} />}
          </Fields>
        </>
      )}
      <ExactCall id={id} query={query} plan={plan} />
      {query.query.offset === undefined && (
        <Button onClick={() => change(withValue(pairs, 'offset', String(newestOffset(plan))))}>Page by page</Button>
      )}
    </ApiFold>
  );
}

type FieldsProps = { parameters: readonly ReportParameter[]; query: QueryState; children?: ReactNode };

function Fields({ children, ...given }: FieldsProps) {
  return (
    <div className={style['fields']}>
      <Parameters {...given} />
      {children}
    </div>
  );
}

export function Parameters({ parameters, query: { pairs, change } }: Omit<FieldsProps, 'children'>) {
  return parameters.map((parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={valueOf(pairs, parameter.name)}
      onChange={(text) => change(withValue(pairs, parameter.name, text))}
    />
  ));
}

/** The call as it is made, and as a shell command; the gateway adds the API key. */
function ExactCall({ id, query, plan }: ReportApiDetailsProps) {
  const { operatorId } = useSchool();
  const full = { ...query.query, limit: plan.limit };
  return (
    <div className={style['exact']}>
      <span className={style['call']}>
        <code>GET {addressOf(id, { operatorId: String(operatorId) }, full)}</code>
        <CopyButton label="Copy as curl" text={curlLine(window.location.origin, id, operatorId, full)} />
      </span>
      <span className={style['paging']}>{pagingText(plan) ?? 'Detecting how the service pages …'}</span>
    </div>
  );
}

type FieldProps = { parameter: ReportParameter; value: string; onChange: (text: string) => void };

/** A parameter in the control that fits its format. */
function ParameterField({ parameter, value, onChange }: FieldProps) {
  const { label, form } = parameter;
  if (form === 'instant') {
    const isEnd = parameter.name === 'EndDate';
    return <InstantField label={label} isEnd={isEnd} value={value} onChange={onChange} />;
  }
  const field = form === 'filter' ? filterField(parameter) : null;
  const filter = field && parseFilter(field, value);
  // A filter in any other syntax is shown as text: the syntax of these parameters is not documented.
  if (!field || (value !== '' && !filter)) {
    return <TextParameter parameter={parameter} value={value} onChange={onChange} />;
  }
  return <DateTimeFilter field={field} filter={filter} onChange={(next) => onChange(next ? printFilter(next) : '')} />;
}

function TextParameter({ parameter: { label, form, name }, value, onChange }: FieldProps) {
  const isCount = form === 'count';
  const draft = useDraft(
    value,
    (text) => !isCount || isCountText(text),
    (text) => onChange(text.trim()),
  );
  return (
    <TextField
      label={label}
      width={isCount ? 10 : 18}
      tip={name}
      {...draft.field}
      problem={draft.isWrong ? 'A whole number' : null}
      input={{
        inputMode: isCount ? 'numeric' : 'text',
        placeholder: isCount ? 'default' : 'any',
        ...draft.events,
      }}
    />
  );
}

type InstantFieldProps = {
  label: string;
  /** True for the end of a span: a day without a time is meant to its end. */
  isEnd: boolean;
  value: string;
  onChange: (text: string) => void;
};

/** An RFC 3339 date-time, entered by the operator's clock and sent in Zulu. */
function InstantField({ label, isEnd, value, onChange }: InstantFieldProps) {
  const { timeZone } = useSchool();
  const today = dayOf(useMinute(), timeZone);
  const { day, clock } = wallParts(value, timeZone);
  const usual = isEnd ? dayEnd : '';
  return (
    <span className={style['instant']}>
      <DateField
        label={label}
        isOptional
        value={day}
        today={today}
        onChange={(next) => onChange(zuluText(next, clock || usual, timeZone))}
      />
      {day !== '' && (
        <TimeField
          label={`${label}: time, 24 hours, operator’s clock`}
          isLabelHidden
          value={clock}
          onChange={(time) => onChange(zuluText(day, time.slice(0, 5), timeZone))}
        />
      )}
    </span>
  );
}

type FreeParameterProps = {
  name: string;
  value: string;
  onName: (name: string) => void;
  /** An empty value removes the parameter. */
  onValue: (value: string) => void;
};

function FreeParameter({ name, value, onName, onValue }: FreeParameterProps) {
  return (
    <span className={style['free']}>
      <DraftInput label={`Name of ${name}`} value={name} onSend={(text) => text !== '' && onName(text)} />=
      <DraftInput label={`Value of ${name}`} value={value} onSend={onValue} />
      <IconButton icon="close" label={`Remove ${name}`} onClick={() => onValue('')} />
    </span>
  );
}

function DraftInput({ label, value, onSend }: { label: string; value: string; onSend: (text: string) => void }) {
  const draft = useDraft(value, () => true, onSend);
  return <TextField label={label} isLabelHidden width={20} {...draft.field} input={draft.events} />;
}

function NewParameter({ onAdd }: { onAdd: (name: string, value: string) => void }) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isReady = name.trim() !== '' && value !== '';
  return (
    <form
      className={style['free']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onAdd(name.trim(), value);
        setName('');
        setValue('');
      }}
    >
      <TextField
        label="Parameter name"
        isLabelHidden
        width={20}
        value={name}
        onChange={setName}
        input={{ placeholder: 'name' }}
      />
      =
      <TextField
        label="Parameter value"
        isLabelHidden
        width={20}
        value={value}
        onChange={setValue}
        input={{ placeholder: 'value' }}
      />
      <Button isSubmit disabled={!isReady}>
        Add parameter
      </Button>
    </form>
  );
}
