import type { Page } from 'playwright/test';
import { expect, follow, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';
import { now } from '#e2e/servers/servers.ts';
import { type TimedStack, startTimedStack } from '#e2e/servers/timedStack.ts';

test.use({ serviceWorkers: 'allow' });

/** The browser's messages about requests and the event stream while the gateway is down. */
const awayLines = /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

let stack: TimedStack;
test.beforeEach(async () => {
  stack = await startTimedStack(['--aircraft=8', '--reservations-per-day=20', '--days=16']);
});
test.afterEach(() => stack.close());

/** Opens the fleet and waits until the page could start without the server. */
async function openFleet(page: Page) {
  await page.goto(`${stack.url}/fleet`);
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

test('a page starts while the server answers with errors or not at all, and continues when it is back', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 502/);
  expectConsole(awayLines);
  await openFleet(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => /^\/(api|config|health|metrics|state|openapi)/.test(path))).toEqual([]);

  const everything = `${stack.url}/**`;
  await page.context().route(everything, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.context().unroute(everything);

  const row = page.getByRole('row').nth(2);
  const text = await row.getByRole('link').textContent();
  await stack.fall();
  await page.clock.setFixedTime('2026-05-12T17:35:00Z');
  await page.reload();
  await expect(row.getByRole('link')).toHaveText(text ?? '');
  await expect(page.getByText(/^No connection since 110[45]L/).first()).toBeVisible();
  await expect(page.getByText(/^as of 110[45]L$/i).first()).toBeVisible();
  await expect(page.getByText('cannot be reached')).toHaveCount(0);
  await stack.rise();
  // Nobody has to press anything.
  await expect(page.getByText(/^(No connection since|as of)/i)).toHaveCount(0);
});

test('a lost server is reported once on every page', async ({ page, expectConsole }) => {
  expectConsole(awayLines);
  // Two dozen pages.
  test.slow();
  await openFleet(page);
  await stack.fall();
  await page.clock.setFixedTime('2026-05-12T17:35:00Z');
  const banner = page.getByRole('region', { name: 'Connection' }).filter({ hasText: 'No connection since' });
  await expect(banner).toContainText('No connection since');
  for (const { path, address } of everyPage().filter((each) => each.path !== '/board')) {
    await follow(page, address);
    await expect(banner, path).toHaveCount(1);
    await expect(page.locator('[data-state=loading]'), path).toHaveCount(0);
    // A request that is tried again fails some seconds later.
    if (path === '/setup') await page.waitForTimeout(5_000);
    await expect(page.getByRole('alert'), path).toHaveCount(0);
    await expect(page.getByText(/cannot be reached|could not be loaded/), path).toHaveCount(0);
    await expect(page.getByRole('button', { name: /try (now|again)|refresh now/i }), path).toHaveCount(1);
  }
  await stack.rise();
});

test('a new build replaces the previous one, whose files stay for open tabs', async ({ page, expectConsole }) => {
  expectConsole(awayLines);
  // A worker is replaced once it is idle, which may take a while on a busy machine.
  test.slow();
  // With a fixed clock every refresh is due again at once, and a busy worker is never replaced.
  await page.clock.install({ time: now });
  await openFleet(page);
  const settled = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      const late = installing ?? waiting;
      return late ? [late.state] : caches.keys();
    });
  const [first = ''] = await settled();
  const kept = [first, 'shell second', 'shell third'];
  for (const [index, build] of ['second', 'third'].entries()) {
    await stack.fall();
    await stack.rise(build);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect.poll(settled, { timeout: 120_000 }).toEqual(kept.slice(index, index + 2));
  }
});

test('an open page continues after an upgrade, and reloads once it has been hidden for a while', async ({
  page,
  expectConsole,
}) => {
  expectConsole(awayLines);
  test.slow();
  await page.addInitScript(() => {
    // A browser under test never hides a page.
    Object.defineProperty(document, 'hidden', { get: () => document.documentElement.dataset['hidden'] === 'yes' });
  });
  await page.clock.install({ time: now });
  await openFleet(page);
  const build = () => page.locator('meta[name=build]').getAttribute('content');
  await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible();
  const first = await build();
  await stack.fall();
  await stack.rise('second');
  // Minute by minute, so that parts that tick each second are drawn once per step.
  for (let minute = 0; minute < 11; minute++) await page.clock.fastForward('01:00');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  expect(await build()).toBe(first);
  await page.evaluate(() => {
    document.documentElement.dataset['hidden'] = 'yes';
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // The page checks every five minutes of its clock, and the answer takes a moment of real time.
  await expect(async () => {
    await page.clock.fastForward('05:01');
    await expect(page.locator('meta[name=build][content=second]')).toBeAttached({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
});
