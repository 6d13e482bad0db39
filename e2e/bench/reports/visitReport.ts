import type { Profile } from '#e2e/bench/pages/trace.ts';
import { visit, type Visit } from '#e2e/bench/pages/visit.ts';

/** One contender in one visit: milliseconds until painted, and those of JavaScript on the main thread. */
export type Sample = {
  readonly load: number;
  readonly sort: number;
  readonly sortScript: number;
  readonly filter: number;
  readonly filterScript: number;
  /** NaN if it cannot group. */
  readonly group: number;
  readonly groupScript: number;
  /** Main thread time while scrolling from the top to the bottom of the scrollable part. */
  readonly scroll: number;
  readonly longFrames: number;
  /** The same at half the processor speed. */
  readonly slowLongFrames: number;
  /** Microseconds of the main thread for each row brought into view by scrolling two rows per frame. */
  readonly row: number;
  /** Memory of the rows, drawn and not, with everything that belongs to them, in MB; and its ratio to the JSON. */
  readonly heap: number;
  readonly heapToJson: number;
};

const secondsAtMost = 60;
const rows = 100_000;
const frames = 150;
const longMs = 50;
/** As many rows as MUI X shows at a time; scrolled through and back, two per frame. */
const pass = [100, 2, 5] as const;

/** Null if it takes longer than a minute. */
export function visitReport(url: string): Promise<Sample | null> {
  return visit(url, secondsAtMost, async ({ page, meter }) => {
    const empty = await meter.heap();
    const megabytes = await page.evaluate((count) => window.gridStage.read(count), rows);
    const timed = async (act: () => Promise<number | null>) => {
      const before = await meter.spent();
      const painted = (await act()) ?? Number.NaN;
      const after = await meter.spent();
      return { painted, script: after.script - before.script };
    };
    const load = await timed(() => page.evaluate(() => window.gridStage.load()));
    const before = await meter.spent();
    const longFrames = await longFramesOf(page);
    const after = await meter.spent();
    const entered = await page.evaluate((by) => window.gridStage.pass(...by), pass);
    const passed = await meter.spent();
    const slowLongFrames = await atHalfSpeed(page, () => longFramesOf(page));
    const sort = await timed(() => page.evaluate(() => window.gridStage.sort('charge')));
    const filter = await timed(() => page.evaluate(() => window.gridStage.filter('garcia')));
    await page.evaluate(() => window.gridStage.filter(''));
    const group = await timed(() => page.evaluate(() => window.gridStage.group('tailNumber', 'hours')));
    const heap = (await meter.heap()) - empty;
    return {
      load: load.painted,
      sort: sort.painted,
      sortScript: sort.script,
      filter: filter.painted,
      filterScript: filter.script,
      group: group.painted,
      groupScript: group.script,
      scroll: after.task - before.task,
      longFrames,
      slowLongFrames,
      row: (1000 * (passed.task - after.task)) / entered,
      heap,
      heapToJson: heap / megabytes,
    };
  });
}

async function longFramesOf(page: Visit['page']): Promise<number> {
  const gaps = await page.evaluate((count) => window.gridStage.scroll(count), frames);
  return gaps.filter((gap) => gap > longMs).length;
}

async function atHalfSpeed<T>(page: Visit['page'], act: () => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 2 });
  const result = await act();
  await session.detach();
  return result;
}

/** Where the time of one visit goes: milliseconds per frame from top to bottom, microseconds per row that comes into view. */
export type Profiles = { readonly frame: Profile; readonly row: Profile };

/** Scrolls once more with a trace; null if it takes longer than a minute. */
export function profileReport(url: string): Promise<Profiles | null> {
  return visit(url, secondsAtMost, async ({ page, meter }) => {
    await page.evaluate((count) => window.gridStage.read(count), rows);
    await page.evaluate(() => window.gridStage.load());
    const all = await meter.profile(() => page.evaluate((count) => window.gridStage.scroll(count), frames));
    let entered = Number.NaN;
    const few = await meter.profile(async () => {
      entered = await page.evaluate((by) => window.gridStage.pass(...by), pass);
    });
    return { frame: scaled(all, 1 / frames), row: scaled(few, 1000 / entered) };
  });
}

function scaled(profile: Profile, by: number): Profile {
  const { script, style, layout, paint, collection, other } = profile;
  return {
    script: script * by,
    style: style * by,
    layout: layout * by,
    paint: paint * by,
    collection: collection * by,
    other: other * by,
  };
}
