import { requestIdHeader } from '#contract/gateway/callClass.ts';
import { expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { callsOf, grid, itemsOf, rows, totalOf } from '#e2e/fixtures/reports.ts';

test('the index answers questions first, lists fifteen reports in groups, and remembers what each showed', async ({
  page,
  request,
  axe,
}) => {
  const orders = await totalOf(request, 'workorders');
  await page.goto('/reports');
  for (const name of ['Fleet', 'Flying', 'People and training', 'Money', 'Maintenance'])
    await expect(page.getByRole('region', { name: new RegExp(`^${name}`) })).toBeVisible();
  const questions = page.getByRole('list', { name: 'Questions' });
  const listed = page.getByRole('main').getByRole('region').getByRole('listitem');
  await expect(listed).toHaveCount(15);
  expect((await questions.boundingBox())!.y).toBeLessThan((await listed.first().boundingBox())!.y);
  const set = page
    .getByRole('region', { name: /^Maintenance/ })
    .getByRole('listitem')
    .filter({ hasText: 'Work orders' });
  await expect(set).toContainText('Which aircraft were in the shop, and what is still open?');
  await expect(set).not.toContainText('rows');
  await page.getByRole('link', { name: 'Work orders', exact: true }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Reports' }).click();
  await expect(set).toContainText(new RegExp(`${orders} rows.*newest `));
  await page.getByText('API details').click();
  const named = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(named('workorders')).toContainText(/14 columns on Tue 12 May/);
  await expect(named('flightOperations')).toContainText('StartDate');
  await questions.getByRole('link', { name: /^Open work orders: / }).click();
  await expect(page.locator('figure table')).toHaveAccessibleName(/^Open work orders by age/);
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await axe();
});

test('data sets show their rows, and an unknown one is reported', async ({ page, request }) => {
  await page.goto('/reports/nonsense');
  await expect(page.getByRole('heading', { level: 1, name: 'No such data set' })).toBeVisible();
  for (const [dataSet, name, member] of [
    ['aircraft', 'Aircraft', 'registrationTail'],
    ['people', 'People', 'externalId'],
    ['studentprogress', 'Student progress', 'student'],
    ['maintenancereminderstatus', 'Maintenance reminders', 'name'],
  ] as const) {
    const items = await itemsOf(request, dataSet);
    await followAnew(page, `/reports/${dataSet}?sort=-`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    const first = items[0]![member] as string;
    await expect(rows(page).first().getByText(first, { exact: true })).toBeAttached();
    await expect(grid(page)).toHaveAttribute('aria-colcount', /\d+/);
    await expectNoSidewaysScroll(page);
  }
});

test('flight operations cover 30 days, filtered by the operator’s clock, and sent as RFC 3339', async ({ page }) => {
  await page.goto('/reports/flightOperations');
  await page.getByText('API details').click();
  await expect(page.getByText(/GET .*StartDate=2026-04-13T06:00:00Z/)).toBeVisible();
  await expect(
    page.getByText(/^All .* rows of the last 30 days, 13 Apr to 12 May. Newest first, by checked out on.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dates', exact: true }).click();
  await page.getByRole('button', { name: 'All dates' }).click();
  await expect(page).toHaveURL(/days=all/);
  await expect(page.getByText(/GET .*flightOperations\?limit=500/)).toBeVisible();
  await page.getByRole('button', { name: 'Dates', exact: true }).click();
  await page.getByLabel('From', { exact: true }).fill('2026-05-12');
  await expect(page.getByText(/GET .*StartDate=2026-05-12T06:00:00Z/)).toBeVisible();
  await expect(page).toHaveURL(/ask=StartDate(=|%3D)2026-05-12T06:00:00Z/);
  await page.getByLabel('From: time, 24 hours, operator’s clock').fill('09:30');
  const answer = page.waitForResponse(/StartDate=2026-05-12T15:30:00Z/);
  await page.keyboard.press('Enter');
  expect((await answer).status()).toBe(200);
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toBeVisible();
});

test('work items are filtered and paged as documented, and the call is copied as curl, without a key', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/reports/workitems?ask=offset%3D0%26limit%3D25');
  await expect(page.getByText('Only the page at offset 0 was requested.')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/GET .*workitems\?offset=1&limit=25/)).toBeVisible();
  const items = await itemsOf(request, 'workitems', 'limit=25&offset=1');
  await expect(page.getByText(`26–50 of ${await totalOf(request, 'workitems')}`)).toBeVisible();
  const newest = items.toSorted((a, b) => String(b['createdDate']).localeCompare(String(a['createdDate'])));
  await expect(rows(page).first()).toContainText(newest[0]!['description'] as string);
  await page.getByRole('button', { name: 'Dates', exact: true }).click();
  await page.getByLabel('Created', { exact: true }).selectOption('gte');
  await expect(page.getByText(/GET .*CreatedDate=gte:2026-05-12T00:00:00/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toMatch(
    /^curl 'http:\/\/127\.0\.0\.1:\d+\/api\/reports\/v1\.0\/operators\/1001\/workitems\?CreatedDate=gte:2026-05-12T00:00:00&[^']*limit=25'$/,
  );
  expect((await request.get(line.slice(6, -1))).status()).toBe(200);
});

test('any other parameter can be sent, and an error of the service is shown', async ({ page, expectConsole }) => {
  expectConsole(/status of 400/);
  const entry = { code: 400, message: 'nonsense is not known here.', category: 0, universallyOverridable: false };
  await page.route(/\/flights\?.*nonsense/, (route) => route.fulfill({ status: 400, json: [entry] }));
  await page.goto('/reports/flights');
  await page.getByText('API details').click();
  await page.getByLabel('Parameter name').fill('nonsense');
  await page.getByLabel('Parameter value').fill('1');
  await page.getByRole('button', { name: 'Add parameter' }).click();
  await expect(page).toHaveURL(/ask=nonsense(=|%3D)1/);
  await expect(page.getByRole('alert')).toContainText('The service rejected the request');
  await page.getByText('Error details (400)').click();
  await expect(page.getByRole('alert')).toContainText('nonsense');
  await page.getByRole('button', { name: 'Remove nonsense' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('error entries are shown member by member, and can be copied', async ({ page, context, expectConsole, axe }) => {
  expectConsole(/status of 403/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const entry = {
    code: 4711,
    message: 'not for you',
    category: 7,
    techMessage: 'policy 12 refused',
    dataField: null,
  };
  const reference = '0af7651916cd43dd8448eb211c80319c';
  const headers = { [requestIdHeader]: reference };
  await page.route(callsOf('flights'), (route) => route.fulfill({ status: 403, headers, json: [entry] }));
  await page.goto('/reports/flights');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This key has no access');
  await page.getByText('Error details (403)').click();
  for (const words of ['4711', 'not for you', '7', 'policy 12 refused', '0af76519'])
    await expect(alert.getByRole('definition').filter({ hasText: words }).first()).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Copy error details' }).click();
  await expect(alert.getByText('Copied')).toBeVisible();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toEqual({ status: 403, reference, entries: [entry] });
});
