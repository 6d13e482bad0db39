import { fileURLToPath } from 'node:url';
import { bundle } from '#e2e/bench/pages/bundle.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { visit } from '#e2e/bench/pages/visit.ts';
import { type Outcome, quantile } from '#e2e/bench/outcome.ts';

/** The most milliseconds for an answer, in a warm page and in a fresh one. */
const bounds = { warm: 50, cold: 100 } as const;
/** Two weeks of about 2,000 reservations a day, and half of that. */
const fleets = [150, 75] as const;
const rounds = 21;
const seconds = 120;

type Timed = { readonly name: string; readonly cold: number; readonly warm: number };

/** The time of each planning tool's answer in Chromium, against its bound, and how it grows with the school. */
export async function planningBench(): Promise<Outcome> {
  const page = await bundle(fileURLToPath(new URL('page.ts', import.meta.url)));
  const site = await servePages({ code: '', style: '' }, new Map([['planning', page]]));
  try {
    const found = [];
    for (const fleet of fleets) found.push(await timesOf(`${site.url}/planning`, fleet));
    return report(found[0]!, found[1]!);
  } finally {
    await site.stop();
  }
}

type Times = {
  readonly reservations: number;
  readonly moved: number;
  readonly comeDue: number;
  readonly tools: readonly Timed[];
};

async function timesOf(url: string, fleet: number): Promise<Times> {
  const timed = await visit(url, seconds, ({ page }) =>
    page.evaluate(([aircraftList, turns]) => window.timePlanning(aircraftList, turns), [fleet, rounds] as const),
  );
  if (!timed) throw new Error(`Planning for ${fleet} aircraft took more than ${seconds} s.`);
  return {
    ...timed,
    tools: timed.tools.map(({ name, times }) => ({ name, cold: times[0] ?? Number.NaN, warm: quantile(times, 0.5) })),
  };
}

function report(large: Times, small: Times): Outcome {
  const growth = large.reservations / small.reservations;
  const table = [
    [
      `planning, ${fleets[0]} aircraft, ${large.reservations.toLocaleString('en')} reservations`,
      'first',
      'warm',
      `to ${bounds.warm} ms`,
      'growth to linear',
    ],
  ];
  const figures: Record<string, number> = {
    'reservations of the aircraft down': large.moved,
    'aircraft that come due': large.comeDue,
  };
  const ratios: Record<string, number> = {};
  large.tools.forEach(({ name, cold, warm }, place) => {
    const own = small.tools[place]?.warm ?? Number.NaN;
    figures[`${name}, ms`] = warm;
    figures[`${name}, first, ms`] = cold;
    ratios[`${name}, to its bound`] = warm / bounds.warm;
    ratios[`${name}, first, to its bound`] = cold / bounds.cold;
    ratios[`${name}, growth to linear`] = warm / own / growth;
    table.push([
      name,
      `${cold.toFixed(1)} ms`,
      `${warm.toFixed(1)} ms`,
      (warm / bounds.warm).toFixed(2),
      (warm / own / growth).toFixed(2),
    ]);
  });
  return { table, figures, ratios };
}
