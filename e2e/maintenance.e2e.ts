import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';
import { now } from './support/servers.ts';

type Reminder = {
  maintenanceReminderId: string;
  name: string;
  status: { id: number; name: string };
  permanentlyComplied: boolean;
};
type Aircraft = { aircraftId: string; tailNumber: string; status: { id: number } };

async function list<Item>(request: APIRequestContext, path: string): Promise<Item[]> {
  const answer = await request.get(`/api/core/v1.0/operators/1001/${path}`);
  return ((await answer.json()) as { items: Item[] }).items;
}

/** What the operator says of its active aircraft, asked directly. */
async function remindersOf(request: APIRequestContext): Promise<(Reminder & { tail: string; aircraftId: string })[]> {
  const aircraft = await list<Aircraft>(request, 'aircraft?statusId=eq:1');
  const all = aircraft.map(async ({ aircraftId, tailNumber }) => {
    const reminders = await list<Reminder>(request, `aircraft/${aircraftId}/maintenanceReminders`);
    return reminders.filter((one) => !one.permanentlyComplied).map((one) => ({ ...one, tail: tailNumber, aircraftId }));
  });
  return (await Promise.all(all)).flat();
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });
const counter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Reminders by status' }).getByRole('button', { name });

async function openComplete(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectComplete(page);
}

/** Some aircraft have answered, and none is waited for. */
async function expectComplete(page: Page): Promise<void> {
  await expect(counter(page, 'OK')).toHaveText(/[1-9]\d* OK/);
  await expect(page.getByText(/\d+ of \d+ aircraft, \d+ waiting/)).toHaveCount(0, { timeout: 20_000 });
}

test('counts the reminders of the whole fleet as the operator does, and lists the worst first', async ({
  page,
  request,
}) => {
  const reminders = await remindersOf(request);
  const count = (id: number) => reminders.filter((one) => one.status.id === id).length;
  await openComplete(page, '/maintenance?density=compact');
  await expect(counter(page, 'Expired').first()).toHaveText(`${count(3)} Expired`);
  await expect(counter(page, 'Warning').first()).toHaveText(`${count(2)} Warning`);
  await expect(counter(page, 'OK')).toHaveText(`${count(1)} OK`);
  await expect(page.getByText(`${reminders.length} in all`)).toBeVisible();
  const first = await rowsOf(page).allInnerTexts();
  expect(first.slice(0, count(3)).every((text) => text.startsWith('Expired'))).toBe(true);
  await expect(page.getByRole('link', { name: /Maintenance/ }).getByText(String(count(3)))).toBeVisible();
});

for (const [name, filter, ids] of [
  ['Expired', 'eq:3', [3]],
  ['Warning', 'eq:2', [2]],
  ['OK', 'eq:1', [1]],
  ['Warning or Expired', 'int:2,3', [2, 3]],
] as const) {
  test(`the counter ${name} shows those alone`, async ({ page, request }) => {
    const expected = (await remindersOf(request)).filter((one) => ids.some((id) => id === one.status.id)).length;
    await openComplete(page, '/maintenance');
    await page
      .getByRole('group', { name: 'Reminders by status' })
      .getByRole('button', { name: new RegExp(`${name}$`) })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`statusId=${filter}`));
    await expect(page.getByText(new RegExp(`^${expected} of \\d+$`))).toBeVisible();
  });
}

test('the status filter of an aircraft goes to the service as specified', async ({ page, request }) => {
  const reminders = await remindersOf(request);
  const { tail } = reminders.find((one) => one.status.id === 3) ?? { tail: '' };
  await page.goto('/fleet');
  await page.getByRole('link', { name: tail, exact: true }).click();
  const asked = page.waitForRequest(/maintenanceReminders\?statusId=int:2,3/);
  const panel = page.getByRole('region', { name: 'Maintenance reminders' });
  await panel.getByLabel('Status').selectOption('Warning or Expired');
  await asked;
  await expect(panel.getByText('Query: Status is one of Warning or Expired')).toBeVisible();
  const expected = reminders.filter((one) => one.tail === tail && one.status.id !== 1).length;
  await expect(panel.getByRole('list').getByRole('listitem')).toHaveCount(expected);
});

