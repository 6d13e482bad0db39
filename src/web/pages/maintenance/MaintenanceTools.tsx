import { memo, useMemo } from 'react';
import { byName } from '#contract/objects.ts';
import { thresholds } from '#domain/thresholds.ts';
import type { FillProgress } from '#web/data/maintenance.ts';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { Menu } from '#web/components/controls/overlays.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { Tools, ToolSearch } from '#web/components/controls/Tools.tsx';
import { ColumnChecks } from '#web/components/grid/ColumnsPopover.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { useUrlChoice, type useUrlNumber, useUrlSet } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { type DueBase, type DueCounter, type DueList, progressShown, withinChoices } from './dueListModel.ts';
import style from './maintenance.module.css';
import { numberText } from '#domain/words.ts';

/** The columns that can be hidden. */
const optionalColumns = [
  { id: 'limits', label: 'Left' },
  { id: 'horizon', label: 'Due' },
  { id: 'next', label: 'Next reservation' },
  { id: 'visit', label: 'Shop visit' },
] as const;
const columnIds = optionalColumns.map((column) => column.id);

const groupings = [
  { value: 'none', label: 'worst first' },
  { value: 'aircraft', label: 'by aircraft' },
  { value: 'reminder', label: 'by reminder' },
] as const;

const densities = [
  { value: 'compact', label: 'Dense' },
  { value: 'comfortable', label: 'Full' },
] as const;
export type Density = (typeof densities)[number]['value'];

const usuallyHidden = [
  { id: 'complied', label: 'Permanently complied' },
  { id: 'switchedOff', label: 'Turned off' },
  { id: 'aircraft', label: 'Inactive and deleted aircraft' },
] as const;
const hiddenIds = usuallyHidden.map(({ id }) => id);

/** How the due list is shown; all of it is in the address. */
export function useDueTools() {
  const grouping = useUrlChoice('group', ['none', 'aircraft', 'reminder'], 'none');
  const density = useUrlChoice('density', ['compact', 'comfortable'], 'compact');
  const within = useUrlChoice('within', withinChoices, 'any');
  const columns = useUrlSet('hide', columnIds);
  const show = useUrlSet('show', hiddenIds);
  useWrongAddress(columns.problem, show.problem);
  const shown = useMemo(() => byName(hiddenIds, (id) => show.value.includes(id)), [show.value]);
  return { grouping, density, within, columns, show: shown, toggleShown: show.toggle };
}

/** The filter for a shop's work list, as the API writes it. */
const warningOrExpired = 'int:2,3';

/** A calendar has no groups, cards have no columns. */
export type DueForm = 'table' | 'cards' | 'calendar';

type DueToolsState = ReturnType<typeof useDueTools>;
type DueColumnsState = DueToolsState['columns'];

type DueToolsProps = {
  tools: DueToolsState;
  due: DueList;
  form: DueForm;
  onSave: () => void;
};

export function DueTools({ tools, due, form, onSave }: DueToolsProps) {
  const { grouping, density, columns } = tools;
  const { rows, hidden } = due;
  return (
    <Tools
      used={usedTools(tools)}
      search={<ToolSearch label="Search by tail number or reminder" placeholder="Tail or reminder" />}
    >
      <DueWithin within={tools.within} />
      <DueLook form={form} grouping={grouping} density={density} />
      <Menu
        label="Also show"
        choices={usuallyHidden.map(({ id, label }) => ({
          id,
          label: hidden[id] > 0 ? `${label} (${hidden[id]} hidden)` : label,
          isOn: tools.show[id],
          onChoose: () => tools.toggleShown(id),
        }))}
      />
      {form === 'table' && <DueColumns hidden={columns.value} onToggle={columns.toggle} />}
      <Button onClick={onSave}>CSV ({numberText(rows.length)})</Button>
      <Button onClick={() => window.print()}>Print</Button>
    </Tools>
  );
}

const withins = [
  { value: '7d', text: '7 days' },
  { value: '30d', text: '30 days' },
  { value: '10h', text: '10 h' },
] as const;

/** Chips: due within a week or a month, or ten hours left. */
const DueWithin = memo(function DueWithin({ within }: Pick<DueToolsState, 'within'>) {
  return (
    <div className={style['within']}>
      <Counters
        label="Due within"
        counters={withins}
        chosen={within.value === 'any' ? null : within.value}
        onChoose={(value) => within.set(value ?? 'any')}
      />
    </div>
  );
});

