import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

/** Scrolls until the page stays there: content that still grows above the first line moves the page. */
async function scrollTo(page: Page, top: number): Promise<void> {
  const scrolled = () =>
    page.evaluate(async (to) => {
      window.scrollTo(0, to);
      // The event comes with the next frame, and then the page records its position.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return Math.round(window.scrollY);
    }, top);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect.poll(scrolled).toBe(top);
}

/** Holds the users back until the returned function is called. */
async function holdUsers(page: Page): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/users\?/, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

test('going back returns to the same place, and a link leads to the top', async ({ page }) => {
  await page.goto('/fleet?view=cards');
  // Cards grow when the reservations arrive.
  await expect(page.getByText(/flying until/).first()).toBeVisible();
  await scrollTo(page, 700);
  const left = await place(page);
  await page.locator('main li a').nth(12).click();
  await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
  await expect.poll(() => place(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/fleet?view=cards');
  await expect.poll(() => place(page)).toBe(left);
  await page.goForward();
  await expect.poll(() => place(page)).toBe(0);
});

test('a page whose data comes late waits for it, also after a reload', async ({ page }) => {
  await page.goto('/people?limit=100&offset=1');
  await expect(rowsOf(page)).toHaveCount(100);
  await scrollTo(page, 1800);
  await rowsOf(page).nth(60).getByRole('link').click();
  await expect(page.getByRole('link', { name: 'All people' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'All people' })).toBeVisible();
  const release = await holdUsers(page);
  await page.goBack();
  await expect(page).toHaveURL('/people?limit=100&offset=1');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  release();
  await expect(rowsOf(page)).toHaveCount(100);
  await expect.poll(() => place(page)).toBe(1800);
});

test('a position scrolled to just before leaving is kept', async ({ page }) => {
  await page.goto('/people?view=all&limit=100');
  await expect(rowsOf(page)).toHaveCount(100);
  await scrollTo(page, 300);
  // All in one call, so that the scroll event comes after leaving the page.
  await page.evaluate(() => {
    window.scrollTo(0, 700);
    history.pushState({}, '', '/setup');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup');
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(100);
  await expect.poll(() => place(page)).toBe(700);
});

test('history entries that differ only by a filter each keep their own position', async ({ page }) => {
  await page.goto('/people?view=all&limit=100');
  await expect(rowsOf(page)).toHaveCount(100);
  await scrollTo(page, 900);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('page 2 of 3')).toBeVisible();
  await scrollTo(page, 300);
  await page.goBack();
  await expect(page.getByText('page 1 of 3')).toBeVisible();
  await expect.poll(() => place(page)).toBeGreaterThan(800);
  await page.goForward();
  await expect.poll(() => place(page)).toBe(300);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a table that was scrolled sideways returns to that position', async ({ page }) => {
    await page.goto('/people?view=all');
    await expect(rowsOf(page)).toHaveCount(25);
    const frame = page.getByRole('region', { name: 'All people' }).locator('[data-scroll="records"]');
    await frame.evaluate((element) => element.scrollTo(180, 0));
    await scrollTo(page, 240);
    // The whole row opens it; pressing the link itself would scroll the frame back.
    const row = await rowsOf(page).nth(12).boundingBox();
    await page.mouse.click(200, (row?.y ?? 0) + 10);
    await expect(page.getByRole('link', { name: 'All people' })).toBeVisible();
    await page.goBack();
    await expect(rowsOf(page)).toHaveCount(25);
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBe(180);
    await expect.poll(() => place(page)).toBe(240);
  });

  test('scrolling while a page restores its place is not undone', async ({ page }) => {
    await page.goto('/people?view=all&limit=100');
    await expect(rowsOf(page)).toHaveCount(100);
    await scrollTo(page, 1500);
    await page.goto('/setup');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup');
    const release = await holdUsers(page);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People');
    // The wheel event comes later than the command.
    const isTurned = await page.evaluateHandle(() => {
      const turned = new Promise((resolve) => addEventListener('wheel', resolve, { once: true }));
      return { turned: turned.then(() => true) };
    });
    await page.mouse.wheel(0, 10);
    expect(await isTurned.evaluate(({ turned }) => turned)).toBe(true);
    release();
    await expect(rowsOf(page)).toHaveCount(100);
    // The page would move in the frame after it grows.
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        ),
    );
    expect(await place(page)).toBeLessThan(1500);
  });
});
