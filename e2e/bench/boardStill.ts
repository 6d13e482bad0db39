import { openBoard } from './boardPage.ts';
import type { Part } from './outcome.ts';

const second = 1000;
const minute = 60 * second;

/** Parts that change by themselves: clocks, the ages of the sources, the progress line. */
const moving = 'time, [aria-label="Sources"], [aria-hidden="true"]';

/** How often the page changes in a minute in which refreshes bring no news. */
export async function stillness(): Promise<Part> {
  const board = await openBoard({ flags: ['--aircraft=60'], search: 'screens=fleet:600', isTimed: true });
  const { page } = board;
  let refreshes = 0;
  page.on('response', (response) => {
    if (response.url().includes('/reservations?')) refreshes += 1;
  });
  for (let passed = 0; passed < 120; passed += 5) {
    await board.pass(5 * second);
    await page.waitForTimeout(200);
  }
  // From just after one full minute to just before the next, while the school's clock is stopped.
  const present = await page.evaluate(() => Date.now());
  const start = Math.ceil(present / minute) * minute + second;
  board.stack.pass(start - present);
  await page.clock.pauseAt(start);
  await live(0);
  await page.evaluate(watchChanges, moving);
  refreshes = 0;
  for (let passed = 0; passed < 55; passed += 5) {
    board.stack.passAtGateway(5 * second);
    await live(5 * second);
  }
  const changes = (await page.evaluate('changes')) as string[];
  await board.close();
  if (refreshes === 0) throw new Error('The board did not ask again.');

  async function live(milliseconds: number) {
    await page.clock.runFor(milliseconds);
    await page.waitForTimeout(200);
  }

  return {
    rows: [['changes of the page on a refresh without news', String(changes.length), changes[0] ?? '', '']],
    figures: { 'changes of the page on a refresh without news': changes.length },
    ratios: {},
  };
}

/** Runs in the page. */
function watchChanges(left: string): void {
  const changes: string[] = [];
  Object.assign(window, { changes });
  new MutationObserver((records) => {
    for (const { target, type, addedNodes, removedNodes } of records) {
      const nodes = [target, ...addedNodes, ...removedNodes];
      const elements = nodes.map((node) => (node instanceof Element ? node : node.parentElement));
      if (elements.some((element) => element?.closest(left))) continue;
      changes.push(`${type} ${elements.at(-1)?.outerHTML.slice(0, 120)}`);
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}
