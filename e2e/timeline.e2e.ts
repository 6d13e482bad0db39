import type { Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';
import { mayDay, reservationsWithin } from './support/reservationsWithin.ts';

const grid = (page: Page) => page.getByRole('grid', { name: /Reservations by/ });
const bars = (page: Page) => grid(page).locator('[data-key]');

test('shows the day, a row for each aircraft, each booking where its time is', async ({ page, request }) => {
  const booked = await reservationsWithin(request, ...mayDay(12));
  await page.goto('/reservations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tue 12 May 2026');
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
});

test('turns to other days, also by the address, and comes back to today', async ({ page }) => {
  await page.goto('/reservations');
  await page.getByRole('button', { name: 'Next period' }).click();
  await expect(page).toHaveURL(/date=2026-05-13/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wed 13 May 2026');
  await page.getByRole('button', { name: '3 days' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wed 13 May – Fri 15 May 2026');
  await page.getByLabel('Date', { exact: true }).fill('2026-05-20');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wed 20 May – Fri 22 May 2026');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wed 20 May – Fri 22 May 2026');
  await page.goto('/reservations?date=tomorrow&days=5');
  await expect(page.getByText('“tomorrow” is not a day such as 2026-05-12; showing today.')).toBeVisible();
  await expect(page.getByText('“5” is not a choice for days')).toBeVisible();
});

test('zooms by the wheel, by keys and by choice, and the address keeps it', async ({ page }) => {
  await page.goto('/reservations');
  await expect(bars(page).first()).toBeVisible();
  const width = () => grid(page).evaluate((element) => element.scrollWidth);
  const fit = await width();
  await grid(page).hover({ position: { x: 600, y: 200 } });
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect(page).toHaveURL(/zoom=\d+/);
  expect(await width()).toBeGreaterThan(fit);
  await grid(page).focus();
  await page.keyboard.press('-');
  await expect(page).not.toHaveURL(/zoom=/);
  await page.getByLabel('Column').selectOption('15 min');
  await expect(page).toHaveURL(/zoom=15/);
  await expect.poll(width).toBeGreaterThan(3 * fit);
});

test('is walked by keys alone, and Enter opens the reservation', async ({ page }) => {
  await page.goto('/reservations');
  await expect(bars(page).first()).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('[data-key]:focus');
  await expect(focused).toHaveCount(1);
  const first = await focused.getAttribute('data-key');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const second = await focused.getAttribute('data-key');
  expect(second).not.toBe(first);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Home');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/reservation=/);
  const dialog = page.getByRole('dialog', { name: /^Reservation/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(focused).toHaveCount(1);
});

test('has rows for instructors and for pilots', async ({ page }) => {
  await page.goto('/reservations?by=instructor');
  const heads = grid(page).getByRole('rowheader');
  await expect(heads.nth(1)).toContainText(', ');
  await page.getByRole('button', { name: 'Pilots' }).click();
  await expect(page).toHaveURL(/by=pilot/);
  await expect(heads.nth(1)).toContainText(', ');
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('breaks no rule of accessibility and does not scroll sideways', async ({ page, axe }) => {
      await page.goto('/reservations?view=timeline&conflicts=shown');
      await expect(bars(page).first()).toBeVisible();
      await expect(page.getByText(/\d+ definite/)).toBeVisible();
      await axe();
      await expectNoSidewaysScroll(page);
    });
  });
}
