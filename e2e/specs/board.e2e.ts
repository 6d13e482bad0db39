import type { APIRequestContext, Page } from 'playwright/test';
import { slidesOf } from '#e2e/fixtures/board.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

const title = (page: Page) => page.getByRole('heading', { level: 2 });
const later = (page: Page, seconds: number) => page.clock.setFixedTime(Date.parse(now) + seconds * 1000);

test('shows each aircraft, keeps alerts in view on every screen, and obeys the keys', async ({ page, request }) => {
  const answer = await request.get('/api/core/v1.0/operators/1001/aircraft?statusId=eq:1');
  const { items } = (await answer.json()) as { items: { tailNumber: string }[] };
  await page.goto('/board');
  for (const { tailNumber } of items) await expect(page.getByRole('listitem').getByText(tailNumber)).toBeVisible();
  await expect(page.getByText(/(until|to) \d{4}L/).first()).toBeVisible();
  const alerts = page.getByRole('region', { name: 'Needs attention' });
  await expect(alerts).toContainText(/Grounded \d+ out or leaving, of \d+ *N\w+ (at|until) \d{4}L/);
  const text = await alerts.textContent();
  for (const [digit, name] of [
    ['2', 'Departures and returns'],
    ['4', 'The day'],
    ['3', 'Maintenance'],
  ] as const) {
    await page.keyboard.press(digit);
    await expect(title(page)).toHaveText(name);
    await expect(alerts).toHaveText(text ?? '');
  }
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText('The day');
  await page.keyboard.press('Space');
  await expect(page.getByText('paused')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('paused')).toBeHidden();
});

test('clock, ages and weather take one row of 120 px, and ages are drawn only when late', async ({ page }) => {
  for (const [width, height] of [
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/board');
    await expect(page.getByLabel('Sources')).toHaveText(/Reminders \d+ (s|min)/);
    const header = await page.locator('main > header').boundingBox();
    expect(header?.height).toBeLessThanOrEqual(height / 9);
    const states = await page.getByLabel('Sources').getByRole('listitem').all();
    expect(states).toHaveLength(4);
    for (const light of states) expect((await light.boundingBox())?.width).toBeLessThan(2);
    // What is above the aircraft, the alerts included, is less than a quarter of the height.
    const tiles = await page.locator('ul[data-level]').boundingBox();
    expect(tiles?.y).toBeLessThan(height / 4);
  }
});

test('departures and returns are one line each, and of today alone', async ({ page }) => {
  await page.goto('/board?screens=movements&names=short');
  const rows = page.getByRole('table', { name: 'Departures' }).getByRole('row');
  await expect(rows.nth(8)).toBeVisible();
  for (const row of await rows.all()) {
    const lines = await row.evaluate(
      (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).fontSize),
    );
    expect(lines).toBeLessThan(1.8);
    await expect(row.getByRole('cell').first()).toHaveText(/^\d{4}L$/);
  }
  // What is late, and why a flight may not go, is there in full.
  await expect(rows.filter({ hasText: /not out \+0:05/ }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'Tires expired' }).first()).toBeVisible();
});

test('advances by itself while its clocks run, redraws only what changes, and marks data that was not refreshed', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await expectPaceOfScreens(request);
  await page.goto('/board?screens=fleet:30,maintenance:10&aircraft=N51');
  const clock = page.getByRole('time').first();
  await expect(clock).toHaveText('11:05L');
  const seconds = page.locator('[data-second]');
  await expect(seconds).toHaveAttribute('data-second', '0');
  await expect(page.getByRole('listitem').getByText(/^N51/).first()).toBeVisible();
  await expect(page.getByLabel('Sources')).toHaveText(/Reminders \d+ (s|min)/);
  await page.evaluate(countTileChanges);
  await later(page, 1);
  await expect(seconds).toHaveAttribute('data-second', '1');
  await later(page, 2);
  await expect(seconds).toHaveAttribute('data-second', '2');
  expect(await page.evaluate(() => document.documentElement.dataset['tileChanges'])).toBe('0');

  // From now on nothing is refreshed, even if a busy machine is slow.
  await page.route(/\/(api|replica)\//, (route) => route.abort());
  // Events decide whether the board itself requests anything now; this request certainly fails.
  await page.evaluate(() => fetch('/replica/reminders').catch(() => undefined));
  await later(page, 31);
  await expect(title(page)).toHaveText('Maintenance');
  await page.keyboard.press('Space');
  await expect(page.getByText('paused')).toBeVisible();
  await later(page, 200);
  // This shows that the page has seen the new time.
  await expect(seconds).toHaveAttribute('data-second', '20');
  await expect(title(page)).toHaveText('Maintenance');
  await page.keyboard.press('1');
  await expect(title(page)).toHaveText('Fleet');
  await page.keyboard.press('Space');
  await later(page, 4 * 60);
  await expect(
    title(page)
      .locator('..')
      .getByText(/AS OF 110\dL/),
  ).toBeVisible();
  await expect(page.locator('.hatched')).toHaveCount(0);
  await later(page, 7 * 60);
  await expect(page.locator('.hatched')).toHaveCount(1);
  await expect(page.getByRole('listitem').getByText(/^N51/).first()).toBeVisible();
});

