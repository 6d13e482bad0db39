import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';

type Item = Record<string, unknown> & {
  reservationId: string;
  startTime: string;
  endTime: string;
  aircraft: { aircraftId: string; tailNumber: string; isSimulator: boolean } | null;
  reservationStatus: { id: number; name: string };
};

/** Changes the gateway's windows of reservations, as if another dispatcher had changed them. */
async function change(page: Page, edit: (items: Item[]) => Item[]): Promise<void> {
  await page.route(/\/replica\/reservations\?/, async (route) => {
    // The gateway's ETag belongs to its own answer, not to the edited one.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const answer = await route.fetch({ headers });
    const window = (await answer.json()) as { items: Item[] };
    await route.fulfill({ response: answer, json: { ...window, items: edit(window.items) } });
  });
}

/**
 * The changes of another dispatcher. Windows of reservations have them at once, the gateway's log of changes after `log`, and the
 * browser learns of them by an event.
 */
async function otherDispatcher(page: Page) {
  let original: Item[] = [];
  const edited = new Map<string, Item | null>();
  const logged: { seq: number; [member: string]: unknown }[] = [];
  const time = () => page.evaluate(() => new Date().toISOString());
  await change(page, (items) => {
    original = items;
    return items.flatMap((item) => {
      const after = edited.get(item.reservationId);
      return after === undefined ? item : (after ?? []);
    });
  });
  await page.route(/\/replica\/changes\?.*set=reservations/, async (route) => {
    // An instant at first, then the number of the last change that was sent.
    const since = Number(new URL(route.request().url()).searchParams.get('since'));
    const changes = logged.slice(Number.isNaN(since) ? 0 : since);
    await route.fulfill({ json: { changes, next: logged.length, hasMore: false, from: now, at: await time() } });
  });
  let hasNews = false;
  let wake = () => {};
  await page.route('**/events', async (route) => {
    if (!hasNews) await new Promise<void>((resolve) => (wake = resolve));
    hasNews = false;
    const event = { set: 'reservations', scope: '2026-05-12', revision: logged.length, asOf: now, changed: true };
    const body = `retry: 100\nevent: refresh\ndata: ${JSON.stringify(event)}\n\n`;
    await route.fulfill({ contentType: 'text/event-stream', body });
  });
  return {
    /** The reservations as they were. */
    original: () => original,
    edit: (before: Item, after: Item | null) => void edited.set(before.reservationId, after),
    log: async (before: Item, after: Item | null) => {
      const what = { set: 'reservations', scope: '', kind: after ? 'changed' : 'gone', id: before.reservationId };
      logged.push({ seq: logged.length + 1, at: await time(), ...what, before, after });
    },
    announce: () => {
      hasNews = true;
      wake();
    },
  };
}

/** Flights that begin within an hour of Zulu time, always the same. */
const flightsFrom = (hour: number, items: Item[]) =>
  items.filter(
    (item) =>
      item.startTime >= `2026-05-12T${hour}` &&
      item.startTime < `2026-05-12T${hour + 1}` &&
      item.aircraft?.isSimulator !== true,
  );

const changesOn = (page: Page) => page.getByRole('status', { name: 'Changes since you last looked' });

test('an aircraft booked twice is found, with its evidence and a spare', async ({ page }) => {
  await change(page, (items) => {
    const [flight] = flightsFrom(20, items);
    const second = { reservationId: '33333333-3333-4333-8333-333333333333', pilots: [], instructor: null };
    return flight ? [...items, { ...flight, ...second }] : items;
  });
  await page.goto('/reservations?conflicts=shown');
  const list = page.getByRole('list', { name: 'Conflicts' });
  const found = list.getByRole('listitem').filter({ hasText: 'is also booked' }).first();
  await expect(found).toContainText('definite');
  await found.getByText('Other aircraft free').click();
  await expect(found.getByText('checkout not checked').first()).toBeVisible();
  await found.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText('is also booked');
});

test('moves and cancellations by another dispatcher are shown until seen, and a cancelled one only after two looks of the gateway', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const other = await otherDispatcher(page);
  let isLogBroken = false;
  let failures = 0;
  await page.route(/\/replica\/changes\?.*set=reservations/, async (route) => {
    if (isLogBroken) failures++;
    await (isLogBroken ? route.fulfill({ status: 404, json: [] }) : route.fallback());
  });
  await page.clock.install({ time: now });
  await page.goto('/reservations');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  const [moved, dispatched, gone] = flightsFrom(20, other.original());
  if (!moved || !dispatched || !gone) throw new Error('fewer than three flights begin in that hour');
  const changes = changesOn(page);
  const movedTo = { ...moved, startTime: moved.startTime.replace('T20', 'T19') };
  const dispatchedAs = { ...dispatched, reservationStatus: { id: 1, name: 'Checked Out' } };
  other.edit(moved, movedTo);
  other.edit(dispatched, dispatchedAs);
  other.edit(gone, null);
  await other.log(moved, movedTo);
  await other.log(dispatched, dispatchedAs);
  // An unreadable log shows nothing, and is read again at the next event.
  isLogBroken = true;
  const windowWithout = page.waitForResponse(/\/replica\/reservations\?from=2026-05-12/);
  other.announce();
  await windowWithout;
  await expect.poll(() => failures).toBeGreaterThan(0);
  await expect(changes).toBeHidden();
  isLogBroken = false;
  other.announce();
  await expect(changes).toContainText('moved from 14');
  await expect(changes).toContainText('status now Checked Out');
  await expect(changes).not.toContainText('gone');
  await other.log(gone, null);
  other.announce();
  await expect(changes).toContainText('gone');
  // Checking out is routine, so it is shown for only a few minutes.
  await page.clock.fastForward('06:00');
  await expect(changes).not.toContainText('status now');
  await expect(changes).toContainText('moved from 14');
  await expect(changes).toContainText('gone');
  await changes.getByRole('button', { name: 'Seen' }).click();
  await expect(changes).toBeHidden();
});
