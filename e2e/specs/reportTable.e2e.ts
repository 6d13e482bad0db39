import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { grid, itemsOf, rows, storedText } from '#e2e/fixtures/reports.ts';

test('search, sort and filter say how many rows they cover, and are in the address', async ({ page, request }) => {
  const items = await itemsOf(request, 'workorders');
  await page.goto('/reports/workorders');
  await expect(page.getByText(`All ${items.length} rows.`)).toBeVisible();
  await page.getByLabel('Search all columns').fill('wo-20');
  const found = items.filter((item) => (item['workOrderDisplayNumber'] as string).startsWith('WO-20'));
  const last = found.at(-1)!['workOrderDisplayNumber'] as string;
  await expect(page.getByText(`${found.length} rows match out of all ${items.length} rows.`)).toBeVisible();
  await expect(rows(page)).toHaveCount(found.length);
  await page.getByRole('columnheader', { name: /^Work order/ }).click();
  await page.getByRole('columnheader', { name: /^Work order/ }).click();
  await expect(page).toHaveURL(/find=wo-20.*sort=-workOrderDisplayNumber|sort=-workOrderDisplayNumber.*find=wo-20/);
  await expect(rows(page).first()).toContainText(last);
  await page.reload();
  await expect(rows(page).first()).toContainText(last);
  await page.goBack();
  await expect(rows(page).first()).toContainText('WO-20');
  // Cells without `data-cut` fit their text.
  const whole = grid(page).locator('[role=gridcell]:not([data-cut]), [role=rowheader]:not([data-cut])');
  expect(await whole.count()).toBeGreaterThan(0);
  expect(await whole.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)).toBe(
    0,
  );
});

test('a column is filtered by its kind, and the filter is removed by its chip', async ({ page, request }) => {
  const items = await itemsOf(request, 'workorders');
  const several = items.filter((item) => (item['items'] as number) >= 2);
  await page.goto('/reports/workorders?columns=items');
  await page
    .getByRole('columnheader', { name: /^Items/ })
    .first()
    .click({ button: 'right' });
  await page.getByRole('dialog', { name: 'Column Items' }).getByLabel('from').fill('2');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${several.length} rows match out of all ${items.length} rows.`)).toBeVisible();
  await expect(page).toHaveURL(/where=items:2\.\./);
  await page.getByRole('button', { name: 'Items from 2' }).click();
  await expect(page.getByText(`All ${items.length} rows.`)).toBeVisible();
});

test('days of a column are typed and shown in words', async ({ page, request }) => {
  const items = await itemsOf(request, 'workorders');
  const opened = items.filter((item) => String(item['opened']) >= '2026-05-01');
  await page.goto('/reports/workorders');
  await page.getByRole('columnheader', { name: 'Opened' }).click({ button: 'right' });
  const first = page.getByRole('dialog', { name: 'Column Opened' }).getByLabel('first day');
  await first.fill('1 May');
  await first.press('Enter');
  await expect(first).toHaveValue('Fri 1 May');
  await expect(page).toHaveURL(/where=opened@2026-05-01\.\./);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${opened.length} rows match out of all ${items.length} rows.`)).toBeVisible();
});

