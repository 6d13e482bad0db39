import { fileURLToPath } from 'node:url';
import { bundle } from '#e2e/bench/pages/bundle.ts';
import { servePages } from '#e2e/bench/pages/serve.ts';
import { visit } from '#e2e/bench/pages/visit.ts';
import { type Outcome, quantile } from '#e2e/bench/outcome.ts';

/** The most milliseconds for assessing a day of a large school, in a fresh page and in a warm one. */
const bounds = { cold: 60, warm: 16 } as const;
const sizes = [
  { aircraft: 150, reservations: 2_000 },
  { aircraft: 1_500, reservations: 20_000 },
] as const;
const visits = 5;
const rounds = 60;
const seconds = 120;

/** The time to assess all reservations, aircraft and reminders in Chromium, and how it grows. */
export async function readinessBench(): Promise<Outcome> {
  const page = await bundle(fileURLToPath(new URL('page.ts', import.meta.url)));
  const site = await servePages({ code: '', style: '' }, new Map([['readiness', page]]));
  try {
    const found = [];
    for (const size of sizes) found.push({ ...size, ...(await timesOf(`${site.url}/readiness`, size)) });
    return report(found);
  } finally {
    await site.stop();
  }
}

type Size = (typeof sizes)[number];
type Times = { readonly cold: number; readonly warm: number };

/** The medians over several fresh pages: of each page's first round, and of its fastest half of the rounds. */
async function timesOf(url: string, { aircraft, reservations }: Size): Promise<Times> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let turn = 0; turn < visits; turn++) {
    const times = await visit(url, seconds, ({ page }) =>
      page.evaluate(([fleet, booked, turns]) => window.timeReadiness(fleet, booked, turns), [
        aircraft,
        reservations,
        reservations > 10_000 ? 10 : rounds,
      ] as const),
    );
    if (!times) throw new Error(`Assessing ${reservations} reservations took more than ${seconds} s.`);
    cold.push(times[0] ?? Number.NaN);
    warm.push(quantile(times, 0.5));
  }
  return { cold: quantile(cold, 0.5), warm: quantile(warm, 0.5) };
}

function report([small, large]: readonly (Size & Times)[]): Outcome {
  if (!small || !large) throw new Error('Nothing was measured.');
  const linear = large.reservations / small.reservations;
  const growth = large.warm / small.warm / linear;
  const name = (size: Size) => `${size.aircraft} aircraft, ${size.reservations.toLocaleString('en')} reservations`;
  const row = (what: string, ms: number, bound: number) => [
    what,
    `${ms.toFixed(1)} ms`,
    `at most ${bound} ms`,
    (ms / bound).toFixed(2),
  ];
  return {
    table: [
      ['readiness', 'took', 'bound', 'ratio'],
      row(`${name(small)}, in a fresh page`, small.cold, bounds.cold),
      row(`${name(small)}, warm`, small.warm, bounds.warm),
      [`${name(large)}, warm`, `${large.warm.toFixed(1)} ms`, 'linear growth', growth.toFixed(2)],
    ],
    figures: { 'cold, ms': small.cold, 'warm, ms': small.warm, 'ten times as large, warm, ms': large.warm },
    ratios: {
      'cold to its bound': small.cold / bounds.cold,
      'warm to its bound': small.warm / bounds.warm,
      'growth to linear': growth,
    },
  };
}