test('groups by aircraft and by reminder, and finds by tail', async ({ page, request }) => {
  const reminders = await remindersOf(request);
  const hundreds = reminders.filter((one) => one.name === '100-Hour Inspection').length;
  await openComplete(page, '/maintenance');
  await page.getByLabel('Group').selectOption('by reminder');
  await page.getByLabel('Search by tail number or reminder').fill('100 hour');
  await expect(page.getByRole('rowheader', { name: `100-Hour Inspection ${hundreds}` })).toBeVisible();
  await page.getByLabel('Group').selectOption('by aircraft');
  const tail = reminders[0]?.tail ?? '';
  await page.getByLabel('Search by tail number or reminder').fill(tail);
  await expect(page.getByRole('rowheader', { name: new RegExp(`^${tail} \\d+$`) })).toBeVisible();
});

test('names the booking that will cross a limit, and says that it is a forecast', async ({ page }) => {
  await openComplete(page, '/maintenance?q=100-hour');
  await expect(page.getByText('Forecasts take 0.69 meter hours per booked hour and change no status.')).toBeVisible();
  await expect(page.getByText(/h booked before .* crossed by the booking of/).first()).toBeVisible();
  await page.getByLabel('Meter hours per booked hour').selectOption('1');
  await expect(page).toHaveURL(/factor=1/);
  await expect(page.getByText('Forecasts take 1 meter hours per booked hour')).toBeVisible();
});

test('names the crossing booking of a case computed by hand', async ({ page }) => {
  // 6.0 h are left. Booked: today 1300L to 1700L (4 h), tomorrow 0900L to 1300L (4 h), Thursday 0900L to 1500L (6 h).
  // Every hour counted, 4 + 4 = 8 cross 6.0 tomorrow; at 0.69 it is 2.76 + 2.76 = 5.52, so that Thursday crosses.
  const aircraftId = '11111111-1111-4111-8111-111111111111';
  const ok = { id: 1, name: 'OK' };
  const timeOptions = { typeStatus: ok, message: 'as the service says', currentHours: 994, expirationHours: 1000 };
  const booking = (day: number, from: number, to: number) => ({
    reservationId: `${day}`,
    startTime: `2026-05-${day}T${from}:00:00Z`,
    endTime: `2026-05-${day}T${to}:00:00Z`,
    reservationType: { displayTypeId: 0, name: 'Rental' },
    reservationStatus: { id: 0, name: 'Reserved' },
    aircraft: { aircraftId, tailNumber: 'N1HC' },
  });
  const aircraft = { aircraftId, tailNumber: 'N1HC', status: { id: 1, name: 'active' } };
  const reminder = { maintenanceReminderId: 'r', name: '100-Hour', status: ok, timeOptions };
  const bookings = [booking(12, 19, 23), booking(13, 15, 19), booking(14, 15, 21)];
  const readWell = { skipped: [], failure: null };
  const answers = [
    [/\/aircraft$/, { totalItems: 1, offset: 0, limit: null, items: [aircraft] }],
    [/\/replica\/reminders$/, { aircraft: [{ aircraftId, items: [reminder], ...readWell }], resumesAt: null }],
    [
      /\/replica\/reservations\?/,
      { items: bookings, untimed: [], shortfall: null, missing: [], ...readWell, resumesAt: null },
    ],
  ] as const;
  for (const [address, json] of answers) await page.route(address, (route) => route.fulfill({ json }));
  await openComplete(page, '/maintenance');
  const phrase =
    '6.0 h left · 14.0 h booked before Thu 14 May 1500L · crossed by the booking of Thu 0900L (likely), of Wed 0900L (at the earliest)';
  await expect(page.getByText(phrase)).toBeVisible();
  await expect(page.getByText('no visit booked')).toBeVisible();
  await expect(page.getByText('as the service says')).toBeVisible();
});

