import type { StatusGroup } from '#domain/dueList.ts';
import { ReminderStatus } from '#web/ui/ReminderStatus.tsx';
import { StateMark } from '#web/ui/StateMark.tsx';
import style from './maintenance.module.css';

type DueCountersProps = {
  counts: Readonly<Record<StatusGroup, number>>;
  /** The filter as the API writes it; empty for all. */
  chosen: string;
  onChoose: (filter: string) => void;
};

const counters = [
  { group: 'expired', filter: 'eq:3', id: 3, name: 'Expired' },
  { group: 'warning', filter: 'eq:2', id: 2, name: 'Warning' },
  { group: 'ok', filter: 'eq:1', id: 1, name: 'OK' },
] as const;

/** How many stand where; a count that is pressed shows those alone. The first two together are what a shop works from. */
export function DueCounters({ counts, chosen, onChoose }: DueCountersProps) {
  const press = (filter: string) => onChoose(filter === chosen ? '' : filter);
  return (
    <div className={style['counters']} role="group" aria-label="Reminders by status">
      {counters.map(({ group, filter, id, name }) => (
        <button key={group} type="button" aria-pressed={filter === chosen} onClick={() => press(filter)}>
          <b>{counts[group]}</b> <ReminderStatus id={id} name={name} />
        </button>
      ))}
      <button type="button" aria-pressed={chosen === 'int:2,3'} onClick={() => press('int:2,3')}>
        Warning or Expired
      </button>
      {counts.other > 0 && (
        <StateMark shape="dashed" tone="plain">
          {counts.other} with another status
        </StateMark>
      )}
    </div>
  );
}
