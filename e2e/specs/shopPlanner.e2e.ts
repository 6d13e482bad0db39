import { sampleHours } from '#e2e/fixtures/samples/sampleHours.ts';
import { expect, failUntilPressed, followAnew, test } from '#e2e/fixtures/fixtures.ts';

/** N512SP of the demo school. */
const n512sp = 'fd9a106b-ac39-430a-84b3-241732068ae6';
const one = `/plan/shop?aircraft=${n512sp}`;

test('the shop planner takes the usual time for each work, or the one that a person sets for the week', async ({
  page,
}) => {
  await page.goto('/plan/shop');
  const order = page.getByRole('region', { name: 'Proposed order' });
  const work = order.getByText('100-Hour Inspection').first();
  await expect(work).toBeVisible();
  await expect(order.getByText(/^\d+\.\d h \((estimate|\d+ visits?)\)/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Time in the shop by work' }).click();
  await page.getByLabel('100-Hour Inspection', { exact: true }).selectOption({ label: '2 shop hours' });
  await expect(page).toHaveURL(/takes=/);
  await page.reload();
  await expect(page.getByLabel('100-Hour Inspection', { exact: true })).toHaveValue('2');
  await expect(order.getByText(/^2\.0 h \(set\)/).first()).toBeVisible();
  await followAnew(page, '/plan/shop?takes=oil');
  await expect(page.getByText(/“oil” is not a list of works and hours for takes/)).toBeVisible();
});

test.describe('the shop planner', () => {
  test('shows the week of the shop with its evidence, without a call to the service', async ({ page, axe }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/plan/shop');
    await expect(page.getByText(/^\d+ due by Tue 26 May/)).toBeVisible();
    await expect(page.getByText(/^2 bays, 0800 to 1700, Monday to Friday/)).toBeVisible();
    await expect(page.getByText(/Data ends Tue 26 May/)).toBeVisible();
    const order = page.getByRole('region', { name: 'Proposed order' });
    await expect(order.getByRole('row').nth(1)).toContainText(/N\d+/);
    const bays = page.getByRole('table', { name: 'Bays of the shop by day' });
    await expect(bays.getByRole('columnheader').first()).toHaveText('Tue 12 May');
    await expect(
      bays
        .getByRole('row', { name: /^Hours/ })
        .getByRole('cell')
        .nth(1),
    ).toContainText(/\d+\.\d h booked and \d+\.\d h proposed of 18\.0 h/);
    await expect(bays.getByRole('rowheader', { name: /^Bay \d/ })).toHaveText(['Bay 1', 'Bay 2']);
    // Each proposed time of the week is drawn.
    const proposed = bays.getByRole('link', { name: /: proposed/ });
    expect(await proposed.count()).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Hours by day' }).click();
    await expect(
      page
        .getByRole('table', { name: /working days of the shop/ })
        .getByRole('row')
        .nth(1),
    ).toContainText('Tue 12 May');
    expect(requests.filter((path) => path.includes('/reservations') && path.startsWith('/api'))).toEqual([]);
    const tail = (await order.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? '';
    await order.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Shop planner: ${tail}`);
    await axe();
  });

  test('keeps aircraft, work and time in the address, and says what is wrong there', async ({ page }) => {
    await page.goto(one);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop planner: N512SP');
    const times = page.getByRole('region', { name: /^Times/ });
    await expect(times).toBeVisible();
    await page.getByLabel('Time in the shop').selectOption({ label: '2 shop hours' });
    await expect(page).toHaveURL(/hours=2/);
    await page.reload();
    await expect(page.getByLabel('Time in the shop')).toHaveValue('2');
    await expect(times.getByText(/ to /).first()).toBeVisible();
    await page.getByLabel('Aircraft', { exact: true }).selectOption({ index: 0 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop planner');
    await followAnew(page, '/plan/shop?aircraft=nothing&hours=900');
    await expect(page.getByText('No aircraft in service has the ID nothing.')).toBeVisible();
    await expect(page.getByText('“900” is not a number from 1 to 80 for hours; ignored.')).toBeVisible();
  });

  test('links to the reservations that a time displaces, and copies and saves its list', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(one);
    const delays = page.getByRole('region', { name: 'Each day without the work' });
    await expect(delays).toBeVisible();
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^N512SP: .+ of shop time, as of Tue 12 May 1105L\n/);
    expect(text).toContain('Nothing is changed at the service.');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('N512SP-shop.csv');
    await delays.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/reservations\?date=.*reservation=/);
  });

  test('is reached from the due list, the forecast of an aircraft and an attention matter', async ({ page }) => {
    await page.goto('/maintenance?statusId=int:2,3&density=comfortable');
    await page
      .getByRole('link', { name: /^Plan a shop visit: N/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/plan\/shop\?aircraft=.*reminder=/);
    await expect(page.getByText(/hours? of shop time|expired|limit|past due|crosse/).first()).toBeVisible();
    await followAnew(page, `/fleet/${n512sp}`);
    await page.getByRole('link', { name: 'Plan a shop visit' }).click();
    await expect(page).toHaveURL(new RegExp(one.replace('?', '\\?')));
    await followAnew(page, '/fleet');
    await page
      .getByRole('link', { name: /^Shop planner: N/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Shop planner: N/);
  });
});

test.describe('booked and flown hours', () => {
  test('show what was measured, by aircraft and activity, and what was left out', async ({ page }) => {
    await page.route('**/replica/hours?*', (route) => route.fulfill({ json: sampleHours }));
    await page.goto('/plan/hours');
    await expect(page.getByText(/^0\.73 meter hours per booked hour, over 241 flights\./)).toBeVisible();
    const table = page.getByRole('region', { name: 'Meter hours per booked hour' });
    await expect(table.getByRole('row', { name: /N512SP.*0\.74.*128/ })).toBeVisible();
    await expect(table.getByText('0.73 of all aircraft: 12 of 20 flights')).toBeVisible();
    const left = page.getByRole('region', { name: 'Readings left out' });
    await expect(left.getByRole('row').nth(1)).toContainText('went backward');
    await page.getByRole('button', { name: 'Both' }).click();
    await expect(page).toHaveURL(/by=both/);
    await page.getByPlaceholder('Tail or activity').fill('rental');
    await expect(table.getByRole('row')).toHaveCount(2);
    await page.getByPlaceholder('Tail or activity').fill('zeppelin');
    await expect(page.getByText('No rows match this search.')).toBeVisible();
  });

  test('say that nothing has been measured yet', async ({ page, axe }) => {
    await page.goto('/plan/hours');
    await expect(page.getByText(/^No flight has been measured yet\./)).toBeVisible();
    await axe();
  });

  test('say that they could not be loaded, and load on request', async ({ page, allowConsole }) => {
    allowConsole(/status of 50/);
    await failUntilPressed(page, '**/replica/hours?*', (route) => route.fulfill({ status: 500, json: [] }));
    await page.goto('/plan/hours');
    await expect(page.locator('[data-state=failed]')).toBeVisible();
    await page
      .getByRole('button', { name: /Retry|Try again/ })
      .first()
      .click();
    await expect(page.getByText(/^No flight has been measured yet\./)).toBeVisible();
  });
});
