import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test('makes the link of a board, with its code and a preview', async ({ page }) => {
  await page.goto('/setup');
  const link = page.getByRole('link', { name: /\/board/ });
  await expect(link).toHaveText(/:\d+\/board$/);
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
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

test('says what no board understands, and does not take it', async ({ page }) => {
  await page.goto('/setup');
  await page.getByLabel('Dimmed at night').fill('dusk');
  await page.getByLabel('Dimmed at night').press('Enter');
  await expect(page.getByText('“dusk” is not good for night')).toBeVisible();
  await expect(page.getByRole('link', { name: /\/board/ })).toHaveText(/\/board$/);
  await page.getByLabel('Read from, in metres').fill('20');
  await page.getByLabel('Read from, in metres').press('Enter');
  await expect(page.getByText('too small to be read from so far away')).toBeVisible();
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });
    test('is accessible and never scrolls sideways', async ({ page, axe }) => {
      await page.goto('/setup?names=short');
      await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
    });
  });
}
