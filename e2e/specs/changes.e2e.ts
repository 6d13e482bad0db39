import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { nameOf, overlapping, type Reservation, reservationsOf } from '#e2e/fixtures/records.ts';
import { expect, follow, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

type ReportedReservation = Reservation & { reservationStatus: { id: number; name: string } };
type Reminder = { maintenanceReminderId: string; name: string; timeOptions: { currentHours: number } | null };

const hour = 3_600_000;
const minute = 60_000;
const hourLater = (text: string) => new Date(Date.parse(text) + hour).toISOString().replace('.000Z', 'Z');
/** Denver is six hours behind in May. */
const local = (text: string) =>
  `${new Date(Date.parse(text) - 6 * hour).toISOString().slice(11, 16).replace(':', '')}L`;

let stack: TimedStack;
let booked: ReportedReservation[];
let reminder: Reminder;
let tail: string;
test.beforeAll(async ({ playwright }) => {
  stack = await startTimedStack(['--aircraft=8', '--reservations-per-day=24', '--days=16']);
  const request = await playwright.request.newContext();
  // Only afternoon flights, so that the advancing clock checks none of them out.
  const filters = overlapping('2026-05-12T14:00:00', '2026-05-12T21:00:00');
  const all = (await reservationsOf(request, filters, stack.url)) as ReportedReservation[];
  booked = all.filter(
    ({ aircraft, instructor, reservationStatus, startTime }) =>
      aircraft &&
      instructor &&
      reservationStatus.id === 0 &&
      Date.parse(startTime) > Date.parse('2026-05-12T19:00:00Z'),
  );
  const core = `${stack.url}/api/core/v1.0/operators/1001/aircraft`;
  const fleet = (await (await request.get(core)).json()) as { items: { aircraftId: string; tailNumber: string }[] };
  const [first] = fleet.items;
  tail = first!.tailNumber;
  const own = await request.get(`${core}/${first!.aircraftId}/maintenanceReminders`);
  reminder = ((await own.json()) as { items: Reminder[] }).items.find(({ timeOptions }) => timeOptions)!;
  await request.dispose();
});
test.afterAll(() => stack.close());

/** From now on the service changes these records in its answers, or omits them if null. Keys are any id in them. */
function rewrite(changes: ReadonlyMap<string, ((record: object) => object) | null>): void {
  stack.upstream.rewrite((body) => {
    const answer = JSON.parse(body) as { items?: { reservationId?: string; maintenanceReminderId?: string }[] };
    const items = answer.items?.flatMap((record) => {
      const change = changes.get(record.reservationId ?? record.maintenanceReminderId ?? '');
      if (change === undefined) return [record];
      return change === null ? [] : [change(record)];
    });
    return items ? JSON.stringify({ ...answer, items }) : body;
  });
}

const entries = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test.describe.configure({ mode: 'serial' });

test('changes at the service appear on the open page, each with its record', async ({ page }) => {
  const [moved, swapped, gone, cancelled] = booked;
  expect(booked.length).toBeGreaterThanOrEqual(4);
  const other = booked.find(({ instructor }) => instructor!.userId !== swapped!.instructor!.userId)!;
  await page.goto(`${stack.url}/changes`);
  await expect(page.getByText(/Complete since 1105L/)).toBeVisible();
  // What changed since the shift began needs no action.
  await expect(page.getByRole('button', { name: 'This shift, 0600L' })).toHaveAttribute('aria-pressed', 'true');
  rewrite(
    new Map<string, ((record: object) => object) | null>([
      [
        moved!.reservationId,
        (record) => ({ ...record, startTime: hourLater(moved!.startTime), endTime: hourLater(moved!.endTime) }),
      ],
      [swapped!.reservationId, (record) => ({ ...record, instructor: other.instructor })],
      [gone!.reservationId, null],
      [cancelled!.reservationId, (record) => ({ ...record, reservationStatus: { id: 5, name: 'Cancelled' } })],
      [
        reminder.maintenanceReminderId,
        (record) => ({
          ...record,
          status: { id: 3, name: 'Expired' },
          timeOptions: { ...reminder.timeOptions, currentHours: reminder.timeOptions!.currentHours + 100 },
        }),
      ],
    ]),
  );
  stack.pass(6 * minute);
  const movedEntry = entries(page, `moved from ${local(moved!.startTime)} to ${local(hourLater(moved!.startTime))}`);
  await expect(movedEntry).toContainText(`Moved, new${moved!.aircraft!.tailNumber}`);
  await expect(movedEntry).toContainText(nameOf(moved!.instructor!));
  await expect(entries(page, `${nameOf(other.instructor!)} in place of ${nameOf(swapped!.instructor!)}`)).toContainText(
    'Instructor swapped',
  );
  const was = (reservation: ReportedReservation) =>
    `was ${local(reservation.startTime)} to ${local(reservation.endTime)}`;
  await expect(entries(page, `${was(gone!)}, deleted`)).toContainText(`Removed, new${gone!.aircraft!.tailNumber}`);
  await expect(entries(page, `${was(cancelled!)}, now Cancelled`)).toHaveCount(1);
  await expect(entries(page, `${reminder.name}: `).filter({ hasText: '→ Expired' })).toContainText(tail);
  await expect(entries(page, 'Reading jumped')).toContainText('(+100.0)');

  await movedEntry.getByRole('link', { name: 'moved from' }).click();
  await expect(page.getByRole('dialog')).toContainText(local(hourLater(moved!.startTime)));
  await page.goBack();
  await entries(page, 'Reading jumped').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(tail);
});

test('filters are in the address, and every list says how many of how many', async ({ page }) => {
  const [moved, , gone] = booked;
  await page.goto(`${stack.url}/changes`);
  const count = page.getByText(/^\d+ of \d+$/);
  await page.getByRole('button', { name: 'Kind', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Removed' }).click();
  await expect(page).toHaveURL(/kind=gone$/);
  await expect(count).toHaveText(/^2 of/);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Aircraft' }).selectOption(gone!.aircraft!.tailNumber);
  await expect(page).toHaveURL(new RegExp(`aircraft=${gone!.aircraft!.aircraftId}`));
  await expect(entries(page, 'deleted')).toHaveCount(1);

  await followAnew(page, `/changes?person=${moved!.instructor!.userId}&kind=moved`);
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(new RegExp(nameOf(moved!.instructor!)));
  await expect(count).toHaveText(/^1 of/);
  await followAnew(page, `/changes?q=${encodeURIComponent(`jumped ${tail}`)}`);
  await expect(entries(page, '')).toHaveCount(1);
  await followAnew(page, '/changes?period=day&date=2026-05-11');
  await expect(page.getByText(/^Not known: the log began 110\dL/)).toBeVisible();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByRole('heading', { name: 'Today, Tue 12 May' })).toBeVisible();
  await followAnew(page, '/changes?kind=nonsense');
  await expect(page.getByText(/“nonsense” is not a valid value for kind/)).toBeVisible();
});

test('entries that were seen are no longer marked, and shifts begin at their set times', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage['flightline seen log, operator 1001'] ??= '2026-05-12T17:00:00Z';
  });
  await page.goto(`${stack.url}/changes?period=seen&kind=gone`);
  await expect(entries(page, 'Removed, new')).toHaveCount(2);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByText('No changes match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Last shift, 2200L' }).click();
  await expect(page.getByText('No changes match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'This shift, 0600L' }).click();
  await expect(entries(page, 'Removed')).toHaveCount(2);
  await expect(entries(page, 'Removed, new')).toHaveCount(0);
});

