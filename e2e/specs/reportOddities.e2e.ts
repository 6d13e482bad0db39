import { expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { answerWith, callsOf, grid, rows, storedText } from '#e2e/fixtures/reports.ts';

test('odd items are skipped and counted, 300 columns scroll, and a record opens', async ({ page, axe }) => {
  const wide = Object.fromEntries(Array.from({ length: 298 }, (_, at) => [`member${at}`, at]));
  await answerWith(page, 'flights', [wide, { b: 'two' }, null, { c: { d: { e: { f: [1, { g: 2 }] } } } }, 'word', [1]]);
  await page.goto('/reports/flights');
  await expect(page.getByText('All 3 rows.')).toBeVisible();
  await expect(page.getByText('3 unreadable items skipped')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-colcount', '300');
  expect(await page.getByRole('columnheader').count()).toBeLessThan(40);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('columnheader', { name: /^C d/ })).toBeVisible();
  await rows(page).nth(2).getByRole('gridcell').last().click();
  await expect(page.getByRole('dialog', { name: 'Row 3 of 3' }).getByText('G', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await axe();
});

test('HTML in values and names is text, and a huge text is cut in the table and complete in the record', async ({
  page,
}) => {
  const markup = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
  const huge = `${'long '.repeat(40_000)}end`;
  await answerWith(page, 'flights', [
    { note: markup, '<b>bold</b>': 1 },
    { note: huge, '<b>bold</b>': 2 },
  ]);
  await page.goto('/reports/flights?row=%231');
  await expect(rows(page).first()).toContainText('<img src=x');
  await expect(page.getByRole('dialog')).toContainText('<script>');
  await expect(page.getByRole('columnheader', { name: '<b>bold</b>' })).toBeVisible();
  await expect(page.getByRole('main').locator('img[src=x], b')).toHaveCount(0);
  expect(await page.title()).not.toContain('run');
  await page.getByRole('button', { name: 'Next row' }).click();
  await expect(rows(page).nth(1)).toContainText('…');
  expect((await rows(page).nth(1).innerText()).length).toBeLessThan(400);
  await expect(rows(page).nth(1).getByRole('rowheader')).toHaveCSS('overflow', 'clip');
  await expect(page.getByRole('dialog')).toContainText('long end');
});

test('a null list is an empty answer, and a page of HTML is an error', async ({ page }) => {
  await page.route(callsOf('invoices'), (route) => route.fulfill({ json: { totalItems: 0, items: null } }));
  await page.goto('/reports/invoices');
  await expect(
    page.getByText(/^(No rows in this period|The service has no rows for this report)\.$/).first(),
  ).toBeVisible();
  await page.route(callsOf('worklogs'), (route) => route.fulfill({ body: '<html>fault</html>' }));
  await followAnew(page, '/reports/worklogs');
  await expect(page.getByRole('alert')).toContainText('The answer could not be read');
});

test('new columns since the last visit are named until dismissed', async ({ page }) => {
  await answerWith(page, 'flights', [{ tail: 'N1', hours: 1 }]);
  await page.goto('/reports/flights');
  await expect(rows(page)).toHaveCount(1);
  await expect.poll(() => page.evaluate(storedText)).toContain('hours');
  await page.unroute(callsOf('flights'));
  await answerWith(page, 'flights', [{ tail: 'N1', oil: 6, fuel: 40 }]);
  await page.goto('/reports/flights');
  await expect(page.getByText('2 new columns since Tue 12 May; 1 not in these rows.')).toBeVisible();
  await expect(page.getByText('oil, fuel')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => page.evaluate(storedText)).toContain('oil');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('new columns since')).toHaveCount(0);
});

test('errors in the address and missing columns are shown', async ({ page }) => {
  await answerWith(page, 'flights', [{ tail: 'N1' }]);
  await page.goto('/reports/flights?where=tail&sort=gone&row=%2399&order=odd');
  await expect(page.getByText('“tail” cannot be read in where.')).toBeVisible();
  await expect(page.getByText('Columns not in these rows: gone.')).toBeVisible();
  await expect(page.getByText('Row #99 not found in the only row.')).toBeVisible();
  await expect(page.getByText('“odd” is not a valid value for order; showing value.')).toBeVisible();
});
