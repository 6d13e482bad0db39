import { fileURLToPath } from 'node:url';
import { type Outcome, quantile } from '#e2e/bench/outcome.ts';
import { type Bundle, bundle, kibibytes } from '#e2e/bench/pages/bundle.ts';
import { peerPage } from '#e2e/bench/pages/peers.ts';
import { byTurns } from '#e2e/bench/pages/samples.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { visit } from '#e2e/bench/pages/visit.ts';
import type { ConflictTimes } from './conflicts.ts';
import { report } from './report.ts';
import { type Size, visitTimeline } from './visitTimeline.ts';

const most: Size = { aircraft: 500, bookings: 20_000 };
const sizes: readonly Size[] = [{ aircraft: 40, bookings: 250 }, { aircraft: 150, bookings: 5_000 }, most];
const peers = ['dayPilot', 'eventCalendar', 'reactCalendarTimeline', 'visTimeline'];

/** What an application with React has anyway; and what ours has before it has a timeline. */
const react = [/^react(-dom)?(\/|$)/];
const shell = [...react, /^(nuqs|zod|@mui|@emotion|@date-fns)(\/|$)/, /tokens\.css$/];

/**
 * The week of a school on our timeline and on those of others, by turns in the same browser: first paint, scrolling, nodes,
 * heap, change of day and size to load; and our search for conflicts.
 *
 * @param args how often each is measured; 5 times when not given
 */
export async function timelineBench([rounds = '5']: readonly string[]): Promise<Outcome> {
  const own = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
  const pages = new Map<string, Bundle>();
  const weights = new Map<string, number>();
  const entries = [{ name: 'ours', entry: own('ours.tsx'), without: shell }];
  for (const name of peers) entries.push({ name, entry: peerPage(`timeline/${name}.js`), without: react });
  for (const { name, entry, without } of entries) {
    pages.set(name, await bundle(entry));
    weights.set(name, kibibytes(await bundle(entry, without)));
  }
  const contenders = [...pages.keys()];
  pages.set('conflicts', await bundle(own('conflicts.ts')));
  const site = await servePages(await bundle(own('stage.ts')), pages);
  try {
    const cells = [];
    for (const size of sizes) {
      const measure = (name: string) => visitTimeline(`${site.url}/${name}`, size);
      cells.push({ size, samples: await byTurns(contenders, Number(rounds), measure) });
    }
    const { fresh, found } = await conflictTimes(`${site.url}/conflicts`, Number(rounds));
    const conflicts = { bookings: most.bookings, milliseconds: fresh, found };
    return report({ cells, weights, conflicts });
  } finally {
    await site.stop();
  }
}

/**
 * Our search for conflicts alone.
 *
 * @param args in how many pages it is measured; 5 when not given
 */
export async function conflictsBench([rounds = '5']: readonly string[]): Promise<Outcome> {
  const page = await bundle(fileURLToPath(new URL('conflicts.ts', import.meta.url)));
  const site = await servePages({ code: '', style: '' }, new Map([['conflicts', page]]));
  try {
    const { found, ...times } = await conflictTimes(`${site.url}/conflicts`, Number(rounds));
    const name = `${most.bookings.toLocaleString('en')} bookings, ${found.toLocaleString('en')} conflicts`;
    const row = (what: string, time: number) => [`${name}, ${what}`, `${time.toFixed(1)} ms`];
    return {
      table: [
        ['conflicts', 'took'],
        row('in a fresh page', times.fresh),
        row('again, one booking moved', times.moved),
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
async function conflictTimes(url: string, rounds: number): Promise<ConflictTimes> {
  const samples: ConflictTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = await visit(url, 60, ({ page }) =>
      page.evaluate(([rows, bars]) => window.timeConflicts(rows, bars), [most.aircraft, most.bookings] as const),
    );
    if (times) samples.push(times);
  }
  const median = (name: keyof ConflictTimes) =>
    quantile(
      samples.map((one) => one[name]),
      0.5,
    );
  return { fresh: median('fresh'), moved: median('moved'), later: median('later'), found: median('found') };
}
