import type { Page } from 'playwright/test';
import { instructorsOf, nameOf, overlapping, type Reservation, reservationsOf } from './support/asked.ts';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';
import { type Stack, startStack } from './support/stack.ts';

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const namesOf = (page: Page) => rowsOf(page).getByRole('link').allTextContents();
const row = (page: Page, name: string) => rowsOf(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Tuesday 12 May by the operator's clock, and the day before. */
const today = overlapping('2026-05-12T00:00:00', '2026-05-13T00:00:00');
const twoDays = overlapping('2026-05-11T00:00:00', '2026-05-13T00:00:00');
const hour = 3_600_000;

const isOf = (userId: string) => (one: Reservation) =>
  one.instructor?.userId === userId || one.pilots.some((pilot) => pilot.userId === userId);

test('lists every instructor with the API’s own status, by name, and says how many', async ({ page, request }) => {
  const all = await instructorsOf(request);
  await page.goto('/instructors');
  await expect(page.getByText(`${all.length} in all`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(all.length);
  for (const one of all) await expect(row(page, nameOf(one))).toContainText(one.instructorStatus.name);
  const names = await namesOf(page);
  const last = names.map((name) => name.split(' ').at(-1) ?? '');
  expect(last).toEqual(last.toSorted((a, b) => a.localeCompare(b, 'en')));
});

test('filters by status as the API does, and shows the query', async ({ page, request }) => {
  for (const [id, name] of ['inactive', 'active', 'deleted'].entries()) {
    const expected = await instructorsOf(request, `?instructorStatusId=eq:${id}`);
    expect(expected.length).toBeGreaterThan(0);
    await page.goto('/instructors');
    await page.getByLabel('Status').selectOption(name);
    await expect(page).toHaveURL(new RegExp(`instructorStatusId=eq:${id}`));
    await expect(rowsOf(page)).toHaveCount(expected.length);
    expect((await namesOf(page)).toSorted(byText)).toEqual(expected.map(nameOf).toSorted(byText));
    await page.getByText(`Query: Status is ${name}`).click();
    await expect(page.getByText(`instructors?instructorStatusId=eq:${id}`)).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('');
});

test('filters by each location that answers mention, by its name', async ({ page, request }) => {
  const answer = await request.get('/api/core/v1.0/operators/1001');
  const { locations } = (await answer.json()) as { locations: { locationId: string; name: string }[] };
  const found: string[] = [];
  for (const { locationId, name } of locations) {
    const expected = (await instructorsOf(request, `?locationId=eq:${locationId}`)).map(nameOf);
    found.push(...expected);
    await page.goto('/instructors');
    await expect(page.locator(`datalist option[value="${name}"]`)).toBeAttached();
    await page.getByLabel('Location').fill(name);
    await page.getByLabel('Location').press('Enter');
    await expect(page).toHaveURL(new RegExp(`locationId=eq:${locationId}`));
    await expect(page.getByText(`Query: Location is ${name}`)).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(expected.length);
    expect((await namesOf(page)).toSorted(byText)).toEqual(expected.toSorted(byText));
  }
  expect(found).toHaveLength((await instructorsOf(request)).length);
});

test('offers a location that was entered before, and one that a reservation mentions', async ({ page, request }) => {
  const known = await (await request.get('/api/core/v1.0/operators/1001')).json();
  const { locations } = known as { locations: { locationId: string }[] };
  const id = locations[1]?.locationId ?? '';
  await page.route('**/core/v1.0/operators/1001', (route) => route.fulfill({ json: { operatorId: 1001 } }));
  await page.route('**/reservations?**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: { aircraft: { location: unknown } | null }[] };
    const flown = body.items.find((one) => one.aircraft);
    if (flown?.aircraft) flown.aircraft.location = { locationId: 'x1', name: 'North ramp' };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/instructors');
  await expect(page.locator('datalist option[value="North ramp"]')).toBeAttached();
  await expect(page.locator(`datalist option[value="${id}"]`)).not.toBeAttached();
  await page.getByLabel('Location').fill(id);
  await page.getByLabel('Location').press('Enter');
  await expect(rowsOf(page)).toHaveCount((await instructorsOf(request, `?locationId=eq:${id}`)).length);
  await page.goto('/instructors');
  await expect(page.locator(`datalist option[value="${id}"]`)).toBeAttached();
  await page.getByLabel('Location').fill('nowhere');
  await page.getByLabel('Location').press('Enter');
  await expect(page.getByText('No instructors match these filters.')).toBeVisible();
  await page.goto('/instructors');
  await expect(page.locator('datalist option[value="nowhere"]')).not.toBeAttached();
});

test('says of each the first and last duty, the booked hours and what it is now', async ({ page, request }) => {
  const bookings = await reservationsOf(request, today);
  await page.goto('/instructors');
  await expect(page.getByRole('group', { name: 'Instructors by what they do' })).toContainText('free');
  let compared = 0;
  for (const one of await instructorsOf(request)) {
    const own = bookings.filter(isOf(one.userId)).filter((each) => each.reservationType.displayTypeId !== 10);
    if (own.length === 0) {
      await expect(row(page, nameOf(one))).toContainText('no duty');
      continue;
    }
    const from = own.map((each) => each.startTime).toSorted(byText)[0] ?? '';
    const to =
      own
        .map((each) => each.endTime)
        .toSorted(byText)
        .at(-1) ?? '';
    await expect(row(page, nameOf(one))).toContainText(`${local(from)}–`);
    await expect(row(page, nameOf(one))).toContainText(local(to));
    const booked = own.reduce((sum, each) => sum + Date.parse(each.endTime) - Date.parse(each.startTime), 0);
    await expect(row(page, nameOf(one))).toContainText(`${(booked / hour).toFixed(1)} h`);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(8);
});

/** `0700L` of `2026-05-12T13:00:00Z`, in Denver's summer. */
function local(zulu: string): string {
  return `${new Date(Date.parse(zulu) - 6 * hour).toISOString().slice(11, 16).replace(':', '')}L`;
}

test('says who is free at an hour, those first, by a slider that is in the address', async ({ page, request }) => {
  const bookings = await reservationsOf(request, today);
  const at = Date.parse('2026-05-12T21:00:00Z');
  const goes = (one: Reservation) => Date.parse(one.startTime) <= at && at < Date.parse(one.endTime);
  const active = (await instructorsOf(request)).filter((one) => one.instructorStatus.id === 1);
  // The list holds a duty dispatcher, who is no person and never free to teach.
  const teachers = active.filter(({ lastName }) => lastName !== 'Dispatcher');
  const unbooked = teachers.filter((one) => !bookings.filter(isOf(one.userId)).some(goes)).map(nameOf);
  await page.goto('/instructors?free=1500');
  await expect(page.getByText('Who is free at 1500L')).toBeVisible();
  await expect(row(page, unbooked[0]!)).toContainText(/free/);
  // Who has taught 8 h in 24 h may not fly with a student any more.
  const lines = await Promise.all(unbooked.map((name) => row(page, name).textContent()));
  const free = unbooked.filter((_, place) => !lines[place]?.includes(' 0.0 h left'));
  await expect(page.getByRole('group', { name: 'Who is free' })).toContainText(`${free.length} free`);
  expect((await namesOf(page)).slice(0, free.length).toSorted(byText)).toEqual(free.toSorted(byText));
  for (const name of free) await expect(row(page, name)).toContainText(/free/);

  const slider = page.getByRole('slider', { name: /Who is free/ });
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(page).toHaveURL(/free=1515/);
  await expect(slider).toHaveAttribute('aria-valuetext', /^1515L, \d+ free$/);
  await page.getByRole('button', { name: /Zulu time/ }).click();
  await expect(page.getByText('Who is free at 2115Z')).toBeVisible();
  await page.getByRole('button', { name: 'Clear time' }).click();
  await expect(page).not.toHaveURL(/free=/);
  await page.goto('/instructors?free=1507');
  await expect(page.getByText('“1507” is not a quarter hour of this day such as 1500')).toBeVisible();
});

test('has a slider of 25 hours on the day the clock goes back, and each of them can be reached', async ({ page }) => {
  await page.goto('/instructors?date=2026-11-01&free=0145');
  const slider = page.getByRole('slider', { name: /Who is free/ });
  await expect(slider).toHaveAttribute('max', '99');
  await slider.press('ArrowRight');
  await expect(page).toHaveURL(/free=0800Z/);
  await expect(slider).toHaveValue('8');
  await page.goto('/instructors?date=2026-03-08');
  await expect(slider).toHaveAttribute('max', '91');
});

test('marks who is booked for more than 8 h of flight instruction in any 24 h, and no one else', async ({
  page,
  request,
}) => {
  const bookings = await reservationsOf(request, twoDays);
  const midnight = Date.parse('2026-05-12T06:00:00Z');
  const most = (userId: string) => {
    const flown = bookings.filter(
      (one) =>
        one.instructor?.userId === userId &&
        one.reservationType.displayTypeId === 0 &&
        one.aircraft?.isSimulator === false,
    );
    const within = (end: number) =>
      flown.reduce(
        (sum, one) =>
          sum +
          Math.max(0, Math.min(end, Date.parse(one.endTime)) - Math.max(end - 24 * hour, Date.parse(one.startTime))),
        0,
      );
    return Math.max(...Array.from({ length: 97 }, (_, index) => within(midnight + (index * hour) / 4))) / hour;
  };
  const all = await instructorsOf(request);
  const marked = all.filter((one) => most(one.userId) > 8);
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.length).toBeLessThan(all.length);
  await page.goto('/instructors');
  await expect(page.getByText(`${marked.length} advisories`)).toBeVisible();
  for (const one of marked) {
    await expect(row(page, nameOf(one))).toContainText(`Advisory ${most(one.userId).toFixed(1)} h`);
    await expect(row(page, nameOf(one))).toContainText('14 CFR 61.195(a) allows 8 h. Booked, not flown.');
  }
  await page.getByRole('button', { name: /advisories/ }).click();
  await expect(page).toHaveURL(/doing=advisory/);
  await expect(rowsOf(page)).toHaveCount(marked.length);
});

test('finds by name, and narrows to those who do the same', async ({ page, request }) => {
  const [first] = await instructorsOf(request);
  await page.goto('/instructors');
  await page.getByLabel('Search by name').pressSequentially((first?.lastName ?? '').toUpperCase());
  await expect(row(page, first ? nameOf(first) : '')).toBeVisible();
  await page.getByLabel('Search by name').fill('no such name');
  await expect(page.getByText('No instructor among those loaded matches.')).toBeVisible();
  await page.goto('/instructors');
  const count = page.getByRole('button', { name: /\d+ free/ });
  const expected = Number(((await count.textContent()) ?? '').match(/\d+/)?.[0]);
  await count.click();
  await expect(rowsOf(page)).toHaveCount(expected);
});

test('turns the days, and goes to the instructor', async ({ page }) => {
  await page.goto('/instructors');
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=2026-05-13/);
  await page.getByLabel('Date', { exact: true }).fill('2026-05-20');
  await expect(page.getByRole('heading', { name: 'Wed 20 May' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  const first = rowsOf(page).getByRole('link').first();
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
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
    await expect(page.getByText(`cover the 25 loaded of ${all.length}`)).toBeVisible();
    const seen = await namesOf(page);
    expect(seen).toEqual(all.slice(0, 25));
    await expect(page.getByRole('columnheader', { name: 'Instructor' }).getByRole('button')).toHaveCount(0);
    for (let number = 2; number <= last; number++) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page.getByText(`page ${number} of ${last}`)).toBeVisible();
      await expect(row(page, all[(number - 1) * 25] ?? '')).toBeVisible();
      seen.push(...(await namesOf(page)));
    }
    expect(seen).toEqual(all);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
    for (let number = last - 1; number >= 1; number--) {
      await page.getByRole('button', { name: 'Previous page' }).click();
      await expect(page.getByText(`page ${number} of ${last}`)).toBeVisible();
    }
    await expect(row(page, all[0] ?? '')).toBeVisible();
    await page.goto(`${stack.url}/instructors?limit=25&offset=98`);
    await expect(page.getByText(`There is no page 99; this is the last, page ${last}.`)).toBeVisible();
  });
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('is accessible and never scrolls sideways', async ({ page, axe }) => {
      await page.goto('/instructors?free=1500');
      await expect(page.getByText(/\d+ in all/)).toBeVisible();
      await expect(page.getByText(/advisories$/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
    });
  });
}
