import type { Page } from 'playwright/test';
import { instructorsOf, nameOf, overlapping, type Reservation, reservationsOf } from '#e2e/fixtures/records.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { type Stack, startStack } from '#e2e/servers/stack.ts';

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const namesOf = (page: Page) => rowsOf(page).getByRole('link').allTextContents();
const row = (page: Page, name: string) => rowsOf(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Tuesday 12 May by the operator's clock. */
const today = overlapping('2026-05-12T00:00:00', '2026-05-13T00:00:00');
const hour = 3_600_000;

const isOf = (userId: string) => (reservation: Reservation) =>
  reservation.instructor?.userId === userId || reservation.pilots.some((pilot) => pilot.userId === userId);

/** `0700L` of `2026-05-12T13:00:00Z`, in Denver's summer. */
function local(zulu: string): string {
  return `${new Date(Date.parse(zulu) - 6 * hour).toISOString().slice(11, 16).replace(':', '')}L`;
}

test('lists every instructor with status, duties and booked hours, narrows them, and leads to one', async ({
  page,
  request,
}) => {
  const [all, reservations] = await Promise.all([instructorsOf(request), reservationsOf(request, today)]);
  await page.goto('/instructors');
  await expect(page.getByText(`${all.length} in all`)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Instructors by activity' })).toContainText('free');
  // Those who cannot teach are folded below the others.
  const teaching = await rowsOf(page).count();
  expect(teaching).toBeLessThan(all.length);
  await page.getByRole('button', { name: /^\d+ not .*, \d+ not / }).click();
  await expect(rowsOf(page)).toHaveCount(all.length);
  const texts = await rowsOf(page).allTextContents();
  const textOf = (name: string) => texts.find((text) => text.startsWith(name)) ?? '';
  let compared = 0;
  for (const instructor of all) {
    const text = textOf(nameOf(instructor));
    expect(text).toContain(instructor.instructorStatus.name);
    const ownReservations = reservations
      .filter(isOf(instructor.userId))
      .filter((each) => each.reservationType.displayTypeId !== 10);
    if (ownReservations.length === 0) {
      expect(text).toContain('no duty');
      continue;
    }
    const from = ownReservations.map((each) => each.startTime).toSorted(byText)[0] ?? '';
    const to =
      ownReservations
        .map((each) => each.endTime)
        .toSorted(byText)
        .at(-1) ?? '';
    const booked = ownReservations.reduce(
      (sum, each) => sum + Date.parse(each.endTime) - Date.parse(each.startTime),
      0,
    );
    expect(text).toContain(`${local(from)}–`);
    expect(text).toContain(local(to));
    expect(text).toContain(`${(booked / hour).toFixed(1)} h`);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(8);

  const count = page.getByRole('button', { name: /\d+ free/ });
  const free = Number(((await count.textContent()) ?? '').match(/\d+/)?.[0]);
  await count.click();
  await expect(rowsOf(page)).toHaveCount(free);
  await page.getByRole('button', { name: /duty limits/ }).click();
  await expect(page).toHaveURL(/doing=advisory/);
  await expect(rowsOf(page).first()).toContainText('14 CFR 61.195(a) allows 8 h. Booked, not flown.');
  await page.getByRole('button', { name: /duty limits/ }).click();

  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=2026-05-13/);
  await page.getByLabel('Date', { exact: true }).fill('2026-05-20');
  await expect(page.getByRole('heading', { name: 'Wed 20 May' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  const [first] = all;
  await page.getByLabel('Search by name').pressSequentially((first?.lastName ?? '').toUpperCase());
  await row(page, first ? nameOf(first) : '')
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ? nameOf(first) : '');
});

test('for a new date nobody is called free or off until the answer arrives', async ({ page }) => {
  await page.goto('/instructors');
  await expect(page.getByRole('button', { name: /\d+ free/ })).toBeVisible();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/replica\/reservations\?/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByRole('heading', { name: 'Wed 13 May' })).toBeVisible();
  await expect(page.getByRole('button', { name: /\d+ not known/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Who is free' })).toContainText('not known');
  for (const text of await rowsOf(page).allTextContents()) expect(text).not.toMatch(/free|no duty|\d h/);
  release();
  await expect(page.getByRole('button', { name: /\d+ free/ })).toBeVisible();
});

test('filters by status and location through the API, and remembers a location with results', async ({
  page,
  request,
}) => {
  const known = await (await request.get('/api/core/v1.0/operators/1001')).json();
  const { locations } = known as { locations: { locationId: string; name: string }[] };
  const [first, second] = locations;
  const inactive = (await instructorsOf(request, '?instructorStatusId=eq:0')).map(nameOf);
  const there = (await instructorsOf(request, `?locationId=eq:${first?.locationId}`)).map(nameOf);
  await page.goto('/instructors');
  await page.getByLabel('Status').selectOption('inactive');
  await expect(page).toHaveURL(/instructorStatusId=eq:0/);
  await expect(rowsOf(page)).toHaveCount(inactive.length);
  expect((await namesOf(page)).toSorted(byText)).toEqual(inactive.toSorted(byText));
  await page.getByText('API details').click();
  await expect(page.getByText('Query: Status is inactive')).toBeVisible();
  await expect(page.getByText('instructors?instructorStatusId=eq:0')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('');
  await page.getByText('API details').click();

  const location = page.getByLabel('Location');
  const offered = (value = '') => page.locator(`datalist option[value="${value}"]`);
  await expect(offered(first?.name)).toBeAttached();
  await location.fill(first?.name ?? '');
  await location.press('Enter');
  await expect(page.getByText(`Query: Location is ${first?.name}`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(there.length);
  expect((await namesOf(page)).toSorted(byText)).toEqual(there.toSorted(byText));

  // If the service names no locations, the filter offers earlier entries that found somebody.
  await page.route('**/core/v1.0/operators/1001', (route) => route.fulfill({ json: { operatorId: 1001 } }));
  for (const text of [second?.locationId ?? '', 'nowhere']) {
    await location.fill(text);
    await location.press('Enter');
    await expect(page).toHaveURL(new RegExp(`locationId=eq:${text}`));
  }
  await expect(page.getByText('No instructors match these filters.')).toBeVisible();
  await page.goto('/instructors');
  await expect(offered(first?.locationId)).toBeAttached();
  await expect(offered('nowhere')).not.toBeAttached();
});

test('shows who is free at an hour and for how long, the longest free first; both are in the address', async ({
  page,
}) => {
  await page.goto('/instructors?free=1500');
  const group = page.getByRole('group', { name: 'Who is free' });
  await expect(group.getByText('Who is free at 1500L')).toBeAttached();
  await expect(group).toContainText(/\d+ free/);
  const freeNow = async () => Number(((await group.textContent()) ?? '').match(/(\d+) free/)?.[1]);
  const free = await freeNow();
  const rows = await rowsOf(page).allTextContents();
  expect(free).toBeGreaterThan(0);
  expect(rows.findLastIndex((text) => /free (until|for)|free, not/.test(text))).toBe(free - 1);
  await group.getByRole('combobox', { name: 'For' }).selectOption('2.0 h');
  await expect(page).toHaveURL(/free=1500&for=2/);
  await expect(page.getByRole('button', { name: /\d+ free for 2\.0 h/ })).toBeVisible();
  const long = await freeNow();
  expect(long).toBeLessThanOrEqual(free);
  const less = page.getByRole('button', { name: /\d+ free for less/ });
  expect(long + Number(((await less.textContent()) ?? '0').match(/\d+/)?.[0])).toBe(free);
  await group.getByRole('combobox', { name: 'For' }).selectOption('any');
  await expect(page).not.toHaveURL(/for=/);

  const slider = page.getByRole('slider', { name: /Who is free/ });
  const axis = await page.locator('.MuiSlider-root').boundingBox();
  expect(axis?.width).toBeGreaterThanOrEqual(380);
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(page).toHaveURL(/free=1515/);
  await expect(slider).toHaveAttribute('aria-valuetext', /^1515L, \d+ free$/);
  await page.getByRole('button', { name: /Zulu time/ }).click();
  await expect(group.getByText('Who is free at 2115Z')).toBeAttached();
  await expect(group.getByRole('combobox', { name: 'Time' }).locator('option:checked')).toHaveText('2115Z');
  await page.getByRole('button', { name: 'Clear time' }).click();
  await expect(page).not.toHaveURL(/free=/);
  await expect(group.getByRole('combobox', { name: 'Time' }).locator('option:checked')).toHaveText('now');
});

test('the first instructor stands within 200 px at 1440 by 900, and the key is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/instructors');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  expect((await rowsOf(page).first().boundingBox())?.y).toBeLessThanOrEqual(200);
  await expect(page.getByRole('list', { name: 'Key' })).toBeInViewport();
});

test.describe('a school of 54 instructors', () => {
  let stack: Stack;
  test.beforeAll(async () => {
    stack = await startStack(['--aircraft', '72', '--days', '2']);
  });
  test.afterAll(() => stack.close());

  test('pages through the server to the last page and back, and sorts no page of several', async ({
    page,
    request,
  }) => {
    const all = (await instructorsOf(request, '', stack.url)).map(nameOf);
    const last = Math.ceil(all.length / 25);
    await page.goto(`${stack.url}/instructors?limit=25`);
    await expect(page.getByText(`1–25 of ${all.length}`)).toBeVisible();
    const seen = await namesOf(page);
    await expect(page.getByRole('columnheader', { name: 'Instructor' }).getByRole('button')).toHaveCount(0);
    for (let number = 2; number <= last; number++) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page.getByText(`page ${number} of ${last}`)).toBeVisible();
      await expect(row(page, all[(number - 1) * 25] ?? '')).toBeVisible();
      seen.push(...(await namesOf(page)));
    }
    expect(seen).toEqual(all);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page.getByText(`page ${last - 1} of ${last}`)).toBeVisible();
  });
});
