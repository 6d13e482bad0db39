import type { Request } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the pages that do not fit in the bar are behind "More", which closes by itself', async ({ page }) => {
    await page.goto('/fleet');
    const nav = page.getByRole('navigation', { name: 'Pages' });
    const more = nav.getByRole('button', { name: 'More' });
    const people = page.getByRole('menuitem', { name: 'People' });
    await expect(nav.getByRole('link')).toHaveText([/^Overview/, /^Fleet/, /^Maintenance/, /^Reservations/]);
    await more.click();
    await expect(people).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(people).toHaveCount(0);
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('pe');
    await expect(people).toBeFocused();
    await page.mouse.click(5, 5);
    await expect(people).toHaveCount(0);
    await more.click();
    for (const name of ['Brief', 'Board']) await expect(page.getByRole('menuitem', { name })).toBeVisible();
    await people.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    await expect(people).toHaveCount(0);
    await more.click();
    await expect(people).toHaveAttribute('aria-current', 'page');
  });
});

test('on a desktop the pages are in the bar, and on a wall all but the last', async ({ page }) => {
  await page.goto('/people');
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await expect(nav.getByRole('link')).toHaveCount(6);
  const more = nav.getByRole('button', { name: 'More' });
  await expect(more).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(nav.getByRole('link')).toHaveCount(9);
  await expect(nav.getByRole('link', { name: 'Planning' })).toHaveAttribute('href', '/plan');
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Setup' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Board' }).click();
  await expect(page).toHaveURL('/board');
});

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
    // The code for long lists loads after their first rows; layers and the bell load after three seconds.
    const later = /\/(VirtualBody|layers|contains|Bell|AlertLine|pages)-/;
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
