import { activityWord } from '#domain/activityWords.ts';
import { type Activity, countActivities, type FleetRow } from '#domain/fleet.ts';
import { activityLooks } from '#web/ui/ActivityMark.tsx';
import { StateMark } from '#web/ui/StateMark.tsx';
import style from './fleet.module.css';

type FleetSummaryProps = {
  rows: readonly FleetRow[];
  chosen: Activity | 'any';
  onChoose: (choice: Activity | 'any') => void;
};

const order: readonly Activity[] = ['available', 'away', 'due-out', 'open', 'maintenance', 'out-of-service', 'unknown'];

/** How many aircraft do what. A count that is pressed shows those alone; pressed again, all. */
export function FleetSummary({ rows, chosen, onChoose }: FleetSummaryProps) {
  const counts = countActivities(rows);
  return (
    <div className={style['summary']} role="group" aria-label="Aircraft by what they are doing">
      {order
        .filter((activity) => counts[activity] || activity === chosen)
        .map((activity) => (
          <button
            key={activity}
            type="button"
            aria-pressed={activity === chosen}
            onClick={() => onChoose(activity === chosen ? 'any' : activity)}
          >
            <StateMark {...activityLooks[activity]}>
              <b>{counts[activity] ?? 0}</b> {activityWord(activity)}
            </StateMark>
          </button>
        ))}
    </div>
  );
}
