import { parseArgs } from 'node:util';
import { millisecondsInSecond } from '#domain/units.ts';
import { type AlertRun, runAlerts } from './alerts.ts';
import { type Size, sizes } from './school.ts';

/**
 * Sends the alerts of a whole simulated school and prints whether each expected one was sent once, and no others. The full
 * measurement is `--size big --days 30`: a month of 150 aircraft, 40 minutes on one core.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'usual' },
    days: { type: 'string', default: '3' },
    every: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '2026-10-15' },
  },
});
const { first } = values;
const size = Object.keys(sizes).find((key): key is Size => key === values.size) ?? 'usual';
const [days, every, seed] = [Number(values.days), Number(values.every), Number(values.seed)];
const started = performance.now();
const spent = () => `${Math.round((performance.now() - started) / millisecondsInSecond)} s`;
const run = await runAlerts({ seed, size, days, every, first, zone: 'America/Denver' }, (done) => {
  process.stderr.write(`${done} looks, ${spent()}\n`);
});
console.log(linesOf(run).join('\n'));
process.exitCode = run.missing.length + run.surplus.length + run.repeated.length === 0 ? 0 : 1;

function linesOf({ looks, sent, expected, missing, surplus, repeated }: AlertRun): string[] {
  const kinds = Object.entries(sent).toSorted(([, a], [, b]) => b - a);
  return [
    `${sizes[size]} aircraft, ${days} days from ${first}, a look every ${every} minutes: ${looks} looks in ${spent()}`,
    `sent: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}`,
    `expected: ${expected}; missing ${missing.length}, not expected ${surplus.length}, sent twice ${repeated.length}`,
    ...[...missing, ...surplus, ...repeated].slice(0, 10).map((text) => `  ${text}`),
  ];
}
