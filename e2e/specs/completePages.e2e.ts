import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { PagePath } from '#contract/pages.ts';
import { expect, follow, test } from '#e2e/fixtures/fixtures.ts';
import { demoRecords, everyPage } from '#e2e/fixtures/pages.ts';
import { startGatewayProcess, startOperatorProcess, type Started } from '#e2e/servers/stack.ts';

const aircraft = demoRecords['/fleet/:aircraftId'];
/** A report and a person's record are read when they are wanted. */
const isReadLater = (path: PagePath) => path === '/reports/:dataSet' || path === '/people/:userId';

/** Every page whose data the copy holds, and the views of some: the address, and what it shows once it is complete. */
const opened: readonly (readonly [address: string, shows: RegExp])[] = [
  ...everyPage()
    .filter(({ path }) => !isReadLater(path))
    .map(({ address, shows }) => [address, shows] as const),
  ['/maintenance?view=calendar', /Due calendar/],
  ['/reservations?view=week', /\d+ in all/],
  ['/reservations?view=month', /May 2026/],
  ['/reservations?view=agenda', /\d+ in all/],
  ['/reservations?view=lanes', /\d+ in all/],
  ['/reservations?date=2026-05-20', /\d+ in all/],
  [`/plan/down?aircraft=${aircraft}&until=2026-05-14T1800`, /reservations?/],
  [`/plan/shop?aircraft=${aircraft}`, /Each day without the work/],
];

let directory: string;
let operator: Started;
const started: Started[] = [];
test.beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'flightline-'));
  operator = await startOperatorProcess(['--rate-limit', '0']);
  started.push(operator);
});
test.afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()));
  rmSync(directory, { recursive: true });
});

/** Opens one page after another as links do, and waits until nothing on it is loading. */
async function tour(page: Page, url: string): Promise<void> {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${url}/fleet`);
  for (const [address, shows] of opened) {
    await follow(page, address);
    await expect(page.getByText(shows).filter({ visible: true }).first(), address).toBeVisible();
    await expect(page.locator('[data-state=loading]'), address).toHaveCount(0);
    await expect(page.getByRole('status', { name: 'Loading' }), address).toHaveCount(0);
    // The setup page says when the gateway itself resumes; the other pages wait for nothing.
    if (!address.startsWith('/setup'))
      await expect(page.getByText(/Loading resumes|of \d+ aircraft loaded/), address).toHaveCount(0);
  }
  expect(refused).toEqual([]);
}

type State = {
  readonly allowance: { readonly used: number; readonly limit: number };
  readonly replica: {
    readonly sets: readonly { readonly set: string; readonly parts: number; readonly known: number }[];
  };
};

async function stateOf(page: Page, url: string): Promise<State> {
  return (await (await page.request.get(`${url}/state`)).json()) as State;
}

/** Whether everything that pages show has been read. Checkouts of people who fly are read later. */
async function isFilled(page: Page, url: string): Promise<boolean> {
  const { replica } = await stateOf(page, url);
  return replica.sets.every(
    ({ set, parts, known }) => set === 'user' || set === 'report' || (parts === known && parts > 0),
  );
}

test('every page is complete with an exhausted allowance, and after a restart without the service', async ({
  page,
}) => {
  const serve = async (rateLimit: string) => {
    const gateway = await startGatewayProcess(operator.url, { API_RATE_LIMIT: rateLimit, DATA_DIR: directory });
    started.push(gateway);
    return gateway;
  };
  const first = await serve('6000');
  await expect.poll(() => isFilled(page, first.url), { timeout: 180_000, intervals: [500] }).toBe(true);
  await first.stop();

  // The gateway remembers the calls of the last minute. There were more than 60, so the allowance is used up.
  const exhausted = await serve('60');
  const { allowance } = await stateOf(page, exhausted.url);
  expect(allowance.used).toBeGreaterThanOrEqual(allowance.limit);
  await tour(page, exhausted.url);
  await page.goto('about:blank');
  await exhausted.stop();

  await operator.stop();
  const cutOff = await serve('60');
  await tour(page, cutOff.url);
});
