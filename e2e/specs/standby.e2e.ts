import type { APIRequestContext, Page } from 'playwright/test';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { nameOf, overlapping, type Reservation, reservationsOf } from '#e2e/fixtures/records.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

type Booked = Reservation & { reservationStatus: { id: number; name: string } };

const minute = 60_000;
const cancelled = { id: 5, name: 'Cancelled' };

let stack: TimedStack;
/** A simulator lesson that is cancelled, and one that moves; a lesson whose aircraft is booked again by then. */
let gone: Booked;
let moved: Booked;
let retaken: Booked;
test.use({ hasPageTime: false });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ playwright }) => {
  stack = await startTimedStack(['--aircraft=12', '--reservations-per-day=60', '--days=30']);
  const request = await playwright.request.newContext();
  [gone, moved, retaken] = await lessonsAhead(request);
  await request.dispose();
});
test.afterAll(() => stack.close());

/** Lessons of tomorrow and the day after on simulators, which have no limits, with a student and an instructor. */
async function lessonsAhead(request: APIRequestContext): Promise<[Booked, Booked, Booked]> {
  const all = (await reservationsOf(
    request,
    overlapping('2026-05-13T06:00:00', '2026-05-15T20:00:00'),
    stack.url,
  )) as Booked[];
  const lessons = all.filter(
    ({ aircraft, instructor, pilots, reservationStatus }) =>
      aircraft && !/^N\d/.test(aircraft.tailNumber) && instructor && pilots.length > 0 && reservationStatus.id === 0,
  );
  const [first, second, third] = lessons;
  if (!first || !second || !third) throw new Error('The school has too few lessons on simulators.');
  return [first, second, third];
}

type Change = (record: object) => object;

/** From now on the service gives these records changed, and one more. */
function rewrite(changes: ReadonlyMap<string, Change>, added: readonly object[] = []): void {
  stack.upstream.rewrite((body) => {
    const answer = JSON.parse(body) as { items?: { reservationId?: string }[] };
    const items = answer.items?.map((record) => changes.get(record.reservationId ?? '')?.(record) ?? record);
    const isPage = items?.some(({ reservationId }: { reservationId?: string }) => changes.has(reservationId ?? ''));
    return items ? JSON.stringify({ ...answer, items: isPage ? [...items, ...added] : items }) : body;
  });
}

const slots = (page: Page) => page.getByRole('region', { name: 'Freed slots' });
const takers = (page: Page) => page.getByRole('region', { name: 'Who could use it' });

