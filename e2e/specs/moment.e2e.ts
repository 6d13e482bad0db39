import type { Page } from 'playwright/test';
import { expect, follow, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { startRoleGateway } from '#e2e/servers/roleGateway.ts';
import { now } from '#e2e/servers/servers.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

const minute = 60_000;
const bar = (page: Page) => page.getByRole('region', { name: 'Moment shown' });
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Moment' });
const another = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Another time' });
const momentIn = (page: Page) => new URL(page.url()).searchParams.get('moment');

/** The texts of a list or a table, each of its lines. */
const texts = (page: Page, rows: string) =>
  page
    .getByRole('main')
    .locator(rows)
    .allInnerTexts()
    .then((all) =>
      all.map((text) =>
        text
          .replaceAll(/\s+/g, ' ')
          .replace(/ Put off$/, '')
          .trim(),
      ),
    );

test('if its bar cannot be loaded, the page stays, and the bar comes by itself later', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404|Failed to fetch dynamically/);
  const part = /\/assets\/MomentBar-/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/fleet');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const failed = page.waitForResponse(part);
  await another(page).click();
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleet');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await page.unroute(part);
  await expect(bar(page)).toContainText('The present');
});

test('opens at the present and stays there; arrows move it by a quarter of an hour, page keys by an hour', async ({
  page,
}) => {
  await page.goto('/fleet');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.nth(5)).toBeVisible();
  await expect(page.getByRole('main').getByText('not back').first()).toBeVisible();
  const before = await texts(page, 'tbody tr');
  await another(page).click();
  await expect(bar(page)).toContainText('The present');
  await expect(page).toHaveURL(/moment=now/);
  expect(await texts(page, 'tbody tr')).toEqual(before);

  await expect(slider(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(bar(page)).toContainText('ForecastTue 12 May 1115L (1715Z), in 10 min');
  await expect.poll(() => momentIn(page)).toBe('2026-05-12T17:15Z');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Tue 12 May 1115L (1715Z), Forecast');
  await page.keyboard.press('PageUp');
  await expect.poll(() => momentIn(page)).toBe('2026-05-12T18:15Z');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => momentIn(page)).toBe('2026-05-12T18:00Z');
  await page.keyboard.press('End');
  await expect(bar(page)).toContainText('Tue 19 May 1100L (1700Z)');
  await expect(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();

  await bar(page).getByRole('button', { name: 'Now' }).press('Enter');
  await expect(bar(page)).toContainText('The present');
  await expect.poll(() => texts(page, 'tbody tr')).toEqual(before);
  await expect(slider(page)).toBeFocused();
  await bar(page).getByRole('button', { name: 'Close the choice of a moment' }).press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(() => momentIn(page)).toBeNull();
  await expect(another(page)).toBeFocused();
});

test('a moment ahead is a forecast on the three pages, and links keep it; other pages show the present', async ({
  page,
}) => {
  await page.goto('/?moment=2026-05-13T18:00Z');
  await expect(bar(page)).toContainText('ForecastWed 13 May 1200L (1800Z), in 24 h 55');
  await expect(page.getByText('If reservations go as entered and nothing else is reserved.')).toBeVisible();
  await expect(page.getByText(/^Not back now/)).toBeVisible();
  await expect(page.getByText(/^Not known since (yesterday|Tue 12 May) 1105L/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Put off/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Not checked out' })).toHaveCount(0);
  const hatched = (selector: string) =>
    page.evaluate((of) => getComputedStyle(document.querySelector(of)!).backgroundImage, selector);
  expect(await hatched('main')).toContain('repeating-linear-gradient');
  expect(await hatched('main section > header')).toContain('repeating-linear-gradient');

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Fleet' }).click();
  await expect(page).toHaveURL(/\/fleet\?moment=2026-05-13T18/);
  await expect(bar(page)).toContainText('Forecast');
  await expect(page.getByRole('main').getByRole('row').nth(3)).toBeVisible();
  await pages.getByRole('link', { name: 'Reservations' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wed 13 May 2026');
  await expect(bar(page)).toContainText('Forecast');
  await expect(page.getByText('1200L', { exact: true }).first()).toBeVisible();

  // A reservation assumed to be out keeps the service's own status.
  await page.getByRole('gridcell').first().click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText('Forecast, Wed 13 May 1200L (1800Z)');
  await expect(details).not.toContainText('never checked out');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page.getByText('The month shows the present only.')).toBeVisible();
  await expect(bar(page)).toContainText('The present');
  await pages.getByRole('link', { name: 'Maintenance' }).click();
  await expect(page).not.toHaveURL(/moment/);
  await expect(bar(page)).toHaveCount(0);
});

test('plays by steps of a quarter of an hour, pauses, and stops when the page is left', async ({ page }) => {
  await page.goto('/fleet?moment=2026-05-12T18:00Z');
  await expect(bar(page)).toContainText('Forecast');
  await bar(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => momentIn(page), { intervals: [100] }).toBe('2026-05-12T18:15Z');
  await expect.poll(() => momentIn(page), { intervals: [100] }).toBe('2026-05-12T18:30Z');
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await expect(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();
  const paused = momentIn(page);
  await page.waitForTimeout(2_500);
  expect(momentIn(page)).toBe(paused);

  // At the end there is nothing more to play.
  await follow(page, '/fleet?moment=2026-05-19T16:45Z');
  await expect(bar(page)).toContainText('Tue 19 May 1045L');
  await bar(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => momentIn(page)).toBe('2026-05-19T17:00Z');
  await expect(bar(page).getByRole('button', { name: 'Play' })).toBeVisible();

  await follow(page, '/fleet?moment=2026-05-12T18:00Z');
  await expect(bar(page)).toContainText('Tue 12 May 1200L');
  await bar(page).getByRole('button', { name: 'Play' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Maintenance' }).click();
  await page.waitForTimeout(2_500);
  expect(momentIn(page)).toBeNull();
});

test('a link to the moment is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/fleet?q=512&moment=2026-05-13T18:00Z');
  await bar(page).getByRole('button', { name: 'Copy a link to this moment' }).click();
  await expect(bar(page).getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/fleet\?q=512&moment=2026-05-13T18:00Z$/);
  await page.goto(link);
  await expect(bar(page)).toContainText('Wed 13 May 1200L');
  // The button that opens the bar gets the focus, although it did not open this one.
  await bar(page).getByRole('button', { name: 'Close the choice of a moment' }).press('Enter');
  await expect(another(page)).toBeFocused();
  await follow(page, '/maintenance?moment=2026-05-13T18:00Z');
  await expect(page.getByText('This page shows the present only.')).toBeVisible();
});

test('an invalid time, or one out of range, is reported, and the present is shown', async ({ page }) => {
  for (const [text, problem] of [
    ['soon', /“soon” is not a time such as 2026-05-12T17:05Z; showing the present/],
    ['2026-05-20T18:00Z', /more than 7 days ahead; showing the present/],
    ['2026-05-12T04:00Z', /more than 12 hours ago; showing the present/],
    ['2026-05-12T10:00Z', /is before the log of changes began, Tue 12 May 110\dL \(170\dZ\); showing the present/],
  ] as const) {
    if (text === 'soon') await page.goto(`/fleet?moment=${text}`);
    else await followAnew(page, `/fleet?moment=${text}`);
    await expect(bar(page)).toContainText('The present');
    await expect(page.getByText(problem).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('row').nth(3)).toBeVisible();
  }
});

test('a role that may not read the log sees forecasts, and why it sees no earlier moment', async ({ page }) => {
  const gateway = await startRoleGateway();
  try {
    await gateway.signIn(page, 'instructor');
    await page.goto(`${gateway.url}/fleet?moment=2026-05-12T16:00Z`);
    await expect(page.getByText('Your role cannot read the log of changes, and so no earlier moment.')).toBeVisible();
    await expect(bar(page)).toContainText('The present');
    await followAnew(page, '/fleet?moment=2026-05-13T18:00Z');
    // This gateway has just begun to read its school.
    await expect(bar(page)).toContainText('Forecast', { timeout: 120_000 });
    await expect(page.getByRole('main').getByRole('row').nth(3)).toBeVisible();
    await page.goto('about:blank');
  } finally {
    await gateway.close();
  }
});

test('a forecast begins soon after the gateway has read the days that it lacked', async ({ page }) => {
  const span = /\/replica\/reservations\?from=(?<from>[^&]+)&to=(?<to>[^&]+)/;
  let lacks = 0;
  await page.route(span, async (route) => {
    const answer = await route.fetch();
    const { from = '', to = '' } = span.exec(decodeURIComponent(route.request().url()))?.groups ?? {};
    const isLong = Date.parse(to) - Date.parse(from) > 14 * 24 * 60 * minute;
    if (!isLong || lacks > 0) return route.fulfill({ response: answer });
    lacks++;
    const missing = [{ from: '2026-05-20T06:00:00Z', to: '2026-05-21T06:00:00Z' }];
    const headers = { ...answer.headers(), etag: '"lacking"' };
    return route.fulfill({ response: answer, headers, json: { ...(await answer.json()), missing } });
  });
  await page.goto('/fleet?moment=2026-05-13T18:00Z');
  await expect(page.getByText('Not known yet: the reservations until then are not all loaded.')).toBeVisible();
  await expect(bar(page)).toContainText('Forecast', { timeout: 60_000 });
  expect(lacks).toBe(1);
});

test('the bar stays in sight, and never hides what has the focus', async ({ page }) => {
  await page.goto('/fleet?moment=2026-05-13T18:00Z');
  await expect(bar(page)).toContainText('Forecast');
  const links = page.locator('tbody a');
  await expect(links.nth(30)).toBeAttached();
  await links.last().focus();
  await expect(bar(page)).toBeInViewport();
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Shift+Tab');
    const edges = await page.evaluate(() => ({
      focus: document.activeElement!.getBoundingClientRect().bottom,
      bar: document.querySelector('[aria-label="Moment shown"]')!.getBoundingClientRect().bottom,
    }));
    expect(edges.focus).toBeGreaterThan(edges.bar);
  }
});

test('is opened from the palette, also on a page that has none', async ({ page }) => {
  await page.goto('/maintenance');
  await page.getByRole('button', { name: 'Search and go' }).click();
  await page.getByRole('dialog', { name: 'Search and go' }).getByRole('combobox').fill('another time');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/\?moment=now$/);
  await expect(bar(page)).toContainText('The present');
});

test.describe('a moment back', () => {
  let stack: TimedStack;
  test.beforeAll(async () => {
    stack = await startTimedStack(['--aircraft=8', '--reservations-per-day=40', '--days=16']);
  });
  test.afterAll(() => stack.close());

  test('shows on the three pages what they showed then, although the operator has moved on', async ({ page }) => {
    const then = '2026-05-12T17:30Z';
    const lists = {
      '/': 'section ol > li, [aria-label="Aircraft by activity"] > li, [aria-label="Fleet by model"] > li',
      '/fleet': 'tbody tr',
      '/reservations': '[role="row"]',
    } as const;
    const read = async (query: string) => {
      const all: Record<string, string[]> = {};
      for (const [path, rows] of Object.entries(lists)) {
        if (path === '/') await page.goto(`${stack.url}${path}${query}`);
        else await followAnew(page, path + query);
        await expect(page.getByRole('main').getByText('Not known yet')).toHaveCount(0);
        await expect(page.getByRole('main').getByText(/not loaded yet/)).toHaveCount(0);
        await expect(page.getByRole('main').locator(rows).nth(2)).toBeVisible();
        if (query !== '') await expect(bar(page)).toContainText('As known thenTue 12 May 1130L (1730Z)');
        // A page's data arrives in several answers.
        await expect
          .poll(async () => {
            const first = await texts(page, rows);
            await page.waitForTimeout(700);
            const second = await texts(page, rows);
            all[path] = second;
            return JSON.stringify(first) === JSON.stringify(second);
          })
          .toBe(true);
      }
      return all;
    };
    const lastChange = async () => {
      const answer = await page.request.get(`${stack.url}/replica/changes?since=${now}&limit=1000`);
      return ((await answer.json()) as { next: number }).next;
    };
    await page.goto(`${stack.url}/fleet`);
    await expect(page.getByText(/not loaded yet/)).toHaveCount(0);
    // The gateway's clock is behind the page's, so it sees nothing after the moment until the clocks advance.
    stack.pass(15 * minute);
    await page.waitForTimeout(3_000);
    await page.clock.setFixedTime(then);
    let known: Awaited<ReturnType<typeof read>> | undefined;
    for (let before = -1; before !== (await lastChange());) {
      before = await lastChange();
      known = await read('');
    }
    for (let passed = 0; passed < 6; passed++) {
      stack.pass(30 * minute);
      await page.waitForTimeout(1_500);
    }
    await page.clock.setFixedTime('2026-05-12T20:30:30Z');
    const later = await read('');
    for (const path of Object.keys(lists)) expect(later[path], path).not.toEqual(known![path]);
    expect(await read(`?moment=${then}`)).toEqual(known);
  });
});