test('groups have counts and sums, the totals match them, and a group opens', async ({ page, request }) => {
  const items = await itemsOf(request, 'worklogs');
  const hours = new Map<string, number>();
  for (const item of items) {
    const who = item['mechanic'] as string;
    hours.set(who, (hours.get(who) ?? 0) + (item['labourHours'] as number));
  }
  const [busiest, max] = [...hours].toSorted(([, a], [, b]) => b - a)[0]!;
  await page.goto('/reports/worklogs');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Group by').selectOption({ label: 'Mechanic' });
  // Hours are summed unless a person chooses otherwise, and dates never are.
  const totals = page.getByRole('button', { name: /^Totals/ });
  await expect(totals).toHaveText('Totals (1)');
  await totals.click();
  const choice = page.getByRole('menuitemcheckbox', { name: 'Labour hours' });
  await expect(choice).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Logged on' })).toHaveCount(0);
  await choice.click();
  await expect(choice).not.toBeChecked();
  await expect(page).toHaveURL(/sum=-/);
  await choice.click();
  await expect(choice).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Totals (1)' })).toBeFocused();
  await page.getByLabel('Groups').selectOption('sum');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${hours.size} groups by Mechanic`)).toBeVisible();
  const first = rows(page).first();
  await expect(first).toContainText(busiest);
  await expect(first).toContainText(max.toFixed(1));
  const total = [...hours.values()].reduce((sum, hour) => sum + hour, 0);
  await expect(grid(page).getByRole('row', { name: /Total of/ })).toContainText(total.toFixed(1));
  await first.getByText(busiest).click();
  await expect(rows(page).nth(1)).toContainText(busiest);
});

test.describe('at 1440', () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  test('a report begins below one toolbar', async ({ page }) => {
    for (const dataSet of ['flights', 'flightOperations', 'workorders']) {
      await page.goto(`/reports/${dataSet}`);
      const first = rows(page).first();
      await expect(first).toBeVisible();
      expect((await first.boundingBox())!.y).toBeLessThanOrEqual(260);
      const tools = ['Views', 'Options', 'Export', 'Reload all rows'].map((name) => page.getByRole('button', { name }));
      const tops = await Promise.all(
        [...tools, page.getByLabel('Search all columns')].map(async (tool) => (await tool.boundingBox())!),
      );
      expect(new Set(tops.map(({ y, height }) => Math.round(y + height / 2))).size).toBe(1);
    }
  });
});

test('a corrected kind is remembered in this browser', async ({ page }) => {
  await page.goto('/reports/workorders');
  await page.getByRole('columnheader', { name: 'Landings' }).click({ button: 'right' });
  await page.getByLabel('Holds').selectOption('hours');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/as=landings:hours/);
  await expect(rows(page).first()).toContainText(/\d,\d{3}\.0/);
  await expect.poll(() => page.evaluate(storedText)).toContain('hours');
  await page.goto('/reports/workorders');
  await expect(rows(page).first()).toContainText(/\d,\d{3}\.0/);
  await page.getByRole('columnheader', { name: 'Landings' }).click({ button: 'right' });
  await page.getByLabel('Holds').selectOption('detected');
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).not.toContainText(/\d,\d{3}\.0/);
});

test('a view is saved under a name, found again, and removed', async ({ page }) => {
  await page.goto('/reports/workorders?sort=-landings&where=status=Closed');
  const views = page.getByRole('button', { name: /^Views/ });
  await views.click();
  await page.getByLabel('Name of this view').fill('Closed, most landings');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(views).toHaveText('Views (1)');
  await expect.poll(() => page.evaluate(storedText)).toContain('Closed, most landings');
  await page.goto('/reports/workorders');
  await views.click();
  await page.getByRole('button', { name: 'Closed, most landings', exact: true }).click();
  await expect(page).toHaveURL(/sort=-landings/);
  await page.getByRole('button', { name: 'Remove: Status is Closed' }).click();
  await expect(page.getByText('Status is Closed')).toBeHidden();
  await views.click();
  await page.getByRole('button', { name: 'Remove the view Closed, most landings' }).click();
  await expect(page.getByText('No saved views yet.')).toBeVisible();
});

test('a row opens as a record, the address finds it again, and a tail leads to its aircraft', async ({
  page,
  request,
}) => {
  const [item, next, ...others] = await itemsOf(request, 'workorders');
  const total = 2 + others.length;
  await page.goto('/reports/workorders?sort=-');
  await rows(page).first().getByText('WO-1', { exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`row=${item!['workOrderId'] as string}`));
  const record = page.getByRole('dialog', { name: `Row 1 of ${total}` });
  await record.getByText('API details').click();
  expect(JSON.parse(await record.locator('pre').innerText())).toEqual(item);
  await page.getByRole('button', { name: 'Next row' }).click();
  await expect(page.getByRole('dialog', { name: `Row 2 of ${total}` })).toContainText(next!['workOrderId'] as string);
  // The address follows a moment later.
  await expect(page).toHaveURL(new RegExp(`row=${next!['workOrderId'] as string}`));
  await page.reload();
  await expect(page.getByRole('dialog', { name: `Row 2 of ${total}` }).locator('pre')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).not.toHaveURL(/row=/);
  // The address still opens the API details of a row, which are not those of the report.
  await expect(page).toHaveURL(/api=record/);
  await expect(page.getByText('API details')).toBeVisible();
  // At once, because the message goes away by itself.
  expect(await page.getByText('This link has an unknown setting').count()).toBe(0);
  await rows(page).first().getByRole('link', { name: 'N512SP' }).click();
  await expect(page).toHaveURL(/\/fleet\/[0-9a-f-]{36}/);
});

test('personal data is hidden until requested, and never in the address', async ({ page, request }) => {
  const [person] = await itemsOf(request, 'people');
  const email = person!['email'] as string;
  await page.goto('/reports/people');
  await expect(page.getByText('Hidden: email, phone number, current balance')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Email' }).click({ button: 'right' });
  await page.getByRole('dialog', { name: 'Column Email' }).getByLabel('Email contains').fill('tamika');
  await expect(page.getByText('Personal data cannot be searched or filtered')).toBeVisible();
  await expect(page).not.toHaveURL(/tamika/);
});

test('paper has every row and every column inside the page', async ({ page, request }) => {
  const items = await itemsOf(request, 'workorders');
  await page.goto('/reports/workorders');
  await expect(page.getByText(`All ${items.length} rows.`)).toBeVisible();
  const shown = Number(await grid(page).getAttribute('aria-colcount'));
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  // Letter in landscape, less its margins.
  await page.setViewportSize({ width: 980, height: 740 });
  const tables = page.locator('[data-paper="wide"] table');
  const parts = await tables.count();
  expect(await tables.locator('thead th').count()).toBe(shown + parts - 1);
  await expect(tables.first().locator('tbody tr')).toHaveCount(items.length);
  const beyond = await tables.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right - innerWidth));
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(tables).toHaveCount(0);
});
