import type { Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';
import { mayDay, type BookedReservation, reservationsWithin } from './support/reservationsWithin.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** The lane of the board that the specification's status ids and the clock put a reservation in. */
function laneOf({ startTime, endTime, reservationStatus, reservationType }: BookedReservation, at: number): string {
  if (reservationStatus.id === 2) return 'Completed';
  const isFlight = reservationType.displayTypeId === 0;
  if (Date.parse(endTime) <= at) {
    return isFlight ? 'Ended but not closed out' : 'Completed';
  }
  return Date.parse(startTime) <= at ? 'Now' : 'Upcoming';
}

test('the week counts each day and each hour as the operator does', async ({ page, request }) => {
  await page.goto('/reservations?view=week');
  const week = region(page, 'Week').getByRole('list').first();
  for (const [index, day] of [11, 12, 13, 14, 15, 16, 17].entries()) {
    const booked = await reservationsWithin(request, ...mayDay(day));
    await expect(week.locator(':scope > li').nth(index)).toContainText(`${booked.length} booked`);
  }
  const tenToEleven = await reservationsWithin(request, '2026-05-12T16:00:00Z', '2026-05-12T17:00:00Z');
  const count = (id: number) => tenToEleven.filter((one) => one.reservationType.displayTypeId === id).length;
  const words = [`${count(0)} Standard`, `${count(1)} Maintenance`];
  await expect(
    week
      .locator(':scope > li')
      .nth(1)
      .getByText(/^1000L: /),
  ).toHaveText(`1000L: ${words.join(', ')}`);
});

test('the week of one aircraft draws its bookings where and as long as they are', async ({ page, request }) => {
  const booked = await reservationsWithin(request, mayDay(11)[0], mayDay(17)[1]);
  const one = booked.find(({ startTime, aircraft }) => aircraft && startTime.startsWith('2026-05-13'));
  const tail = one?.aircraft?.tailNumber ?? '';
  const own = booked.filter(({ aircraft }) => aircraft?.tailNumber === tail);
  await page.goto('/reservations?view=week');
  await page.getByLabel('For', { exact: true }).selectOption({ label: tail });
  const links = region(page, 'Week').getByRole('link', { name: new RegExp(`^${tail}, `) });
  await expect(links).not.toHaveCount(0);
  expect(await links.count()).toBeGreaterThanOrEqual(own.length);
  const first = own.toSorted((a, b) => a.startTime.localeCompare(b.startTime))[0];
  const [body, bar] = [region(page, 'Week').locator('ul').first(), links.first()];
  const [start, end] = [Date.parse(first?.startTime ?? ''), Date.parse(first?.endTime ?? '')];
  const [outer, inner] = [await body.boundingBox(), await bar.boundingBox()];
  const hour = (outer?.height ?? 0) / 24;
  expect((inner?.y ?? 0) - (outer?.y ?? 0)).toBeCloseTo(((start - Date.parse(mayDay(11)[0])) / 3_600_000) * hour, -1);
  expect(Math.abs((inner?.height ?? 0) - ((end - start) / 3_600_000) * hour)).toBeLessThanOrEqual(2);
});

test('the month counts each day by type, and a day leads to its timeline', async ({ page, request }) => {
  await page.goto('/reservations?view=month&time=Z');
  const grid = page.getByRole('grid', { name: 'May 2026' });
  const booked = await reservationsWithin(request, ...mayDay(20));
  const count = (id: number) => booked.filter((one) => one.reservationType.displayTypeId === id).length;
  const day = grid.getByRole('link', { name: new RegExp(`^Wed 20 May, ${count(0)} Standard`) });
  await expect(day).toHaveAccessibleName(new RegExp(`${count(1)} Maintenance`));
  const cell = grid.locator('[data-day="2026-05-20"]');
  await expect(cell).toContainText(`+${booked.length - 3} more`);
  await expect(cell.getByRole('listitem')).toHaveCount(3);
  await day.click();
  await expect(page).toHaveURL(/view=timeline/);
  await expect(page).toHaveURL(/date=2026-05-20/);
  await expect(page).toHaveURL(/time=Z/);
});

test('arrows walk the days of the month, and one day alone is a tab stop', async ({ page }) => {
  await page.goto('/reservations?view=month');
  const grid = page.getByRole('grid', { name: 'May 2026' });
  const day = (name: string) => grid.getByRole('link', { name: new RegExp(`^${name}\\b`) }).first();
  await expect(day('Tue 12 May')).toHaveAttribute('aria-current', 'date');
  await day('Tue 12 May').focus();
  await page.keyboard.press('ArrowDown');
  await expect(day('Tue 19 May')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(day('Wed 20 May')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(day('Mon 18 May')).toBeFocused();
  const links = grid.locator('[data-day="2026-05-18"] a');
  await expect(grid.locator('a:not([tabindex="-1"])')).toHaveCount(await links.count());
});

test('the agenda has every booking of its days, with the present between past and coming', async ({
  page,
  request,
}) => {
  const [today, tomorrow] = await Promise.all([12, 13].map((day) => reservationsWithin(request, ...mayDay(day))));
  await page.goto('/reservations?view=agenda');
  const over = (today ?? []).filter((one) => laneOf(one, now) === 'Completed');
  const coming = (today ?? []).filter((one) => Date.parse(one.startTime) > now && !over.includes(one));
  const first = region(page, new RegExp(`^Tue 12 May ?today ?${today?.length} booked`));
  const second = region(page, new RegExp(`^Wed 13 May ?${tomorrow?.length} booked`));
  await expect(first.getByText(`${over.length} completed`)).toBeVisible();
  await expect(first.getByText(`now, ${coming.length} to come`)).toBeVisible();
  await first.getByText(`${over.length} completed`).click();
  await expect(first.getByRole('listitem')).toHaveCount(today?.length ?? -1);
  await expect(second.getByRole('listitem')).toHaveCount(tomorrow?.length ?? -1);
  const overNight = (tomorrow ?? []).filter((one) => one.startTime < mayDay(13)[0]).length;
  await expect(second.getByText('since Tue 12 May')).toHaveCount(overNight);
});

for (const [name, clock] of [
  ['now', '2026-05-12T17:05:00Z'],
  ['half an hour on, when nobody closed anything out', '2026-05-12T17:35:00Z'],
] as const) {
  test(`the lanes board sorts the day by clock and status: ${name}`, async ({ page, request }) => {
    const today = await reservationsWithin(request, ...mayDay(12));
    await page.clock.setFixedTime(clock);
    await page.goto('/reservations?view=lanes');
    for (const lane of ['Upcoming', 'Now', 'Ended but not closed out', 'Completed']) {
      const own = today.filter((one) => laneOf(one, Date.parse(clock)) === lane);
      await expect(region(page, lane).getByRole('listitem'), lane).toHaveCount(own.length);
      if (own.length === 0) continue;
      await expect(region(page, lane).getByRole('list')).toContainText(own[0]?.reservationStatus.name ?? '');
    }
    const late = today.filter(
      (one) =>
        laneOf(one, Date.parse(clock)) === 'Ended but not closed out' &&
        one.reservationStatus.id === 1 &&
        Date.parse(one.endTime) === Date.parse(clock) - 5 * 60_000,
    );
    const marked = region(page, 'Ended but not closed out').getByText('not back +0:05', { exact: true });
    await expect(marked).toHaveCount(late.length);
    if (name !== 'now') expect(late.length).toBeGreaterThan(0);
  });
}

test('a conflict says how certain it is and why, opens its booking and offers spares', async ({ page }) => {
  await page.goto('/reservations?view=timeline&date=2026-05-13&conflicts=shown');
  const conflict = page
    .getByRole('list', { name: 'Conflicts' })
    .getByRole('listitem')
    .filter({ hasText: 'also booked' });
  await expect(conflict.first()).toContainText('definite');
  await expect(conflict.first()).toContainText(/is also booked tomorrow \d{4}L–\d{4}L by /);
  await conflict.first().getByText('Spares').click();
  await expect(
    conflict
      .first()
      .getByText(/ · checkout |No aircraft of the same model/)
      .first(),
  ).toBeVisible();
  await conflict.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/reservation=[0-9a-f-]{36}/);
});

test('the movements say how many leave and come back', async ({ page, request }) => {
  const [from, to] = mayDay(12);
  const flights = (await reservationsWithin(request, from, to)).filter(
    ({ reservationType, aircraft }) => reservationType.displayTypeId === 0 && aircraft && !aircraft.isSimulator,
  );
  const out = flights.filter(({ startTime }) => Date.parse(startTime) >= Date.parse(from)).length;
  const back = flights.filter(({ endTime }) => Date.parse(endTime) < Date.parse(to)).length;
  await page.goto('/reservations?view=timeline');
  const words = new RegExp(`^${out} departures and ${back} returns booked, the most at \\d{4}L`);
  await expect(page.getByText(words)).toBeAttached();
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('every view is accessible and never scrolls sideways', async ({ page, axe }) => {
      test.setTimeout(240_000);
      for (const view of ['week', 'month', 'agenda', 'lanes']) {
        await page.goto(`/reservations?view=${view}&date=2026-05-13`);
        // A month is read as one summary per day.
        await expect(page.getByText(view === 'month' ? /\d h booked/ : /\d+ in all/)).toBeVisible();
        await expectNoSidewaysScroll(page);
        await axe();
      }
    });
  });
}
