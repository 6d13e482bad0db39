import { readFileSync } from 'node:fs';
import papaparse from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { expect, expectNoSidewaysScroll, follow, test } from '#e2e/fixtures/fixtures.ts';
import { allItemsOf, callsOf, grid, type Items, newestItems, pageRows, rows } from '#e2e/fixtures/reports.ts';

const figure = (count: number) => count.toLocaleString('en');

const day = (item: Items[number], member: string) => String(item[member]).slice(0, 10);

test('a report opens on its newest rows, and says which part of all rows they are', async ({ page, request, axe }) => {
  const items = await allItemsOf(request, 'invoices');
  const shown = newestItems(items);
  const [newest] = items.map((item) => day(item, 'invoiceDate')).toSorted((a, b) => b.localeCompare(a));
  expect(newest).toBe('2026-05-12');
  await page.goto('/reports/invoices');
  await expect(rows(page).first()).toContainText('Tue 12 May 2026');
  const [count, total] = [figure(shown.length), figure(items.length)];
  const from = figure(items.length - shown.length + 1);
  await expect(
    page.getByText(`The newest ${count} of ${total} rows (rows ${from}–${total} of ${total}), from `),
  ).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-label', `Invoices: part of ${total} rows`);
  await axe();
});

test('a chart and totals of a part say so, and mark the week in which the part begins', async ({ page, request }) => {
  const items = await allItemsOf(request, 'invoices');
  const shown = newestItems(items);
  const total = figure(items.length);
  await page.goto('/reports/invoices?picture=revenue&group=invoiceDate:week&sum=amount');
  await expect(page.getByText(`Revenue per week: part of ${total} rows`).first()).toBeVisible();
  const drawing = page.getByRole('img', { name: new RegExp(`^Revenue per week: part of ${total} rows, from `) });
  await expect(drawing).toHaveAccessibleName(
    /Incomplete: week of \d+ [A-Z][a-z]+: from \d+ [A-Z][a-z]+; week of 11 May: so far\.$/,
  );
  await page.getByText('Show as table').click();
  const table = page.getByRole('table', { name: `Revenue per week: part of ${total} rows` });
  const lines = await table.locator('tbody tr').allInnerTexts();
  const amounts = new Map<string, number>();
  for (const item of items) {
    const at = new Date(`${day(item, 'invoiceDate')}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
    const week = at.toISOString().slice(0, 10);
    amounts.set(week, (amounts.get(week) ?? 0) + (item['amount'] as number));
  }
  // A line covers its whole week, or the running one so far, unless it says otherwise.
  const whole = lines.filter((line) => !line.includes('incomplete'));
  expect(whole.length).toBeGreaterThan(0);
  expect(whole.length).toBeLessThan(lines.length);
  for (const line of whole) {
    const [week = '', amount = ''] = line.split('\t');
    expect(Number(amount.replaceAll(',', ''))).toBeCloseTo(amounts.get(week.slice(0, 10))!, 2);
  }
  await expect(grid(page).getByRole('row', { name: /Total of/ })).toContainText(
    `${figure(shown.length)} rows: part of ${total} rows`,
  );
  await expect(page.getByRole('columnheader', { name: `Invoice date (part of ${total} rows)` })).toBeVisible();
  await expect(rows(page).filter({ hasText: /incomplete, from / })).toHaveCount(1);
});

test('a file of a part says so in its name, and a workbook in a second sheet', async ({ page, request }) => {
  const items = await allItemsOf(request, 'invoices');
  const shown = newestItems(items);
  const part = `newest ${figure(shown.length)} of ${figure(items.length)} rows`;
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/reports/invoices');
  await expect(rows(page).first()).toBeVisible();
  await page.getByText('Export', { exact: true }).click();
  await expect(page.getByText(/^Newest .* The file holds only these rows; its name says so\.$/)).toBeVisible();
  const name = `invoices-2026-05-12-part-newest-${shown.length}-of-${items.length}`;
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV, ${part}` }).click();
  expect((await csv).suggestedFilename()).toBe(`${name}.csv`);
  const text = readFileSync(await (await csv).path(), 'utf8').slice(1);
  const { data } = papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  // Names first, then rows, and nothing else that a program could read as a row.
  expect(data).toHaveLength(shown.length);
  expect(data[0]!['invoiceDate']!.slice(0, 10)).toBe('2026-05-12');
  const excel = page.waitForEvent('download');
  await page.getByRole('button', { name: `Excel, ${part}` }).click();
  expect((await excel).suggestedFilename()).toBe(`${name}.xlsx`);
  const [first, second] = await readXlsxFile(await (await excel).path());
  expect(first?.data).toHaveLength(shown.length + 1);
  expect(String(second?.data[0]?.[0])).toMatch(/^This file holds part of the data\. Newest .* \(part: rows /);
});

test('all rows are one click away, in the address, and then no part is mentioned', async ({ page, request }) => {
  const items = await allItemsOf(request, 'invoices');
  const total = figure(items.length);
  await page.goto('/reports/invoices?picture=revenue');
  await page.getByRole('button', { name: 'Load 500 older' }).click();
  await expect(page).toHaveURL(/rows=\d+/);
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page).toHaveURL(/rows=all/);
  await expect(page.getByText(`All ${total} rows. Newest first, by invoice date.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`All ${total} rows. Newest first, by invoice date.`)).toBeVisible();
  const drawing = page.getByRole('img', { name: /^Revenue per week, from / });
  await expect(drawing).not.toHaveAccessibleName(/part/);
  await expect(drawing).toHaveAccessibleName(/Incomplete: week of 11 May: so far\.$/);
  await expect(grid(page)).toHaveAttribute('aria-label', 'Invoices');
});

test('a load of all rows is cancelled, and the address then names the loaded rows', async ({ page, request }) => {
  const items = await allItemsOf(request, 'invoices');
  const total = figure(items.length);
  let held = 0;
  await page.route(callsOf('invoices'), async (route) => {
    if (new URL(route.request().url()).searchParams.get('offset') === '2') {
      held++;
      return;
    }
    await route.continue();
  });
  await page.goto('/reports/invoices?rows=all');
  await expect.poll(() => held).toBe(1);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const left = items.length - 3 * pageRows;
  await expect(page.getByText(`The newest ${figure(left)} of ${total} rows (`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`rows=${left}`));
  await expect(rows(page).first()).toContainText('Tue 12 May 2026');
});

test('while a slow service is asked for its newest rows, no old rows are shown unless a person cancels', async ({
  page,
  request,
}) => {
  const items = await allItemsOf(request, 'invoices');
  const total = figure(items.length);
  await page.route(callsOf('invoices'), async (route) => {
    if (Number(new URL(route.request().url()).searchParams.get('offset') ?? 0) < 2) await route.continue();
  });
  await page.goto('/reports/invoices');
  await expect(page.getByText(`Finding the newest rows of ${total} …`)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(rows(page).first()).toContainText('Mar 2026');
  await expect(page.getByText(`The first 1,000 of ${total} rows`)).toBeVisible();
  await expect(page.getByText(/newer rows may not be loaded\. Load all rows to see the newest\.$/)).toBeVisible();
});

test('a report that takes dates opens on the last 30 days, and its chart says so', async ({ page, request }) => {
  const items = await allItemsOf(request, 'flightOperations');
  const since = items.filter((item) => day(item, 'checkedOutOn') >= '2026-04-13');
  await page.goto('/reports/flightOperations?picture=aircraft-weeks');
  const count = figure(since.length);
  await expect(page.getByText(`All ${count} rows of the last 30 days, 13 Apr to 12 May.`)).toBeVisible();
  await expect(rows(page).first()).toContainText('Tue 12 May 2026');
  await expect(
    page.getByRole('img', { name: /^Hours per aircraft per week: last 30 days, from / }),
  ).toHaveAccessibleName(
    /Last 30 days: 13 Apr to 12 May\. Incomplete: week of 11 May: to 12 May\. \d+ rows of simulators left out \([\d.]+ flight hours\)\.$/,
  );
  await follow(page, '/reports/flightOperations?picture=aircraft-weeks&ask=StartDate%3D2026-05-06T06:00:00Z');
  await expect(page.getByRole('img', { name: /^Hours per aircraft per week: from 6 May/ })).toHaveAccessibleName(
    /Incomplete: week of 4 May: from 6 May; week of 11 May: so far\. \d+ rows of simulators left out \([\d.]+ flight hours\)\.$/,
  );
});

test('a period of a report that takes no dates is loaded back to its first day, and counts all of it', async ({
  page,
  request,
}) => {
  const items = await allItemsOf(request, 'reservations');
  const april = items.filter((item) => day(item, 'start').startsWith('2026-04'));
  await page.goto('/reports');
  await page.getByRole('link', { name: 'Reservations by status: Last month' }).click();
  await expect(page.getByText(`All ${figure(april.length)} rows of last month, 1 Apr to 30 Apr;`)).toBeVisible();
  const bars = page.getByRole('table', { name: 'Rows by reservation status: last month' });
  const counts = Object.entries(Object.groupBy(april, (item) => String(item['reservationStatus'])))
    .map(([, own]) => own!.length)
    .toSorted((a, b) => b - a);
  await expect(bars.locator('tbody tr')).toHaveCount(counts.length);
  expect(await bars.locator('tbody td:nth-of-type(1)').allInnerTexts()).toEqual(counts.map(figure));
  await expect(page.getByRole('figure')).toHaveAttribute('data-is-part', 'false');
  await page.getByRole('button', { name: 'Newest', exact: true }).click();
  await expect(page.getByRole('figure')).toHaveAttribute('data-is-part', 'true');
});

test('a list whose order is unclear from its dates says that newer rows may be missing', async ({ page }) => {
  const items = Array.from({ length: 3000 }, (_, at) => ({
    invoiceLineId: `line ${at}`,
    invoiceNumber: `I-${at}`,
    invoiceDate: `2026-0${1 + ((at * 7) % 5)}-${String(10 + ((at * 11) % 18))}T08:00:00`,
    amount: 5,
  }));
  await page.route(callsOf('invoices'), async (route) => {
    const { searchParams } = new URL(route.request().url());
    const start = Number(searchParams.get('offset') ?? 0) * pageRows;
    await route.fulfill({ json: { totalItems: items.length, items: items.slice(start, start + pageRows) } });
  });
  await page.goto('/reports/invoices?picture=revenue');
  await expect(
    page.getByText(/The order of the service’s list is not known: newer rows may not be loaded/),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /part of 3,000 rows.*Any week may be incomplete\.$/ })).toBeVisible();
});

for (const [look, use] of [
  ['wide', { viewport: { width: 1280, height: 800 } }],
  ['phone, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const) {
  test.describe(look, () => {
    test.use(use);
    test('a part fits the page, on the screen and on paper', async ({ page, axe }) => {
      await page.goto('/reports/invoices?picture=revenue&group=invoiceDate:week&sum=amount');
      await expect(page.getByRole('img', { name: /^Revenue per week: part of / })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(/^The newest .* \(rows .*\), from /)).toBeVisible();
      await expect(page.getByText(/^Revenue per week: part of /).first()).toBeVisible();
    });
  });
}
