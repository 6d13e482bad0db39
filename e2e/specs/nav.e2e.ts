import type { Page, Request } from 'playwright/test';
import { expect, expectNoSidewaysScroll, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the pages that do not fit in the bar are on a sheet above it, which closes by itself', async ({
    page,
    axe,
  }) => {
    await page.goto('/fleet');
    const nav = page.getByRole('navigation', { name: 'Pages', exact: true, includeHidden: true }).first();
    const more = nav.getByRole('button', { name: 'More', includeHidden: true });
    const sheet = page.getByRole('dialog', { name: 'More pages' });
    const people = sheet.getByRole('link', { name: 'People' });
    await expect(nav.getByRole('link')).toHaveText([/^Overview/, /^Fleet/, /^Maintenance/, /^Reservations/]);
    await more.click();
    await expect(people).toBeVisible();
    await axe();
    // The bar stays in sight, and works: another press closes the sheet, and so does one of its pages.
    const [above, bar] = [await sheet.boundingBox(), await nav.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    expect(await sheet.getByRole('link').locator('svg').count()).toBe(await sheet.getByRole('link').count());
    await more.click();
    await expect(sheet).toHaveCount(0);
    await more.click();
    await page.keyboard.press('Escape');
    await expect(people).toHaveCount(0);
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(people).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(people).toHaveCount(0);
    await more.click();
    for (const name of ['Morning brief', 'Board']) await expect(sheet.getByRole('link', { name })).toBeVisible();
    await people.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    await expect(people).toHaveCount(0);
    await more.click();
    await expect(people).toHaveAttribute('aria-current', 'page');
    await nav.getByRole('link', { name: /^Fleet/, includeHidden: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleet');
    await expect(sheet).toHaveCount(0);
  });

  test('the bar keeps its mark, and has one clock, which a tap turns to Zulu', async ({ page }) => {
    await page.goto('/fleet');
    const bar = page.getByRole('banner');
    await expect.poll(async () => (await bar.locator('svg').first().boundingBox())?.width).toBeGreaterThan(24);
    const clocks = bar.getByRole('group', { name: 'Times are shown in' });
    await expect(clocks.getByRole('button')).toHaveText(['1105L']);
    await clocks.getByRole('button').tap();
    await expect(clocks.getByRole('button')).toHaveText(['1705Z']);
    await expect(page).toHaveURL(/time=Z/);
    await clocks.getByRole('button').tap();
    await expect(page).not.toHaveURL(/time=Z/);
  });
});

test('on a small desktop six pages are in the bar, and on a larger one nine', async ({ page }) => {
  await page.goto('/people');
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await expect(nav.getByRole('link')).toHaveCount(6);
  const more = nav.getByRole('button', { name: 'More' });
  await expect(more).toBeVisible();
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(nav.getByRole('link')).toHaveCount(9);
    await expectNoSidewaysScroll(page);
    // Nothing in the bar is over another thing.
    await expect.poll(() => crossings(page), `${width}`).toEqual([]);
  }
  await expect(nav.getByRole('link', { name: 'Planning' })).toHaveAttribute('href', '/plan');
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Setup' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Board' }).click();
  await expect(page).toHaveURL('/board');
});

/** Neighbours in the bar that cross each other or its edges, by their text. */
function crossings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('header nav a, header button, header > :first-child')];
    const boxes = parts
      .filter((part) => part.checkVisibility())
      .map((part) => ({ name: part.textContent, ...part.getBoundingClientRect().toJSON() }))
      .toSorted((a, b) => a.left - b.left);
    const faults = boxes.flatMap((box, index) => {
      const next = boxes.slice(index + 1).find(({ top, bottom }) => top < box.bottom - 1 && bottom > box.top + 1);
      return next && next.left < box.right - 1 ? [`${box.name} over ${next.name}`] : [];
    });
    return [...faults, ...boxes.filter(({ right }) => right > innerWidth).map(({ name }) => `${name} is cut`)];
  });
}

