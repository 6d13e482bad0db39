import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { expect, looks, test } from './fixtures.ts';

/** What the README shows: the name of the picture, the page, and the look. */
const pictures = [
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
      await expect(page.getByText(/ in all|aircraft/).first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await page.waitForTimeout(500);
      const path = `e2e/screenshots/${name}.png`;
      await page.screenshot({ path });
      reducePalette(path);
      console.log(`${path}: ${Math.round(statSync(path).size / 1024)} KiB`);
    });
  });
}

/** Down to 64 colours where pngquant is at hand: a third of the size, and no eye can tell on flat surfaces. */
function reducePalette(path: string): void {
  spawnSync('pngquant', ['--force', '--ext', '.png', '64', path]);
}
