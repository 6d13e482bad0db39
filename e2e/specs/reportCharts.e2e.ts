import { axeLooks, expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { allItemsOf, itemsOf, rows } from '#e2e/fixtures/reports.ts';

test('draws hours per aircraft per week if the report has them, and as a table', async ({ page, request }) => {
  const flights = await allItemsOf(request, 'flights');
  const hours = new Map<string, number>();
  for (const flight of flights) {
    const tail = flight['registrationTail'] as string;
    hours.set(tail, (hours.get(tail) ?? 0) + (flight['flightHours'] as number));
  }
  const [max] = [...hours].toSorted(([, a], [, b]) => b - a)[0]!;
  const total = flights.length.toLocaleString('en');
  await page.goto('/reports/flights');
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page.getByText(`All ${total} rows.`)).toBeVisible();
  await page.getByRole('button', { name: 'Hours per aircraft per week' }).click();
  await expect(page).toHaveURL(/picture=aircraft-hours/);
  await expect(
    page.getByRole('img', { name: /^Hours per aircraft per week, from 2026-03-09 to 2026-05-11/ }),
  ).toBeVisible();
  await expect(page.getByText('Incomplete: week of 11 May: so far.')).toBeVisible();
  await page.getByText('Show as table').click();
  const table = page.getByRole('table', { name: 'Hours per aircraft per week' });
  await expect(table.getByRole('columnheader').nth(1)).toHaveText(max);
  const cells = await table.getByRole('row').locator('td:nth-of-type(1)').allInnerTexts();
  const sum = cells.reduce((all, text) => all + Number.parseFloat(text.replace(',', '')), 0);
  expect(sum).toBeCloseTo(hours.get(max)!, 1);
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
  await expect(page.getByRole('img', { name: `Highest: ${top.sum.toFixed(1)} hours, ${top.name}.` })).toBeVisible();
  await page.getByLabel('Chart', { exact: true }).selectOption('histogram');
  await expect(page.getByRole('img', { name: /^Distribution of labour hours/ })).toBeVisible();
  await expect(page).toHaveURL(/chart=histogram:labourHours/);
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('rows, chart and record fit in this size and theme', async ({ page, axe }) => {
      test.slow();
      const address = '/reports/workorders?picture=open-age&group=status&sum=landings&where=items:1..&sort=-landings';
      const isPhone = look.name === 'phone';
      // On a phone the record covers the page, so each is checked separately.
      await page.goto(isPhone ? address : `${address}&row=%231`);
      await expect(page.getByRole('img', { name: /^Open work orders by age/ })).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
      if (!isPhone) await expect(page.getByRole('dialog')).toBeVisible();
      await axe();
      await expectNoSidewaysScroll(page);
      if (!isPhone) return;
      await followAnew(page, '/reports/people?row=%231');
      await expect(page.getByRole('dialog')).toBeVisible();
      await axe();
    });
  });
}
