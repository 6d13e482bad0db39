import type { Page } from 'playwright/test';
import { expect, failUntilPressed, follow, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';
import { now } from '#e2e/servers/servers.ts';

const aircraft = /\/api\/core\/v1\.0\/operators\/1001\/aircraft/;
const reservations = /\/replica\/reservations\?/;
const entry = { code: 1, message: 'as the service says', category: 0, universallyOverridable: false };

declare global {
  interface Window {
    /** The sum of the layout shifts so far. */
    shifted: number;
  }
}

/** Their content does not come from the addresses that fail here. */
const answeredElsewhere: ReadonlySet<string> = new Set(['/reports', '/reports/:dataSet']);

function answerWith(page: Page, address: RegExp, status: number, body: string) {
  return page.route(address, (route) => route.fulfill({ status, body, contentType: 'application/json' }));
}

test('a refused key is reported in words, with details; another try loads the fleet', async ({
  page,
  expectConsole,
  axe,
}) => {
  expectConsole(/status of 401/);
  const id = '0af7651916cd43dd8448eb211c80319c';
  await failUntilPressed(page, aircraft, (route) =>
    route.fulfill({ status: 401, json: [entry], headers: { 'x-request-id': id } }),
  );
  await page.goto('/fleet');
  await expect(page.getByRole('alert')).toContainText('The subscription key was not accepted');
  await page.getByText('Error details (401)').click();
  await expect(page.getByText('as the service says')).toBeVisible();
  // People read out this reference to the person with the log.
  await expect(page.getByText('0af76519', { exact: true })).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
});

test('a used-up allowance is waited for, and the fleet then loads by itself', async ({ page, expectConsole }) => {
  expectConsole(/status of 429/);
  let refusals = 0;
  await page.route(aircraft, async (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '1' },
      body: '{"statusCode":429,"message":"Rate limit is exceeded."}',
    });
  });
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  expect(refusals).toBe(2);
});

test('without reservations the aircraft are shown, and the page says what is missing', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await answerWith(page, reservations, 403, '[]');
  await page.goto('/fleet');
  await expect(page.getByText('Not known: reservations')).toBeVisible();
  await expect(page.getByText('not known').first()).toBeVisible();
});

const history = /\/replica\/history/;
const instructors = /\/instructors(\?|$)/;
for (const { path, without, says, not } of [
  {
    path: '/reservations',
    without: history,
    says: /^\d+ conflicts?, not all known yet$/,
    not: /^\d+ conflicts?$/,
  },
  { path: '/', without: /\/replica\/snoozes$/, says: /^\d+ in all, put off not known yet$/, not: /^Loading/ },
  { path: '/plan', without: history, says: 'next reservation not known', not: /nothing booked/ },
  { path: '/maintenance', without: aircraft, says: 'The service reported an error', not: /has not answered/ },
  { path: '/plan/find', without: instructors, says: 'The instructors are not loaded yet.', not: '0 times' },
  { path: '/people', without: instructors, says: 'not known', not: /^Loading/ },
]) {
  test(`on ${path}, what a failed source leaves unknown is not called zero, complete or loading`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 500/);
    await answerWith(page, without, 500, '[]');
    await page.goto(path);
    await expect(page.getByText(says).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText(not)).toHaveCount(0);
  });
}

test('a service that does not answer is reported once, after ten quiet seconds, with one time on every page', async ({
  page,
  expectConsole,
  axe,
}) => {
  expectConsole(/status of 504/);
  const everything = /\/(api\/core|replica)\//;
  await answerWith(page, everything, 504, JSON.stringify([entry]));
  await page.goto('/');
  const banner = page.getByRole('region', { name: 'Flight service' });
  const anyWords = page.getByText(/not answer|reported an error|not known yet/i);
  await expect(page.locator('[data-state=loading]').first()).toBeVisible();
  await page.waitForTimeout(5_000);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/not answer|reported an error/i)).toHaveCount(0);
  await expect(banner).toContainText('The flight service has not answered since 1105L');
  await axe();
  await page.clock.setFixedTime('2026-05-12T17:06:30Z');
  // The board has its own box in place of the banner.
  for (const { path, address } of everyPage().filter((each) => each.path !== '/board')) {
    await follow(page, address);
    await expect(banner, path).toContainText('since 1105L');
    await expect(page.locator('[data-state=loading]'), path).toHaveCount(0);
    if (!answeredElsewhere.has(path))
      await expect(page.locator('[data-state=failed]').first(), path).toContainText('—');
    await expect(page.getByRole('alert'), path).toHaveCount(0);
    await expect(page.getByRole('button', { name: /try (now|again)|refresh now/i }), path).toHaveCount(1);
    // The banner is the only sentence about it.
    await expect(page.getByRole('main').getByText(/could not be loaded|Loading this school/), path).toHaveCount(0);
  }
  await follow(page, '/');
  await page.reload();
  await expect(banner).toContainText('since 1105L');
  await page.unroute(everything);
  await banner.getByRole('button', { name: 'Try now' }).click();
  await page.clock.setFixedTime('2026-05-12T17:09:00Z');
  await expect(banner).toHaveCount(0);
  await expect(anyWords).toHaveCount(0);
});

/** Holds all answers back until the returned function is called, and sums the layout shifts from the start. */
async function holdAnswers(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/(api\/core|replica)\//, async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.shifted += 'value' in shift ? Number(shift.value) : 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => held.resolve(undefined);
}

