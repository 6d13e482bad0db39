import { axeLooks, expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { allItemsOf, type Items, itemsOf, rows } from '#e2e/fixtures/reports.ts';

/** Hours of each aircraft without the simulators, the longest first. */
function hoursPerTail(flights: Items) {
  const hours = new Map<string, number>();
  for (const flight of flights) {
    const tail = flight['registrationTail'] as string;
    hours.set(tail, (hours.get(tail) ?? 0) + (flight['flightHours'] as number));
  }
  return [...hours].toSorted(([, a], [, b]) => b - a);
}

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('one press in the index answers how long each aircraft flew last month, with every figure', async ({
      page,
      request,
      axe,
    }) => {
      const flights = await allItemsOf(request, 'flightOperations');
      const april = flights.filter(({ checkedOutOn }) => String(checkedOutOn).startsWith('2026-04'));
      const ofAircraft = april.filter((flight) => flight['isSimulator'] !== true);
      const expected = hoursPerTail(ofAircraft);
      expect(ofAircraft.length).toBeLessThan(april.length);
      await page.goto('/reports');
      await page.getByRole('link', { name: 'Hours per aircraft: Last month' }).click();
      await expect(page).toHaveURL(/days=last-month/);
      const bars = page.getByRole('table', { name: 'Hours per aircraft: last month' });
      const lines = bars.locator('tbody tr');
      await expect(lines).toHaveCount(expected.length);
      expect(await lines.locator('td:nth-of-type(1)').allInnerTexts()).toEqual(
        expected.map(([, hours]) => hours.toFixed(1)),
      );
      const total = expected.reduce((sum, [, hours]) => sum + hours, 0);
      const words = total.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
      await expect(page.getByText(`${words} hours`, { exact: true })).toBeInViewport();
      await expect(
        page.getByText(`All ${april.length.toLocaleString('en')} rows of last month, 1 Apr to 30 Apr.`),
      ).toBeVisible();
      // The bars are as long as their figures.
      const widths = await lines.evaluateAll((all) =>
        all.map((line) => line.querySelector('span')!.getBoundingClientRect().width),
      );
      expect(widths[1]! / widths[0]!).toBeCloseTo(expected[1]![1] / expected[0]![1], 1);
      expect((await lines.first().boundingBox())!.y).toBeLessThanOrEqual(look.name === 'phone' ? 420 : 260);
      await axe();
      await expectNoSidewaysScroll(page);
      const [[tail]] = expected as [[string, number]];
      await page.getByRole('link', { name: tail, exact: true }).first().click();
      await expect(page.getByText(`Tail is ${tail}`, { exact: true })).toBeVisible();
      const own = april.filter((flight) => flight['registrationTail'] === tail).length;
      await expect(page.getByText(`${own} rows match out of all`)).toBeVisible();
      await page.goBack();
      await expect(lines).toHaveCount(expected.length);
    });
  });
}

test('sums of part of the rows are marked as such, on the screen and in forced colours', async ({ page, request }) => {
  const total = (await allItemsOf(request, 'flights')).length.toLocaleString('en');
  await page.goto('/reports/flights?picture=aircraft-hours');
  const figure = page.getByRole('figure');
  await expect(page.getByRole('table', { name: `Hours per aircraft: part of ${total} rows` })).toBeVisible();
  await expect(figure.getByText(/^Newest .* rows \(part: /)).toBeVisible();
  const bar = figure.locator('tbody span').first();
  const hatched = /repeating-linear-gradient/;
  await expect(bar).toHaveCSS('background-image', hatched);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(bar).toHaveCSS('background-image', hatched);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page.getByRole('table', { name: 'Hours per aircraft', exact: true })).toBeVisible();
  await expect(bar).toHaveCSS('background-image', 'none');
});

