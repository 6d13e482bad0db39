import { expect, type Page } from 'playwright/test';
import { now } from './servers.ts';
import type { TimedStack } from './timedStack.ts';

const minute = 60_000;
const step = 15_000;

export type TimedBoard = {
  /** Lets so many minutes pass for the page and the stack. */
  readonly pass: (minutes: number) => Promise<void>;
  readonly light: (source: string) => ReturnType<Page['locator']>;
};

/** The fleet's screen of a board on the stack's clock, once its tiles are there; `ahead` is how far the browser's clock is wrong. */
export async function openTimedBoard(page: Page, stack: TimedStack, ahead = 0): Promise<TimedBoard> {
  // The stack tells its own time, and is to be believed.
  await page.unrouteAll();
  await page.clock.install({ time: Date.parse(now) + ahead });
  await page.goto(`${stack.url}/board?screens=fleet:600`);
  const light = (source: string) => page.getByLabel('Sources').getByRole('listitem').filter({ hasText: source });
  await expect(light('Reservations')).toHaveAttribute('data-state', 'fresh', { timeout: 20_000 });
  await expectTiles(page);
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes * minute; passed += step) {
      stack.pass(step);
      await page.clock.runFor(step);
      // What was asked meanwhile comes by the true clock.
      await page.waitForTimeout(150);
    }
  };
  return { pass, light };
}

/** The board stands: it has tails on it, and no screen with a fault. */
export async function expectTiles(page: Page): Promise<void> {
  await expect(page.getByText(/^N\d+[A-Z]+$/).first()).toBeVisible();
  await expect(page.getByText('This screen has a fault')).toHaveCount(0);
}
