import { activityWord } from '#domain/activityWords.ts';
import { type Activity, countActivities, type FleetRow } from '#domain/fleet.ts';
import { activityLooks } from '#web/ui/ActivityMark.tsx';
import { Counters } from '#web/ui/Counters.tsx';
import { StateMark } from '#web/ui/StateMark.tsx';

type FleetSummaryProps = {
  rows: readonly FleetRow[];
  chosen: Activity | 'any';
  onChoose: (choice: Activity | 'any') => void;
};

const order: readonly Activity[] = [
  'available',
  'unfit',
  'away',
  'due-out',
  'open',
  'maintenance',
  'out-of-service',
  'unknown',
];

/** How many aircraft do what. */
export function FleetSummary({ rows, chosen, onChoose }: FleetSummaryProps) {
  const counts = countActivities(rows);
  const counters = order
    .filter((activity) => counts[activity] || activity === chosen)
    .map((activity) => ({
      value: activity,
      text: (
        <StateMark {...activityLooks[activity]}>
          <b>{counts[activity] ?? 0}</b> {activityWord(activity)}
        </StateMark>
      ),
    }));
  return (
    <Counters
      label="Aircraft by what they are doing"
      counters={counters}
      chosen={chosen === 'any' ? null : chosen}
      onChoose={(activity) => onChoose(activity ?? 'any')}
    />
  );
}
