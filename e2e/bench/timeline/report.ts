import type { Outcome } from '#e2e/bench/outcome.ts';
import { medianOf, type Samples, toBest } from '#e2e/bench/pages/samples.ts';
import { labours } from '#e2e/bench/pages/trace.ts';
import type { Profiles, Sample, Size } from './visitTimeline.ts';

type Found = {
  readonly cells: readonly Cell[];
  /** The KiB that each adds to an application, ours first. */
  readonly weights: ReadonlyMap<string, number>;
  readonly conflicts: { readonly reservations: number; readonly milliseconds: number; readonly found: number };
};
type Cell<One = Sample> = { readonly size: Size; readonly samples: Samples<One> };
type Measure = { readonly name: string; readonly unit: string };

const measures: { readonly [Key in keyof Sample]: Measure } = {
  painted: { name: 'first paint', unit: ' ms' },
  task: { name: 'scroll', unit: ' ms' },
  script: { name: 'its script', unit: ' ms' },
  longFrames: { name: 'frames > 50 ms', unit: '' },
  nodes: { name: 'nodes', unit: '' },
  heap: { name: 'heap', unit: ' MB' },
  turned: { name: 'change of day', unit: ' ms' },
};
const keys = Object.keys(measures) as (keyof Sample)[];
/** The figures that are never zero. */
const compared = ['painted', 'task', 'nodes', 'heap', 'turned'] as const;

export function report({ cells, weights, conflicts }: Found): Outcome {
  const [own = Number.NaN, ...others] = weights.values();
  const [fewest, max] = [cells[0], cells.at(-1)].map((cell) => medianOf(cell?.samples.get('ours'), 'painted'));
  return {
    table: [
      ['reservations', 'contender', 'rounds', ...keys.map((key) => measures[key].name), 'adds'],
      ...cells.flatMap((cell) => rowsOf(cell, weights)),
      [
        grouped(conflicts.reservations),
        `${grouped(conflicts.found)} conflicts`,
        '',
        shown(conflicts.milliseconds, ' ms'),
      ],
    ],
    figures: {
      ...Object.fromEntries(cells.flatMap(figuresOf)),
      ...Object.fromEntries([...weights].map(([name, weight]) => [`${name}, adds, KiB`, weight])),
      [`conflicts of ${conflicts.reservations}, ms`]: conflicts.milliseconds,
    },
    ratios: {
      ...Object.fromEntries(cells.flatMap(ratiosOf).filter(([, ratio]) => !Number.isNaN(ratio))),
      'first paint, most reservations to fewest': max! / fewest!,
      'adds to the least of the peers': own / Math.min(...others),
    },
  };
}

function rowsOf({ size, samples }: Cell, weights: Found['weights']): string[][] {
  return [...samples].map(([name, ownSamples]) => {
    const medians = keys.map((key) => (ownSamples ? shown(medianOf(ownSamples, key), measures[key].unit) : '> 15 s'));
    return [
      grouped(size.reservations),
      name,
      `${ownSamples?.length ?? 0}`,
      ...medians,
      shown(weights.get(name)!, ' KiB'),
    ];
  });
}

function figuresOf({ size, samples }: Cell): [string, number][] {
  return [...samples].flatMap(([contender, ownSamples]) =>
    keys.flatMap((key): [string, number][] => {
      const { name, unit } = measures[key];
      return ownSamples
        ? [[`${contender}, ${name} at ${size.reservations}${unit && `,${unit}`}`, medianOf(ownSamples, key)]]
        : [];
    }),
  );
}

function ratiosOf({ size, samples }: Cell): [string, number][] {
  return compared.map((key) => [
    `${measures[key].name} to the best peer at ${size.reservations}`,
    toBest(samples, key),
  ]);
}

function shown(value: number, unit: string): string {
  return `${value.toFixed(value < 10 && unit !== '' ? 1 : 0)}${unit}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

const actions = ['first paint', 'scroll', 'change of day'] as const;

/** Where the time of the main thread goes: the medians in milliseconds. */
export function profileReport(cells: readonly Cell<Profiles>[]): Outcome {
  const found = cells.flatMap(({ size, samples }) =>
    [...samples].flatMap(([name, own]) =>
      actions.map((action) => {
        const profiles = own?.map((one) => one[action]);
        return { of: [grouped(size.reservations), name, action], spent: labours.map((key) => medianOf(profiles, key)) };
      }),
    ),
  );
  const figures = found.flatMap(({ of, spent }) =>
    labours.map((labour, index): [string, number] => [`${of.join(', ')}: ${labour}, ms`, spent[index] ?? Number.NaN]),
  );
  return {
    table: [
      ['reservations', 'contender', 'ms of', ...labours],
      ...found.map(({ of, spent }) => [...of, ...spent.map((value) => value.toFixed(1))]),
    ],
    figures: Object.fromEntries(figures),
    ratios: {},
  };
}
