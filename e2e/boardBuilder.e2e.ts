import { expect, test } from './support/fixtures.ts';

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
