import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';

/** N512SP of the demo school. */
const n512sp = 'fd9a106b-ac39-430a-84b3-241732068ae6';
const down = `/plan/down?aircraft=${n512sp}&until=2026-05-14T1800`;

const moves = (page: Page) => page.getByRole('region', { name: 'Move', exact: true });
const calls = (page: Page) => page.getByRole('region', { name: 'Call', exact: true });

test('the index has the tools of the role and the grounded aircraft, each with its plan', async ({ page }) => {
  await page.goto('/plan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planning');
  const grounded = page.getByRole('region', { name: 'Grounded now' });
  await expect(grounded.getByRole('listitem').first()).toBeVisible();
  const first = grounded.getByRole('link').first();
  const tail = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Aircraft down: ${tail}`);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL('/plan');
});

test.describe('an aircraft down', () => {
  test('moves what it can, says why not where it cannot, and asks the service for nothing', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(down);
    await expect(page.getByText(/^\d+ of \d+ reservations moves? to \d+ other aircraft; \d+ ha/)).toBeVisible();
    await expect(page.getByText('Under way, not moved:').first()).toBeVisible();
    await expect(moves(page).getByRole('row').nth(1)).toContainText(/N\d+.*(same model|same category and class)/);
    await expect(calls(page).getByRole('row').nth(1)).toContainText(/booked then|without enough hours|grounded/);
    expect(asked.filter((path) => path.includes('/reservations') && path.startsWith('/api'))).toEqual([]);
  });

  test('shows telephone numbers only on asking, also in what is copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(down);
    await expect(calls(page)).toBeVisible();
    const copied = async () => {
      await page.getByRole('button', { name: 'Copy plan as text' }).click();
      await expect(page.getByText('Copied')).toBeVisible();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const phone = /\+?\d[\d ()-]{8,}\d/;
    const before = await copied();
    expect(before).toMatch(/^N512SP down until Thu 14 May 1800L, as of Tue 12 May 1105L\n\d+ of \d+ reservations/);
    expect(before.split('\n').filter((line) => phone.test(line.replace(/^.*L {2}/, '')))).toEqual([]);
    await expect(calls(page).locator('a[href^="tel:"]')).toHaveCount(0);
    await calls(page).getByRole('button', { name: 'Show telephone numbers' }).click();
    await expect(calls(page).locator('a[href^="tel:"]').first()).toBeVisible();
    const number = (await calls(page).locator('a[href^="tel:"]').first().textContent()) ?? '?';
    expect(await copied()).toContain(number);
  });

  test('keeps its question in the address, and says what is wrong there', async ({ page }) => {
    await page.goto(`/plan/down?aircraft=${n512sp.toUpperCase()}`);
    await expect(page.getByText(/down until tomorrow 0000L|down until Thu 14 May 0000L/)).toBeVisible();
    await page.getByLabel('Back on').fill('2026-05-15');
    await expect(page).toHaveURL(/until=2026-05-15T0000/);
    await page.reload();
    await expect(page.getByText(/down until Fri 15 May 0000L/)).toBeVisible();
    await page.getByLabel('Also aircraft at other locations').check();
    await expect(page).toHaveURL(/elsewhere=yes/);
    await page.goto(`/plan/down?aircraft=${n512sp}&until=2025-01-01T0800`);
    await expect(page.getByText('until: 2025-01-01T0800 has passed')).toBeVisible();
    await page.goto('/plan/down?aircraft=nothing');
    await expect(page.getByText('The service lists no aircraft with the ID nothing.')).toBeVisible();
    await page.goto('/plan/down');
    await expect(page.getByText('Choose the aircraft that cannot fly.')).toBeVisible();
  });

  test('prints without its tools, and saves a table', async ({ page }) => {
    await page.goto(down);
    await expect(moves(page)).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('N512SP-down.csv');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('Back on')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show telephone numbers' })).toBeHidden();
    await expect(moves(page)).toBeVisible();
  });

  test('says so while the reservations cannot be loaded', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    await page.route('**/replica/reservations?*', (route) => route.abort());
    await page.goto(down);
    await expect(page.getByText(/not loaded|could not be loaded|No connection|not known/i).first()).toBeVisible();
    await expect(page.getByText(/reservations? moves?/)).toHaveCount(0);
  });
});

test.describe('the finder', () => {
  test('is reached from the palette in plain words', async ({ page, axe }) => {
    await page.goto('/fleet');
    await expect(page.getByText(/\d+ in all/)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('172 2h tomorrow afternoon');
    const option = page.getByRole('option', { name: /^Find: 172, 2\.0 h, from Wed 13 May on, 1200 to 1800/ });
    await expect(option).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/plan\/find\?model=172&date=2026-05-13&hours=1200-1800/);
    await expect(page.getByText(/possible times?|Nothing is free/).first()).toBeVisible();
    await axe();
  });

  test('finds times with aircraft and instructor, each with its check', async ({ page }) => {
    await page.goto('/plan/find?length=60');
    const table = page.getByRole('region', { name: 'Possible times' });
    await expect(table.getByRole('row')).toHaveCount(11);
    await expect(table.getByRole('row').nth(1)).toContainText(/May \d{4}–\d{4}L.*N\d+.*flight instruction left/);
    await expect(table.getByText('Do not dispatch')).toHaveCount(0);
  });

  test('reads words on the page, keeps them in the address, and says what it did not understand', async ({ page }) => {
    await page.goto('/plan/find');
    const words = page.getByLabel('In words');
    await words.fill('archer 1.5h sat morning solo');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/instructor=none&model=archer&length=90&date=2026-05-16&hours=0600-1200|model=archer/);
    await expect(
      page.getByText(/archer, 1\.5 h, from Sat 16 May on, 0600 to 1200, without an instructor, by day/),
    ).toBeVisible();
    await words.fill('172 2h blurb');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not understood: blurb')).toBeVisible();
    await page.goto('/plan/find?length=3&date=soon');
    await expect(page.getByText('length: 3 is not possible here')).toBeVisible();
  });

  test('a day of the strip is the day to look from', async ({ page }) => {
    await page.goto('/plan/find');
    const strip = page.getByRole('region', { name: 'Free aircraft of two weeks' });
    await strip
      .getByRole('link', { name: /Fri 15 May/ })
      .first()
      .click();
    await expect(page).toHaveURL(/date=2026-05-15/);
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('2026-05-15');
  });

  test('finds another time for a reservation from its details', async ({ page }) => {
    await page.goto(down);
    await calls(page).getByRole('link', { name: 'Find another time' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finder');
    await expect(page).toHaveURL(/student=/);
  });
});
