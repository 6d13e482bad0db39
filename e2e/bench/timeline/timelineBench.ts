import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Outcome, quantile } from '#e2e/bench/outcome.ts';
import { type Bundle, bundle, kibibytes } from '#e2e/bench/pages/bundle.ts';
import { peerPage } from '#e2e/bench/pages/peers.ts';
import { byTurns } from '#e2e/bench/pages/samples.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { visit } from '#e2e/bench/pages/visit.ts';
import type { ConflictTimes } from './conflicts.ts';
import { profileReport, report } from './report.ts';
import { mayBeBest, profileTimeline, type Size, visitTimeline } from './visitTimeline.ts';

const max: Size = { aircraft: 500, reservations: 20_000 };
const allSizes: readonly Size[] = [{ aircraft: 40, reservations: 250 }, { aircraft: 150, reservations: 5_000 }, max];
const peers = ['dayPilot', 'eventCalendar', 'reactCalendarTimeline', 'visTimeline'];

/** The code of any application with React; and the code of ours without a timeline. */
const react = [/^react(-dom)?(\/|$)/];
const shell = [...react, /^(nuqs|zod|@mui|@emotion|@date-fns)(\/|$)/, /tokens\.css$/];

/**
 * The week of a school on our timeline and on others, in turn: first paint, scrolling, nodes, heap, change of day and load size;
 * and our search for conflicts. A peer that is far behind in everything runs only in the first round. Progress goes to stderr.
 *
 * @param args `--rounds=5`, `--size=250,5000` and `--only=ours,dayPilot` to select some, `--profile` to show where the time goes,
 *   instead of comparisons
 */
export async function timelineBench(args: readonly string[]): Promise<Outcome> {
  const { sizes, names, rounds, isProfile } = optionsOf(args);
  const own = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
  const pages = new Map<string, Bundle>();
  const weights = new Map<string, number>();
  for (const name of names) {
    const isOurs = name === 'ours';
    const entry = isOurs ? own('ours.tsx') : peerPage(`timeline/${name}.js`);
    pages.set(name, await bundle(entry));
    if (!isProfile) weights.set(name, kibibytes(await bundle(entry, isOurs ? shell : react)));
  }
  pages.set('conflicts', await bundle(own('conflicts.ts')));
  const site = await servePages(await bundle(own('stage.ts')), pages);
  type Measure<One> = (url: string, size: Size) => Promise<One | null>;
  const byTurnsAt = async <One>(measure: Measure<One>, isWorthMore?: (own: One, others: readonly One[]) => boolean) => {
    const cells = [];
    for (const size of sizes) {
      const sampleOf = (name: string) =>
        reported(`${size.reservations}, ${name}`, measure(`${site.url}/${name}`, size));
      cells.push({ size, samples: await byTurns(names, rounds, sampleOf, isWorthMore) });
    }
    return cells;
  };
  try {
    if (isProfile) return profileReport(await byTurnsAt(profileTimeline));
    const cells = await byTurnsAt(visitTimeline, mayBeBest);
    const size = sizes.at(-1) ?? max;
    const { fresh, found } = await conflictTimes(`${site.url}/conflicts`, size, rounds);
    return report({ cells, weights, conflicts: { reservations: size.reservations, milliseconds: fresh, found } });
  } finally {
    await site.stop();
  }
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      size: { type: 'string' },
      only: { type: 'string' },
      profile: { type: 'boolean', default: false },
    },
  });
  const sizes = allSizes.filter(({ reservations }) => values.size?.split(',').includes(`${reservations}`) ?? true);
  const wanted = values.only?.toLowerCase().split(',');
  const names = ['ours', ...peers].filter((name) => wanted?.includes(name.toLowerCase()) ?? true);
  if (sizes.length === 0 || names.length === 0) {
    const known = `sizes ${allSizes.map(({ reservations }) => reservations).join(', ')}; ours, ${peers.join(', ')}`;
    throw new Error(`Nothing is left to measure. There are: ${known}.`);
  }
  return { sizes, names, rounds: Number(values.rounds), isProfile: values.profile };
}

/** Prints how long a visit took. */
async function reported<Sample>(what: string, visiting: Promise<Sample | null>): Promise<Sample | null> {
  const start = performance.now();
  const sample = await visiting;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.error(`${what}: ${sample ? '' : 'not finished after '}${seconds} s`);
  return sample;
}

/**
 * Only our search for conflicts.
 *
 * @param args the number of pages in which it is measured; default 5
 */
export async function conflictsBench([rounds = '5']: readonly string[]): Promise<Outcome> {
  const page = await bundle(fileURLToPath(new URL('conflicts.ts', import.meta.url)));
  const site = await servePages({ code: '', style: '' }, new Map([['conflicts', page]]));
  try {
    const { found, ...times } = await conflictTimes(`${site.url}/conflicts`, max, Number(rounds));
    const name = `${max.reservations.toLocaleString('en')} reservations, ${found.toLocaleString('en')} conflicts`;
    const row = (what: string, time: number) => [`${name}, ${what}`, `${time.toFixed(1)} ms`];
    return {
      table: [
        ['conflicts', 'took'],
        row('in a fresh page', times.fresh),
        row('again, one reservation moved', times.moved),
        row('again, a minute later', times.later),
      ],
      figures: { 'fresh, ms': times.fresh, 'one moved, ms': times.moved, 'a minute later, ms': times.later },
      ratios: {
        'one moved to fresh': times.moved / times.fresh,
        'a minute later to fresh': times.later / times.fresh,
      },
    };
  } finally {
    await site.stop();
  }
}

/** The medians over several fresh pages. */
async function conflictTimes(url: string, { aircraft, reservations }: Size, rounds: number): Promise<ConflictTimes> {
  const samples: ConflictTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = await visit(url, 60, ({ page }) =>
      page.evaluate(([rows, bars]) => window.timeConflicts(rows, bars), [aircraft, reservations] as const),
    );
    if (times) samples.push(times);
  }
  const median = (name: keyof ConflictTimes) =>
    quantile(
      samples.map((sample) => sample[name]),
      0.5,
    );
  return { fresh: median('fresh'), moved: median('moved'), later: median('later'), found: median('found') };
}
