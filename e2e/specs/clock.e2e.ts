import type { Locator, Page } from 'playwright/test';
import { axeLooks, expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';
import { smallSchool } from '#e2e/servers/smallSchool.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse(now);

/** The device's clock is wrong; the gateway's is not. */
test.use({ hasPageTime: false });

let stack: TimedStack;
test.beforeEach(async () => {
  stack = await startTimedStack([], smallSchool());
});
test.afterEach(async ({ context }) => {
  // A page whose server stops would log an error.
  await Promise.all(context.pages().map((page) => page.close()));
  await stack.close();
});

const note = (page: Page) => page.getByText(/This device’s clock is/);
const fast = 'This device’s clock is 40 min fast. Times here follow the server.';
const localTime = (page: Page) => page.getByRole('group', { name: 'Times are shown in' }).getByRole('button').first();
const activity = (page: Page): Locator => page.getByRole('list', { name: 'Aircraft by activity', exact: true });
const attention = (page: Page): Locator => page.getByRole('list', { name: 'Attention', exact: true });

/** One aircraft is due back at 1030L, another at 1200L. */
async function expectRight(page: Page, notBack = 1, late = /N103SP not back \+0:3[5-9]/): Promise<void> {
  // A phone has no list of activities.
  if ((page.viewportSize()?.width ?? 0) > 600) await expect(activity(page)).toContainText(`${notBack} not back`);
  await expect(attention(page)).toContainText(late);
}

test('a device 40 minutes fast shows the gateway’s times, and says so, on a desktop and on a phone', async ({
  page,
  axe,
}) => {
  await page.clock.install({ time: start + 40 * minute });
  await page.goto(stack.url);
  for (const { use } of axeLooks) {
    await page.setViewportSize(use.viewport);
    await expectRight(page);
    await expect(note(page)).toHaveText(fast);
    await expect(localTime(page)).toHaveText(/^110[5-9]L$/);
    await axe();
  }
  for (const address of ['/fleet', '/reservations', '/instructors', '/maintenance']) {
    await page.goto(stack.url + address);
    for (const { use } of axeLooks) {
      await page.setViewportSize(use.viewport);
      await expect(page.locator('[data-state=loading]')).toHaveCount(0);
      await expect(note(page)).toHaveText(fast);
      await expect(page.getByRole('main')).not.toContainText(/not back \+1:/);
    }
  }
});

test('a device a day and 40 minutes slow shows the gateway’s day', async ({ page }) => {
  await page.clock.install({ time: start - 24 * hour - 40 * minute });
  await page.goto(`${stack.url}/brief`);
  await expect(page.getByRole('main')).toContainText('Tue 12 May');
  await page.goto(`${stack.url}/reservations`);
  await expect(page.getByRole('main')).toContainText(/Tue 12 May/);
  await page.goto(stack.url);
  await expectRight(page);
  await expect(note(page)).toHaveText(/clock is 24 h 40 slow\./);
});

test('a board 40 minutes fast shows the gateway’s times, and says so', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.clock.install({ time: start + 40 * minute });
  await page.goto(`${stack.url}/board?screens=fleet:600`);
  await expect(note(page)).toHaveText(fast);
  await expect(page.locator('time').first()).toHaveText(/^11:?0[5-9]L$/);
  await expect(page.getByText(/\+0:3[5-9]/).first()).toBeVisible();
});

test('a clock that is right is not mentioned; set back or ahead while the page is open, it moves nothing', async ({
  page,
}) => {
  await page.clock.install({ time: start });
  await page.goto(stack.url);
  await expectRight(page);
  await expect(note(page)).toHaveCount(0);
  await page.clock.setSystemTime(start - hour);
  await expect(note(page)).toHaveText(/clock is (1 h 00|59 min) slow\./);
  await expectRight(page);
  await page.clock.setSystemTime(start + 2 * hour);
  await expect(note(page)).toHaveText(/clock is (2 h 00|1 h 59) fast\./);
  await expectRight(page);
  await page.clock.setSystemTime(start);
  await expect(note(page)).toHaveCount(0);
  await expectRight(page);
});

test('after a sleep, in which the monotonic clock stopped, the page has the gateway’s time', async ({ page }) => {
  await page.clock.install({ time: start });
  await page.goto(stack.url);
  await expectRight(page);
  stack.pass(75 * minute);
  await page.clock.setSystemTime(start + 75 * minute);
  await expect(localTime(page)).toHaveText(/^122[0-9]L$/);
  await expectRight(page, 2, /N103SP not back \+1:5\d/);
  await expect(note(page)).toHaveCount(0);
});

test('after a sleep without the network, the time that passed counts', async ({ page, expectConsole }) => {
  expectConsole(/ERR_(INTERNET_DISCONNECTED|CONNECTION|EMPTY|INCOMPLETE)/);
  await page.clock.install({ time: start });
  await page.goto(stack.url);
  await expectRight(page);
  await page.context().setOffline(true);
  await page.clock.setSystemTime(start + 75 * minute);
  await expect(localTime(page)).toHaveText(/^122[0-9]L$/);
  await expectRight(page, 2, /N103SP not back \+1:5\d/);
  await page.context().setOffline(false);
});
