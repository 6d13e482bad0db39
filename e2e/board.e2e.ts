import type { Page } from 'playwright/test';
import { openBoard, slidesOf } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { now } from './support/servers.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

const title = (page: Page) => page.getByRole('heading', { level: 2 });
const later = (page: Page, seconds: number) => page.clock.setFixedTime(Date.parse(now) + seconds * 1000);

test('shows each aircraft with what it does, and what needs a person on every screen', async ({ page, request }) => {
  const answer = await request.get('/api/core/v1.0/operators/1001/aircraft?statusId=eq:1');
  const { items } = (await answer.json()) as { items: { tailNumber: string }[] };
  await openBoard(page, '/board');
  for (const { tailNumber } of items) await expect(page.getByRole('listitem').getByText(tailNumber)).toBeVisible();
  await expect(page.getByText(/until \d{4}L/).first()).toBeVisible();
  const strip = page.getByRole('region', { name: 'Needs a person' });
  await expect(strip).toContainText('Expired');
  const said = await strip.textContent();
  for (const digit of ['2', '3', '4']) {
    await page.keyboard.press(digit);
    await expect(strip).toHaveText(said ?? '');
  }
});

test('goes round by itself, each screen for its own seconds', async ({ page }) => {
  await openBoard(page, '/board?screens=maintenance:10,fleet:30&aircraft=N51');
  await expect(title(page)).toHaveText('Maintenance');
  const pages = (await slidesOf(page)) - 1;
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await later(page, 9);
  await page.waitForTimeout(1100);
  await expect(title(page)).toHaveText('Maintenance');
  for (let turn = 1; turn <= pages; turn++) {
    await later(page, 10 * turn);
    await page.waitForTimeout(1100);
  }
  await expect(title(page)).toHaveText('Fleet');
  await later(page, 10 * pages + 29);
  await page.waitForTimeout(1100);
  await expect(title(page)).toHaveText('Fleet');
  await later(page, 10 * pages + 30);
  await expect(title(page)).toHaveText('Maintenance');
});

test('is steered by space, arrows and digits', async ({ page }) => {
  await openBoard(page, '/board?screens=fleet,day,maintenance&aircraft=N51');
  await expect(title(page)).toHaveText('Fleet');
  await page.keyboard.press('3');
  await expect(title(page)).toHaveText('Maintenance');
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText('The day');
  await page.keyboard.press('Space');
  await expect(page.getByText('held')).toBeVisible();
  await later(page, 200);
  await page.waitForTimeout(1100);
  await expect(title(page)).toHaveText('The day');
  await page.keyboard.press('Space');
  await expect(page.getByText('held')).toBeHidden();
  await later(page, 220);
  await expect(title(page)).toHaveText('Maintenance');
});

test('the colons of its clocks come and go with the true second', async ({ page }) => {
  await openBoard(page, '/board');
  const clock = page.getByRole('time').first();
  await expect(clock).toHaveText('11:05L');
  const colon = clock.getByText(':');
  await expect(colon).toHaveCSS('visibility', 'visible');
  await later(page, 1);
  await expect(colon).toHaveCSS('visibility', 'hidden');
  await later(page, 2);
  await expect(colon).toHaveCSS('visibility', 'visible');
});

test('what was not refreshed is marked, then hatched, and says of when it is', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await openBoard(page, '/board?screens=movements');
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.route(/\/(api|replica)\//, (route) => route.abort());
  // Whether the board itself asks meanwhile depends on events; that nothing can be had is certain.
  await page.evaluate(() => fetch('/replica/reminders').catch(() => undefined));
  await later(page, 4 * 60);
  await expect(
    title(page)
      .locator('..')
      .getByText(/AS OF 110\dL/),
  ).toBeVisible();
  await expect(page.locator('.hatched')).toHaveCount(0);
  await later(page, 7 * 60);
  await expect(page.locator('.hatched')).toHaveCount(1);
  await expect(page.getByRole('row').first()).toBeVisible();
});

test('says what its address says wrongly, and takes what is usual', async ({ page }) => {
  await openBoard(page, '/board?names=nicknames&night=dusk&aircraft=N51');
  await expect(page.getByText('“nicknames” is not good for names')).toBeVisible();
  await expect(page.getByText('“dusk” is not good for night')).toBeVisible();
  await expect(title(page)).toHaveText('Fleet');
  await openBoard(page, '/board?aircraft=N00NE');
  await expect(page.getByText('No aircraft has “N00NE”')).toBeVisible();
});

test('shows a notice, is dimmed in its hours, and times without marks where they are not wanted', async ({ page }) => {
  await openBoard(page, '/board?notice=NO+FLYING+%E2%80%93+WIND&night=1000-1200&marks=hidden&screens=movements');
  await expect(page.getByText('NO FLYING – WIND')).toBeVisible();
  await expect(page.locator('[class*=night]')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await page.getByRole('table').textContent()).not.toMatch(/\d{4}[LZ]/);
});

type Named = { firstName: string; lastName: string; phone?: string; imageUrl?: string };

test.describe('people', () => {
  const everything = async (page: Page, address: string) => {
    await openBoard(page, address);
    await expect(page.getByText(/until \d{4}L/).first()).toBeVisible();
    const seen: string[] = [];
    for (let slide = 0; slide < (await slidesOf(page)); slide++) {
      seen.push(await page.content());
      await page.keyboard.press('ArrowRight');
    }
    return seen.join('\n');
  };

  test('are in no document and no request where no names are wanted', async ({ page, request }) => {
    const window = 'startTime=lt:2026-05-14T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=250';
    const answer = await request.get(`/api/scheduling/v1.0/operators/1001/reservations?${window}`);
    const { items } = (await answer.json()) as { items: { pilots: Named[]; instructor: Named | null }[] };
    const people = items.flatMap(({ pilots, instructor }) => (instructor ? [...pilots, instructor] : pilots));
    expect(people.length).toBeGreaterThan(50);
    const asked: string[] = [];
    page.on('request', (one) => asked.push(decodeURIComponent(one.url())));
    const nameless = await everything(page, '/board?names=none');
    const secrets = people.flatMap(({ firstName, lastName, phone, imageUrl }) => [
      `${firstName} ${lastName}`,
      `${lastName}, ${firstName}`,
      phone,
      imageUrl,
    ]);
    for (const secret of new Set(secrets)) {
      if (!secret) continue;
      expect(nameless, secret).not.toContain(secret);
      expect(asked.join('\n'), secret).not.toContain(secret);
    }
    expect(nameless).not.toMatch(/<img/);
    const full = await everything(page, '/board?names=full');
    expect(
      people.filter(({ firstName, lastName }) => full.includes(`${firstName} ${lastName}`)).length,
    ).toBeGreaterThan(5);
  });
});

for (const screen of ['fleet', 'movements', 'maintenance', 'day']) {
  test(`the screen ${screen} is accessible`, async ({ page, axe }) => {
    await openBoard(page, `/board?screens=${screen}&notice=WIND`);
    await expect(page.getByText(/\d+ (aircraft|flights|reminders)/)).toBeVisible();
    await axe();
  });
}
