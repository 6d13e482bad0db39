import type { APIRequestContext, Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { askReservations, type Reservation } from '#e2e/fixtures/reservations.ts';

const list = '/reservations?view=list';
const details = (page: Page) => page.getByRole('dialog');

/** A lesson today with a full set of people, and a telephone number. */
async function aLesson(request: APIRequestContext): Promise<Reservation> {
  const { items } = await askReservations(request, 'startTime=gte:2026-05-12T12:00:00&limit=50');
  const lesson = items.find(
    (item) => item.training.sessions[0] && item.instructor && item.pilots[0]?.phone && item.aircraft,
  );
  if (!lesson) throw new Error('the operator has no lesson on this day');
  return lesson;
}

const open = (page: Page, { reservationId }: Reservation, rest = '') =>
  page.goto(`${list}&startTime=gte:2026-05-12T12:00:00&reservation=${reservationId}${rest}`);

const nameOf = (person: { firstName: string; lastName: string } | null | undefined) =>
  `${person?.firstName} ${person?.lastName}`;

/** By the operator's clock, an hour before noon when it is 17Z. */
const local = (text: string) => {
  const shifted = new Date(Date.parse(text) - 6 * 3_600_000).toISOString();
  return `${shifted.slice(11, 13)}${shifted.slice(14, 16)}L`;
};

test('opens from the list by its link, takes and returns the focus, and keeps the page’s keys working', async ({
  page,
}) => {
  await page.goto(`${list}&displayTypeId=eq:0`);
  const links = page.getByRole('table').getByRole('link', { name: /L–/ });
  await links.nth(1).click();
  await expect(page).toHaveURL(/view=list&displayTypeId=eq:0&reservation=/);
  await expect(details(page).getByRole('heading', { level: 2, name: /^Reservation/ })).toBeFocused();
  await expect(links.nth(1)).toHaveAttribute('aria-current', 'true');
  await links.nth(2).click();
  await expect(details(page).getByRole('heading', { level: 2, name: /^Reservation/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/reservation=/);
  await expect(links.nth(2)).toBeFocused();
  await page.goBack();
  await expect(details(page)).toBeVisible();
  await details(page).getByRole('button', { name: 'Close' }).click();
  await expect(details(page)).toHaveCount(0);
  await links.nth(1).click();
  await expect(details(page).getByText('People')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/fleet$/);
});

test('say so if they cannot be loaded, the page stays, and the next attempt shows them', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Failed to fetch dynamically|could not be loaded/);
  const part = /\/assets\/Details-.*\.js/;
  await page.route(part, (route) => route.abort());
  await open(page, await aLesson(request));
  await expect(details(page).getByRole('alert')).toHaveText(/^A part of this page could not be loaded\./);
  await expect(details(page).getByRole('heading', { level: 2, name: /^Reservation/ })).toBeVisible();
  await expect(page.getByRole('table').getByRole('link', { name: /L–/ }).first()).toBeVisible();
  await page.unroute(part);
  await details(page).getByRole('button', { name: 'Try again' }).click();
  await expect(details(page).getByRole('heading', { name: /^People/ })).toBeVisible();
});

test('returns the focus over a narrow page too, and the timeline’s keys continue from there', async ({ page }) => {
  await page.setViewportSize({ width: 834, height: 1112 });
  await page.goto('/reservations?view=timeline');
  const bars = page.locator('main [data-key]');
  await bars.nth(3).click();
  await expect(details(page).getByRole('heading', { level: 2, name: /^Reservation/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details(page)).toHaveCount(0);
  await expect(bars.and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(details(page)).toBeVisible();
  await page.reload();
  await expect(details(page).getByRole('heading', { level: 2, name: /^Reservation/ })).toBeFocused();
  // Wait until the bar is drawn, because it takes the focus.
  await expect(page.locator('main [role=gridcell][aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(details(page)).toHaveCount(0);
  await expect(bars.and(page.locator(':focus'))).toHaveCount(1);
});

test('shows what the reservation holds, with the maintenance of its aircraft, and copies it as text', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lesson = await aLesson(request);
  const reminders = await request.get(
    `/api/core/v1.0/operators/1001/aircraft/${lesson.aircraft?.aircraftId}/maintenanceReminders`,
  );
  const { items } = (await reminders.json()) as { items: { permanentlyComplied: boolean }[] };
  const current = items.filter((item) => !item.permanentlyComplied);
  await open(page, lesson);
  const panel = details(page);
  const times = `${local(lesson.startTime)}–${local(lesson.endTime)}`;
  await expect(panel.getByText(times)).toBeVisible();
  await expect(panel.getByText(/America\/Denver; \d{4}Z–\d{4}Z Zulu/)).toBeVisible();
  const links = [
    [nameOf(lesson.pilots[0]), `/people/${lesson.pilots[0]?.userId}`],
    [nameOf(lesson.instructor), `/instructors/${lesson.instructor?.userId}`],
    [lesson.aircraft?.tailNumber ?? '', `/fleet/${lesson.aircraft?.aircraftId}`],
  ] as const;
  for (const [name, address] of links) await expect(panel.getByRole('link', { name })).toHaveAttribute('href', address);
  const training = panel.getByRole('region', { name: /^Training/ });
  await expect(training.getByText(lesson.training.sessions[0]?.lesson.name ?? '')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Before and after, that day' })).toContainText('previous: ');
  const maintenance = panel.getByRole('region', { name: `Maintenance of ${lesson.aircraft?.tailNumber}` });
  await expect(maintenance.getByText(`${current.length} reminders`)).toBeVisible();
  await maintenance.getByText(/\d+ (more )?OK/).click();
  await expect(maintenance.getByRole('listitem')).toHaveCount(current.length);

  await panel.getByRole('button', { name: 'Copy as text' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`Tue 12 May ${times}`);
  expect(text).not.toContain(lesson.pilots[0]?.phone ?? 'nothing');
});

test('a telephone number appears nowhere until requested, and is hidden again when reopened', async ({
  page,
  request,
}) => {
  const lesson = await aLesson(request);
  const [pilot] = lesson.pilots;
  const phone = pilot?.phone ?? '';
  await open(page, lesson);
  await details(page).getByText('API details').click();
  await expect(details(page).locator('pre')).toContainText(lesson.reservationId);
  expect(await page.content()).not.toContain(phone);
  await details(page)
    .getByRole('button', { name: `Show phone of ${pilot?.firstName} ${pilot?.lastName}` })
    .click();
  await expect(details(page).getByRole('link', { name: phone })).toHaveAttribute('href', /^tel:\+?\d+$/);
  expect(page.url()).not.toContain(encodeURIComponent(phone));
  await page.reload();
  await expect(details(page).getByRole('heading', { name: 'People' })).toBeVisible();
  expect(await page.content()).not.toContain(phone);
});

test('says so if the browser does not allow copying, and if the reservation is not loaded', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 404.*\/replica\/reservation\?id=gone/);
  // As over plain HTTP, where browsers offer no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, await aLesson(request));
  // The text to copy changes once the whole record is loaded, and the result belongs to that text.
  await details(page).getByText('API details').click();
  await expect(details(page).getByText('Record as JSON')).toBeVisible();
  await details(page).getByRole('button', { name: 'Copy as text' }).click();
  await expect(details(page).getByRole('status').filter({ hasText: 'Not copied' })).toBeVisible();
  await page.goto(`${list}&reservation=gone`);
  await expect(details(page).getByText('This reservation is not loaded.')).toBeVisible();
});

test('closing them keeps the place in the timeline, even if the page learns late that it is wider again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { ResizeObserver: Observer } = window;
    window.ResizeObserver = class extends Observer {
      constructor(tell: ResizeObserverCallback) {
        super((entries, observer) => setTimeout(() => tell(entries, observer), 200));
      }
    };
    // React's tasks come through a channel: late enough that a scroll comes before the focus returns.
    const { MessageChannel: Channel } = window;
    window.MessageChannel = class extends Channel {
      constructor() {
        super();
        const post = this.port2.postMessage.bind(this.port2) as (message: unknown) => void;
        this.port2.postMessage = (message: unknown) => setTimeout(() => post(message), 60);
      }
    };
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/reservations');
  const grid = page.getByRole('grid', { name: /Reservations by/ });
  // Late enough in the day to be far from midnight, where the browser goes.
  const bar = grid.getByRole('gridcell', { name: /, 2030–2300 / });
  const key = await bar.getAttribute('data-key');
  await page.goto(`/reservations?reservation=${key}`);
  await expect(bar).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(details(page)).toHaveCount(0);
  await expect.poll(() => grid.evaluate(({ scrollWidth }) => scrollWidth)).toBeGreaterThan(1440);
  await expect(bar).toBeFocused();
  await expect(bar).toBeInViewport();
});
