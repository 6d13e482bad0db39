import { type AssessedAircraft, countGroups, type FleetGroup, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { groupLooks } from '#web/ui/aircraft/FitnessMark.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

type FleetSummaryProps = {
  rows: readonly AssessedAircraft[];
  chosen: FleetGroup | 'any';
  onChoose: (choice: FleetGroup | 'any') => void;
};

/** How many aircraft there are of each group; simulators are counted apart. */
export function FleetSummary({ rows, chosen, onChoose }: FleetSummaryProps) {
  const counts = countGroups(rows);
  const isKnown = rows.length === 0 || rows.some(({ present }) => present !== null);
  const counters = fleetGroups
    .filter((group) => counts[group] > 0 || group === chosen || group === 'available')
    .map((group) => ({
      value: group,
      text: (
        <StateMark {...groupLooks[group]}>
          <b>{isKnown || counts[group] > 0 ? counts[group] : '–'}</b> {group === 'available' ? 'fit and free' : group}
        </StateMark>
      ),
    }));
  return (
    <Counters
      label="Aircraft by what they are doing"
      counters={counters}
      chosen={chosen === 'any' ? null : chosen}
      onChoose={(group) => onChoose(group ?? 'any')}
    />
  );
}
