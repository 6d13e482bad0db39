import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';
import { boardAddress, expectTiles, openTimedBoard, type TimedBoard } from '#e2e/fixtures/timedBoard.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

/** The browser's messages about requests and the event stream while the gateway is down. */
const awayLines = /ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

test.use({ hasPageTime: false });

let stack: TimedStack;
test.beforeEach(async () => {
  stack = await startTimedStack(['--aircraft=8', '--reservations-per-day=20', '--days=16']);
});
test.afterEach(async ({ context }) => {
  // A page whose server stops would log an error.
  await Promise.all(context.pages().map((page) => page.close()));
  await stack.close();
});

test('while the service fails, the last picture stays and ages, and is refreshed afterwards', async ({ page }) => {
  const board = await openTimedBoard(page, stack);
  const hatched = page.locator('.hatched');
  await board.pass(1);
  for (const trouble of ['gone', 'limited', 'garbage'] as const) {
    const before = stack.upstream.calls();
    stack.upstream.become(trouble);
    await board.pass(4);
    await expect(board.light('Reservations')).toHaveAttribute('data-state', 'late');
    await expect(board.light('Reservations')).toContainText(trouble === 'gone' ? /AS OF 110[4-6]L/ : /AS OF 11\d\dL/);
    await expectTiles(page);
    await expect(hatched).toHaveCount(0);
    await expect(page.getByText('No new data since')).toHaveCount(0);
    await board.pass(4);
    await expect(board.light('Reservations')).toHaveAttribute('data-state', 'stale');
    await expect(page.getByText(/^No new data since 11\d\dL/)).toBeVisible();
    await expectTiles(page);
    await expect(hatched.first()).toBeVisible();
    const calls = stack.upstream.calls() - before;
    expect(calls).toBeGreaterThan(0);
    // One for each pause of 20 seconds, plus as many as the gateway has in flight at a time.
    if (trouble === 'limited') expect(calls).toBeLessThanOrEqual(24 + 6);
    stack.upstream.become('none');
    await untilFresh(board);
    await expect(hatched).toHaveCount(0);
    await expect(page.getByText('No new data since')).toHaveCount(0);
  }
  stack.upstream.become('slow');
  await board.pass(4);
  await untilFresh(board);
  await expectTiles(page);
});

/** The board's clock runs faster than the server: some of its minutes may pass before the new answer arrives. */
async function untilFresh(board: TimedBoard): Promise<void> {
  await expect(async () => {
    await board.pass(1);
    await expect(board.light('Reservations')).toHaveAttribute('data-state', 'fresh', { timeout: 5_000 });
  }).toPass({ timeout: 180_000 });
}

test('while the gateway is down, the board says so and stays; it reloads for a new build, never into an error page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 502/);
  expectConsole(awayLines);
  const board = await openTimedBoard(page, stack);
  const build = () => page.locator('meta[name=build]').getAttribute('content');
  const first = await build();
  const ofPage = ({ pathname }: URL) => pathname === '/';
  await page.route(ofPage, (route) => route.fulfill({ status: 502, body: '<meta name="build" content="other" />' }));
  await board.pass(7);
  expect(await build()).toBe(first);
  await page.unroute(ofPage);
  await stack.fall();
  await board.pass(7);
  await expect(page.getByText(/^No connection since 11\d\dL/)).toBeVisible();
  await expect(board.light('Reservations')).toHaveAttribute('data-state', 'stale');
  await expectTiles(page);
  expect(await build()).toBe(first);
  await stack.rise('second');
  const reloaded = page.waitForEvent('framenavigated');
  await board.pass(1);
  await reloaded;
  await expect(board.light('Reservations')).toHaveAttribute('data-state', 'fresh');
  expect(await build()).toBe('second');
  await expectTiles(page);
});

test('recovers from a part that did not load, a wrong clock and a lost request', async ({ page, expectConsole }) => {
  expectConsole(/status of 404|Failed to fetch dynamically/);
  const part = /\/assets\/BoardPage-.*\.js/;
  const board = await openTimedBoard(page, stack, async () => {
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.goto(boardAddress(stack));
    await expect(page.getByRole('heading', { name: 'Something went wrong on this board' })).toBeVisible();
    await page.unroute(part);
    await page.clock.fastForward('00:31');
  });

  await page.clock.setSystemTime(Date.parse(now) + 3 * 3_600_000 + 5 * 60_000);
  await board.pass(1);
  await expect(page.getByText(/This device’s clock is 3 h 0[456] fast/)).toBeVisible();
  await page.clock.setSystemTime(await serverTime());
  await board.pass(2);
  await expect(page.getByText('This device’s clock is')).toHaveCount(0);
  await expect(board.light('Reservations')).toHaveAttribute('data-state', 'fresh');

  await page.evaluate(() => {
    Object.assign(window, { trueFetch: window.fetch.bind(window), fetch: () => new Promise(() => undefined) });
  });
  await board.pass(2);
  await page.evaluate(() => Object.assign(window, { fetch: (window as unknown as { trueFetch: unknown }).trueFetch }));
  await board.pass(3);
  await expect(board.light('Reservations')).toHaveAttribute('data-state', 'fresh');
});

async function serverTime(): Promise<number> {
  const answer = await fetch(`${stack.url}/health`);
  return Date.parse(answer.headers.get('date') ?? '');
}

test.describe('after a power cut', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the last picture appears at once, without the server and after midnight; names are stored only if shown', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(awayLines);
    const board = await openTimedBoard(page, stack);
    const hasNames = async () => /"lastName":"/.test(await page.evaluate(storedText));
    await expect.poll(hasNames).toBe(true);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await stack.fall();
    await page.clock.setSystemTime('2026-05-13T12:00:00Z');
    await page.reload();
    await expectTiles(page);
    await expect(board.light('Reservations')).toContainText('AS OF');
    await expect(board.light('Reservations')).toHaveAttribute('data-state', 'stale');
    await expect(page.locator('.hatched').first()).toBeVisible();
    const kept = await page.evaluate(storedText);
    expect(kept.includes('startTime')).toBe(true);
    expect(/phone|imageUrl|email/i.test(kept)).toBe(false);
    await stack.rise();
    stack.pass(Date.parse('2026-05-13T12:00:00Z') - (await serverTime()));
    await board.pass(2);
    await expect(board.light('Reservations')).toHaveAttribute('data-state', 'fresh');
    await page.goto(`${stack.url}/board?screens=movements:600&names=none`);
    await board.pass(2);
    await expect.poll(hasNames).toBe(false);
  });
});

/** Runs in the page: everything stored about reservations. */
async function storedText(): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('flightline');
    opening.onsuccess = () => resolve(opening.result);
  });
  const asking = database.transaction('answers').objectStore('answers').getAll();
  const all = await new Promise<{ queryKey: string[] }[]>((resolve) => {
    asking.onsuccess = () => resolve(asking.result as { queryKey: string[] }[]);
  });
  database.close();
  return JSON.stringify(all.filter(({ queryKey }) => queryKey[1] === 'reservations'));
}
