import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

const tail = 'N1DST';
const aircraft = { aircraftId: '11111111-1111-4111-8111-111111111111', tailNumber: tail };

/** A school with one aircraft and one reservation, by instants. */
async function bookOne(page: Page, startTime: string, endTime: string): Promise<void> {
  const aircraftList = {
    totalItems: 1,
    offset: 0,
    limit: null,
    items: [{ ...aircraft, status: { id: 1, name: 'active' } }],
  };
  const reservation = {
    reservationId: '22222222-2222-4222-8222-222222222222',
    startTime,
    endTime,
    reservationType: { displayTypeId: 0, name: 'Rental' },
    reservationStatus: { id: 0, name: 'Reserved' },
    aircraft,
  };
  const window = { items: [reservation], untimed: [], skipped: [], shortfall: null, missing: [], failure: null };
  for (const [address, json] of [
    [/\/aircraft$/, aircraftList],
    [/\/replica\/reservations\?/, { ...window, resumesAt: null }],
    [/\/replica\/(reminders|squawks)/, { aircraft: [], resumesAt: null }],
  ] as const) {
    await page.route(address, (route) => route.fulfill({ json }));
  }
}

test('on the day the clocks go back the week has a column of 25 hours, with hours as tall as on other days', async ({
  page,
}) => {
  await bookOne(page, '2026-11-01T08:30:00Z', '2026-11-01T10:30:00Z');
  await page.goto('/reservations?view=week&date=2026-11-01');
  await page.getByLabel('For', { exact: true }).selectOption({ label: tail });
  const days = page.getByRole('region', { name: 'Week' }).getByRole('list').first().locator(':scope > li');
  const sunday = days.nth(6);
  await expect(sunday).toContainText('25 h: clocks go back');
  for (const label of ['00MDT', '01MDT', '01MST', '02MST'])
    await expect(sunday.getByText(label, { exact: true })).toHaveCount(1);
  const bodies = await days.locator('ul').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const hour = (bodies[0]?.height ?? 0) / 24;
  expect(bodies[6]?.height).toBeCloseTo(25 * hour, 0);
  const label = await sunday.getByText('01MDT', { exact: true }).boundingBox();
  expect(label?.height, 'an hour and its zone on one line').toBeLessThan(hour);
  const bar = sunday.getByRole('link', { name: new RegExp(`^${tail}, `) });
  await expect(bar).toContainText('0130*–0330L');
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) - (bodies[6]?.y ?? 0)).toBeCloseTo(2.5 * hour, 0);
  expect(Math.abs((box?.height ?? 0) - 2 * hour)).toBeLessThanOrEqual(1.5);
});
