import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type BoardPage, openBoard } from './boardPage.ts';
import type { Part } from './outcome.ts';

/** As in `budget.ts`. */
const budget = 190;
const longest = 200;
/** Milliseconds: enough for each screen at least three times, with refreshes of every kind. */
const watched = 75_000;

/** JavaScript of the first load, and the longest task after it, on a machine four times as slow, with 150 aircraft. */
export async function firstLoad(): Promise<Part> {
  const board = await openBoard({
    flags: ['--aircraft=150', '--reservations-per-day=500'],
    search: 'screens=fleet:5,movements:5,maintenance:5,day:5',
    isTimed: false,
    cpuSlowDown: 4,
  });
  const { page } = board;
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );
  const size = [...new Set(scripts)]
    .filter((path) => path.startsWith('/assets/'))
    .reduce((sum, path) => sum + gzipSync(readFileSync(`dist${path}`)).length / 1024, 0);
  const work = await tasksOf(board, watched);
  await board.close();
  const worst = Math.max(...work);
  return {
    rows: [
      ['JavaScript of the first load', `${size.toFixed(1)} KiB gzip`, `at most ${budget}`, (size / budget).toFixed(2)],
      [
        'longest task at a quarter of the speed, 150 aircraft',
        `${worst.toFixed(0)} ms`,
        `at most ${longest}`,
        (worst / longest).toFixed(2),
      ],
    ],
    figures: {
      'JavaScript of the first load, KiB': size,
      'longest task, ms': worst,
      'tasks over 50 ms': work.filter((ms) => ms > 50).length,
    },
    ratios: { 'first load to its budget': size / budget, 'longest task to its bound': worst / longest },
  };
}

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/**
 * The milliseconds of each task of the page's main thread in this time. Processor time, not elapsed time: on a busy machine a
 * task waits for others.
 */
async function tasksOf({ browser, page }: BoardPage, duration: number): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.waitForTimeout(duration);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid);
  const tasks = traceEvents.filter((event) => event.name === 'ThreadControllerImpl::RunTask' && isMain(event));
  if (tasks.length === 0) throw new Error('The trace names no task of the page.');
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}
