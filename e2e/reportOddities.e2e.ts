import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';
import { answerWith, callsOf, grid, rows } from './support/reports.ts';

test('items without common members, null items and mere words are shown or set aside, and counted', async ({
  page,
  axe,
}) => {
  await answerWith(page, 'flights', [
    { a: 1 },
    { b: 'two' },
    null,
    { c: { d: { e: { f: [1, { g: 2 }] } } } },
    'word',
    [1],
  ]);
  await page.goto('/reports/flights');
  await expect(page.getByText('All 3 rows.')).toBeVisible();
  await expect(page.getByText('3 unreadable items skipped')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await rows(page).nth(2).getByRole('gridcell').last().click();
  await expect(page.getByRole('dialog', { name: 'Row 3 of 3' }).getByText('G', { exact: true })).toBeVisible();
  await axe();
});

test('300 columns are there, and only those in sight are drawn', async ({ page, axe }) => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`member${at}`, at]));
  await answerWith(page, 'flights', [wide, wide]);
  await page.goto('/reports/flights');
  await expect(grid(page)).toHaveAttribute('aria-colcount', '300');
  expect(await page.getByRole('columnheader').count()).toBeLessThan(40);
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('columnheader', { name: 'Member299' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await axe();
});

test('HTML and script in values and names are text', async ({ page }) => {
  const markup = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
  await answerWith(page, 'flights', [{ note: markup, '<b>bold</b>': 1 }]);
  await page.goto('/reports/flights?row=%231');
  await expect(rows(page).first()).toContainText('<img src=x');
  await expect(page.getByRole('dialog')).toContainText('<script>');
  await expect(page.getByRole('columnheader', { name: '<b>bold</b>' })).toBeVisible();
  await expect(page.getByRole('main').locator('img[src=x], b')).toHaveCount(0);
  expect(await page.title()).not.toContain('run');
});

test('a huge text is cut in the table and whole in the record', async ({ page }) => {
  const huge = `${'long '.repeat(40_000)}end`;
  await answerWith(page, 'flights', [{ id: 1, note: huge }]);
  await page.goto('/reports/flights');
  await expect(rows(page).first()).toContainText('…');
  expect((await rows(page).first().innerText()).length).toBeLessThan(400);
  await rows(page).first().getByText('long').click();
  await expect(page.getByRole('dialog')).toContainText('long end');
});

test('mixed kinds, dates that stand for none and members called like those of every object hold', async ({ page }) => {
  const items: readonly Readonly<Record<string, unknown>>[] = [
    { value: 1, when: '1753-01-01T00:00:00', hasOwnProperty: 1, constructor: 'c', toString: 't' },
    { value: 'two', when: '2026-05-12T08:00:00', constructor: null, toString: null },
    { value: { three: 3 }, when: null },
    { value: [4, 5], when: '2026-05-12T14:00:00Z' },
  ];
  await answerWith(page, 'flights', items);
  await page.goto('/reports/flights?sort=value&group=when:day');
  await expect(page.getByText('in 2 groups by When')).toBeVisible();
  await page.goto('/reports/flights?sort=value');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('1753')).toHaveCount(0);
});

test('an empty answer, a null list and an answer that is no list are three things', async ({ page }) => {
  await answerWith(page, 'flights', []);
  await page.goto('/reports/flights');
  await expect(page.getByText('No rows match these parameters.').first()).toBeVisible();
  await page.route(callsOf('invoices'), (route) => route.fulfill({ json: { totalItems: 0, items: null } }));
  await page.goto('/reports/invoices');
  await expect(page.getByText('No rows match these parameters.').first()).toBeVisible();
  await page.route(callsOf('worklogs'), (route) => route.fulfill({ body: '<html>fault</html>' }));
  await page.goto('/reports/worklogs');
  await expect(page.getByRole('alert')).toContainText('The answer could not be read');
});

test('a total that the rows do not bear out is said', async ({ page }) => {
  await page.route(callsOf('flights'), (route) =>
    route.fulfill({ json: { totalItems: 5, offset: 0, limit: null, items: [{ id: 1 }, { id: 2 }] } }),
  );
  await page.goto('/reports/flights');
  await expect(page.getByText('The service says there are 5, and sent 2.')).toBeVisible();
});

test('columns that are new since the last visit are named until somebody has noted it', async ({ page }) => {
  await answerWith(page, 'flights', [{ tail: 'N1', hours: 1 }]);
  await page.goto('/reports/flights');
  await expect(rows(page)).toHaveCount(1);
  await page.unroute(callsOf('flights'));
  await answerWith(page, 'flights', [{ tail: 'N1', oil: 6, fuel: 40 }]);
  await page.goto('/reports/flights');
  await expect(page.getByText('2 columns are new since Tue 12 May; 1 is not among these rows.')).toBeVisible();
  await expect(page.getByText('oil, fuel')).toBeVisible();
  await page.getByRole('button', { name: 'Noted' }).click();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('are new since')).toHaveCount(0);
});

test('what the address says wrongly, and columns that are not there, are said', async ({ page }) => {
  await answerWith(page, 'flights', [{ tail: 'N1' }]);
  await page.goto('/reports/flights?where=tail&sort=gone&row=%2399&order=odd');
  await expect(page.getByText('“tail” cannot be read in where.')).toBeVisible();
  await expect(page.getByText('No row has gone.')).toBeVisible();
  await expect(page.getByText('The row #99 is not among all 1 row.')).toBeVisible();
  await expect(page.getByText('“odd” is not a choice for order; showing value.')).toBeVisible();
});
