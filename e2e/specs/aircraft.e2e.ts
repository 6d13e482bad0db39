import type { Page } from 'playwright/test';
import { axeLooks, expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';

async function openFlying(page: Page): Promise<void> {
  await page.goto('/fleet?now=flying');
  await page.getByRole('row').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
}

test('shows an aircraft with its facts and its day, changes the day, and switches all times to Zulu', async ({
  page,
}) => {
  await openFlying(page);
  await expect(page.getByText(/Flying until \d{4}L/)).toBeVisible();
  await expect(page.getByText('Category and class')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tue 12 May' })).toBeVisible();
  const reservations = page.getByRole('list').getByRole('listitem').filter({ hasText: 'Checked Out' });
  await expect(reservations).toHaveCount(1);

  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=2026-05-13/);
  await expect(page.getByRole('heading', { name: 'Wed 13 May' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Wed 13 May' })).toBeVisible();

  await page.getByRole('button', { name: /Zulu time/ }).click();
  await expect(page).toHaveURL(/time=Z/);
  await expect(page.getByText(/Flying until \d{4}Z/)).toBeVisible();
  await expect(page.getByRole('main').getByText(/\d{4}L\b/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Fleet' }).last().click();
  await expect(page).toHaveURL(/\/fleet\?time=Z/);
});

test('filters its reminders through the service, and never shows those of another filter', async ({ page }) => {
  await page.goto('/fleet');
  await page
    .getByRole('row')
    .filter({ hasText: /Grounded/ })
    .getByRole('link')
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Maintenance reminders' });
  const rows = panel.getByRole('list').getByRole('listitem');
  const ok = rows.filter({ hasText: /^OK/ });
  await expect(ok.first()).toBeVisible();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/maintenanceReminders\?statusId=int:2,3/, async (route) => {
    await held;
    await route.continue();
  });
  await panel.getByLabel('Status').selectOption('Warning or Expired');
  await expect(panel.getByText('Not known yet')).toBeVisible();
  await expect(rows).toHaveCount(0);
  release();
  await panel.getByText('API details').click();
  await expect(panel.getByText('Query: Status is one of Warning or Expired')).toBeVisible();
  await expect(rows.filter({ hasText: /^Expired/ }).first()).toBeVisible();
  await expect(ok).toHaveCount(0);
});

test('says so when there is no such aircraft or no such day; never scrolls sideways', async ({ page }) => {
  await page.goto('/fleet/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('The service lists no aircraft with the ID')).toBeVisible();
  await openFlying(page);
  await followAnew(page, `${new URL(page.url()).pathname}?date=yesterday`);
  await expect(page.getByText('“yesterday” is not a date such as 2026-05-12; showing today.')).toBeVisible();
  await expect(page.getByText(/\d+ reservations?$/)).toBeVisible();
  // On a phone the same panels are stacked.
  for (const { use } of axeLooks) {
    await page.setViewportSize(use.viewport);
    await expectNoSidewaysScroll(page);
  }
});

test('is complete after a while, even if one of its sources does not answer', async ({ page }) => {
  await page.route('**/replica/squawks', () => new Promise(() => undefined));
  await openFlying(page);
  await expect(page.getByText('Category and class')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Findings' })).toContainText('Squawks not loaded yet');
});
