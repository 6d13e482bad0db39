import type { Knowledge } from '#domain/answers/known.ts';
import type { GroupCounters } from '#domain/readiness/fleetLists.ts';
import type { Flights } from './flightsModel.ts';
import type { Duty } from './overviewModel.ts';

/** The parts of the page. A phone shows one at a time, so that each answer is within one screen. */
export const overviewParts = [
  'attention',
  'departures',
  'returns',
  'late',
  'aircraft',
  'instructors',
  'changes',
] as const;
export type Part = (typeof overviewParts)[number];

/** The panels that a desktop shows as summaries until they are opened. A phone has the students below the instructors. */
export const foldedParts = ['late', 'instructors', 'changes', 'students'] as const;

export type PartCount = {
  readonly part: Part;
  readonly label: string;
  /** `4`, `4+` while something is missing; `–` until it is known. */
  readonly count: string;
};

type Counted = {
  readonly matters: number;
  readonly flights: Pick<Flights, 'departures' | 'returns' | 'notOutYet' | 'neverCheckedOut'>;
  readonly groups: Pick<GroupCounters, 'counters'>;
  readonly duty: Pick<Duty, 'free' | 'idle'>;
  readonly changes: number;
};

type Known = { readonly [Of in 'attention' | 'flights' | 'models' | 'duty' | 'changes']: Knowledge };

/** One figure for each part: a summary of the page that leads to its parts. */
export function partCounts({ matters, flights, groups, duty, changes }: Counted, known: Known): PartCount[] {
  const { departures, returns, notOutYet, neverCheckedOut } = flights;
  const available = groups.counters.find(({ group }) => group === 'available')?.count ?? 0;
  const late = notOutYet.length + neverCheckedOut.length;
  return [
    { part: 'attention', label: 'Attention', count: plain(matters, known.attention) },
    { part: 'departures', label: 'Departures', count: plain(departures.total, known.flights) },
    { part: 'returns', label: 'Returns', count: plain(returns.total, known.flights) },
    { part: 'late', label: 'Not checked out', count: plain(late, known.flights) },
    { part: 'aircraft', label: 'Aircraft can go', count: plain(available, known.models) },
    { part: 'instructors', label: 'Instructors free', count: plain(duty.free.length + duty.idle.length, known.duty) },
    { part: 'changes', label: 'Changes this shift', count: plain(changes, known.changes) },
  ];
}

function plain(count: number, { state, lacks }: Knowledge): string {
  return state === 'not known' ? '–' : `${count}${lacks.length === 0 ? '' : '+'}`;
}