test('dates of one’s own are whole days, and are loaded whole', async ({ page, request }) => {
  const flights = await allItemsOf(request, 'flightOperations');
  await page.goto('/reports/flightOperations?picture=aircraft-hours');
  await page.getByRole('button', { name: 'Dates', exact: true }).click();
  const dates = page.getByRole('dialog', { name: 'Dates' });
  await dates.getByLabel('From', { exact: true }).fill('2026-03-20');
  await page.keyboard.press('Enter');
  await dates.getByLabel('To', { exact: true }).fill('2026-04-15');
  await page.keyboard.press('Enter');
  // In the one form of all screens, whatever the language of the browser.
  await expect(dates.getByLabel('From', { exact: true })).toHaveValue('Fri 20 Mar');
  await expect(dates.getByLabel('To', { exact: true })).toHaveValue('Wed 15 Apr');
  await expect(dates.getByLabel('To: time')).toHaveValue('2359L');
  await expect(page).toHaveURL(/EndDate(=|%3D)2026-04-16T05:59:59Z/);
  await page.keyboard.press('Escape');
  const within = flights.filter(({ checkedOutOn: at }) => String(at) >= '2026-03-20' && String(at) < '2026-04-16');
  const words = within.length.toLocaleString('en');
  await expect(page.getByText(`All ${words} rows from 20 Mar to 15 Apr.`)).toBeVisible();
  const expected = hoursPerTail(within);
  const bars = page.getByRole('table', { name: 'Hours per aircraft: from 20 Mar to 15 Apr' });
  await expect(bars.locator('tbody tr').first()).toContainText(`${expected[0]![0]}\t${expected[0]![1].toFixed(1)}`, {
    useInnerText: true,
  });
});

test('draws hours per aircraft per week if the report has them, and as a table', async ({ page, request }) => {
  const flights = await allItemsOf(request, 'flights');
  const [[max, hours]] = hoursPerTail(flights) as [[string, number]];
  const total = flights.length.toLocaleString('en');
  await page.goto('/reports/flights');
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page.getByText(`All ${total} rows.`)).toBeVisible();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('button', { name: 'Hours per aircraft per week' }).click();
  await expect(page).toHaveURL(/picture=aircraft-weeks/);
  await expect(
    page.getByRole('img', { name: /^Hours per aircraft per week, from 2026-03-09 to 2026-05-11/ }),
  ).toBeVisible();
  await expect(page.getByText('Incomplete: week of 11 May: so far.')).toBeVisible();
  await page.getByText('Show as table').click();
  const table = page.getByRole('table', { name: 'Hours per aircraft per week' });
  await expect(table.getByRole('columnheader').nth(1)).toHaveText(max);
  const cells = await table.getByRole('row').locator('td:nth-of-type(1)').allInnerTexts();
  const sum = cells.reduce((all, text) => all + Number.parseFloat(text.replace(',', '')), 0);
  expect(sum).toBeCloseTo(hours, 1);
});

test('groups are drawn as bars or a line, a column of numbers as a histogram', async ({ page, request }) => {
  const items = await itemsOf(request, 'worklogs');
  await page.goto('/reports/worklogs');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Chart', { exact: true }).selectOption('bar');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: /^Rows by week of logged on/ })).toBeVisible();
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Group by').selectOption({ label: 'Mechanic' });
  await page.getByLabel('of', { exact: true }).selectOption({ label: 'Labour hours' });
  const hours = Object.entries(Object.groupBy(items, (item) => item['mechanic'] as string)).map(([name, own]) => ({
    name,
    sum: own!.reduce((sum, item) => sum + (item['labourHours'] as number), 0),
  }));
  const top = hours.toSorted((a, b) => b.sum - a.sum)[0]!;
  await expect(page.locator('figure tbody tr').first()).toHaveText(`${top.name}${top.sum.toFixed(1)}`);
  await page.getByLabel('Chart', { exact: true }).selectOption('histogram');
  await page.keyboard.press('Escape');
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
      await expect(page.locator('figure table')).toHaveAccessibleName(/^Open work orders by age/);
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
