import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Outcome } from '#e2e/bench/outcome.ts';
import { type Bundle, bundle, kibibytes } from '#e2e/bench/pages/bundle.ts';
import { peerPage } from '#e2e/bench/pages/peers.ts';
import { byTurns, medianOf, type Samples, toBest } from '#e2e/bench/pages/samples.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { labours } from '#e2e/bench/pages/trace.ts';
import { type Profiles, profileReport, type Sample, visitReport } from './visitReport.ts';

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
  slowLongFrames: 'at half speed',
  row: 'a row, us',
  heap: 'heap, MB',
  heapToJson: 'heap to JSON',
};
const keys = Object.keys(measures) as (keyof Sample)[];
const compared = ['load', 'sort', 'filter', 'row', 'heap'] as const;

/**
 * 100,000 rows of 25 members in our table and in others, in turn in the same browser. The others cannot group without a paid
 * licence, and MUI X shows 100 rows at a time.
 *
 * @param args `--rounds=5`, `--beside=agGrid` to compare with only some, `--profile` to show where the time of scrolling goes,
 *   instead of a comparison
 */
export async function reportsBench(args: readonly string[]): Promise<Outcome> {
  const { names, rounds, isProfile } = optionsOf(args);
  const pages = new Map<string, Bundle>();
  const weights = new Map<string, number>();
  for (const name of names) {
    const entry = name === 'ours' ? own('ours.tsx') : peerPage(`reports/${name}.js`);
    pages.set(name, await bundle(entry));
    if (!isProfile) weights.set(name, kibibytes(await bundle(entry, shell)));
  }
  const site = await servePages(await bundle(own('stage.ts')), pages);
  try {
    if (isProfile) return profiled(await byTurns(names, rounds, (name) => profileReport(`${site.url}/${name}`)));
    return report(await byTurns(names, rounds, (name) => visitReport(`${site.url}/${name}`)), weights);
  } finally {
    await site.stop();
  }
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      beside: { type: 'string' },
      profile: { type: 'boolean', default: false },
    },
  });
  const wanted = values.beside?.split(',') ?? peers;
  const unknown = wanted.filter((name) => !peers.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are: ${peers.join(', ')}.`);
  return { names: ['ours', ...wanted], rounds: Number(values.rounds), isProfile: values.profile };
}

/** Where the time of scrolling goes: the medians. */
function profiled(samples: Samples<Profiles>): Outcome {
  const kinds = { frame: 'a frame, ms', row: 'a row, us' } as const;
  const found = [...samples].flatMap(([name, visits]) =>
    (['frame', 'row'] as const).map((kind) => {
      const profiles = visits?.map((visit) => visit[kind]);
      return { name, kind: kinds[kind], spent: labours.map((labour) => medianOf(profiles, labour)) };
    }),
  );
  return {
    table: [
      ['scrolling', '', ...labours, 'all'],
      ...found.map(({ name, kind, spent }) => [name, kind, ...[...spent, sum(spent)].map((value) => value.toFixed(1))]),
    ],
    figures: Object.fromEntries(
      found.flatMap(({ name, kind, spent }) =>
        labours.map((labour, at) => [`${name}, ${labour} of ${kind}`, spent[at] ?? Number.NaN] as const),
      ),
    ),
    ratios: {},
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
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
      'scroll, ms to AG Grid': scrollToAgGrid(samples),
      'adds to the least of the peers': first / Math.min(...others),
    },
  };
}

/** Without MUI X, which scrolls through only 100 rows. */
function scrollToAgGrid(samples: Samples<Sample>): number {
  return toBest(new Map([...samples].filter(([name]) => name !== 'muiGrid')), 'scroll');
}
