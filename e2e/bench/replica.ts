import { benchOf } from './outcome.ts';
import { replicaAges } from './replicaAges.ts';
import { replicaCalls } from './replicaCalls.ts';
import { replicaChange } from './replicaChange.ts';
import { replicaCost } from './replicaCost.ts';
import { replicaSize } from './replicaSize.ts';
import { replicaTour } from './replicaTour.ts';

/**
 * The local copy: what the service gets to see of screens, the processor time of answers beside nginx, how soon a change is on
 * all screens, what a large school takes, a round through seventeen pages, and how old reminders become.
 */
export const replicaBench = benchOf('replica', {
  calls: replicaCalls,
  cost: replicaCost,
  change: replicaChange,
  size: replicaSize,
  tour: replicaTour,
  ages: replicaAges,
});
