import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { expect, expectNoSidewaysScroll, failUntilPressed, test } from '#e2e/fixtures/fixtures.ts';
import { type Stack, startStack } from '#e2e/servers/stack.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';
import { startRoleGateway } from '#e2e/servers/roleGateway.ts';

const titles = ['Utilisation', 'Departures', 'Cancellations', 'Maintenance', 'Training'];
const band = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function open(page: Page, address = '/figures'): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('Hours flown of hours open').first()).toBeVisible();
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
}

test('five subjects, each with a large figure, what it was before, and pictures that lead to their rows', async ({
  page,
  request,
  axe,
}) => {
  await open(page);
  for (const title of titles) await expect(band(page, title)).toBeVisible();
  const answer = await (await request.get('/replica/figures?from=2026-05-01&to=2026-05-12&by=aircraft')).json();
  const { flownOfOpen, bars } = answer.period.utilisation;
  const utilisation = band(page, 'Utilisation');
  await expect(utilisation.getByText(`${Math.round(100 * flownOfOpen.value)} %`, { exact: true })).toBeVisible();
  await expect(utilisation.getByText(`from ${flownOfOpen.rows} records`)).toBeVisible();
  await expect(utilisation.getByText('period before')).toBeVisible();
  await expect(utilisation.getByText('year before')).toBeVisible();
  await expect(band(page, 'Maintenance').getByText('Hours left across the fleet, 8 weeks ahead')).toBeVisible();
  await expect(band(page, 'Maintenance').getByRole('button', { name: 'Forecast' })).toBeVisible();
  await axe();
  const tail = bars[0].group.name as string;
  await utilisation.getByRole('link', { name: tail }).first().click();
  await expect(page).toHaveURL(/\/reports\/flightOperations\?.*StartDate/);
  await page.getByText('API details').click();
  await expect(page.getByText(/GET .*StartDate=2026-05-01T06:00:00Z/)).toBeVisible();
});

test('a link keeps the period, the bars and the open tables', async ({ page, context }) => {
  await open(page);
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page.getByText('Wed 1 Apr to Thu 30 Apr, 30 days').first()).toBeVisible();
  await page.getByRole('button', { name: 'Model', exact: true }).click();
  await band(page, 'Utilisation').getByRole('button', { name: 'Table' }).click();
  await expect(page).toHaveURL(/period=last-month/);
  await expect(page).toHaveURL(/by=model/);
  const other = await context.newPage();
  await open(other, page.url());
  await expect(other.getByText('Hours by model').first()).toBeVisible();
  await expect(band(other, 'Utilisation').getByRole('table', { name: 'Utilisation' })).toBeVisible();
  await expect(band(other, 'Training').getByRole('table')).toHaveCount(0);
  await other.getByRole('button', { name: 'From–to' }).click();
  await expect(other).toHaveURL(/period=2026-04-01\.\.2026-04-30/);
  await other.getByLabel('From', { exact: true }).fill('2026-04-20');
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(/period=2026-04-20\.\.2026-04-30/);
  await other.goto('/figures?period=fortnight');
  await expect(other.getByText(/There is no period “fortnight”/)).toBeVisible();
});

test('what records do not say is not known, with the reason on a press and by the keyboard', async ({ page }) => {
  await page.route(/\/replica\/figures/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.period.departures = null;
    body.period.lacks = ['flights'];
    await route.fulfill({ response: answer, json: body });
  });
  await open(page);
  await expect(page.getByText(/Not read for the whole period: flights\./)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Months and pages read' })).toBeVisible();
  const departures = band(page, 'Departures');
  const reason = departures.getByRole('button', { name: 'not known' }).first();
  await reason.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tooltip')).toContainText('not read yet');
  await expect(departures.getByText(/^0/)).toHaveCount(0);
});

test('a press on a figure says how it is counted', async ({ page }) => {
  await open(page);
  const hours = band(page, 'Utilisation').getByRole('button', { name: 'Hours flown of hours open' });
  await hours.click();
  await expect(page.getByRole('tooltip')).toContainText('Open is 0600L to 2200L on each day');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  const squawks = band(page, 'Maintenance').getByRole('button', { name: 'Open squawks by age' });
  // A scroll puts the tooltip away.
  await squawks.scrollIntoViewIfNeeded();
  await squawks.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tooltip')).toContainText('open when the period ended');
});

