import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { askReservations, reservationsPath } from '#e2e/fixtures/reservations.ts';

const list = '/reservations?view=list';
const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const panel = (page: Page) => page.getByRole('region', { name: 'Reservations' });
const total = (page: Page, count: number) =>
  expect(
    panel(page)
      .getByText(new RegExp(`^\\d+ of ${count.toLocaleString('en')}$`))
      .first(),
  ).toBeVisible();

/** The queries that the page sends to the service during an action. */
async function queriesOf(page: Page, action: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === reservationsPath) queries.push(decodeURIComponent(search.slice(1)));
  });
  await action();
  return queries;
}

test('a late flight has its lateness beside the status of the service', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(list);
    const row = panel(page).locator('tbody tr, li').filter({ hasText: 'not back +0:05' });
    await expect(row).toContainText('N182HP');
    await expect(row).toContainText('Checked Out');
    const mark = row.getByText('not back +0:05');
    // It is whole, with its shape, and does not take the place of a link.
    expect(await mark.evaluate((text) => text.scrollWidth <= (text.closest('td, li')?.clientWidth ?? 0))).toBe(true);
    await expect(mark.locator('xpath=preceding-sibling::*')).toHaveCount(1);
    await expect(panel(page).locator('tbody tr, li').filter({ hasText: 'N676CB' }).first()).toContainText(
      'not out yet +0:05',
    );
    // The link of the row covers the mark.
    await mark.click({ force: true });
    await expect(page).toHaveURL(/reservation=/);
  }
});

