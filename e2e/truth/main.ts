import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { aimsOf, examplesOf, joined, reportOf } from './report.ts';
import { firstDay, instantsOf, type RunOptions, type Tally, type ThreadMessage } from './run.ts';
import { fields, type Size, sizes, type ZoneName } from './school.ts';

/**
 * Runs whole simulated schools through the gateway and the screens, and prints how the screens compare with the truth. The full
 * measurement is `--seeds 20 --days 30 --every 20`.
 */
const options = {
  seeds: { type: 'string', default: '4' },
  days: { type: 'string', default: '3' },
  every: { type: 'string', default: '20' },
  size: { type: 'string', default: 'usual' },
  zone: { type: 'string' },
  first: { type: 'string', default: '1' },
  examples: { type: 'string', default: '0' },
} as const;

const { values } = parseArgs({ options });
const zoneNames = Object.keys(fields).filter(isZone);
const zones = values.zone === undefined ? zoneNames : zoneNames.filter((name) => name === values.zone);
if (!isSize(values.size)) fail(`--size is one of ${Object.keys(sizes).join(', ')}.`);
if (zones.length === 0) fail(`--zone is one of ${zoneNames.join(', ')}.`);
const [seeds, days, every, first, examples] = [
  values.seeds,
  values.days,
  values.every,
  values.first,
  values.examples,
].map(Number);
const size = isSize(values.size) ? values.size : 'usual';

const schools = Array.from({ length: seeds ?? 0 }, (_, place): RunOptions => {
  const zone = zones[place % zones.length] ?? 'America/Denver';
  const own = { zone, days: days ?? 1, every: every ?? 20 };
  const start = firstDay(Math.floor(place / zones.length), zone, own.days);
  // Half of the schools of each zone have a service that writes what others do not.
  const isOdd = (place + Math.floor(place / zones.length)) % 2 === 1;
  return { ...own, seed: place + (first ?? 1), size, first: start, examples: examples ?? 0, isOdd };
});
const waiting = [...schools];
const tallies: Tally[] = [];
const threads = Math.min(2, availableParallelism(), schools.length);
await Promise.all(Array.from({ length: threads }, () => work()));
const whole = joined(tallies);
const sizeText = `${schools.length} schools of ${sizes[size]} aircraft, ${days} days each, every ${every} minutes, ${[...new Set(schools.map(({ zone }) => zone))].join(', ')}`;
console.log([sizeText, '', ...reportOf(whole), ...examplesOf(whole, examples ?? 0)].join('\n'));
process.exitCode = aimsOf(whole).every(({ isMet }) => isMet) ? 0 : 1;

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) tallies.push(await runApart(next));
}

/** In its own thread, because a run sets the clock. */
function runApart(school: RunOptions): Promise<Tally> {
  const all = instantsOf(school).length;
  const { promise, resolve, reject } = Promise.withResolvers<Tally>();
  const worker = new Worker(new URL('seedWorker.ts', import.meta.url), { workerData: school });
  worker.on('message', (message: ThreadMessage) => {
    if ('tally' in message) resolve(message.tally);
    else
      process.stderr.write(`seed ${school.seed}, ${school.zone}: ${message.done} of ${all}
`);
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error(`Seed ${school.seed} ended without a result.`)));
  return promise;
}

function isZone(name: string): name is ZoneName {
  return Object.hasOwn(fields, name);
}

function isSize(name: string): name is Size {
  return Object.hasOwn(sizes, name);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exit(2);
}