test('the CSV has every figure with its period and records', async ({ page }) => {
  await open(page, '/figures?period=last-month');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('figures-2026-04-01-2026-04-30.csv');
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain('First day,Last day,Band,Figure,Of,Value,Unit,Period before,Year before,Records,Note');
  for (const title of titles)
    expect(lines.some((line) => line.startsWith(`2026-04-01,2026-04-30,${title},`))).toBe(true);
  expect(lines.some((line) => /,Utilisation,Hours by aircraft,N\d+\w+,[\d.]+,hours,/.test(line))).toBe(true);
});

test('the Excel file has the same lines, with numbers as numbers', async ({ page, request }) => {
  await open(page, '/figures?period=last-month');
  const answer = await (await request.get('/replica/figures?from=2026-04-01&to=2026-04-30&by=aircraft')).json();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('figures-2026-04-01-2026-04-30.xlsx');
  const [sheet] = await readXlsxFile(await download.path());
  const rows = sheet?.data ?? [];
  expect(rows[0]).toContain('Records');
  const share = rows.find((row) => row[3] === 'Hours flown of hours open');
  expect(share?.[5]).toBeCloseTo(answer.period.utilisation.flownOfOpen.value, 9);
});

test('prints on one sheet of A4', async ({ page }) => {
  await open(page);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  // Periods that the copy does not hold are said to be not known, and so is what the forecast assumes.
  await expect(band(page, 'Departures').getByRole('button', { name: 'not known' }).first()).toBeVisible();
  await expect(page.getByText(/^Forecast: each aircraft flies as/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Excel' })).toBeHidden();
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
});

test('a failure is said once, and a press reads again', async ({ page, expectConsole }) => {
  expectConsole(/status of 500/);
  await failUntilPressed(page, /\/replica\/figures/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/figures');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page
    .getByRole('button', { name: /again|Refresh now/ })
    .first()
    .click();
  await expect(page.getByText('Hours flown of hours open').first()).toBeVisible();
});

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a small window', { width: 1024, height: 768 }],
] as const) {
  test(`${name} shows everything without a scroll to the side`, async ({ page, axe }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/figures?period=last-month&tables=utilisation');
    await expectNoSidewaysScroll(page);
    await axe();
  });
}

test.describe('of a school with cancelled reservations', () => {
  let stack: Stack;
  test.beforeAll(async () => {
    const flags = ['--rate-limit', '0', '--cancellations', '--locations', '3', '--days', '70'];
    stack = await startStack(flags, { API_RATE_LIMIT: '6000' });
  });
  test.afterAll(() => stack.close());

  test('one grid says when they were booked, in numbers and words, in forced colours too', async ({ page, axe }) => {
    await open(page, `${stack.url}/figures`);
    const grid = band(page, 'Cancellations').getByRole('table', { name: 'By weekday and hour' });
    await expect(grid).toBeVisible();
    await expect(grid.getByRole('row')).toHaveCount(8);
    const answer = await (await page.request.get(`${stack.url}/replica/figures?from=2026-05-01&to=2026-05-12`)).json();
    const { week, count } = answer.period.cancellations;
    const [weekday, hour] = [5, 9];
    const { booked, cancelled } = week[weekday][hour];
    const cell = grid
      .getByRole('row', { name: /^Sat/ })
      .getByRole('cell')
      .nth(hour - 6);
    await expect(cell).toContainText(`${cancelled} of ${booked} booked`);
    const shown = await grid.locator('td > span[aria-hidden]').allTextContents();
    expect(shown.reduce((sum, text) => sum + Number(text), 0)).toBe(count);
    await axe();
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(grid.locator('td > span[aria-hidden]').first()).toBeVisible();
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
    await axe();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });

  test('every bar of a cause, a notice, an hour, a location, a kind of visit or an age has as many rows as it counts', async ({
    page,
  }) => {
    const days = 'from=2026-04-28&to=2026-05-01';
    const ask = async (address: string) => (await page.request.get(`${stack.url}${address}`)).json();
    const figures = () => ask(`/replica/figures?${days}&by=location`);
    await expect.poll(async () => (await figures()).period.departures).not.toBeNull();
    const { period } = await figures();
    const { departures, cancellations, utilisation, maintenance } = period;
    type Count = { name: string; count: number };
    const counts = [
      ...departures.causes.map(({ name, count }: Count) => ['late', name, count]),
      ...cancellations.causes.map(({ name, count }: Count) => ['cancelled', name, count]),
      ...cancellations.notice.map(({ name, count }: Count) => ['notice', name, count]),
      ...cancellations.week.flatMap((hours: { cancelled: number }[], weekday: number) =>
        hours.flatMap(({ cancelled }, hour) => (cancelled === 0 ? [] : [['week', `${weekday}-${hour}`, cancelled]])),
      ),
      ...maintenance.shopKinds.map(({ name, visits }: { name: string; visits: number }) => ['shop', name, visits]),
      ...maintenance.openSquawks.map(({ name, count }: Count) => ['squawks', name, count]),
      ...maintenance.openOrders.map(({ name, count }: Count) => ['orders', name, count]),
      ...utilisation.bars.map(({ group, flights }: { group: { key: string } | null; flights: number }) => [
        'location',
        group?.key ?? '',
        flights,
      ]),
    ];
    expect(new Set(counts.filter(([, , count]) => count > 0).map(([of]) => of)).size).toBe(8);
    for (const [of, name, count] of counts) {
      const rows = await ask(`/replica/figures/rows?${days}&of=${of}&name=${encodeURIComponent(name)}`);
      expect([of, name, rows.total]).toEqual([of, name, count]);
    }
  });

  test('a bar opens its rows beside the page, and a row its reservation', async ({ page, axe }) => {
    await open(page, `${stack.url}/figures?by=location`);
    const causes = band(page, 'Cancellations').locator('figure', { hasText: 'By cause' });
    const bar = causes.getByRole('listitem').first();
    const count = Number((await bar.innerText()).match(/\d+$/)?.[0]);
    const name = (await bar.getByRole('link').innerText()).trim();
    await bar.getByRole('link').click();
    await expect(page).toHaveURL(/rows=cancelled/);
    const side = page.getByRole('dialog', { name: `Cancelled: ${name}` });
    await expect(side.getByText(`${count} reservation`)).toBeVisible();
    await expect(side.getByRole('listitem')).toHaveCount(count);
    await axe();
    await page.reload();
    await expect(side.getByRole('listitem')).toHaveCount(count);
    await side.getByRole('listitem').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/reservations\?date=2026-05-\d\d&reservation=/);
    await expect(page.getByText(/Cancel|No.?show|Void/i).first()).toBeVisible();
    await page.goBack();
    await expect(side.getByRole('listitem')).toHaveCount(count);
    // The rows may be there before they have the focus.
    await side.press('Escape');
    await expect(side).toHaveCount(0);
    await expect(page).not.toHaveURL(/rows=/);
    // A location, whose flights no list has.
    await band(page, 'Utilisation')
      .locator('figure', { hasText: 'Hours by location' })
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByRole('heading', { name: /^Flown: / })).toBeFocused();
    await expect(page.getByText(/^[\d,]+ flights/)).toBeVisible();
    await page.keyboard.press('Escape');
    // Squawks and work orders by age lead to the aircraft and to the report.
    for (const [title, address] of [
      ['Open squawks by age', /\/fleet\/[0-9a-f-]{36}$/],
      ['Open work orders by age', /\/reports\/workOrders\?find=WO-\d+/],
    ] as const) {
      await page.goto(`${stack.url}/figures?period=2026-04-28..2026-05-01`);
      const bars = band(page, 'Maintenance').locator('figure', { hasText: title }).getByRole('listitem');
      await bars
        .filter({ hasText: /[1-9]\d*$/ })
        .first()
        .getByRole('link')
        .click();
      const rows = page.getByRole('dialog', { name: /^Open / });
      await rows.getByRole('listitem').first().getByRole('link').click();
      await expect(page).toHaveURL(address);
      await page.goBack();
      await expect(rows).toBeVisible();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.goto(`${stack.url}/figures?rows=colour:red`);
    await expect(page.getByText('There are no rows of “colour:red”.')).toBeVisible();
    await page.keyboard.press('Escape');
    // An hour of the week, from the table behind its picture.
    const cancelled = band(page, 'Cancellations');
    await cancelled.getByRole('button', { name: /^Table/ }).click();
    const hour = cancelled.getByRole('link', { name: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d00L$/ }).first();
    const hourName = await hour.innerText();
    await hour.click();
    await expect(page.getByRole('dialog', { name: `Cancelled: ${hourName}` }).getByRole('listitem')).not.toHaveCount(0);
  });

  test('prints on one sheet of A4 with every picture', async ({ page }) => {
    await open(page, `${stack.url}/figures`);
    await expect(band(page, 'Cancellations').getByRole('table')).toBeVisible();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });
});

