import { useMemo } from 'react';
import { dueCsv, type Choices as Shown, type Hidden } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { Button, Choices, Menu, Select } from '#web/ui/controls/controls.tsx';
import { saveText } from '#web/ui/panel/saveText.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { type useUrlNumber, useUrlChoice, useUrlSet } from '#web/ui/page/urlState.ts';
import { optionalColumns } from './DueTable.tsx';

const columnIds = optionalColumns.map((column) => column.id);

/** What the reader has chosen of the due list's form; all of it is in the address. */
export function useDueTools() {
  const grouping = useUrlChoice('group', ['none', 'aircraft', 'reminder'], 'none');
  const density = useUrlChoice('density', ['comfortable', 'compact'], 'comfortable');
  const columns = useUrlSet('hide', columnIds);
  const show = useUrlSet('show', ['complied', 'switchedOff', 'aircraft']);
  const shown: Shown = useMemo(
    () => ({
      complied: show.value.includes('complied'),
      switchedOff: show.value.includes('switchedOff'),
      aircraft: show.value.includes('aircraft'),
    }),
    [show.value],
  );
  return {
    grouping: grouping.value,
    density: density.value,
    hiddenColumns: columns.value,
    show: shown,
    set: { grouping: grouping.set, density: density.set, toggleColumn: columns.toggle, toggleShown: show.toggle },
    problems: [grouping.problem, density.problem, columns.problem, show.problem],
  };
}

/** A calendar has no groups, cards have no columns. */
export type DueForm = 'table' | 'cards' | 'calendar';

type DueToolsProps = {
  tools: ReturnType<typeof useDueTools>;
  hidden: Hidden;
  factor: ReturnType<typeof useUrlNumber>;
  rows: readonly DueItem[];
  form: DueForm;
};

export function DueTools({ tools, hidden, factor, rows, form }: DueToolsProps) {
  const { timeZone } = useSchool();
  const { set } = tools;
  return (
    <>
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
      <Menu label="Show also">
        {also.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" checked={tools.show[id]} onChange={() => void set.toggleShown(id)} /> {label}
            {hidden[id] > 0 && ` (${hidden[id]} hidden)`}
          </label>
        ))}
      </Menu>
      <Select
        label="Meter hours per booked hour"
        value={String(factor.value)}
        options={factors(factor.value)}
        onChange={(text) => void factor.set(Number(text))}
      />
      <Button onClick={() => saveText('due-list.csv', 'text/csv', dueCsv(rows, timeZone))}>CSV ({rows.length})</Button>
      <Button onClick={() => window.print()}>Print</Button>
    </>
  );
}

const groupings = [
  { value: 'none', label: 'none, worst first' },
  { value: 'aircraft', label: 'by aircraft' },
  { value: 'reminder', label: 'by reminder' },
] as const;

const densities = [
  { value: 'comfortable', label: 'Full' },
  { value: 'compact', label: 'Dense' },
] as const;

const also = [
  { id: 'complied', label: 'Permanently complied' },
  { id: 'switchedOff', label: 'Switched off by the service' },
  { id: 'aircraft', label: 'Inactive and deleted aircraft' },
] as const;

/** The usual steps, and the one in the address where it is none of them. */
function factors(current: number) {
  const steps = [...new Set([0.5, 0.6, 0.69, 0.75, 0.8, 0.9, 1, current])].toSorted((a, b) => a - b);
  return steps.map((step) => ({ value: String(step), label: String(step) }));
}
