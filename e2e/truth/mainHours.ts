import { parseArgs } from 'node:util';
import { millisecondsInSecond } from '#domain/units.ts';
import { type HoursRun, runHours } from './hours.ts';
import { type Size, sizes } from './school.ts';

/**
 * Watches the meters of simulated schools for 60 days and compares the measured hours per booked hour with those really flown.
 * Fails if the factor is more than 3 % off, or if fewer than 80 or more than 95 of 100 weeks are within the band.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'usual' },
    seeds: { type: 'string', default: '3' },
    days: { type: 'string', default: '60' },
    weeks: { type: 'string', default: '3' },
    every: { type: 'string', default: '20' },
    first: { type: 'string', default: '2026-04-01' },
  },
});
const size = Object.keys(sizes).find((key): key is Size => key === values.size) ?? 'usual';
const [seeds, watched] = [Number(values.seeds), Number(values.days)];
const [weeks, every] = [Number(values.weeks), Number(values.every)];
const started = performance.now();
const runs = Array.from({ length: seeds }, (_, place) => {
  const seed = place + 1;
  const own = { seed, size, first: values.first, zone: 'America/Denver', watched, weeks, every } as const;
  const run = runHours(own, (day) => {
    if (day % 10 === 0) process.stderr.write(`seed ${seed}: ${day} days\n`);
  });
  console.log(lineOf(seed, run));
  return run;
});
const [forecasts, held] = [sumOf(({ forecasts: all }) => all), sumOf(({ held: own }) => own)];
const worst = Math.max(...runs.map(({ really, measured }) => Math.abs(measured / really - 1)));
const share = held / forecasts;
console.log(
  `${sizes[size]} aircraft, ${watched} days, ${seeds} schools in ${Math.round((performance.now() - started) / millisecondsInSecond)} s: ` +
    `factor at most ${percent(worst)} off, the band holds ${percent(share)} of ${forecasts} weeks`,
);
process.exitCode = worst <= 0.03 && share >= 0.8 && share <= 0.95 ? 0 : 1;

function sumOf(of: (run: HoursRun) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0);
}

function lineOf(seed: number, run: HoursRun): string {
  const left = Object.entries(run.leftOut).map(([why, count]) => `${why} ${count}`);
  return [
    `seed ${seed}: ${run.flights} flights, really ${run.really.toFixed(3)}, measured ${run.measured.toFixed(3)}`,
    `${run.aircraft} aircraft at most ${percent(run.worst)} off`,
    `band holds ${run.held} of ${run.forecasts}`,
    `left out: ${left.join(', ') || 'none'}`,
  ].join('; ');
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
