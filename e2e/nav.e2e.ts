import type { Request } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the pages for which the bar has no room are behind "More", which closes by itself', async ({ page }) => {
    await page.goto('/fleet');
    const nav = page.getByRole('navigation', { name: 'Pages' });
    const more = nav.getByText('More', { exact: true });
    const people = nav.getByRole('link', { name: 'People' });
    const hasFocus = () => more.evaluate((element) => element.contains(document.activeElement));
    await expect(nav.getByRole('link')).toHaveText([/^Overview/, /^Fleet/, /^Maintenance/, /^Reservations/]);
    await more.click();
    await expect(people).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(people).toBeHidden();
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Enter');
    await expect(people).toBeVisible();
    await people.focus();
    await page.keyboard.press('Escape');
    await expect(people).toBeHidden();
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(people).toBeHidden();
    await more.click();
    await people.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    await expect(people).toBeHidden();
    await more.click();
    await expect(people).toHaveAttribute('aria-current', 'page');
  });
});

test('on a desktop the pages stand in the bar, and on a wall all of them', async ({ page }) => {
  await page.goto('/people');
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await expect(nav.getByRole('link')).toHaveCount(6);
  await expect(nav.getByText('More', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(nav.getByRole('link')).toHaveCount(10);
  await expect(nav.getByText('More', { exact: true })).toBeHidden();
});

test('a frame that cannot be loaded says so, and comes by a press once it can', async ({ page, expectConsole }) => {
  expectConsole(/status of 404|Failed to fetch dynamically/);
  const part = /\/assets\/Shell-.*\.js/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/fleet');
  await expect(page.getByRole('heading', { name: 'This page has a fault' })).toBeVisible();
  await page.unroute(part);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
});

/** One test each: the page's own clock of the time since it was opened goes on from one address to the next. */
for (const address of [
  '/',
  '/fleet',
  '/board',
  '/maintenance',
  '/instructors',
  '/reservations',
  '/changes',
  '/people',
  '/equipment',
  '/reports',
]) {
  test(`${address} names all its files and asks for its data at once, nothing twice and nothing in vain`, async ({
    page,
  }) => {
    // An event would have it ask again.
    await page.route('**/events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'retry: 60000\n\n' }),
    );
    const asked: string[] = [];
    page.on('request', (request: Request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(pathname + search);
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    // What was asked in vain would still wait to be taken.
    await expect.poll(() => page.evaluate(() => [...(window.firstAnswers?.keys() ?? ['none'])])).toEqual([]);
    const named = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('link[rel=modulepreload], script[src]'),
        (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
      ),
    );
    const scripts = asked.filter((path) => path.endsWith('.js'));
    expect(scripts.toSorted()).toEqual(named.toSorted());
    const data = asked.filter((path) => /^\/(first|api|replica|config|state)/.test(path));
    expect(data[0]).toBe(`/first?page=${address}`);
    expect(data.toSorted()).toEqual([...new Set(data)].toSorted());
    expect(data).not.toContain('/config');
  });
}

test('an answer that the page asked for and did not get is asked for again', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/replica/people', (route) => route.abort(), { times: 1 });
  const again = page.waitForResponse('**/replica/people');
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await again;
});

test('what does not come in one answer is asked for by itself', async ({ page, expectConsole }) => {
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
