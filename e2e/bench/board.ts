import { boardCalls } from './boardCalls.ts';
import { firstLoad } from './boardLoad.ts';
import { soak } from './boardSoak.ts';
import { stillness } from './boardStill.ts';
import type { Outcome, Part } from './outcome.ts';

/**
 * The wall board in a real browser with a real gateway and operator: its weight, how often it changes, its requests, and its
 * memory after a day unattended.
 *
 * @param hours how long it runs unattended on the fast clock, after a first hour; default 24
 */
export async function boardBench([hours = '24']: readonly string[]): Promise<Outcome> {
  const parts: Part[] = [await firstLoad(), await stillness(), await boardCalls(), await soak(Number(hours))];
  return {
    table: [['board', 'ours', 'beside', 'ratio'], ...parts.flatMap(({ rows }) => rows)],
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Outcome['figures'],
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Outcome['ratios'],
  };
}
