import type { Outcome, Part } from './outcome.ts';
import { replicaAges } from './replicaAges.ts';
import { replicaCalls } from './replicaCalls.ts';
import { replicaChange } from './replicaChange.ts';
import { replicaCost } from './replicaCost.ts';
import { replicaSize } from './replicaSize.ts';
import { replicaTour } from './replicaTour.ts';

const parts: { readonly [name: string]: () => Part | Promise<Part> } = {
  calls: replicaCalls,
  cost: replicaCost,
  change: replicaChange,
  size: replicaSize,
  tour: replicaTour,
  ages: replicaAges,
};

/**
 * The local copy: what the service gets to see of screens, the processor time of answers beside nginx, how soon a change is on
 * all screens, what a large school takes, a round through seventeen pages, and how old reminders become.
 *
 * @param names the parts to measure: calls, cost, change, size, tour, ages; all of them when none is given
 */
export async function replicaBench(names: readonly string[]): Promise<Outcome> {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(parts).join(', ')}.`);
  }
  const found: Part[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`${name}:`);
    found.push(await measure());
  }
  return {
    table: [['replica', 'ours', 'beside', 'ratio'], ...found.flatMap(({ rows }) => rows)],
    figures: Object.assign({}, ...found.map(({ figures }) => figures)) as Outcome['figures'],
    ratios: Object.assign({}, ...found.map(({ ratios }) => ratios)) as Outcome['ratios'],
  };
}
