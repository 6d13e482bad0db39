import { expect, test } from './support/fixtures.ts';
import { type Stack, startStack } from './support/stack.ts';

/** 40 aircraft and their simulators under an allowance of 60 calls a minute: the sweep has to live within it. */
test.describe('a sweep under a tight allowance', () => {
  let stack: Stack;
  test.beforeAll(async () => {
    stack = await startStack(['--aircraft', '40', '--rate-limit', '60', '--reservations-per-day', '40']);
  });
  test.afterAll(() => stack.close());

  test('shows its progress, can be paused, names who failed, and provokes no 429', async ({ page, expectConsole }) => {
    test.setTimeout(150_000);
    expectConsole(/status of 500/);
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 429 && refused.push(response.url()));
    const broken = new Set<string>();
    let isBroken = true;
    let asked = 0;
    await page.route(/maintenanceReminders$/, (route) => {
      asked += 1;
      const url = route.request().url();
      if (asked === 3) broken.add(url);
      return isBroken && broken.has(url) ? route.fulfill({ status: 500, body: '[]' }) : route.continue();
    });
    await page.goto(`${stack.url}/maintenance`);
    const progress = page.getByText(/\d+ of \d+ aircraft, \d+ waiting/);
    await page.getByRole('button', { name: 'Pause' }).click();
    // What was under way when it was paused still comes in.
    await page.waitForTimeout(1000);
    const paused = await progress.textContent();
    await page.waitForTimeout(1500);
    expect(await progress.textContent()).toBe(paused);
    expect(paused).not.toContain(', 0 waiting');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText(/: The service has a fault/)).toBeVisible({ timeout: 100_000 });
    isBroken = false;
    await page.getByRole('button', { name: /^Ask .* again$/ }).click();
    await expect(page.getByText(/: The service has a fault/)).toHaveCount(0);
    await expect(progress).toHaveCount(0, { timeout: 100_000 });
    expect(refused).toEqual([]);
  });
});