for (const [path, shape] of [
  ['/fleet', 'table'],
  ['/maintenance', 'table'],
  ['/instructors', 'table'],
  ['/reservations', 'timeline'],
  ['/reservations?view=month', 'month'],
] as const)
  test(`${path} has the shape of its ${shape} while it loads, to the end of the window, and nothing then moves far`, async ({
    page,
  }) => {
    const release = await holdAnswers(page);
    await page.goto(path);
    const waiting = page.getByRole('status', { name: 'Loading' });
    await expect(waiting).toHaveAttribute('data-shape', shape);
    const box = await waiting.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(600);
    release();
    await expect(waiting).toHaveCount(0);
    await page.waitForTimeout(1_000);
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.1);
  });

for (const path of ['/', '/board'])
  test(`${path} moves little when its data comes`, async ({ page }) => {
    const release = await holdAnswers(page);
    await page.goto(path);
    await expect(
      page
        .getByText('Loading')
        .or(page.getByRole('status', { name: 'Loading' }))
        .first(),
    ).toBeVisible();
    release();
    await expect(page.getByText(/N\d{3}[A-Z]{2}/).first()).toBeVisible();
    await page.waitForTimeout(2_000);
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.1);
  });

test('a school without aircraft is led to its connection', async ({ page, axe }) => {
  await answerWith(page, aircraft, 200, '{"totalItems":0,"offset":0,"limit":null,"items":[]}');
  await page.goto('/');
  const guide = page.getByRole('region', { name: 'Flight service' });
  await expect(guide).toContainText('No aircraft received');
  await axe();
  await guide.getByRole('link', { name: 'Check the connection' }).click();
  await expect(page).toHaveURL(/\/setup/);
});

test('unreadable and empty answers have different messages; an odd record is skipped, counted and shown raw', async ({
  page,
}) => {
  await answerWith(page, aircraft, 200, '<html>gateway</html>');
  await page.goto('/fleet');
  await expect(page.getByRole('alert')).toContainText('The answer could not be read');
  await page.unroute(aircraft);
  const good = { aircraftId: 'a1', tailNumber: 'N512SP', status: { id: 9, name: 'On lease' } };
  const items = [good, { tailNumber: 'N513SP' }, null, { aircraftId: 'a4', tailNumber: { letters: 'N' } }, good];
  await answerWith(page, aircraft, 200, JSON.stringify({ totalItems: 6, offset: 0, limit: null, items }));
  await page.goto('/fleet');
  await expect(page.getByRole('link', { name: 'N512SP' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'On lease' }).last()).toBeVisible();
  await expect(page.getByText('1 of the aircraft: tailNumber could not be read; the rest is shown.')).toBeVisible();
  await page.getByText('2 unreadable aircraft skipped').click();
  await expect(page.getByText('no aircraftId')).toBeVisible();
  await expect(page.getByText('The service sent 1 of the aircraft twice')).toBeVisible();
  await expect(page.getByText('The service reports 6 but sent 5 of the 6 expected.')).toBeVisible();
  await page.unroute(aircraft);
  await answerWith(page, aircraft, 200, '{"totalItems":0,"offset":0,"limit":null,"items":[]}');
  await page.goto('/fleet');
  await expect(page.getByText('The service lists no aircraft.')).toBeVisible();
});

test('a service that ignores the filter is noticed', async ({ page }) => {
  await page.route(/statusId=eq:0/, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/[?&]statusId=eq:0/, '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto('/fleet?statusId=eq:0');
  await expect(page.getByText(/ignored the filter: \d+ of the aircraft have another status/)).toBeVisible();
});

// The gateway's copy may be some seconds old, and so from the minute before.
test('a failed refresh keeps the data, shows its time, and finally hatches it', async ({ page, expectConsole }) => {
  expectConsole(/status of 500/);
  await page.clock.install({ time: now });
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await answerWith(page, aircraft, 500, '[]');
  await page.clock.fastForward('05:20');
  await expect(page.getByText('The service reported an error. The problem is at the service.')).toBeVisible();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.clock.fastForward('26:00');
  await expect(page.getByText(/^AS OF 110[45]L$/)).toBeVisible();
  await page.getByRole('button', { name: /^Data: / }).click();
  await expect(page.getByText('Aircraft: stale')).toBeVisible();
});

test('a plan from old data is hatched like the data', async ({ page, expectConsole }) => {
  expectConsole(/status of 500/);
  await page.clock.install({ time: now });
  await page.goto('/plan/find');
  const times = page.getByRole('region', { name: 'Possible times' });
  await expect(times).toBeVisible();
  await expect(times).toHaveCSS('background-image', 'none');
  for (const address of [aircraft, /\/replica\//, /\/instructors/]) await answerWith(page, address, 500, '[]');
  await page.clock.fastForward('45:00');
  await expect(times).toHaveCSS('background-image', /gradient/);
});

test('without the gateway the first screen says so, and another try loads it', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.route('**/config', (route) => route.abort());
  // As the browser stores the page for an outage of the gateway.
  await page.route('**/fleet', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: new URL('/index.html', route.request().url()).href }) });
  });
  await page.goto('/fleet');
  await expect(page.getByRole('alert')).toContainText('Flightline cannot be reached');
  await page.unroute('**/config');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
});

test('a page that does not exist says so and leads back', async ({ page }) => {
  await page.goto('/hangar');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the fleet' }).click();
  await expect(page).toHaveURL('/fleet');
});

test('the connection light shows the age of each part of the data, and leads to the connection page', async ({
  page,
  axe,
}) => {
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.getByRole('button', { name: /^Data: up to date/ }).click();
  await expect(page.getByText(/calls in the last 60 s/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Connection to the service' })).toHaveAttribute('href', '/setup');
  await expect(page.getByText('Aircraft: up to date')).toBeVisible();
  await axe();
  await page.setViewportSize({ width: 390, height: 844 });
  const isInside = async () => {
    const panel = await page.getByLabel('Data sources').boundingBox();
    return panel !== null && panel.x >= 0 && panel.x + panel.width <= 390;
  };
  await expect.poll(isInside).toBe(true);
});