test('shows date limits, forecasts and shop visits of a month', async ({ page }) => {
  await openComplete(page, '/maintenance?view=calendar&statusId=int:2,3');
  await expect(page.getByRole('heading', { name: 'May 2026' })).toBeVisible();
  await expect(page.getByText('no visit booked').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/month=2026-06/);
});

test('gives the filtered list as CSV, all of it', async ({ page, request }) => {
  const expected = (await remindersOf(request)).filter((one) => one.status.id === 2);
  await openComplete(page, '/maintenance?statusId=eq:2');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV (${expected.length})` }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toMatch(/^Tail,Model,Reminder,Status/);
  expect(lines).toHaveLength(expected.length + 1);
  for (const { tail } of expected) expect(lines.some((line) => line.startsWith(`${tail},`))).toBe(true);
});

test('prints every row and nothing to press', async ({ page, request }) => {
  const expected = (await remindersOf(request)).length;
  await openComplete(page, '/maintenance');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(rowsOf(page)).toHaveCount(expected);
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('draws only the rows near the window, and all can be reached by scrolling', async ({ page, request }) => {
  const expected = (await remindersOf(request)).length;
  await openComplete(page, '/maintenance?density=compact');
  expect(await rowsOf(page).count()).toBeLessThan(expected);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.locator('tr[aria-rowindex]').last().getAttribute('aria-rowindex')).toBe(String(expected + 1));
  }).toPass();
});

test('has the stored picture at once where the service cannot be reached', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to load/);
  await openComplete(page, '/maintenance');
  await page.waitForTimeout(1500);
  await page.route(/\/(api|replica)\/|\/events$/, (route) => route.abort());
  await page.reload();
  await expect(counter(page, 'OK')).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
});

test('says what changed since the last look, until it is seen', async ({ page, request }) => {
  const reminder = (await remindersOf(request)).find(({ status }) => status.id === 1);
  if (!reminder) throw new Error('no reminder is OK');
  await openComplete(page, '/maintenance');
  const lookedAt = () => page.evaluate(() => localStorage.getItem('flightline seen reminders, operator 1001'));
  await expect.poll(lookedAt).not.toBeNull();
  const { tail, aircraftId: scope, ...before } = reminder;
  const after = { ...before, status: { id: 2, name: 'Warning' } };
  const change = { seq: 1, set: 'reminders', scope, id: before.maintenanceReminderId, kind: 'changed', before, after };
  const at = '2026-05-12T17:25:00Z';
  const changes = [{ ...change, at: '2026-05-12T17:20:00Z' }];
  await page.clock.setFixedTime(at);
  await page.route(/\/replica\/changes\?.*set=reminders/, (route) =>
    route.fulfill({ json: { changes, next: 1, hasMore: false, from: now, at } }),
  );
  await page.reload();
  const heading = page.getByRole('heading', { name: /^Since you last looked/ });
  await expect(heading).toHaveText('Since you last looked: 1');
  await expect(page.getByText(`${tail} ${before.name} OK → Warning, seen 1120L`)).toBeVisible();
  await expectComplete(page);
  await page.getByRole('button', { name: 'Seen' }).click();
  await expect(heading).toHaveCount(0);
  await page.reload();
  await expectComplete(page);
  await expect(heading).toHaveCount(0);
});

test('falls back, with a word about it, where the address asks for what cannot be', async ({ page }) => {
  await openComplete(page, '/maintenance?statusId=eq:8&factor=7&view=pie&hide=colour');
  await expect(page.getByText('“eq:8” is not a status filter; showing all.')).toBeVisible();
  await expect(page.getByText('“7” is not a number from 0.3 to 1 for factor')).toBeVisible();
  await expect(page.getByText('“pie” is not a choice for view')).toBeVisible();
  await expect(page.getByText('“colour” is not a choice for hide')).toBeVisible();
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('list and calendar are accessible and never scroll sideways', async ({ page, axe }) => {
      await openComplete(page, '/maintenance');
      await expectNoSidewaysScroll(page);
      await axe();
      await page.getByRole('button', { name: 'Calendar' }).click();
      await expect(page.getByRole('heading', { name: 'May 2026' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
    });
  });
}
