import type { Page } from 'playwright/test';
import { expect, test } from './support/fixtures.ts';
import { now } from './support/servers.ts';

type Item = Record<string, unknown> & {
  reservationId: string;
  startTime: string;
  endTime: string;
  aircraft: { aircraftId: string; tailNumber: string; isSimulator: boolean } | null;
  reservationStatus: { id: number; name: string };
};
type List = { items: Item[]; totalItems: number };

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Changes what the operator answers to windows of reservations, as another dispatcher would have. */
async function change(page: Page, edit: (items: Item[], address: string) => Item[]): Promise<void> {
  await page.route(/\/scheduling\/.*\/reservations\?/, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as List;
    const items = edit(list.items, route.request().url());
    const totalItems = list.totalItems + items.length - list.items.length;
    await route.fulfill({ response: answer, json: { ...list, items, totalItems } });
  });
}

/** A flight of the afternoon, the same at every look. */
const afternoon = (items: Item[]) =>
  items.find(
    (item) =>
      item.startTime >= '2026-05-12T20' && item.startTime < '2026-05-12T21' && item.aircraft?.isSimulator === false,
  );

test('an aircraft booked twice is found, with its evidence and a spare', async ({ page }) => {
  await change(page, (items) => {
    const one = afternoon(items);
    return one
      ? [...items, { ...one, reservationId: '33333333-3333-4333-8333-333333333333', pilots: [], instructor: null }]
      : items;
  });
  await page.goto('/reservations?conflicts=shown');
  const list = page.getByRole('list', { name: 'Conflicts' });
  const found = list.getByRole('listitem').filter({ hasText: 'is also booked' }).first();
  await expect(found).toContainText('definite');
  await found.getByText('Spares').click();
  await expect(found.getByText('checkout not checked').first()).toBeVisible();
  await found.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText('is also booked');
});

test('what another dispatcher moves, adds and cancels is marked, and gone is said after a second look', async ({
  page,
}) => {
  let isLater = false;
  let secondLooks = 0;
  let gone: Item | undefined;
  await change(page, (items, address) => {
    const one = afternoon(items);
    if (!isLater) return items;
    if (address.includes('userId=')) secondLooks++;
    gone ??= items.find((item) => one && item.startTime > one.startTime && item.aircraft?.isSimulator === false);
    return items
      .filter((item) => item.reservationId !== gone?.reservationId)
      .map((item) => (item === one ? { ...item, startTime: item.startTime.replace('T20', 'T19') } : item));
  });
  await page.clock.install({ time: now });
  await page.goto('/reservations');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  isLater = true;
  const changes = page.getByRole('status', { name: 'Changes since you last looked' });
  // A jump, not a run: within a run every deadline passes before the gateway has had a moment to answer.
  await page.clock.fastForward('01:10');
  await expect(changes).toContainText('moved from 14');
  await expect(changes).toContainText('gone');
  expect(secondLooks).toBeGreaterThan(0);
  await page.clock.fastForward('06:00');
  await expect(changes).toBeHidden();
});

test('a second look that fails says nothing, and is taken again at the next refresh', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  let isLater = false;
  let gone: Item | undefined;
  let failures = 0;
  await change(page, (items) => {
    if (!isLater) return items;
    gone ??= afternoon(items);
    return items.filter((item) => item.reservationId !== gone?.reservationId);
  });
  await page.route(/reservations\?.*userId=/, async (route) => {
    await (failures++ === 0 ? route.fulfill({ status: 404, json: [] }) : route.fallback());
  });
  await page.clock.install({ time: now });
  await page.goto('/reservations');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  isLater = true;
  const changes = page.getByRole('status', { name: 'Changes since you last looked' });
  await page.clock.fastForward('01:10');
  await expect.poll(() => failures).toBe(1);
  await expect(changes).toBeHidden();
  await page.clock.fastForward('01:10');
  await expect(changes).toContainText('gone');
});
