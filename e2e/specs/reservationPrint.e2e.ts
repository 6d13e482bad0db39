import type { Page } from 'playwright/test';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { mayDay, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';
import { startStack } from '#e2e/servers/stack.ts';

/** The number of pages when the browser prints the screen. */
async function pagesOf(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format, landscape: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function openLanes(page: Page, base = ''): Promise<void> {
  await page.goto(`${base}/reservations?view=lanes`);
  await expect(page.getByRole('region', { name: 'Upcoming' }).getByRole('link').first()).toBeVisible();
}

test('the day prints on one landscape page of either format, whatever the view', async ({ page }) => {
  await openLanes(page);
  for (const format of ['A4', 'Letter'] as const) expect(await pagesOf(page, format), format).toBe(1);
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Week' })).toBeVisible();
  expect(await pagesOf(page, 'Letter')).toBe(1);
});

test('forty aircraft fit on the page', async ({ page }) => {
  // A large school is slow to start, especially on a busy machine.
  test.slow();
  const school = ['--aircraft', '40', '--reservations-per-day', '150', '--days', '16', '--rate-limit', '0'];
  const stack = await startStack(school, { API_RATE_LIMIT: '100000' });
  await openLanes(page, stack.url);
  expect(await pagesOf(page, 'Letter')).toBe(1);
  await page.close();
  await stack.close();
});

test('the sheet names the day, the school, the age of its data and every reservation of an aircraft', async ({
  page,
  request,
}) => {
  const booked = (await reservationsWithin(request, ...mayDay(12))).filter(({ aircraft }) => aircraft);
  await openLanes(page);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Day sheet' });
  await expect(sheet.getByRole('heading', { name: 'Tue 12 May 2026' })).toBeVisible();
  await expect(sheet).toContainText('Pikes Peak Flying School');
  await expect(sheet).toContainText(/As of 110[45]L · printed Tue 12 May 1105L/);
  await expect(sheet).toContainText(`${booked.length} reservations of`);
  const drawn = sheet.locator('[data-kind]:not(i)');
  const listed = sheet.locator('footer', { hasText: 'Ended in the night' }).locator('span');
  await expect.poll(async () => (await drawn.count()) + (await listed.count())).toBe(booked.length);
  await expect(page.getByRole('button', { name: 'Other actions' })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
});

test('the sheet of one aircraft has its reservations alone, and names it', async ({ page, request }) => {
  const booked = await reservationsWithin(request, ...mayDay(12));
  const tail = booked.find(({ aircraft }) => aircraft?.tailNumber)!.aircraft!.tailNumber;
  const own = booked.filter(({ aircraft }) => aircraft?.tailNumber === tail);
  expect(own.length).toBeLessThan(booked.length);
  await page.goto('/reservations?view=agenda');
  await page.getByLabel('For', { exact: true }).selectOption(tail);
  await expect(page).toHaveURL(/resource=aircraft/);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Day sheet' });
  await expect(sheet.getByRole('heading', { name: `Tue 12 May 2026 · ${tail}` })).toBeVisible();
  await expect(sheet).toContainText(new RegExp(`${own.length} reservations? of 1 aircraft`));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
});

test('the timeline prints day after day, on as many pages as it needs', async ({ page, request }) => {
  const booked = await reservationsWithin(request, ...mayDay(12));
  await page.goto('/reservations?days=3');
  await expect(page.getByRole('grid').locator('[data-key]').first()).toBeVisible();
  expect(await pagesOf(page, 'Letter')).toBeGreaterThanOrEqual(3);
  await followAnew(page, '/reservations?by=pilot');
  await expect(page.getByRole('grid').locator('[data-key]').first()).toBeVisible();
  expect(await pagesOf(page, 'A4')).toBeGreaterThanOrEqual(2);

  await followAnew(page, '/reservations');
  await expect(page.getByRole('grid').locator('[data-key]').first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Timeline on paper' });
  await expect(sheet.getByRole('heading', { name: 'Tue 12 May 2026' })).toBeVisible();
  await expect(sheet).toContainText(`${booked.length} reservations in`);
  await expect(sheet).toContainText(/As of 110[45]L · printed Tue 12 May 1105L/);
  // The head is repeated on each page, and no row is cut.
  await expect(sheet.locator('thead')).toHaveCSS('display', 'table-header-group');
  await expect(sheet.locator('tbody tr').first()).toHaveCSS('break-inside', 'avoid');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
});

test('the overview on paper names the groups that are folded, and has no links to other pages’ tools', async ({
  page,
}) => {
  await page.goto('/');
  const folded = page.getByRole('button', { name: /^\d+ Maintenance due soon/ });
  const tool = page.getByRole('link', { name: 'Move reservations' }).first();
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await expect(tool).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(folded).toBeVisible();
  await expect(tool).toBeHidden();
});
