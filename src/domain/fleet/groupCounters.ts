import { type Knowledge, lackText } from '#domain/answers/known.ts';
import {
  type AssessedAircraft,
  countGroups,
  type FleetGroup,
  fleetGroups,
  lateStep,
} from '#domain/readiness/fleetAssessment.ts';
import type { AttentionStep } from '#domain/readiness/standing.ts';

export type GroupCounters = {
  /** `12` available, `149` not known yet. */
  readonly counters: readonly {
    readonly group: FleetGroup;
    readonly count: number;
    readonly word: string;
    /** What those that are not back ask for. */
    readonly step: AttentionStep;
  }[];
  /** What is missing beside the counts: `4 aircraft not read yet`, `Not known yet`; null where they are complete, and of now. */
  readonly lack: string | null;
};

/**
 * How many aircraft are in each group: those that have some, the one that is chosen, and always the available ones. How many are
 * available is not said, not even that none is, before all is here that it rests on.
 */
export function groupCounters(
  rows: readonly AssessedAircraft[],
  known: Knowledge,
  chosen: FleetGroup | 'any' = 'any',
): GroupCounters {
  const counts = countGroups(rows);
  const isWithoutBookings = rows.length > 0 && rows.every(({ present }) => present === null);
  const isYet = known.state === 'not known' || isWithoutBookings;
  const isShown = (group: FleetGroup) => {
    if (group === 'available' && isYet) return counts.available > 0;
    return counts[group] > 0 || group === chosen || group === 'available';
  };
  return {
    counters: fleetGroups.filter(isShown).map((group) => ({
      group,
      count: counts[group],
      word: group === 'not known' && isYet ? 'not known yet' : group,
      step: group === 'not back' ? lateStep(rows) : 0,
    })),
    lack: isYet && counts['not known'] > 0 ? null : lackText(known),
  };
}