test('matching entries are saved as a file', async ({ page }) => {
  const [moved] = booked;
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto(`${stack.url}/changes?kind=moved`);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV (1)' }).click();
  const lines = readFileSync(await (await file).path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe('\uFEFFSeen (America/Denver),Kind,Aircraft,People,Change,Details,Record');
  expect(lines[1]).toContain(`,Moved,${moved!.aircraft!.tailNumber},`);
  expect(lines[1]).toContain(`moved from ${local(moved!.startTime)} to ${local(hourLater(moved!.startTime))}`);
  expect(lines[1]).toContain(moved!.reservationId);
  expect(lines.slice(2)).toEqual(['']);
  await expect(page.getByText('Saved 1 entry.')).toBeVisible();
});

test('new entries wait for a click while a person reads further down', async ({ page }) => {
  // So low that a few entries overflow the window.
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.goto(`${stack.url}/changes`);
  await expect(entries(page, 'deleted')).toBeVisible();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const before = await entries(page, '').count();
  const [, , , , late] = booked;
  rewrite(new Map([[late!.reservationId, (record: object) => ({ ...record, pilots: [] })]]));
  stack.pass(35_000);
  const news = page.getByRole('button', { name: /^\d+ new$/ });
  await expect(news).toBeVisible();
  await expect(entries(page, '')).toHaveCount(before);
  await news.click();
  await expect(entries(page, 'Pilot swapped').first()).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('is accessible in both themes, with entries and without', async ({ page, axe }) => {
  await page.goto(`${stack.url}/changes`);
  await expect(entries(page, 'deleted')).toBeVisible();
  await axe();
  await follow(page, '/changes?q=nonsense');
  await expect(page.getByText('No changes match these filters.')).toBeVisible();
  await axe();
});
