/** One of the planning tools, as the index of `/plan` offers it. */
export type PlanTool = {
  readonly path: string;
  readonly name: string;
  /** What it is for, in one sentence. */
  readonly purpose: string;
  /** What it ends in. */
  readonly result: string;
};

/** The tools in the order of the index; the role decides which of them are offered. */
export const planTools: readonly PlanTool[] = [
  {
    path: '/plan/down',
    name: 'Aircraft down',
    purpose: 'Move the reservations of an aircraft that cannot fly to other aircraft, without displacing anyone.',
    result: 'A list of moves, and whom to call where there is no other aircraft.',
  },
  {
    path: '/plan/find',
    name: 'Finder',
    purpose: 'Find an aircraft and an instructor that are free at the same time, for one student.',
    result: 'The next ten times, and the free aircraft of two weeks.',
  },
  {
    path: '/plan/shop',
    name: 'Shop planner',
    purpose: 'Find the times in the shop before a limit that displace the fewest reservations.',
    result: 'The shop’s week in order, and what each day of delay costs.',
  },
  {
    path: '/plan/hours',
    name: 'Booked and flown hours',
    purpose: 'See how many hours the meters show for each booked hour, by aircraft and activity.',
    result: 'The factors that forecasts use, with the flights behind them.',
  },
];