test('starts now, says so, and keeps the order of the service', async ({ page, request }) => {
  const queries = await queriesOf(page, () => page.goto(list));
  const answer = await askReservations(
    request,
    'startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T10:30:00&limit=50',
  );
  await total(page, answer.totalItems);
  expect(queries).toContain('startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T10:30:00&limit=50');
  await expect(page.getByText('Starts before Tue 23 Jun 0000').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next six weeks' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByText('API details').click();
  await expect(page.getByText(/Query: Starts before Tue 23 Jun 0000.*Ends after Tue 12 May 1030/)).toBeVisible();
  const tails = answer.items.map(({ aircraft }) => aircraft?.tailNumber ?? 'no aircraft');
  await expect(rows(page).getByRole('cell').nth(2)).toHaveText(tails[0] ?? '');
  await expect(rows(page).locator('td:nth-child(3)')).toHaveText(tails);
});

test('what ended earlier today is counted, and one press away', async ({ page, request }) => {
  const since = async (time: string) => {
    const { totalItems } = await askReservations(
      request,
      `startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T${time}:00&limit=1`,
    );
    return totalItems;
  };
  const [whole, ahead] = [await since('00:00'), await since('10:30')];
  await page.goto(list);
  await total(page, ahead);
  // What has just ended and is not back is in the list.
  await expect(rows(page).filter({ hasText: 'N182HP' }).first()).toContainText('0900L–1100L');
  const earlier = page.getByRole('button', { name: `${whole - ahead} earlier today` });
  await earlier.click();
  await expect(page).toHaveURL(/past=shown/);
  await total(page, whole);
  await expect(page.getByRole('button', { name: 'Six weeks', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(earlier).toHaveAttribute('aria-pressed', 'true');
  await earlier.click();
  await expect(page).not.toHaveURL(/past=/);
  await total(page, ahead);
  // With another filter the number would be of something else.
  await page.getByLabel('Type', { exact: true }).selectOption('Maintenance');
  await expect(page.getByRole('button', { name: 'Earlier today', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('button', { name: /earlier today/i })).toHaveCount(0);
});

test('a time and a type are sent as the API writes them, shown in words, and removed again', async ({
  page,
  request,
}) => {
  await page.goto(`${list}&startTime=any&endTime=any`);
  await page.getByLabel('Ends', { exact: true }).selectOption('at or after');
  await page.getByLabel('Ends: date').fill('2026-05-14');
  await page.getByLabel('Ends: time, 24 hours').fill('1400');
  await page.keyboard.press('Enter');
  const time = 'endTime=gte:2026-05-14T14:00:00';
  await expect(page).toHaveURL(new RegExp(time));
  await page.getByText('API details').click();
  await expect(page.getByText('Query: Ends at or after Thu 14 May 1400')).toBeVisible();
  await total(page, (await askReservations(request, `${time}&limit=50`)).totalItems);
  await page.getByLabel('Type', { exact: true }).selectOption('Maintenance');
  await expect(page).toHaveURL(/displayTypeId=eq:1$/);
  const answer = await askReservations(request, `${time}&displayTypeId=eq:1&limit=50`);
  expect(answer.totalItems).toBeGreaterThan(0);
  await total(page, answer.totalItems);
  await expect(rows(page)).toHaveCount(answer.items.length);
  await expect(page.getByText('ignored the filter')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove: Type is Maintenance' }).press('Enter');
  await expect(page).not.toHaveURL(/displayTypeId/);
  // The pressed button is gone, so its neighbour has the focus.
  await expect(page.getByRole('button', { name: /^Remove: / }).last()).toBeFocused();
});

test('a person is found by name, sent by id, and shown by name', async ({ page, request }) => {
  const loaded = await askReservations(
    request,
    'startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T10:30:00&limit=50',
  );
  const { userId, firstName, lastName } = loaded.items.find(({ instructor }) => instructor)!.instructor!;
  await page.goto(list);
  await expect(rows(page)).not.toHaveCount(0);
  const field = page.getByLabel('Person', { exact: true });
  await field.fill(`${firstName} ${lastName}`);
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`userId=eq:${userId}`));
  const answer = await askReservations(
    request,
    `startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T10:30:00&userId=eq:${userId}&limit=50`,
  );
  await total(page, answer.totalItems);
  await expect(page.getByText(`Person is ${firstName} ${lastName}`).first()).toBeVisible();
  await field.fill('Nobody of that name');
  await field.press('Enter');
  await expect(page.getByText('Enter a name from the list or an ID')).toBeVisible();
  await field.fill('00000000-0000-4000-8000-000000000000');
  await field.press('Enter');
  await expect(page.getByText('No reservations match these filters.')).toBeVisible();
  await expect(page.getByText('of 0')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).not.toHaveURL(/userId/);
  await total(page, loaded.totalItems);
});

test('typed text is sent once it is complete, never letter by letter', async ({ page }) => {
  await page.goto(`${list}&startTime=gte:2026-05-12T00:00:00&endTime=any`);
  await expect(rows(page)).not.toHaveCount(0);
  const time = page.getByLabel('Starts: time, 24 hours');
  const queries = await queriesOf(page, async () => {
    await time.fill('');
    await time.pressSequentially('2630', { delay: 40 });
    await time.press('Enter');
    await expect(page.getByText('A time such as 1400, from 0000 to 2359')).toBeVisible();
    await time.press('Escape');
    await expect(time).toHaveValue('0000L');
    await time.fill('');
    await time.pressSequentially('9:30', { delay: 40 });
    await expect(page).toHaveURL(/startTime=gte:2026-05-12T09:30:00/);
  });
  await page.getByText('API details').click();
  await expect(page.getByText('Query: Starts at or after Tue 12 May 0930')).toBeVisible();
  // A refresh of the page may come in between.
  const defaultQuery = 'startTime=gte:2026-05-12T00:00:00&limit=50';
  expect(new Set([defaultQuery, ...queries])).toEqual(
    new Set([defaultQuery, 'startTime=gte:2026-05-12T09:30:00&limit=50']),
  );
});

test('choosing a period sets visible filters, and Back removes them', async ({ page, request }) => {
  const today = 'startTime=lt:2026-05-13T00:00:00&endTime=gt:2026-05-12T00:00:00';
  await page.goto(list);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await total(page, (await askReservations(request, today)).totalItems);
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Next six weeks' })).toHaveAttribute('aria-pressed', 'true');
});

test('the rows of one page never appear under the number of another', async ({ page, request }) => {
  const [first] = (await askReservations(request, 'limit=50')).items;
  await page.goto(`${list}&startTime=any&endTime=any`);
  const row = page.locator(`a[href*="${first?.reservationId}"]`);
  await expect(row).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/reservations\?.*offset=1/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/offset=1/);
  await expect(panel(page).getByText('Not known yet')).toBeVisible();
  await expect(row).toHaveCount(0);
  answer();
  await expect(rows(page)).toHaveCount(50);
});

test('pages through the service to the last page and back', async ({ page, request }) => {
  const { totalItems } = await askReservations(request, 'limit=1');
  const last = Math.ceil(totalItems / 100);
  await page.goto(`${list}&startTime=any&endTime=any`);
  await page.getByLabel('Rows per page').selectOption('100');
  await expect(page.getByText(`page 1 of ${last}`)).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(page.getByText(`page ${last} of ${last}`)).toBeVisible();
  await expect(rows(page)).toHaveCount(totalItems - (last - 1) * 100);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText(`page ${last - 1} of ${last}`)).toBeVisible();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page).not.toHaveURL(/offset/);
});
