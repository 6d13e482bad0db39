import { expect, test } from '#e2e/fixtures/fixtures.ts';

test('builds the link of a board with its QR code and a preview, and accepts only valid input', async ({ page }) => {
  await page.goto('/setup');
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
  await page.goto('/setup');
  await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible();
  await expect(page.getByRole('link', { name: /\/board/ })).toHaveText(/:\d+\/board$/);
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
});
