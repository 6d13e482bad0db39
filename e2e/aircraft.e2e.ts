import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';

const aFlyingAircraft = async (page: import('playwright/test').Page) => {
  await page.goto('/fleet?now=away');
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
};

test('shows an aircraft with its facts and its day', async ({ page }) => {
  await aFlyingAircraft(page);
  await expect(page.getByText(/flying until \d{4}L/)).toBeVisible();
  await expect(page.getByText('Category and class')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tue 12 May' })).toBeVisible();
  const bookings = page.getByRole('list').getByRole('listitem').filter({ hasText: 'Checked Out' });
  await expect(bookings).toHaveCount(1);
});

test('turns the pages of its calendar, and the day is in the address', async ({ page }) => {
  await aFlyingAircraft(page);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=2026-05-13/);
  await expect(page.getByRole('heading', { name: 'Wed 13 May' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Wed 13 May' })).toBeVisible();
});

test('shows all times in Zulu at the switch, here and on the next page', async ({ page }) => {
  await aFlyingAircraft(page);
  await page.getByRole('button', { name: /Zulu time/ }).click();
  await expect(page).toHaveURL(/time=Z/);
  await expect(page.getByText(/flying until \d{4}Z/)).toBeVisible();
  await expect(page.getByRole('main').getByText(/\d{4}L\b/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Fleet' }).last().click();
  await expect(page).toHaveURL(/\/fleet\?time=Z/);
});

test('says so when there is no such aircraft, and when the day is none', async ({ page }) => {
  await page.goto('/fleet/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('The service lists no aircraft with the id')).toBeVisible();
  await aFlyingAircraft(page);
  await page.goto(`${new URL(page.url()).pathname}?date=yesterday`);
  await expect(page.getByText('“yesterday” is not a day such as 2026-05-12; showing today.')).toBeVisible();
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('is accessible and never scrolls sideways', async ({ page, axe }) => {
      await page.goto('/fleet?view=cards');
      await page.getByRole('listitem').getByRole('link').first().click();
      await expect(page.getByText(/\d+ reservations?$/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
    });
  });
}
