import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and go' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');
const fleetIsThere = (page: Page) => expect(page.getByText(/\d+ in all/)).toBeVisible();

async function open(page: Page, text: string): Promise<void> {
  // A palette that is still closing takes the keys.
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test('goes to an aircraft by its last three, to a person by name, and to a day, by keyboard alone', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/core/v1.0/operators/1001/aircraft');
  const { items } = (await answer.json()) as { items: { tailNumber: string; isSimulator: boolean }[] };
  const tail = items.find((aircraft) => !aircraft.isSimulator)?.tailNumber ?? '';
  const users = await request.get('/api/core/v1.0/operators/1001/users?limit=1&offset=60');
  const [user] = ((await users.json()) as { items: { userId: string; firstName: string; lastName: string }[] }).items;
  await page.goto('/setup?time=Z');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup');
  await open(page, 'tomorrow');
  await expect(options(page).first()).toHaveAttribute('href', '/reservations?date=2026-05-13&time=Z');
  await field(page).fill(`${user?.firstName} ${user?.lastName}`);
  await expect(options(page).filter({ hasText: 'User' }).first()).toHaveAttribute(
    'href',
    `/people/${user?.userId}?time=Z`,
  );
  await field(page).fill('no such thing');
  await expect(palette(page).getByRole('status')).toHaveText('No results.');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).fill(tail.slice(-3).toLowerCase());
  await expect(options(page).first()).toContainText(tail);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fleet\/[0-9a-f-]{36}\?time=Z$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tail);
  await expect(palette(page)).toHaveCount(0);
});

test('what is typed at once after opening it is in the field, also the first time', async ({ page }) => {
  const parts = [/\/assets\/Palette-.*\.js/, /\/assets\/layers-.*\.js/].map((part) => page.waitForResponse(part));
  await page.goto('/fleet');
  await fleetIsThere(page);
  // On a busy machine the parts have arrived long before they have run.
  for (const part of await Promise.all(parts)) await page.evaluate((file) => import(file), part.url());
  await page.waitForLoadState('networkidle');
  // Without waiting for the field: `g` and `f` would otherwise go to a page.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('g fleet');
  await expect(field(page)).toHaveValue('g fleet');
});

test('what is typed before its parts have loaded is not lost', async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route(/\/assets\/(layers|Palette)-.*\.js/, async (route) => {
    await new Promise<void>((resolve) => void held.push(resolve));
    await route.continue();
  });
  await page.goto('/fleet');
  await fleetIsThere(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('g fleex');
  await page.keyboard.press('Backspace');
  await expect.poll(() => held.length).toBe(2);
  await expect(palette(page)).toHaveCount(0);
  for (const pass of held) pass();
  await expect(field(page)).toHaveValue('g flee');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('t');
  await expect(field(page)).toHaveValue('g fleet');
});

test('a question leads to the view that answers it, and an aircraft shows what it is doing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/people');
  const button = page.getByRole('button', { name: 'Search and go' });
  await expect.poll(async () => (await button.boundingBox())?.width).toBe(240);
  for (const [text, address] of [
    ['grounded', '/fleet?now=grounded'],
    ['due list', '/maintenance'],
    ['who is free at 1500', '/instructors?free=1500'],
    ['who is free at 3pm for 2 h', '/instructors?free=1500&for=2'],
    ['can go in the next hour', '/fleet?now=available&free=60'],
    ['what can go at 1500', '/fleet?now=available&moment=2026-05-12T21:00Z'],
    ['due this week', '/maintenance?within=7d'],
    ['put off', '/?put-off=open'],
    ['late', '/reservations?late=shown'],
    ['hours per aircraft', '/reports/flightOperations?picture=aircraft-hours&days=month'],
  ] as const) {
    await open(page, text);
    await expect(options(page).first()).toHaveAttribute('href', address);
    await expect(options(page).first()).toHaveClass(/Mui-focused/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await expect(page.getByText(/is not a|cannot be read/)).toHaveCount(0);
  }
  await open(page, '285pa back');
  await expect(options(page).first()).toContainText(/N285PA\s*flying until 1\d\d\dL/);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1240, height: 800 });
  await expect.poll(async () => (await button.boundingBox())?.width).toBeLessThan(50);
});

test('if it cannot be loaded, the page stays as it is, and it opens by itself later', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404|Failed to fetch dynamically/);
  const part = /\/assets\/Palette-/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/fleet');
  await fleetIsThere(page);
  const failed = page.waitForResponse(part);
  await page.keyboard.press('Control+k');
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleet');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
  await page.unroute(part);
  await expect(field(page)).toBeFocused();
});

test('is a combobox: arrows wrap, the focus stays in the field, Escape returns it; it runs commands too', async ({
  page,
}) => {
  await page.goto('/fleet');
  await fleetIsThere(page);
  const search = page.getByLabel('Search by tail number or model');
  await search.focus();
  await open(page, '');
  const count = await options(page).count();
  const chosen = () => palette(page).locator('.Mui-focused[role="option"]');
  await expect(chosen()).toHaveText(/^Overview/);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).nth(count - 1)).toHaveClass(/Mui-focused/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chosen()).toHaveText(/^Fleet/);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen().getAttribute('id')) ?? '');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(search).toBeFocused();
  await open(page, 'zulu');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/fleet?time=Z');
  await open(page, 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-dark');
});

test('g and a page’s key go to the page, except while typing; ? lists the keys, which can be switched off', async ({
  page,
  axe,
}) => {
  await page.goto('/fleet');
  await fleetIsThere(page);
  for (const [key, address] of [
    ['m', '/maintenance'],
    ['s', '/setup'],
    ['f', '/fleet'],
  ] as const) {
    // A slow machine may take longer than the time allowed between keys; a person would press them again.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(page).toHaveURL(address, { timeout: 3_000 });
    }).toPass();
  }
  const search = page.getByLabel('Search by tail number or model');
  await search.click();
  await expect(search).toBeFocused();
  await page.keyboard.type('gs?/');
  await expect(page).toHaveURL(/\/fleet\?q=gs/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search.fill('');
  await search.blur();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('g m')).toBeVisible();
  await axe();
  await help.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page).toHaveURL('/fleet');
});

test('opens by its button, is accessible, and fits a phone', async ({ page, axe }) => {
  await page.goto('/setup');
  await page.getByRole('button', { name: 'Search and go' }).click();
  await field(page).fill('c');
  await expect(options(page).nth(5)).toBeVisible();
  await axe();
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await palette(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await palette(page).getByRole('button', { name: 'Close' }).click();
  await expect(palette(page)).toHaveCount(0);
});
