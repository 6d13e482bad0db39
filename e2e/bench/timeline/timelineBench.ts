import { fileURLToPath } from 'node:url';
import { type Outcome, quantile } from '#e2e/bench/outcome.ts';
import { type Bundle, bundle, kibibytes } from '#e2e/bench/pages/bundle.ts';
import { peerPage } from '#e2e/bench/pages/peers.ts';
import { byTurns } from '#e2e/bench/pages/samples.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { visit } from '#e2e/bench/pages/visit.ts';
import { report } from './report.ts';
import { type Size, visitTimeline } from './visitTimeline.ts';

const sizes: readonly Size[] = [
  { aircraft: 40, bookings: 250 },
  { aircraft: 150, bookings: 5_000 },
  { aircraft: 500, bookings: 20_000 },
];
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
    return report({ cells, weights, conflicts: await conflictTimes(`${site.url}/conflicts`, Number(rounds)) });
  } finally {
    await site.stop();
  }
}

/** Milliseconds in a page that has never searched before, the median, and how many there were. */
async function conflictTimes(url: string, rounds: number) {
  const { aircraft, bookings } = sizes.at(-1)!;
  const found = [];
  for (let round = 0; round < rounds; round++) {
    const time = await visit(url, 60, ({ page }) =>
      page.evaluate(([rows, bars]) => window.timeConflicts(rows, bars), [aircraft, bookings] as const),
    );
    if (time) found.push(time);
  }
  const milliseconds = quantile(
    found.map((one) => one.milliseconds),
    0.5,
  );
  return { bookings, milliseconds, found: found[0]?.found ?? Number.NaN };
}