/**
 * Waits until the gateway, after a request, refreshes as for a connected screen. While none is connected it refreshes four times
 * less often, and the answers say so: then four minutes are not yet late.
 */
async function expectPaceOfScreens(request: APIRequestContext): Promise<void> {
  await request.get('/api/core/v1.0/operators/1001/aircraft');
  const expectedAge = async () => {
    const answer = await request.get('/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-14T06:00:00Z');
    const { age = '', 'cache-status': status = '' } = answer.headers();
    return Number(age) + Number(/ttl=(-?\d+)/.exec(status)?.[1]);
  };
  await expect.poll(expectedAge, 'seconds').toBeLessThanOrEqual(60);
}

/** Runs in the page: counts changes of the tiles in the document from now on. */
function countTileChanges(): void {
  const root = document.documentElement;
  root.dataset['tileChanges'] = '0';
  const count = (changes: readonly unknown[]) => {
    root.dataset['tileChanges'] = String(Number(root.dataset['tileChanges']) + changes.length);
  };
  const tiles = document.querySelector('ul[data-level]');
  if (!tiles) throw new Error('There are no tiles.');
  new MutationObserver(count).observe(tiles, { subtree: true, childList: true, attributes: true, characterData: true });
}

test('its address sets a notice, dimming and zone marks, and reports what is not valid', async ({ page }) => {
  const address = 'notice=NO+FLYING+%E2%80%93+WIND&night=1000-1200&marks=hidden&names=nicknames&screens=movements';
  await page.goto(`/board?${address}`);
  await expect(page.getByText('“nicknames” is not valid for names')).toBeVisible();
  await expect(page.getByText('NO FLYING – WIND')).toBeVisible();
  await expect(page.locator('[class*=night]')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  for (const name of ['Departures', 'Returns'])
    expect(await page.getByRole('table', { name }).textContent()).not.toMatch(/\d{4}[LZ]/);
});

type Named = { firstName: string; lastName: string; phone?: string; imageUrl?: string };

test.describe('people', () => {
  const everything = async (page: Page, address: string) => {
    await page.goto(address);
    await expect(page.getByText(/(until|to) \d{4}L/).first()).toBeVisible();
    const seen: string[] = [];
    for (let slide = 0; slide < (await slidesOf(page)); slide++) {
      seen.push(await page.content());
      await page.keyboard.press('ArrowRight');
    }
    return seen.join('\n');
  };

  test('are on no page and in no request if no names are wanted', async ({ page, request }) => {
    const window = 'startTime=lt:2026-05-14T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=250';
    const answer = await request.get(`/api/scheduling/v1.0/operators/1001/reservations?${window}`);
    const { items } = (await answer.json()) as { items: { pilots: Named[]; instructor: Named | null }[] };
    const people = items.flatMap(({ pilots, instructor }) => (instructor ? [...pilots, instructor] : pilots));
    expect(people.length).toBeGreaterThan(50);
    const requests: string[] = [];
    page.on('request', (one) => requests.push(decodeURIComponent(one.url())));
    const nameless = await everything(page, '/board?names=none');
    const text = requests.join('\n');
    const secrets = people.flatMap(({ firstName, lastName, phone, imageUrl }) => [
      `${firstName} ${lastName}`,
      `${lastName}, ${firstName}`,
      phone,
      imageUrl,
    ]);
    const leaked = [...new Set(secrets)].filter(
      (candidate) => candidate && (nameless.includes(candidate) || text.includes(candidate)),
    );
    expect(leaked).toEqual([]);
    expect(nameless).not.toMatch(/<img/);
    const full = await everything(page, '/board?names=full');
    expect(
      people.filter(({ firstName, lastName }) => full.includes(`${firstName} ${lastName}`)).length,
    ).toBeGreaterThan(5);
  });
});

test('its screens are accessible', async ({ page, axe }) => {
  await page.goto('/board?notice=WIND');
  for (const digit of ['1', '2', '3', '4']) {
    await page.keyboard.press(digit);
    await page.keyboard.press('Space');
    await expect(page.getByText(/\d+ (aircraft|reminders)|^Departures \d+/)).toBeVisible();
    await axe();
  }
});
