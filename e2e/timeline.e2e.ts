import type { Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { mayDay, reservationsWithin } from './support/reservationsWithin.ts';

const grid = (page: Page) => page.getByRole('grid', { name: /Reservations by/ });
const bars = (page: Page) => grid(page).locator('[data-key]');

test('shows days at their times, turns to others, and has rows for aircraft, instructors and pilots', async ({
  page,
  request,
  axe,
}) => {
  // Several visits in one, with a check of accessibility in between.
  test.slow();
  const booked = await reservationsWithin(request, ...mayDay(12));
  const title = page.getByRole('heading', { level: 1 });
  await page.goto('/reservations?date=tomorrow&days=5&conflicts=shown');
  await expect(title).toHaveText('Tue 12 May 2026');
  await expect(page.getByText('“tomorrow” is not a date such as 2026-05-12; showing today.')).toBeVisible();
  await expect(page.getByText('“5” is not a valid days')).toBeVisible();
  await expect(page.getByText(`${booked.length} in all`)).toBeVisible();
  const [start, end] = mayDay(12).map((text) => Date.parse(text)) as [number, number];
  const first = booked.find((one) => one.aircraft?.tailNumber === 'N512SP' && Date.parse(one.startTime) > start)!;
  const bar = grid(page).locator(`[data-key="${first.reservationId}"]`);
  const [body, place] = [
    await grid(page).getByRole('columnheader', { name: 'Tue 12 May' }).boundingBox(),
    await bar.boundingBox(),
  ];
  const perHour = body!.width / ((end - start) / 3_600_000);
  const hours = (Date.parse(first.startTime) - start) / 3_600_000;
  expect(Math.abs(place!.x - body!.x - hours * perHour)).toBeLessThan(2);
  await expect(page.getByText(/\d+ definite/)).toBeVisible();
  await axe();
  await expectNoSidewaysScroll(page);

  const heads = grid(page).getByRole('rowheader');
  await page.getByRole('button', { name: 'Instructors' }).click();
  await expect(heads.nth(1)).toContainText(', ');
  await page.getByRole('button', { name: 'Pilots' }).click();
  await expect(page).toHaveURL(/by=pilot/);
  await expect(heads.nth(1)).toContainText(', ');

  await page.getByRole('button', { name: '3 days' }).click();
  await expect(title).toHaveText('Tue 12 May – Thu 14 May 2026');
  await page.getByRole('button', { name: 'Next period' }).click();
  await expect(page).toHaveURL(/date=2026-05-15/);
  await expect(title).toHaveText('Fri 15 May – Sun 17 May 2026');
  await page.getByLabel('Date', { exact: true }).fill('2026-05-20');
  await expect(title).toHaveText('Wed 20 May – Fri 22 May 2026');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.goBack();
  await expect(title).toHaveText('Wed 20 May – Fri 22 May 2026');
});

test('zooms by the wheel, by keys and by choice; is walked by keys alone, and Enter opens the reservation', async ({
  page,
}) => {
  await page.goto('/reservations');
  await expect(bars(page).first()).toBeVisible();
  const width = () => grid(page).evaluate((element) => element.scrollWidth);
  const opened = await width();
  await grid(page).hover({ position: { x: 600, y: 200 } });
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect(page).toHaveURL(/zoom=\d+/);
  expect(await width()).toBeGreaterThan(opened);
  await grid(page).focus();
  await page.keyboard.press('-');
  await expect(page).not.toHaveURL(/zoom=/);
  await page.getByLabel('Column').selectOption('15 min');
  await expect(page).toHaveURL(/zoom=15/);
  await expect.poll(width).toBeGreaterThan(3 * opened);

  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('[data-key]:focus');
  await expect(focused).toHaveCount(1);
  const first = await focused.getAttribute('data-key');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  expect(await focused.getAttribute('data-key')).not.toBe(first);
  await page.keyboard.press('Control+End');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/reservation=/);
  const dialog = page.getByRole('dialog', { name: /^Reservation/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(focused).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('breaks no rule of accessibility and does not scroll sideways', async ({ page, axe }) => {
    await page.goto('/reservations?view=timeline&conflicts=shown');
    await expect(bars(page).first()).toBeVisible();
    await expect(page.getByText(/\d+ definite/)).toBeVisible();
    await axe();
    await expectNoSidewaysScroll(page);
  });
});