test('without a change there is no freed slot, and the page says since when it knows', async ({ page, axe }) => {
  await page.goto(`${stack.url}/plan`);
  await page.getByRole('link', { name: 'Standby' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Standby');
  await expect(slots(page).getByText('No freed slots in the next 7 days.')).toBeVisible();
  await expect(slots(page).getByText(/^Reservations cancelled, moved or shortened since 110\dL\.$/)).toBeVisible();
  await expect(takers(page)).toHaveCount(0);
  await axe();
});

test('a cancelled reservation leads from the log to those who could use its time', async ({ page, context, axe }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${stack.url}/changes?period=all`);
  await expect(page.getByText(/Complete since 1105L/)).toBeVisible();
  const retakenAgain = { ...retaken, reservationId: 'another', pilots: [], instructor: null };
  const later = (text: string) =>
    new Date(Date.parse(text) + 30 * 24 * 60 * minute).toISOString().replace('.000Z', 'Z');
  rewrite(
    new Map<string, Change>([
      [gone.reservationId, (record) => ({ ...record, reservationStatus: cancelled })],
      [
        moved.reservationId,
        (record) => ({ ...record, startTime: later(moved.startTime), endTime: later(moved.endTime) }),
      ],
      [retaken.reservationId, (record) => ({ ...record, reservationStatus: cancelled })],
    ]),
    [retakenAgain],
  );
  stack.pass(20 * minute);
  const student = nameOf(gone.pilots[0]!);
  const entry = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: student })
    .filter({ hasText: 'Removed' });
  await entry.getByRole('link', { name: 'Who could use it?' }).click();
  await expect(page).toHaveURL(/\/plan\/standby\?slot=\d+$/);

  const chosen = slots(page).locator('[aria-current="true"]');
  await expect(chosen).toHaveAccessibleName(new RegExp(gone.aircraft!.tailNumber));
  await expect(
    slots(page)
      .getByRole('listitem')
      .filter({ hasText: nameOf(moved.pilots[0]!) }),
  ).toContainText('moved from');
  await expect(slots(page).getByRole('listitem')).toHaveCount(2);
  await expect(slots(page).getByText('Not offered: 1 booked again.')).toBeVisible();

  const table = takers(page).getByRole('table');
  const rows = table.getByRole('row');
  await expect(rows.first()).toHaveText('StudentWaits sinceInstructorAircraftReason');
  // The longest wait first: days never grow.
  const waits = await table.getByText(/^(\d+ days?|today)$/).allTextContents();
  const days = waits.map((text) => (text === 'today' ? 0 : Number.parseInt(text, 10)));
  expect(days.length).toBeGreaterThan(1);
  expect(days).toEqual(days.toSorted((a, b) => b - a));
  const studentLinks = await rows.locator('td:first-child a').allTextContents();
  expect(studentLinks).not.toContain(student);
  await expect(page.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0);

  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Copy list' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(
    new RegExp(
      `^Standby for .+, ${gone.aircraft!.tailNumber}.*; as of Tue 12 May 11\\d\\dL\nFreed: was .+now Cancelled`,
    ),
  );
  expect(text).toContain(`1. ${studentLinks[0]}  last lesson `);
  expect(text.split('\n').at(-1)).toBe('Nothing is booked and nobody has been told.');
  expect(sent).toEqual([]);
  await axe();

  await takers(page).getByRole('link', { name: 'Show on the timeline' }).click();
  await expect(page).toHaveURL(/\/reservations\?view=timeline&date=2026-05-1\d&at=\d{4}$/);
  await expect(page.getByText(/is not a time/)).toHaveCount(0);
});

test('the list of the chosen slot is printed and saved, without the other slots', async ({ page }) => {
  await page.goto(`${stack.url}/plan/standby`);
  await expect(takers(page).getByRole('table')).toBeVisible();
  // The first of many; paper has all of them.
  const rows = takers(page).getByRole('table').getByRole('row');
  const all = takers(page).getByRole('button', { name: /^Show all \d+$/ });
  const count = Number.parseInt((await all.textContent())?.slice('Show all '.length) ?? '', 10);
  await expect(rows).toHaveCount(16);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(rows).toHaveCount(count + 1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(rows).toHaveCount(16);
  await all.click();
  await expect(rows).toHaveCount(count + 1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('standby.csv');
  await page.emulateMedia({ media: 'print' });
  await expect(takers(page).getByRole('table')).toBeVisible();
  await expect(slots(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('a link to a time that is not offered says why, and one to no change is wrong', async ({ page }) => {
  await page.goto(`${stack.url}/changes?period=all`);
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Removed' });
  await entry
    .filter({ hasText: nameOf(retaken.pilots[0]!) })
    .getByRole('link', { name: 'Who could use it?' })
    .click();
  await expect(takers(page)).toContainText('This time is not offered: booked again.');
  await followAnew(page, '/plan/standby?slot=99999');
  await expect(page.getByText('slot: the log has no freed time with the number 99999')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the answer comes first once a slot is chosen', async ({ page, axe }) => {
    await page.goto(`${stack.url}/plan/standby`);
    await slots(page).getByRole('listitem').nth(1).getByRole('link').tap();
    await expect(page).toHaveURL(/slot=/);
    const order = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect(order).toEqual(['Who could use it', 'Freed slots']);
    await expect(takers(page).getByRole('listitem').first()).toContainText(/lessons?/);
    await axe();
  });
});

test('says so while the log cannot be loaded, and nothing of none', async ({ page, expectConsole }) => {
  expectConsole(/500/);
  await page.route('**/replica/log?*', (route) => route.fulfill({ status: 500 }));
  await page.goto(`${stack.url}/plan/standby`);
  await expect(slots(page)).toHaveAttribute('data-state', 'failed');
  await expect(page.getByText('No freed slots')).toHaveCount(0);
  await expect(takers(page)).toHaveCount(0);
});
