import { expect, looks, test } from './fixtures.ts';

/** The pictures of the README: the name, the page, and the look. */
const pictures = [
  ['overview', '/', 'desktop, light'],
  ['fleet', '/fleet', 'desktop, light'],
  ['fleet-dark', '/fleet', 'desktop, dark'],
  ['fleet-phone', '/fleet', 'phone, light'],
  ['maintenance', '/maintenance', 'desktop, light'],
  ['reservations', '/reservations', 'desktop, dark'],
  ['reports', '/reports/flights', 'desktop, light'],
  ['board', '/board', 'wall, dark'],
] as const;

for (const [name, address, lookName] of pictures) {
  test.describe(name, () => {
    test.use(looks.find((look) => look.name === lookName)?.use ?? {});
    test(`${address} as ${name}.png`, async ({ page }) => {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await expect(page.getByText(/\d+ in all|\d+ (aircraft|rows)/).first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `e2e/screenshots/${name}.png` });
    });
  });
}
