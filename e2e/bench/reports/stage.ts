import { scrollBetween, scrollThrough, untilPainted } from '#e2e/bench/pages/frames.ts';
import { columns, readReport, type Row } from './rows.ts';

/** Runs in the page, after the script of the contender. */
const root = document.querySelector<HTMLElement>('#stage')!;
const { grid } = window;
let rows: readonly Row[] = [];

const paint = (act: () => void) => untilPainted(root, grid.rows, act);

const gridStage = {
  /** Megabytes of the rows as JSON. */
  read(count: number): number {
    const report = readReport(count);
    rows = report.rows;
    return report.megabytes;
  },
  load: () => paint(() => grid.load(root, columns, rows)),
  sort: (key: string) => paint(() => grid.sortBy(key)),
  filter: (text: string) => paint(() => grid.filterBy(text)),
  /** Null if it cannot group. */
  group: (key: string, sum: string) => (grid.groupBy ? paint(() => grid.groupBy?.(key, sum)) : null),
  scroll: (frames: number) => scrollThrough(grid.scroller()!, frames),
  /** Scrolls through the first rows and back, so many per frame. Returns how many came into view. */
  async pass(count: number, each: number, times: number): Promise<number> {
    const scroller = grid.scroller()!;
    const { height } = document.querySelector(grid.rows)!.getBoundingClientRect();
    const entering = Math.floor(count - scroller.clientHeight / height);
    const frames = Math.ceil(entering / each);
    for (let time = 0; time < times; time++) {
      await scrollBetween(scroller, 0, entering * height, frames);
      await scrollBetween(scroller, entering * height, 0, frames);
    }
    return 2 * times * entering;
  },
};

export type GridStage = typeof gridStage;

declare global {
  interface Window {
    gridStage: GridStage;
  }
}

window.gridStage = gridStage;