test('at 1440 the search has its whole width beside nine pages', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/fleet');
  const search = page.getByRole('button', { name: 'Search and go' });
  await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible();
  expect((await search.boundingBox())?.width).toBeGreaterThanOrEqual(239.5);
  await expect(page.getByRole('banner').getByRole('navigation').getByRole('link')).toHaveCount(9);
});

for (const width of [901, 1024, 1280, 1440, 1799]) {
  test(`both clocks stand in one line, apart and within the bar, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/equipment');
    const clocks = page.getByRole('group', { name: 'Times are shown in' }).getByRole('button');
    await expect(clocks).toHaveCount(2);
    const boxes = async () => {
      const all = await Promise.all([0, 1].map((at) => clocks.nth(at).boundingBox()));
      const [local, zulu] = all;
      if (!local || !zulu) throw new Error('a clock is not drawn');
      return { local, zulu };
    };
    const { local, zulu } = await boxes();
    expect(local.y).toBe(zulu.y);
    expect(zulu.x).toBeGreaterThanOrEqual(local.x + local.width);
    expect(local.y).toBeGreaterThan(0);
    expect(local.y + local.height).toBeLessThan(48);
    const cut = await clocks.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cut).toBe(0);
    // The other clock grows by what this one loses: the bar beside them does not move.
    await clocks.last().click();
    const after = await boxes();
    expect(after.local.x).toBeCloseTo(local.x, 0);
    expect(after.zulu.x + after.zulu.width).toBeCloseTo(zulu.x + zulu.width, 0);
  });
}

test('a page that cannot be loaded says so, and opens by a click later', async ({ page, expectConsole }) => {
  expectConsole(/status of 404|Failed to fetch dynamically/);
  const part = /\/assets\/Shell-.*\.js/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/fleet');
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(/Offline, or out of date\.\s*Try again$/);
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
});

/** One test for each address, because in one test the page's own clock would not start again at zero. */
for (const { address, path: pattern } of everyPage()) {
  test(`${address} names all its files and requests its data at once, nothing twice and nothing unused`, async ({
    page,
  }) => {
    // An event would make the page request again, and so would a stream that opens seconds late on a busy machine.
    await page.route('**/events', () => undefined);
    const requests: string[] = [];
    page.on('request', (request: Request) => {
      const { pathname, search } = new URL(request.url());
      requests.push(pathname + search);
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    // An unused answer would still be waiting.
    await expect.poll(() => page.evaluate(() => [...(window.firstAnswers?.keys() ?? ['none'])])).toEqual([]);
    const named = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('link[rel=modulepreload], link[as=font], script[src]'),
        (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
      ),
    );
    // The code for long lists, for paper and for students that fall behind loads after the first rows; layers, the bell and the search load after three seconds.
    const later =
      /\/(VirtualBody|TimelineSheet|BehindPanel|layers|contains|Bell|AlertLine|pages|Palette|downText|finderText|indexModel|keyboard|loadPlan|queryModel)-/;
    const isLater = (path: string) => later.test(path) && !named.includes(path);
    // A font that arrives after the first drawing lays everything out again.
    const files = requests.filter((path) => /\.(js|woff2?)$/.test(path) && !isLater(path));
    // The script that requests a later part names it by its full address.
    expect(files.toSorted()).toEqual(named.filter((file) => file.startsWith('/')).toSorted());
    const data = requests.filter((path) => /^\/(first|api|replica|config|state)/.test(path));
    expect(data[0]).toBe(`/first?page=${pattern}`);
    expect(data.toSorted()).toEqual([...new Set(data)].toSorted());
    expect(data).not.toContain('/config');
  });
}

test('a page requests an answer again if it did not get it', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/replica/people', (route) => route.abort(), { times: 1 });
  const again = page.waitForResponse('**/replica/people');
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await again;
});

test('anything missing from the combined answer is requested separately', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.route(/\/first\?page=/, (route) => route.abort());
  const people = page.waitForResponse('**/replica/people');
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await people;
});

test('a page that is pointed at is loaded before it is opened', async ({ page }) => {
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  const loaded = page.waitForResponse(/\/assets\/InstructorsPage-/);
  await page.getByRole('link', { name: 'Instructors' }).hover();
  await loaded;
});
