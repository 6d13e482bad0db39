import { useMemo } from 'react';
import type { Hidden } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { FillProgress } from '#web/queries/maintenance.ts';
import { reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { Button, Choices, Select } from '#web/ui/controls/controls.tsx';
import { Menu } from '#web/ui/controls/overlays.tsx';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { Tools, ToolSearch } from '#web/ui/controls/Tools.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { useUrlChoice, type useUrlNumber, useUrlSet, useUrlText } from '#web/ui/page/urlState.ts';
import { useWrongAddress } from '#web/ui/page/wrongAddress.ts';
import { saveText } from '#web/ui/panel/saveText.ts';
import { dueCsv } from './dueFile.ts';
import { type DueCounter, type DueList, progressShown } from './dueListModel.ts';
import type { DueSources } from './dueRowModel.ts';
import style from './maintenance.module.css';

/** The columns that can be hidden. */
const optionalColumns = [
  { id: 'limits', label: 'Left' },
  { id: 'horizon', label: 'Due' },
  { id: 'next', label: 'Next reservation' },
  { id: 'visit', label: 'Shop visit' },
] as const;
const columnIds = optionalColumns.map((column) => column.id);

const groupings = [
  { value: 'none', label: 'none, worst first' },
  { value: 'aircraft', label: 'by aircraft' },
  { value: 'reminder', label: 'by reminder' },
] as const;

const densities = [
  { value: 'comfortable', label: 'Full' },
  { value: 'compact', label: 'Dense' },
] as const;
export type Density = (typeof densities)[number]['value'];

const usuallyHidden = [
  { id: 'complied', label: 'Permanently complied' },
  { id: 'switchedOff', label: 'Switched off by the service' },
  { id: 'aircraft', label: 'Inactive and deleted aircraft' },
] as const;

/** How the due list is shown; all of it is in the address. */
export function useDueTools() {
  const search = useUrlText('q');
  const grouping = useUrlChoice('group', ['none', 'aircraft', 'reminder'], 'none');
  const density = useUrlChoice('density', ['comfortable', 'compact'], 'comfortable');
  const columns = useUrlSet('hide', columnIds);
  const show = useUrlSet('show', ['complied', 'switchedOff', 'aircraft']);
  useWrongAddress(columns.problem, show.problem);
  const shown = useMemo(
    () => ({
      complied: show.value.includes('complied'),
      switchedOff: show.value.includes('switchedOff'),
      aircraft: show.value.includes('aircraft'),
    }),
    [show.value],
  );
  return {
    search,
    grouping: grouping.value,
    density: density.value,
    hiddenColumns: columns.value,
    show: shown,
    set: {
      grouping: grouping.set,
      density: density.set,
      toggleColumn: columns.toggle,
      toggleShown: show.toggle,
    },
  };
}

/** A calendar has no groups, cards have no columns. */
export type DueForm = 'table' | 'cards' | 'calendar';

type DueToolsProps = {
  tools: ReturnType<typeof useDueTools>;
  hidden: Hidden;
  rows: readonly DueItem[];
  form: DueForm;
  sources: DueSources;
};

export function DueTools({ tools, hidden, rows, form, sources }: DueToolsProps) {
  const { set } = tools;
  return (
    <Tools
      used={usedTools(tools)}
      search={
        <ToolSearch label="Search by tail number or reminder" placeholder="Tail or reminder" text={tools.search} />
      }
    >
      {form !== 'calendar' && (
        <Select
          label="Group"
          value={tools.grouping}
          options={groupings}
          onChange={(choice) => void set.grouping(choice)}
        />
      )}
      {form === 'table' && (
        <>
          <Choices
            label="Density"
            value={tools.density}
            options={densities}
            onChange={(choice) => void set.density(choice)}
          />
          <Menu label="Columns">
            {optionalColumns.map(({ id, label }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={!tools.hiddenColumns.includes(id)}
                  onChange={() => void set.toggleColumn(id)}
                />{' '}
                {label}
              </label>
            ))}
          </Menu>
        </>
      )}
      <Menu label="Also show">
        {usuallyHidden.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={tools.show[id]} onChange={() => void set.toggleShown(id)} /> {label}
            {hidden[id] > 0 && ` (${hidden[id]} hidden)`}
          </label>
        ))}
      </Menu>
      <Button onClick={() => saveText('due-list.csv', 'text/csv', dueCsv(rows, sources))}>CSV ({rows.length})</Button>
      <Button onClick={() => window.print()}>Print</Button>
    </Tools>
  );
}

/** How many differ from what is usual. */
function usedTools({ grouping, show }: DueToolsProps['tools']): number {
  return Number(grouping !== 'none') + Object.values(show).filter(Boolean).length;
}

/** What a forecast assumes of a booked hour. */
export function FactorChoice({ factor }: { factor: ReturnType<typeof useUrlNumber> }) {
  return (
    <Select
      label="Meter hours per booked hour"
      value={String(factor.value)}
      options={factorOptions(factor.value)}
      onChange={(text) => void factor.set(Number(text))}
    />
  );
}

/** The usual steps, and the one in the address where it is none of them. */
function factorOptions(current: number) {
  const steps = [...new Set([0.5, 0.6, 0.69, 0.75, 0.8, 0.9, 1, current])].toSorted((a, b) => a - b);
  return steps.map((step) => ({ value: String(step), label: String(step) }));
}

type DueCountersProps = { due: DueList; onChoose: (filter: string) => void };

/** How many reminders have each status; Warning and Expired together are what a shop works from. */
export function DueCounters({ due, onChoose }: DueCountersProps) {
  const single = due.counters.map((counter) => ({ value: counter.filter, text: <CounterText counter={counter} /> }));
  return (
    <>
      <Counters
        label="Reminders by status"
        counters={[...single, { value: 'int:2,3', text: <BothText count={due.both} /> }]}
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
      <b title={hint}>{count}</b> {name}
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

/** How many aircraft have been read for the first time, and which could not be read; nothing where all is well. */
export function MaintenanceProgress({ progress, what }: MaintenanceProgressProps) {
  const shown = progressShown(progress, what, useClock());
  if (!shown) return null;
  return (
    <div className={style['progress']} role="status">
      {shown.bar && (
        <>
          <progress max={shown.bar.total} value={shown.bar.known} aria-label={shown.bar.label} />
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
