import { visit } from '#e2e/bench/pages/visit.ts';

/** Of one contender in one visit; times in milliseconds until painted, with those of JavaScript on the main thread. */
export type Sample = {
  readonly load: number;
  readonly sort: number;
  readonly sortScript: number;
  readonly filter: number;
  readonly filterScript: number;
  /** Not a number where it cannot group. */
  readonly group: number;
  readonly groupScript: number;
  /** Of the main thread while scrolling from the top to the bottom of what it lets one scroll. */
  readonly scroll: number;
  readonly longFrames: number;
  /** The rows, what is drawn of them and all that belongs to them, in MB; and how many times the JSON that is. */
  readonly heap: number;
  readonly heapToJson: number;
};

const secondsAtMost = 60;
const rows = 100_000;
const frames = 200;
const longMs = 50;

/** Null where it takes longer than a minute. */
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
    const gaps = await page.evaluate((count) => window.gridStage.scroll(count), frames);
    const after = await meter.spent();
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
      longFrames: gaps.filter((gap) => gap > longMs).length,
      heap,
      heapToJson: heap / megabytes,
    };
  });
}
