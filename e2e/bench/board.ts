import { boardCalls } from './boardCalls.ts';
import { firstLoad } from './boardLoad.ts';
import { soak } from './boardSoak.ts';
import { stillness } from './boardStill.ts';
import type { Outcome, Part } from './outcome.ts';

/**
 * The wall board in a real browser before a real gateway and operator: how light it is, how still, what it asks, and what it
 * holds after a day alone.
 *
 * @param hours how long it is left alone on the fast clock, after a first hour; 24 when not given
 */
export async function boardBench([hours = '24']: readonly string[]): Promise<Outcome> {
  const parts: Part[] = [await firstLoad(), await stillness(), await boardCalls(), await soak(Number(hours))];
  return {
    table: [['board', 'ours', 'beside', 'ratio'], ...parts.flatMap(({ rows }) => rows)],
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Outcome['figures'],
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Outcome['ratios'],
  };
}
