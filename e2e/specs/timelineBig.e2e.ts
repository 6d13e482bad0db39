import { expect, test } from '#e2e/fixtures/fixtures.ts';

const aircraftOf = (index: number) => ({
  aircraftId: `aircraft ${index}`,
  tailNumber: `N${1000 + index}`,
  status: { id: 1, name: 'active' },
});

/** Four one-hour flights for each aircraft between 0700 and 1900, and some without an aircraft. */
const reservations = Array.from({ length: 2000 }, (_, index) => {
  const start = Date.parse('2026-05-12T13:00:00Z') + ((index * 37) % 44) * 900_000;
  return {
    reservationId: `reservation ${index}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
    reservationType: { displayTypeId: 0, name: 'Rental' },
    reservationStatus: { id: 0, name: 'Reserved' },
    aircraft: index % 50 === 0 ? null : aircraftOf(index % 500),
  };
});

test('a school of 500 aircraft keeps few elements in the document at any scroll position', async ({ page }) => {
  const items = Array.from({ length: 500 }, (_, index) => aircraftOf(index));
  const window = { items: reservations, untimed: [], skipped: [], shortfall: null, missing: [], failure: null };
  for (const [address, json] of [
    [/\/aircraft$/, { totalItems: items.length, offset: 0, limit: null, items }],
    [/\/replica\/reservations\?/, { ...window, resumesAt: null }],
    [/\/replica\/(reminders|squawks)/, { aircraft: [], resumesAt: null }],
  ] as const) {
    await page.route(address, (route) => route.fulfill({ json }));
  }
  await page.goto('/reservations');
  await expect(page.getByText('2,000 in all')).toBeVisible();
  const grid = page.getByRole('grid', { name: /Reservations by/ });
  await expect(grid.locator('[data-key]').first()).toBeVisible();
  const count = () => grid.evaluate((element) => element.querySelectorAll('*').length);
  await expect.poll(count).toBeLessThan(1000);
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(500);
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(grid.getByRole('rowheader', { name: /No aircraft/ })).toBeVisible();
  await expect.poll(count).toBeLessThan(1000);
});
