import type { APIRequestContext, Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';
import { askReservations, type Reservation } from './support/reservations.ts';

const list = '/reservations?view=list';
const details = (page: Page) => page.getByRole('dialog');

/** A lesson of today with everybody on it, and a telephone. */
async function aLesson(request: APIRequestContext): Promise<Reservation> {
  const { items } = await askReservations(request, 'startTime=gte:2026-05-12T12:00:00&limit=50');
  const lesson = items.find(
    (one) => one.training.sessions[0] && one.instructor && one.pilots[0]?.phone && one.aircraft,
  );
  if (!lesson) throw new Error('the operator has no lesson on this day');
  return lesson;
}

const open = (page: Page, { reservationId }: Reservation, rest = '') =>
  page.goto(`${list}&startTime=gte:2026-05-12T12:00:00&reservation=${reservationId}${rest}`);

/** By the operator's clock, an hour before noon when it is 17Z. */
const local = (text: string) => {
  const shifted = new Date(Date.parse(text) - 6 * 3_600_000).toISOString();
  return `${shifted.slice(11, 13)}${shifted.slice(14, 16)}L`;
};

test('opens from the list by its link, takes the focus, and gives it back', async ({ page }) => {
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
});

test('shows what the reservation holds, in both clocks', async ({ page, request }) => {
  const lesson = await aLesson(request);
  await open(page, lesson);
  const panel = details(page);
  const times = `${local(lesson.startTime)}–${local(lesson.endTime)}`;
  await expect(panel.getByText(times)).toBeVisible();
  await expect(panel.getByText(/America\/Denver; \d{4}Z–\d{4}Z Zulu/)).toBeVisible();
  await expect(panel.getByText(lesson.reservationType.name).first()).toBeVisible();
  const [pilot] = lesson.pilots;
  await expect(panel.getByRole('link', { name: `${pilot?.firstName} ${pilot?.lastName}` })).toHaveAttribute(
    'href',
    `/people?id=${pilot?.userId}`,
  );
  const instructor = `${lesson.instructor?.firstName} ${lesson.instructor?.lastName}`;
  await expect(panel.getByRole('link', { name: instructor })).toHaveAttribute(
    'href',
    `/instructors/${lesson.instructor?.userId}`,
  );
  const aircraft = panel.getByRole('region', { name: 'Aircraft', exact: true });
  await expect(aircraft.getByRole('link', { name: lesson.aircraft?.tailNumber ?? '' })).toHaveAttribute(
    'href',
    `/fleet/${lesson.aircraft?.aircraftId}`,
  );
  await expect(aircraft.getByText('Airplane,')).toBeVisible();
  await expect(aircraft.getByText(/^(not )?complex$/)).toBeVisible();
  const training = panel.getByRole('region', { name: /^Training/ });
  await expect(training.getByText(lesson.training.sessions[0]?.lesson.name ?? '')).toBeVisible();
  await expect(training.getByText(lesson.training.sessions[0]?.course.name ?? '')).toBeVisible();
  await page.getByRole('button', { name: /Zulu time/ }).click();
  await expect(panel.getByText(/Zulu; \d{4}L–\d{4}L in America\/Denver/)).toBeVisible();
});

test('names who has the aircraft before and after', async ({ page, request }) => {
  const day = await askReservations(
    request,
    'startTime=lt:2026-05-13T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=250',
  );
  const flights = Map.groupBy(day.items, ({ aircraft }) => aircraft?.tailNumber ?? '');
  flights.delete('');
  const busy = [...flights.values()]
    .find((one) => one.length > 2)!
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1));
  const from = local(busy[1]!.startTime).replace(/^(\d\d)(\d\d)L$/, '2026-05-12T$1:$2:00');
  await page.goto(`${list}&startTime=gte:${from}&limit=25&reservation=${busy[1]?.reservationId}`);
  const around = details(page).getByRole('region', { name: 'Before and after, that day' });
  await expect(around).toContainText(
    new RegExp(`(lands|ends) ${local(busy[0]!.endTime)}; next: ${local(busy[2]!.startTime)}`),
  );
});

