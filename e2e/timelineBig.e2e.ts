import { expect, test } from './support/fixtures.ts';
import { startStack } from './support/stack.ts';

test('a school of 500 aircraft keeps few elements in the document, wherever one scrolls', async ({ page }) => {
  test.setTimeout(120_000);
  const stack = await startStack(
    ['--aircraft', '500', '--reservations-per-day', '2000', '--days', '3', '--rate-limit', '0'],
    { API_RATE_LIMIT: '100000' },
  );
  try {
    await page.goto(`${stack.url}/reservations`);
    const grid = page.getByRole('grid', { name: /Reservations by/ });
    await expect(grid.locator('[data-key]').first()).toBeVisible({ timeout: 60_000 });
    const count = () => grid.evaluate((element) => element.querySelectorAll('*').length);
    expect(await count()).toBeLessThan(1000);
    const rows = Number(await grid.getAttribute('aria-rowcount'));
    expect(rows).toBeGreaterThan(500);
    await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(grid.getByRole('rowheader', { name: /No aircraft/ })).toBeVisible();
    expect(await count()).toBeLessThan(1000);
    // What the page still reads would fail with the servers.
    await page.goto('about:blank');
  } finally {
    await stack.close();
  }
});