test.describe('of a school whose service allows few calls', () => {
  let stack: Stack;
  test.beforeAll(async () => {
    stack = await startStack(['--rate-limit', '0', '--aircraft', '2'], { API_RATE_LIMIT: '20' });
  });
  test.afterAll(() => stack.close());

  test('the reading in the background can be stopped, and goes on by a press', async ({ page, axe }) => {
    test.slow();
    await page.goto(`${stack.url}/figures?period=year`);
    const stop = page.getByRole('button', { name: 'Stop reading' });
    await expect(stop).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('progressbar', { name: 'Months and pages read' })).toBeVisible();
    const asked = page.waitForRequest(/\/replica\/figures\?.*read=no/);
    await stop.click();
    await asked;
    await expect(page).toHaveURL(/reading=off/);
    const stopped = page.getByText(/Stopped on this page after \d+ of \d+ months and pages\./);
    await expect(stopped).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Months and pages read' })).toHaveCount(0);
    // What is read stays on the screen.
    await expect(band(page, 'Utilisation')).toBeVisible();
    await axe();
    // A link opens it as it was left, and asks for nothing more.
    await page.reload();
    await expect(stopped).toBeVisible();
    await page.getByRole('button', { name: 'Read on' }).click();
    await expect(stop).toBeVisible();
    await expect(page).not.toHaveURL(/reading=off/);
    await page.goBack();
    await expect(stopped).toBeVisible();
  });
});

