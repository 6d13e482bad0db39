import { expect, type Page, type Request } from 'playwright/test';
import { now } from './servers.ts';
import type { TimedStack } from './timedStack.ts';

const minute = 60_000;

export type TimedBoard = {
  /** Advances the page and the stack by so many minutes, one minute at a time. */
  readonly pass: (minutes: number) => Promise<void>;
  readonly light: (source: string) => ReturnType<Page['locator']>;
};

/**
 * Opens the fleet screen of a board on the stack's clock (`hasPageTime: false`), and waits for its tiles; `load` may open it in
 * another way.
 */
export async function openTimedBoard(
  page: Page,
  stack: TimedStack,
  load: () => Promise<unknown> = () => page.goto(boardAddress(stack)),
): Promise<TimedBoard> {
  await page.clock.install({ time: now });
  const isQuiet = requestsOf(page);
  await load();
  const light = (source: string) => page.getByLabel('Sources').getByRole('listitem').filter({ hasText: source });
  await expect(light('Reservations')).toHaveAttribute('data-state', 'fresh');
  await expectTiles(page);
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) {
      stack.pass(minute);
      await page.clock.fastForward(minute);
      await expect.poll(isQuiet, { intervals: [50] }).toBe(true);
    }
  };
  return { pass, light };
}

export function boardAddress({ url }: TimedStack): string {
  return `${url}/board?screens=fleet:600`;
}

/** Reports whether every request of the page has been answered or has failed, except its endless event stream. */
function requestsOf(page: Page): () => boolean {
  const open = new Set<Request>();
  page.on('request', (request) => !request.url().endsWith('/events') && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('framenavigated', () => open.clear());
  return () => open.size === 0;
}

/** The board is drawn: it shows tails, and no screen has failed. */
export async function expectTiles(page: Page): Promise<void> {
  await expect(page.getByText(/^N\d+[A-Z]+$/).first()).toBeVisible();
  await expect(page.getByText('This screen failed')).toHaveCount(0);
}
