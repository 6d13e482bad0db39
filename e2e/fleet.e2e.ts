import type { APIRequestContext, Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';

type Aircraft = { aircraftId: string; tailNumber: string; isSimulator: boolean; status: { id: number; name: string } };

async function fleetOf(request: APIRequestContext, search = ''): Promise<Aircraft[]> {
  const answer = await request.get(`/api/core/v1.0/operators/1001/aircraft${search}`);
  return ((await answer.json()) as { items: Aircraft[] }).items;
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const link = (page: Page, tail: string) => page.getByRole('link', { name: tail, exact: true });

test('lists every aircraft of the operator, simulators last, and says how many', async ({ page, request }) => {
  const fleet = await fleetOf(request);
  await page.goto('/');
  await expect(page).toHaveURL('/fleet');
  await expect(page.getByText(`${fleet.length} in all`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(fleet.length);
  for (const aircraft of fleet) await expect(link(page, aircraft.tailNumber)).toBeVisible();
  const simulators = fleet.filter((aircraft) => aircraft.isSimulator).map((aircraft) => aircraft.tailNumber);
  const last = await rowsOf(page).getByRole('link').allTextContents();
  expect(new Set(last.slice(-simulators.length))).toEqual(new Set(simulators));
});

test('says of each aircraft what its reservations say', async ({ page, request }) => {
  const window = 'startTime=lt:2026-05-12T17:05:00&endTime=gt:2026-05-12T00:00:00&limit=250';
  const answer = await request.get(`/api/scheduling/v1.0/operators/1001/reservations?${window}`);
  const { items } = (await answer.json()) as {
    items: { aircraft: { tailNumber: string; isSimulator: boolean } | null; reservationStatus: { id: number } }[];
  };
  const out = items.filter((one) => one.reservationStatus.id === 1 && one.aircraft && !one.aircraft.isSimulator);
  const tails = new Set(out.map((one) => one.aircraft?.tailNumber ?? ''));
  expect(tails.size).toBeGreaterThan(0);
  await page.goto('/fleet');
  for (const tail of tails) {
    const row = rowsOf(page).filter({ has: link(page, tail) });
    await expect(row).toContainText(/flying until|not back|in maintenance/);
  }
});

test('filters by status as the API does, shows the query, and begins at the first page', async ({ page, request }) => {
  const inactive = await fleetOf(request, '?statusId=eq:0');
  await page.goto('/fleet?limit=25&offset=1');
  await page.getByLabel('Status').selectOption('inactive');
  await expect(page).toHaveURL(/statusId=eq:0/);
  await expect(page).not.toHaveURL(/offset/);
  await expect(rowsOf(page)).toHaveCount(inactive.length);
  await page.getByText('Query: Status is inactive').click();
  await expect(page.getByText('GET /core/v1.0/operators/1001/aircraft?statusId=eq:0&limit=25')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('');
});

test('pages through the server', async ({ page, request }) => {
  const total = (await fleetOf(request)).length;
  await page.goto('/fleet?limit=25&group=none');
  await expect(rowsOf(page)).toHaveCount(25);
  await expect(page.getByText(`1–25 of ${total}`)).toBeVisible();
  await expect(page.getByText(`cover the 25 loaded of ${total}`)).toBeVisible();
  const first = await rowsOf(page).getByRole('link').allTextContents();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rowsOf(page)).toHaveCount(total - 25);
  const second = await rowsOf(page).getByRole('link').allTextContents();
  expect(new Set([...first, ...second]).size).toBe(total);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.getByLabel('Rows per page').selectOption('all');
  await expect(rowsOf(page)).toHaveCount(total);
});

test('falls back, with a word about it, where the address asks for what cannot be', async ({ page }) => {
  await page.goto('/fleet?limit=25&offset=98');
  await expect(page.getByText('There is no page 99; this is the last, page 2.')).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
  await page.goto('/fleet?statusId=eq:7&view=pie&sort=colour');
  await expect(page.getByText('"eq:7" is not a filter of statusId')).toBeVisible();
  await expect(page.getByText('“pie” is not a choice for view')).toBeVisible();
  await expect(page.getByText('“colour” is not a column')).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
});

test('finds an aircraft by its last three', async ({ page, request }) => {
  const first = (await fleetOf(request)).find((aircraft) => !aircraft.isSimulator);
  const tail = first?.tailNumber ?? '';
  await page.goto('/fleet');
  await page.getByLabel('Search by tail number or model').pressSequentially(tail.slice(-3).toLowerCase());
  await expect(page).toHaveURL(new RegExp(`q=${tail.slice(-3)}`, 'i'));
  await expect(link(page, tail)).toBeVisible();
  await page.getByLabel('Search by tail number or model').fill('no such tail');
  await expect(page.getByText('No aircraft among those loaded matches.')).toBeVisible();
});

test('sorts what is loaded completely, and the order is in the address', async ({ page }) => {
  await page.goto('/fleet');
  await page.getByRole('button', { name: 'Tail', exact: true }).click();
  await expect(page).toHaveURL(/sort=tail/);
  const tails = await rowsOf(page).getByRole('link').allTextContents();
  expect(tails).toEqual(tails.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  await page.goto('/fleet?limit=25&sort=tail');
  await expect(page.getByRole('columnheader', { name: 'Tail' }).getByRole('button')).toHaveCount(0);
});

test('shows only those that do the same, when their count is pressed', async ({ page }) => {
  await page.goto('/fleet');
  const count = page.getByRole('button', { name: /\d+ available/ });
  const expected = Number(((await count.textContent()) ?? '').match(/\d+/)?.[0]);
  await count.click();
  await expect(page).toHaveURL(/now=available/);
  await expect(rowsOf(page)).toHaveCount(expected);
  await count.click();
  await expect(page).not.toHaveURL(/now=/);
});

test('has a card for each aircraft', async ({ page, request }) => {
  const fleet = await fleetOf(request);
  await page.goto('/fleet?view=cards&group=none');
  await expect(page.getByRole('main').getByRole('list').getByRole('listitem')).toHaveCount(fleet.length);
});

test('can be walked by keyboard alone, to an aircraft and back', async ({ page }) => {
  await page.goto('/fleet');
  const first = rowsOf(page).getByRole('link').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  for (let steps = 0; steps < 60 && !(await first.evaluate((node) => node === document.activeElement)); steps++) {
    await page.keyboard.press('Tab');
  }
  const tail = (await first.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fleet\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tail);
  await page.goBack();
  await expect(first).toBeVisible();
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('is accessible and never scrolls sideways', async ({ page, axe }) => {
      await page.goto('/fleet');
      await expect(page.getByText(/\d+ in all/)).toBeVisible();
      await expect(page.getByText(/ago$/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
      await page.goto('/fleet?view=table');
      const row = await rowsOf(page).first().boundingBox();
      expect(row?.height, 'a row is one line tall').toBeLessThan(50);
      await expectNoSidewaysScroll(page);
    });
  });
}