test.describe('without the flight service', () => {
  let stack: TimedStack;
  test.beforeAll(async () => {
    stack = await startTimedStack(['--aircraft', '4']);
  });
  test.afterAll(() => stack.close());

  test('the last figures stay, and say how old they are', async ({ page }) => {
    await open(page, `${stack.url}/figures`);
    const utilisation = band(page, 'Utilisation');
    await expect(utilisation).toHaveAttribute('data-state', 'fresh');
    await expect(utilisation.locator('b').first()).toHaveText(/%$/);
    const share = await utilisation.locator('b').first().innerText();
    await expect(utilisation.getByText(/^as of/i)).toHaveCount(0);
    stack.upstream.become('gone');
    stack.pass(40 * 60_000);
    await page.clock.setFixedTime('2026-05-12T17:45:00Z');
    // An open page, and one that is opened now.
    for (const isOpenedNow of [false, true]) {
      if (isOpenedNow) await page.reload();
      await expect(utilisation).toHaveAttribute('data-state', 'stale');
      await expect(utilisation.getByText(/^as of 110[45]L/i)).toBeVisible();
      await expect(utilisation.locator('.hatched')).toBeVisible();
      await expect(utilisation.locator('b').first()).toHaveText(share);
    }
    await page.close();
  });
});

test('managers alone see the page', async ({ page }) => {
  const gateway = await startRoleGateway();
  try {
    await gateway.signIn(page, 'dispatcher');
    await page.goto(`${gateway.url}/figures`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Utilisation' })).toHaveCount(0);
    expect((await page.request.get(`${gateway.url}/replica/figures?from=2026-05-01&to=2026-05-12`)).status()).toBe(403);
    const rows = '/replica/figures/rows?from=2026-05-01&to=2026-05-12&of=cancelled&name=weather';
    expect((await page.request.get(`${gateway.url}${rows}`)).status()).toBe(403);
    // The page of the dispatcher would leave for the sign-in by itself.
    await page.goto('about:blank');
    await gateway.signIn(page, 'manager');
    await page.goto(`${gateway.url}/figures`);
    await expect(page.getByRole('region', { name: 'Utilisation', exact: true })).toBeVisible();
  } finally {
    await page.close();
    await gateway.close();
  }
});
