import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';
import { allItemsOf, answerWith, itemsOf, rows } from './support/reports.ts';

test('hours per aircraft per week is drawn where its members are, with the same in a table', async ({
  page,
  request,
}) => {
  const flights = await allItemsOf(request, 'flights');
  const hours = new Map<string, number>();
  for (const flight of flights) {
    const tail = flight['registrationTail'] as string;
    hours.set(tail, (hours.get(tail) ?? 0) + (flight['flightHours'] as number));
  }
  const [most] = [...hours].toSorted(([, a], [, b]) => b - a)[0]!;
  const total = flights.length.toLocaleString('en');
  await page.goto('/reports/flights');
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page.getByText(`All ${total} rows.`)).toBeVisible();
  await page.getByRole('button', { name: 'Hours per aircraft per week' }).click();
  await expect(page).toHaveURL(/picture=aircraft-hours/);
  await expect(
    page.getByRole('img', { name: /^Hours per aircraft per week, from 2026-03-09 to 2026-05-11/ }),
  ).toBeVisible();
  await page.getByText('The same as a table').click();
  const table = page.getByRole('table', { name: 'Hours per aircraft per week' });
  await expect(table.getByRole('columnheader').nth(1)).toHaveText(most);
  const cells = await table.getByRole('row').locator('td:nth-of-type(1)').allInnerTexts();
  const sum = cells.reduce((all, text) => all + Number.parseFloat(text.replace(',', '')), 0);
  expect(sum).toBeCloseTo(hours.get(most)!, 1);
});

test('a picture whose members are absent is not offered', async ({ page }) => {
  await answerWith(page, 'flights', [{ name: 'a' }, { name: 'b' }]);
  await page.goto('/reports/flights');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Ready-made charts' })).toHaveCount(0);
});

test('groups are drawn as bars or a line, a column of numbers as a histogram', async ({ page, request }) => {
  const items = await itemsOf(request, 'worklogs');
  await page.goto('/reports/worklogs');
  await page.getByLabel('Chart', { exact: true }).selectOption('bar');
  await expect(page.getByRole('img', { name: /^Rows by week of logged on/ })).toBeVisible();
  await page.getByLabel('Group by').selectOption({ label: 'Mechanic' });
  await page.getByLabel('of', { exact: true }).selectOption({ label: 'Labour hours' });
  const hours = Object.entries(Object.groupBy(items, (item) => item['mechanic'] as string)).map(([name, own]) => ({
    name,
    sum: own!.reduce((sum, item) => sum + (item['labourHours'] as number), 0),
  }));
  const top = hours.toSorted((a, b) => b.sum - a.sum)[0]!;
  await expect(
    page.getByRole('img', { name: `The most is ${top.sum.toFixed(1)} hours at ${top.name}.` }),
  ).toBeVisible();
  await page.getByLabel('Chart', { exact: true }).selectOption('histogram');
  await expect(page.getByRole('img', { name: /^How often each labour hours/ })).toBeVisible();
  await expect(page).toHaveURL(/chart=histogram:labourHours/);
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('menu, rows, chart and record hold in this size and theme', async ({ page, axe }) => {
      test.slow();
      await page.goto('/reports');
      await expect(page.getByRole('link', { name: 'Logbook entries' })).toBeAttached();
      await axe();
      await expectNoSidewaysScroll(page);
      await page.goto('/reports/workorders?picture=open-age&group=status&sum=landings&where=items:1..&sort=-landings');
      await expect(page.getByRole('img', { name: /^Open work orders by age/ })).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
      await axe();
      await expectNoSidewaysScroll(page);
      await page.goto('/reports/people?row=%231');
      await expect(page.getByRole('dialog')).toBeVisible();
      await axe();
    });
  });
}
