import { benchOf } from './outcome.ts';
import { replicaAges } from './replicaAges.ts';
import { replicaCalls } from './replicaCalls.ts';
import { replicaChange } from './replicaChange.ts';
import { replicaCost } from './replicaCost.ts';
import { replicaSize } from './replicaSize.ts';
import { replicaTour } from './replicaTour.ts';

/**
 * The local copy: the calls that screens cause, the processor time of answers compared with nginx, how soon a change is on all
 * screens, the cost of a large school, a tour of seventeen pages, and the age that reminders reach.
 */
export const replicaBench = benchOf('replica', {
  calls: replicaCalls,
  cost: replicaCost,
  change: replicaChange,
  size: replicaSize,
  tour: replicaTour,
  ages: replicaAges,
});
