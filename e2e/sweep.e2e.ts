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
    let isBroken = true;
    let asked = 0;
    await page.route(/maintenanceReminders$/, async (route) => {
      asked += 1;
      const isThird = route.request().url() === third;
      third ??= asked === 3 ? route.request().url() : undefined;
      if ((isThird || asked === 3) && isBroken) return route.fulfill({ status: 500, body: '[]' });
      return route.continue();
    });
    let third: string | undefined;
    await page.goto(`${stack.url}/maintenance`);
    await expect(page.getByText(/\d+ of \d+ aircraft, \d+ waiting/)).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await page.getByText(/\d+ of \d+ aircraft, \d+ waiting/).textContent();
    await page.waitForTimeout(1500);
    expect(Number(paused?.match(/(\d+) waiting/)?.[1])).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText(/: The service has a fault/)).toBeVisible({ timeout: 100_000 });
    isBroken = false;
    await page.getByRole('button', { name: /^Ask .* again$/ }).click();
    await expect(page.getByText(/: The service has a fault/)).toHaveCount(0);
    await expect(page.getByText(/\d+ of \d+ aircraft, \d+ waiting/)).toHaveCount(0, { timeout: 100_000 });
    expect(refused).toEqual([]);
  });
});
