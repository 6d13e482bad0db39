import { expect, test } from '#e2e/fixtures/fixtures.ts';

test('builds the link of a board with its QR code and a preview, and accepts only valid input', async ({ page }) => {
  await page.goto('/setup?section=board');
  const link = page.getByRole('link', { name: /\/board/ });
  await expect(link).toHaveText(/:\d+\/board$/);
  await page.getByLabel('Dimmed at night').fill('dusk');
  await page.getByLabel('Dimmed at night').press('Enter');
  await expect(page.getByText('“dusk” is not valid for night')).toBeVisible();
  await expect(link).toHaveText(/\/board$/);
  await page.getByLabel('Dimmed at night').press('Escape');
  await page.getByLabel('Names').selectOption('none');
  await page.getByRole('checkbox', { name: 'Departures and returns' }).uncheck();
  await page.getByLabel('Seconds of Maintenance').selectOption('30');
  await page.getByLabel('Notice').fill('NO FLYING – WIND');
  await page.getByLabel('Notice').press('Enter');
  const wanted = '/board?screens=fleet,maintenance:30,day&names=none&notice=NO+FLYING+%E2%80%93+WIND';
  await expect(link).toContainText(wanted);
  await expect(page).toHaveURL(/names=none/);
  await page.getByRole('button', { name: '1920 × 1080' }).click();
  const board = page.frameLocator('iframe[title="Preview of the board"]');
  await expect(board.getByText('NO FLYING – WIND')).toBeVisible();
  await expect(board.getByRole('heading', { level: 2 })).toHaveText('Fleet');
});

test('a code that cannot be loaded leaves the link, and can be tried again', async ({ page, expectConsole }) => {
  expectConsole(/status of 404|Failed to fetch dynamically|could not be loaded/);
  const part = /\/assets\/QrCode-/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/setup?section=board');
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible();
  await expect(page.getByRole('link', { name: /\/board/ })).toHaveText(/:\d+\/board$/);
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
});

test('setup has an index of its sections, which keep the rest of the address, and no section is long', async ({
  page,
  axe,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/setup?names=none');
  const index = page.getByRole('navigation', { name: 'Sections' });
  for (const [name, section, shows] of [
    ['School', 'school', 'Thresholds'],
    ['Wall board', 'board', 'Wall board'],
    ['Access', 'access', 'Audit'],
    ['Diagnostics', 'diagnostics', 'Local copy'],
  ] as const) {
    await index.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/setup?names=none&section=${section}`);
    await expect(page.getByRole('region', { name: shows, exact: true })).toBeVisible();
    await expect(index.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await axe();
    // One column held everything before: 3,357 pixels.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_300);
    // The panels have a gap between them.
    const gaps = await page.evaluate(() => {
      const panels = [...document.querySelectorAll('main section')].filter(
        (one) => !one.parentElement?.closest('section'),
      );
      const boxes = panels.map((panel) => panel.getBoundingClientRect());
      return boxes.slice(1).map(({ top }, at) => Math.round(top - (boxes[at]?.bottom ?? 0)));
    });
    expect(
      gaps.every((gap) => gap >= 12),
      gaps.join(),
    ).toBe(true);
  }
  await page.reload();
  await expect(page.getByRole('region', { name: 'Local copy' })).toBeVisible();
  await index.getByRole('link', { name: 'Connection' }).click();
  await expect(page).toHaveURL('/setup?names=none');
});