test('lists the maintenance of its aircraft as the operator does, worst first', async ({ page, request }) => {
  const lesson = await aLesson(request);
  const answer = await request.get(
    `/api/core/v1.0/operators/1001/aircraft/${lesson.aircraft?.aircraftId}/maintenanceReminders`,
  );
  const { items } = (await answer.json()) as {
    items: { name: string; status: { id: number }; permanentlyComplied: boolean }[];
  };
  const current = items.filter((one) => !one.permanentlyComplied);
  await open(page, lesson);
  const maintenance = details(page).getByRole('region', { name: `Maintenance of ${lesson.aircraft?.tailNumber}` });
  await expect(maintenance.getByText(`${current.length} reminders`)).toBeVisible();
  await maintenance.getByText(/\d+ (more )?OK/).click();
  await expect(maintenance.getByRole('listitem')).toHaveCount(current.length);
  const ids = current.map((one) => one.status.id).toSorted((a, b) => b - a);
  const words = ['', 'OK', 'Warning', 'Expired'];
  const marks = await maintenance.getByRole('listitem').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  for (const [index, id] of ids.entries()) expect(marks[index]).toContain(words[id]);
});

test('a telephone number is nowhere until it is asked for, and covered again at the next look', async ({
  page,
  request,
}) => {
  const lesson = await aLesson(request);
  const [pilot] = lesson.pilots;
  const phone = pilot?.phone ?? '';
  await open(page, lesson);
  await details(page).getByText('The record as JSON').click();
  await expect(details(page).locator('pre')).toContainText(lesson.reservationId);
  expect(await page.content()).not.toContain(phone);
  await details(page)
    .getByRole('button', { name: `Show phone of ${pilot?.firstName} ${pilot?.lastName}` })
    .click();
  await expect(details(page).getByRole('link', { name: phone })).toHaveAttribute('href', /^tel:\+?\d+$/);
  expect(page.url()).not.toContain(encodeURIComponent(phone));
  await page.reload();
  await expect(details(page).getByText('People')).toBeVisible();
  expect(await page.content()).not.toContain(phone);
});

test('is copied as text, which is said, with nothing to reach anybody by', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lesson = await aLesson(request);
  await open(page, lesson);
  await details(page).getByRole('button', { name: 'Copy as text' }).click();
  await expect(details(page).getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(lesson.aircraft?.tailNumber);
  expect(text).toContain(`Tue 12 May ${local(lesson.startTime)}–${local(lesson.endTime)}`);
  expect(text).not.toContain(lesson.pilots[0]?.phone ?? 'nothing');
});

test('says so where the browser does not allow copying, as over plain HTTP', async ({ page, request }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, await aLesson(request));
  await details(page).getByRole('button', { name: 'Copy as text' }).click();
  await expect(details(page).getByRole('status').filter({ hasText: 'Not copied' })).toBeVisible();
});

test('leaves the keys of the page in use while it stands beside it', async ({ page, request }) => {
  await open(page, await aLesson(request));
  await expect(details(page).getByText('People')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/fleet$/);
});

test('shows what the specification does not describe, personal things covered', async ({ page, request }) => {
  const lesson = await aLesson(request);
  await page.route('**/replica/reservation?*', async (route) => {
    // Without its ETag, so that the answer comes whole each time.
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    const { record } = (await response.json()) as { record: Reservation };
    const more = {
      dispatchNote: 'Bring the covers',
      contactEmail: 'sam@example.com',
      recurringSeries: { everyWeeks: 2 },
    };
    await route.fulfill({ response, json: { record: { ...record, ...more } } });
  });
  await open(page, lesson);
  const also = details(page).getByRole('region', { name: /^Also sent by the service/ });
  await expect(also.getByText('Dispatch note')).toBeVisible();
  await expect(also.getByText('Bring the covers')).toBeVisible();
  expect(await page.content()).not.toContain('sam@example.com');
  await also.getByRole('button', { name: 'Show of Contact email' }).click();
  await expect(also.getByText('sam@example.com')).toBeVisible();
  const series = details(page).getByRole('region', { name: 'Recurring series' });
  await expect(series).toContainText('Every weeks2');
});

test('says so when the reservation is not among those loaded', async ({ page, expectConsole }) => {
  expectConsole(/status of 404.*\/replica\/reservation\?id=gone/);
  await page.goto(`${list}&reservation=gone`);
  await expect(details(page).getByText('This reservation is not among those loaded.')).toBeVisible();
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('the details are accessible, beside the list or over it', async ({ page, request, axe }) => {
      await open(page, await aLesson(request));
      await expect(details(page).getByText(/\d+ reminders/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      const isPhone = look.use.viewport.width < 900;
      expect(await details(page).evaluate((element) => element.matches(':modal'))).toBe(isPhone);
      await axe();
      await page.keyboard.press('Escape');
      await expect(details(page)).toHaveCount(0);
    });
  });
}
