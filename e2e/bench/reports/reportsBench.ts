import { fileURLToPath } from 'node:url';
import type { Outcome } from '#e2e/bench/outcome.ts';
import { type Bundle, bundle, kibibytes } from '#e2e/bench/pages/bundle.ts';
import { peerPage } from '#e2e/bench/pages/peers.ts';
import { byTurns, medianOf, type Samples, toBest } from '#e2e/bench/pages/samples.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { type Sample, visitReport } from './visitReport.ts';

const own = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const peers = ['agGrid', 'muiGrid'];
/** What the application loads before it opens a report. */
const shell = [
  /^(react|react-dom|nuqs|zod|@emotion|@date-fns)(\/|$)/,
  /^@mui\/(material|system)(\/|$)/,
  /tokens\.css$/,
];

const measures: { readonly [Key in keyof Sample]: string } = {
  load: 'load, ms',
  sort: 'sort, ms',
  sortScript: 'sort script, ms',
  filter: 'filter, ms',
  filterScript: 'filter script, ms',
  group: 'group, ms',
  groupScript: 'group script, ms',
  scroll: 'scroll, ms',
  longFrames: 'frames > 50 ms',
  heap: 'heap, MB',
  heapToJson: 'heap to JSON',
};
const keys = Object.keys(measures) as (keyof Sample)[];
const compared = ['load', 'sort', 'filter', 'heap'] as const;

/**
 * 100,000 rows of 25 members in our table and in others, by turns in the same browser. The others cannot group without a
 * licence that is paid for, and MUI X shows 100 rows at a time.
 *
 * @param args how often each is measured; 5 times when not given
 */
export async function reportsBench([rounds = '5']: readonly string[]): Promise<Outcome> {
  const pages = new Map<string, Bundle>();
  const weights = new Map<string, number>();
  const entries = [
    ['ours', own('ours.tsx')] as const,
    ...peers.map((name) => [name, peerPage(`reports/${name}.js`)] as const),
  ];
  for (const [name, entry] of entries) {
    pages.set(name, await bundle(entry));
    weights.set(name, kibibytes(await bundle(entry, shell)));
  }
  const site = await servePages(await bundle(own('stage.ts')), pages);
  try {
    const measure = (name: string) => visitReport(`${site.url}/${name}`);
    return report(await byTurns([...pages.keys()], Number(rounds), measure), weights);
  } finally {
    await site.stop();
  }
}

function report(samples: Samples<Sample>, weights: ReadonlyMap<string, number>): Outcome {
  const names = [...samples.keys()];
  const valueOf = (name: string, key: keyof Sample) => medianOf(samples.get(name), key);
  const shown = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0));
  const [first = Number.NaN, ...others] = weights.values();
  const adds = ['adds, KiB', ...names.map((name) => shown(weights.get(name)!))];
  const figures = names.flatMap((name) => [
    ...keys.map((key) => [`${name}, ${measures[key]}`, valueOf(name, key)] as const),
    [`${name}, adds, KiB`, weights.get(name)!] as const,
  ]);
  return {
    table: [
      ['100,000 rows', ...names],
      ...keys.map((key) => [measures[key], ...names.map((name) => shown(valueOf(name, key)))]),
      adds,
    ],
    figures: Object.fromEntries(figures.filter(([, value]) => !Number.isNaN(value))),
    ratios: {
      ...Object.fromEntries(compared.map((key) => [`${measures[key]} to the best peer`, toBest(samples, key)])),
      'adds to the least of the peers': first / Math.min(...others),
    },
  };
}
