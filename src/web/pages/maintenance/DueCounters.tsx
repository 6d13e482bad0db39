import type { StatusGroup } from '#domain/maintenance/dueList.ts';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

type DueCountersProps = {
  /** Null while none have been read. */
  counts: Readonly<Record<StatusGroup, number>> | null;
  /** False while the reminders of some aircraft are missing: there may be more, and a plus says so. */
  isComplete: boolean;
  /** The filter as the API writes it; empty for all. */
  chosen: string;
  onChoose: (filter: string) => void;
};

const statuses = [
  { group: 'expired', filter: 'eq:3', id: 3, name: 'Expired' },
  { group: 'warning', filter: 'eq:2', id: 2, name: 'Warning' },
  { group: 'ok', filter: 'eq:1', id: 1, name: 'OK' },
] as const;

/** How many stand where; Warning and Expired together are what a shop works from. */
export function DueCounters({ counts, isComplete, chosen, onChoose }: DueCountersProps) {
  const single = statuses.map(({ group, filter, id, name }) => ({
    value: filter as string,
    text: (
      <>
        <b title={isComplete ? undefined : 'of the aircraft read so far'}>
          {counts ? counts[group] : '–'}
          {counts && !isComplete && '+'}
        </b>{' '}
        <ReminderStatus id={id} name={name} />
      </>
    ),
  }));
  return (
    <>
      <Counters
        label="Reminders by status"
        counters={[...single, { value: 'int:2,3', text: 'Warning or Expired' }]}
        chosen={chosen}
        onChoose={(filter) => onChoose(filter ?? '')}
      />
      {counts && counts.other > 0 && (
        <StateMark shape="dashed" tone="plain">
          {counts.other} with another status
        </StateMark>
      )}
    </>
  );
}
