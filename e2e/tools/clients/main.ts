import { parseArgs } from 'node:util';
import { type Aim, freshStart } from './starts.ts';

/**
 * Runs five programs of the kind that people write for such services, all at once, after each of many fresh starts: directly
 * against a service as in the field, and through the gateway. `npm run programs -- --starts 20 --together 4`
 */
const { values } = parseArgs({
  options: { starts: { type: 'string', default: '20' }, together: { type: 'string', default: '4' } },
});
const [starts, together] = [Number(values.starts), Number(values.together)];

/** Runs so many starts at a time, because each spends most of its minute waiting for the allowance. */
async function measure(aim: Aim): Promise<boolean> {
  let [next, good] = [0, 0];
  const seconds: number[] = [];
  const run = async () => {
    while (next < starts) {
      const start = ++next;
      const began = performance.now();
      const endings = await freshStart(aim);
      seconds.push((performance.now() - began) / 1000);
      const bad = endings.filter(({ ok }) => !ok);
      if (bad.length === 0) good++;
      for (const { name, words } of bad) console.log(`  start ${start}: ${name} ended: ${words}`);
    }
  };
  await Promise.all(Array.from({ length: together }, run));
  const longest = Math.max(...seconds).toFixed(0);
  console.log(
    `${aim.padEnd(8)}${good} of ${starts} fresh starts: all five programs got what they asked for; longest ${longest} s`,
  );
  return good === starts;
}

const results = [await measure('service'), await measure('gateway')];
process.exitCode = results.every(Boolean) ? 0 : 1;
