import type { Page } from 'playwright/test';
import { expect, axeLooks, test } from './support/fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and go' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');
const fleetIsThere = (page: Page) => expect(page.getByText(/\d+ in all/)).toBeVisible();

async function open(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test('goes to an aircraft by its last three, by keyboard alone', async ({ page, request }) => {
  const answer = await request.get('/api/core/v1.0/operators/1001/aircraft');
  const { items } = (await answer.json()) as { items: { tailNumber: string; isSimulator: boolean }[] };
  const tail = items.find((aircraft) => !aircraft.isSimulator)?.tailNumber ?? '';
  await page.goto('/setup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup');
  await open(page, tail.slice(-3).toLowerCase());
  await expect(options(page).first()).toContainText(tail);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fleet\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tail);
  await expect(palette(page)).toHaveCount(0);
});

test('is a combobox: the arrows go around, the focus stays in the field, Escape gives it back', async ({ page }) => {
  await page.goto('/fleet');
  await fleetIsThere(page);
  const search = page.getByLabel('Search by tail number or model');
  await search.focus();
  await open(page, '');
  const count = await options(page).count();
  const chosen = () => palette(page).locator('[aria-selected="true"]');
  await expect(chosen()).toHaveText(/^Fleet/);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).nth(count - 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chosen()).toHaveText(/^Maintenance/);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen().getAttribute('id')) ?? '');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(search).toBeFocused();
});

test('everything it offers is an address', async ({ page }) => {
  await page.goto('/fleet?time=Z');
  await fleetIsThere(page);
  await page.keyboard.press('/');
  for (const [text, address] of [
    ['expired', '/maintenance?statusId=eq:3&time=Z'],
    ['tomorrow', '/reservations?date=2026-05-13&time=Z'],
    ['fri', '/reservations?date=2026-05-15&time=Z'],
    ['4 july', '/reservations?date=2026-07-04&time=Z'],
    ['1900', '/reservations?date=2026-05-12&at=1300&time=Z'],
    ['fri 0800L', '/reservations?date=2026-05-15&at=0800&time=Z'],
    ['equip', '/equipment?time=Z'],
  ] as const) {
    await field(page).fill(text);
    await expect(options(page).first()).toHaveAttribute('href', address);
  }
  await field(page).fill('no such thing');
  await expect(palette(page).getByText('Nothing by that name.')).toBeVisible();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
});

test('finds instructors, and the users that were loaded, by name alone', async ({ page, request }) => {
  const answer = await request.get('/api/core/v1.0/operators/1001/users?limit=25&offset=2');
  const { items } = (await answer.json()) as { items: { userId: string; firstName: string; lastName: string }[] };
  const [user] = items;
  const name = `${user?.firstName} ${user?.lastName}`;
  await page.goto('/people?offset=2');
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await open(page, name.toLowerCase());
  await expect(options(page).filter({ hasText: 'User' }).first()).toHaveAttribute('href', `/people?id=${user?.userId}`);
  await field(page).fill('@example');
  await expect(palette(page).getByText('Nothing by that name.')).toBeVisible();
  const instructors = await request.get('/api/core/v1.0/operators/1001/instructors?limit=1');
  const [first] = ((await instructors.json()) as { items: { userId: string; lastName: string }[] }).items;
  await field(page).fill(first?.lastName ?? '');
  await expect(palette(page).locator(`a[href="/instructors/${first?.userId}"]`)).toBeVisible();
});

test('switches between local time and Zulu, and between light and dark', async ({ page }) => {
  await page.goto('/fleet');
  await fleetIsThere(page);
  await open(page, 'zulu');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/fleet?time=Z');
  await open(page, 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-dark');
});

test('g and a page’s own key go there, except while typing', async ({ page }) => {
  await page.goto('/fleet');
  await fleetIsThere(page);
  for (const [key, address] of [
    ['m', '/maintenance'],
    ['p', '/people'],
    ['e', '/equipment'],
    ['s', '/setup'],
    ['f', '/fleet'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page).toHaveURL(address);
  }
  await page.getByLabel('Search by tail number or model').pressSequentially('gs?/');
  await expect(page).toHaveURL(/\/fleet\?q=gs/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('? lists the keys, and those without Ctrl can be switched off', async ({ page, axe }) => {
  await page.goto('/fleet');
  await fleetIsThere(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard' });
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

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('opens by its button, is accessible and fits', async ({ page, axe }) => {
      await page.goto('/setup');
      await page.getByRole('button', { name: 'Search and go' }).click();
      await field(page).fill('c');
      await expect(options(page).nth(5)).toBeVisible();
      await axe();
      const box = await palette(page).boundingBox();
      const width = look.use.viewport.width;
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
      await palette(page).getByRole('button', { name: 'Close' }).click();
      await expect(palette(page)).toHaveCount(0);
    });
  });
}
