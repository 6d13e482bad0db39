import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { filled } from '#e2e/fixtures/filled.ts';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { startGatewayProcess, type Started, startOperatorProcess } from '#e2e/servers/stack.ts';

/** A gateway that was restarted while its service takes calls and never answers them. */
type Restarted = { readonly url: string; readonly person: string; readonly close: () => Promise<void> };

async function restart(isFilled: boolean): Promise<Restarted> {
  const directory = await mkdtemp(join(tmpdir(), 'flightline-silent-'));
  const operator = await startOperatorProcess(['--aircraft=6', '--reservations-per-day=12', '--days=16', '--seed=1']);
  const instructors = await fetch(`${operator.url}/core/v1.0/operators/1001/instructors`, {
    headers: { 'x-subscription-key': 'demo-key' },
  });
  const { items } = (await instructors.json()) as { items: { userId: string }[] };
  const defaults = { DATA_DIR: directory, API_RATE_LIMIT: '100000' };
  if (isFilled) {
    const before: Started = await startGatewayProcess(operator.url, defaults);
    await filled(before.url);
    await before.stop();
  }
  await operator.stop();
  // At the address of the service, because a copy belongs to it.
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(Number(new URL(operator.url).port), '127.0.0.1', resolve));
  const gateway = await startGatewayProcess(operator.url, defaults);
  const close = async () => {
    await gateway.stop();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    await rm(directory, { recursive: true });
  };
  return { url: gateway.url, person: items[0]?.userId ?? '', close };
}

const pages = [
  '/',
  '/fleet',
  '/maintenance',
  '/maintenance?view=calendar',
  '/reservations',
  ...['list', 'week', 'month', 'status'].map((view) => `/reservations?view=${view}`),
  '/instructors',
  '/instructors/:person',
  '/people',
  '/people/:person',
  '/changes',
  ...['', '/down', '/find', '/shop', '/hours'].map((tool) => `/plan${tool}`),
  '/brief',
  '/equipment',
  '/reports',
  '/reports/flightOperations',
  '/alerts',
  ...['', '?section=school', '?section=diagnostics'].map((section) => `/setup${section}`),
  '/board',
];

/** Less than the time limit of a call, which is 15 seconds; for the first ten, pages only load. */
const patience = 13_000;

async function expectEnd(page: Page, address: string): Promise<void> {
  const loading = page.locator('[aria-label=Loading], [data-state=loading]').filter({ visible: true });
  await expect(loading, `${address}: panels that still load`).toHaveCount(0, { timeout: patience });
  await expect(page.getByText('Loading…', { exact: true }), address).toHaveCount(0, { timeout: patience });
}

for (const isFilled of [true, false])
  test(`after a restart without the service every page has an end, with ${isFilled ? 'a full' : 'an empty'} copy`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 50[234]/);
    const restarted = await restart(isFilled);
    try {
      for (const path of pages) {
        const address = path.replace(':person', restarted.person);
        // A full copy is opened as by links; without one every page starts by itself.
        await (isFilled && path !== '/' ? followAnew(page, address) : page.goto(restarted.url + address));
        // A page that shows nothing loads nothing either.
        await expect(page.locator('main')).toHaveText(/\S{4}/);
        await expectEnd(page, address);
      }
      if (!isFilled) return;
      await page.goto(`${restarted.url}/reservations?view=list`);
      await expect(
        page.getByRole('region', { name: 'Reservations', exact: true }).getByRole('link').first(),
      ).toBeVisible();
      await page.goto(`${restarted.url}/instructors/${restarted.person}`);
      await expectEnd(page, 'one instructor');
    } finally {
      await page.goto('about:blank');
      await restarted.close();
    }
  });