type DueLookProps = Pick<DueToolsState, 'grouping' | 'density'> & { form: DueForm };

const DueLook = memo(function DueLook({ form, grouping, density }: DueLookProps) {
  return (
    <>
      {form !== 'calendar' && (
        <Select label="Group" value={grouping.value} options={groupings} onChange={grouping.set} />
      )}
      {form === 'table' && <Choices label="Density" value={density.value} options={densities} onChange={density.set} />}
    </>
  );
});

type DueColumnsProps = { hidden: DueColumnsState['value']; onToggle: DueColumnsState['toggle'] };

const DueColumns = memo(function DueColumns({ hidden, onToggle }: DueColumnsProps) {
  return <ColumnChecks fixed={2} columns={optionalColumns} hidden={hidden} onToggle={onToggle} />;
});

/** How many tools differ from their defaults. */
function usedTools({ grouping, show, within }: DueToolsProps['tools']): number {
  return (
    Number(grouping.value !== 'none') + Number(within.value !== 'any') + Object.values(show).filter(Boolean).length
  );
}

/** A factor that somebody chose in the address; null for the measured ones. */
export type ChosenFactor = ReturnType<typeof useUrlNumber<null>>;

/** The meter hours that a forecast assumes per booked hour. */
export const FactorChoice = memo(function FactorChoice({ factor }: { factor: ChosenFactor }) {
  return (
    <Select
      label="Meter hours per booked hour"
      value={String(factor.value ?? asMeasured)}
      options={factorOptions(factor.value)}
      onChange={(text) => factor.set(text === asMeasured ? null : Number(text))}
    />
  );
});

const asMeasured = 'measured';

/** As measured, the usual steps, the school's own, and the one in the address. */
function factorOptions(current: number | null) {
  const steps = new Set([
    0.5,
    0.6,
    0.69,
    0.75,
    0.8,
    0.9,
    1,
    thresholds().hoursFactor,
    ...(current === null ? [] : [current]),
  ]);
  return [
    { value: asMeasured, label: 'as measured' },
    ...[...steps].toSorted((a, b) => a - b).map((step) => ({ value: String(step), label: String(step) })),
  ];
}

type DueCountersProps = { due: DueBase; onChoose: (filter: string) => void };

/** The number of reminders with each status; Warning and Expired together are a shop's work list. */
export function DueCounters({ due, onChoose }: DueCountersProps) {
  const single = due.counters.map((counter) => ({ value: counter.filter, text: <CounterText counter={counter} /> }));
  return (
    <>
      <Counters
        label="Reminders by status"
        counters={[...single, { value: warningOrExpired, text: <BothText count={due.both} /> }]}
        lack={due.lack}
        chosen={due.filter}
        onChoose={(filter) => onChoose(filter ?? '')}
      />
      {due.others && (
        <StateMark shape="dashed" tone="plain">
          {due.others}
        </StateMark>
      )}
    </>
  );
}

function CounterText({ counter: { statusId, name, count, hint } }: { counter: DueCounter }) {
  return (
    <StateMark {...reminderLook(statusId)}>
      <b data-tip={hint}>{count}</b> {name}
    </StateMark>
  );
}

function BothText({ count }: { count: string }) {
  return (
    <>
      <b>{count}</b> Warning or Expired
    </>
  );
}

type MaintenanceProgressProps = { progress: FillProgress; what: 'reminders' | 'squawks' };

/** During the first load: how many aircraft are loaded, and which could not be; nothing once all are. */
export function MaintenanceProgress({ progress, what }: MaintenanceProgressProps) {
  const shown = progressShown(progress, what, useClock());
  if (!shown) return null;
  return (
    <div className={style['progress']} role="status">
      {shown.bar && (
        <>
          <Progress label={shown.bar.label} value={shown.bar.known} max={shown.bar.total} />
          <span>{shown.bar.text}</span>
        </>
      )}
      {shown.failures.map(({ key, text }) => (
        <StateMark key={key} shape="triangle" tone="warning">
          {text}
        </StateMark>
      ))}
    </div>
  );
}
