import { quantile } from '#e2e/bench/outcome.ts';
import type { Profile } from '#e2e/bench/pages/trace.ts';
import { visit } from '#e2e/bench/pages/visit.ts';

export type Size = { readonly aircraft: number; readonly reservations: number };

/** One contender with one size in one visit; times in milliseconds. */
export type Sample = {
  readonly painted: number;
  /** Time of the main thread while scrolling through all rows, and of JavaScript alone. */
  readonly task: number;
  readonly script: number;
  readonly longFrames: number;
  /** The most elements at any time. */
  readonly nodes: number;
  /** Memory of the drawn reservations and everything that belongs to them, in MB. */
  readonly heap: number;
  readonly turned: number;
};

const secondsAtMost = 15;
const frames = 75;
const longMs = 50;
/** The first change of day also changes from the week to the day, and is not counted. */
const turns = [1, 2, 3, 4];

/** Null if it takes longer than 15 seconds. */
export function visitTimeline(url: string, { aircraft, reservations }: Size): Promise<Sample | null> {
  return visit(url, secondsAtMost, async ({ page, meter }) => {
    await page.evaluate(([rows, bars]) => window.stage.prepare(rows, bars), [aircraft, reservations] as const);
    const empty = await meter.heap();
    const painted = await page.evaluate(() => window.stage.show());
    const nodes = await page.evaluate(() => window.stage.nodes());
    const before = await meter.spent();
    const gaps = await page.evaluate((count) => window.stage.scroll(count), frames);
    const after = await meter.spent();
    const nodesAfter = await page.evaluate(() => window.stage.nodes());
    const heap = (await meter.heap()) - empty;
    const turned: number[] = [];
    for (const day of turns) turned.push(await page.evaluate((index) => window.stage.turn(index), day));
    return {
      painted,
      task: after.task - before.task,
      script: after.script - before.script,
      longFrames: gaps.filter((gap) => gap > longMs).length,
      nodes: Math.max(nodes, nodesAfter),
      heap,
      turned: quantile(turned.slice(1), 0.5),
    };
  });
}

const times = ['painted', 'task', 'turned'] as const;
const farBehind = 1.5;

/** Whether a peer may be the best at anything in another round; peers that are far behind in everything take the most time. */
export function mayBeBest(ownSample: Sample, others: readonly Sample[]): boolean {
  return times.some((key) => ownSample[key] < farBehind * Math.min(...others.map((other) => other[key])));
}

/** Where the time of one visit goes, by the user's action. */
export type Profiles = { readonly [Action in 'first paint' | 'scroll' | 'change of day']: Profile };

/** The same visit once more with a trace; null if it takes longer than 15 seconds. */
export function profileTimeline(url: string, { aircraft, reservations }: Size): Promise<Profiles | null> {
  return visit(url, secondsAtMost, async ({ page, meter }) => {
    await page.evaluate(([rows, bars]) => window.stage.prepare(rows, bars), [aircraft, reservations] as const);
    const shown = await meter.profile(() => page.evaluate(() => window.stage.show()));
    const scrolled = await meter.profile(() => page.evaluate((count) => window.stage.scroll(count), frames));
    await page.evaluate(() => window.stage.turn(1));
    const turned = await meter.profile(() => page.evaluate(() => window.stage.turn(2)));
    return { 'first paint': shown, scroll: scrolled, 'change of day': turned };
  });
}
