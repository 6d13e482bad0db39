import { openBoard } from './boardPage.ts';
import type { Part } from './outcome.ts';

const second = 1000;
const hour = 3600 * second;
const step = 15 * second;
/** A minute's requests that never finish are abandoned after 20 seconds of real time. */
const settle = 21 * second;

/**
 * A board unattended for so many hours on a fast clock, while the school continues: memory and page content at the end, compared
 * with those after the first hour. The comparison is at the same time of day, because a morning's board is fuller.
 */
export async function soak(hours: number): Promise<Part> {
  const board = await openBoard({ flags: ['--aircraft=24'], search: 'refresh=15', isTimed: true });
  let refreshes = 0;
  board.page.on('response', (response) => {
    if (response.url().includes('/reservations?')) refreshes += 1;
  });
  const live = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += step) await board.pass(step);
  };
  await live(hour);
  const first = await measure();
  refreshes = 0;
  for (let passed = 0; passed < hours; passed++) {
    await live(hour);
    console.error(`  ${passed + 1} of ${hours} hours, ${refreshes} answers`);
  }
  const last = await measure();
  await board.close();

  async function measure() {
    await board.page.keyboard.press('1');
    await board.pass(second);
    await new Promise((resolve) => setTimeout(resolve, settle));
    await board.devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await board.devTools.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await board.devTools.send('Memory.getDOMCounters');
    return { heap: usedSize / 1024 / 1024, nodes, listeners: jsEventListeners };
  }

  const compared = [
    ['heap, MiB', first.heap, last.heap],
    ['DOM nodes', first.nodes, last.nodes],
    ['event listeners', first.listeners, last.listeners],
  ] as const;
  return {
    rows: [
      ...compared.map(([name, before, after]) => [
        `${name} after ${hours} h`,
        after.toFixed(1),
        `after the first ${before.toFixed(1)}`,
        (after / before).toFixed(3),
      ]),
      ['answers with reservations', String(refreshes), '', ''],
      ['console errors and warnings', String(board.complaints.length), board.complaints[0] ?? '', ''],
    ],
    figures: {
      ...Object.fromEntries(
        compared.flatMap(([name, before, after]) => [
          [`${name}, after 1 h`, before],
          [`${name}, after ${hours} h more`, after],
        ]),
      ),
      'answers with reservations': refreshes,
      'console errors and warnings': board.complaints.length,
    },
    ratios: Object.fromEntries(
      compared.map(([name, before, after]) => [`${name}, after ${hours} h to after 1`, after / before]),
    ),
  };
}
