import type { APIRequestContext, Page } from 'playwright/test';
import { axeLooks, expect, expectNoSidewaysScroll, follow, test } from '#e2e/fixtures/fixtures.ts';
import { aStop } from '#e2e/fixtures/reservations.ts';
import { mayDay, type BookedReservation, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** The lane of a reservation by the specification's status ids and the clock. */
function laneOf({ startTime, endTime, reservationStatus, reservationType }: BookedReservation): string {
  if (reservationStatus.id === 2) return 'Completed';
  const isFlight = reservationType.displayTypeId === 0;
  if (Date.parse(endTime) <= now) return isFlight ? 'Ended, not closed' : 'Completed';
  return Date.parse(startTime) <= now ? 'Now' : 'Upcoming';
}

test('the week counts as the operator does, and draws one aircraft’s reservations to scale', async ({
  page,
  request,
}) => {
  const booked = await reservationsWithin(request, mayDay(11)[0], mayDay(17)[1]);
  await page.goto('/reservations?view=week');
  const grid = region(page, 'Week').getByRole('table');
  const days = grid.locator('thead th').filter({ has: page.getByRole('link') });
  for (const [index, day] of [11, 12, 13, 14, 15, 16, 17].entries()) {
    const [from, to] = mayDay(day).map((text) => Date.parse(text));
    const ownReservations = booked.filter(
      (reservation) => Date.parse(reservation.startTime) < to! && Date.parse(reservation.endTime) > from!,
    );
    await expect(days.nth(index)).toContainText(`${ownReservations.length} booked`);
  }
  const one = booked.find(({ startTime, aircraft }) => aircraft && startTime.startsWith('2026-05-13'));
  const tail = one?.aircraft?.tailNumber ?? '';
  const own = booked.filter(({ aircraft }) => aircraft?.tailNumber === tail);
  // A cell for each aircraft and day, which leads to that day.
  const [from, to] = mayDay(13).map((text) => Date.parse(text));
  const onDay = own.filter(
    ({ startTime, endTime, reservationType }) =>
      Date.parse(startTime) < to! && Date.parse(endTime) > from! && reservationType.displayTypeId !== 1,
  );
  const cell = grid.getByRole('link', { name: new RegExp(`^${tail}, Wed 13 May: ${onDay.length} booked`) });
  await expect(cell).toBeVisible();
  await cell.click();
  await expect(page).toHaveURL(/date=2026-05-13/);
  await expect(page.getByRole('grid', { name: 'Reservations by aircraft' })).toBeVisible();
  await page.goBack();
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

test('the month counts as the operator does, arrows walk its days, and a day leads to its timeline', async ({
  page,
  request,
}) => {
  const booked = await reservationsWithin(request, ...mayDay(20));
  const count = (id: number) => booked.filter((reservation) => reservation.reservationType.displayTypeId === id).length;
  await page.goto('/reservations?view=month&time=Z');
  const grid = page.getByRole('grid', { name: 'May 2026' });
  // The whole month, from the week of its first day.
  await expect(grid.locator('[data-day]').first()).toHaveAttribute('data-day', '2026-04-27');
  await expect(grid.locator('[data-day]')).toHaveCount(35);
  await expect(grid.locator('[data-conflict]')).toHaveCount(0);
  // Shop visits have their places on a day with more than three conflicts.
  const busy = grid.locator('[data-day="2026-05-14"]');
  await expect(busy.getByRole('link').first()).toHaveAccessibleName(/, [4-9] in conflict/);
  // The names are one press away.
  await busy.getByRole('button', { name: /^Thu 14 May: \d named$/ }).click();
  const names = page.getByRole('dialog', { name: /^Thu 14 May: \d named$/ });
  await expect(names.getByRole('link', { name: /Maintenance/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(0);
  const day = (name: string) => grid.getByRole('link', { name: new RegExp(`^${name}\\b`) }).first();
  await expect(day('Tue 12 May')).toHaveAttribute('aria-current', 'date');
  await day('Tue 12 May').focus();
  await page.keyboard.press('ArrowDown');
  await expect(day('Tue 19 May')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(day('Wed 20 May')).toBeFocused();
  await expect(day('Wed 20 May')).toHaveAccessibleName(
    new RegExp(`^Wed 20 May, ${booked.length} booked, ${count(0)} Standard, ${count(1)} Maintenance`),
  );
  const cell = grid.locator('[data-day="2026-05-20"]');
  await expect(cell).toContainText(/\d+ h/);
  await expect(grid.locator(':is(a, button):not([tabindex="-1"])')).toHaveCount(
    await cell.locator('a, button').count(),
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=timeline/);
  await expect(page).toHaveURL(/date=2026-05-20/);
  await expect(page).toHaveURL(/time=Z/);
});

test('the agenda and the lanes have every reservation of the operator in the right place', async ({
  page,
  request,
}) => {
  const [today = [], tomorrow = []] = await Promise.all(
    [12, 13].map((day) => reservationsWithin(request, ...mayDay(day))),
  );
  await page.goto('/reservations?view=agenda');
  const over = today.filter((reservation) => laneOf(reservation) === 'Completed');
  const coming = today.filter((reservation) => Date.parse(reservation.startTime) > now && !over.includes(reservation));
  const first = region(page, new RegExp(`^Tue 12 May ?today ?${today.length} booked`));
  const second = region(page, new RegExp(`^Wed 13 May ?${tomorrow.length} booked`));
  await expect(first.getByText(`now, ${coming.length} to come`)).toBeVisible();
  await first.getByText(`${over.length} completed`).click();
  await expect(first.getByRole('listitem')).toHaveCount(today.length);
  await expect(second.getByRole('listitem')).toHaveCount(tomorrow.length);
  await expect(page).toHaveURL(/settled=open/);

  await page.getByRole('button', { name: 'By status', exact: true }).click();
  for (const lane of ['Upcoming', 'Now', 'Ended, not closed', 'Completed']) {
    const ownReservations = today.filter((reservation) => laneOf(reservation) === lane);
    await expect(region(page, lane).getByRole('listitem'), lane).toHaveCount(ownReservations.length);
  }
});

/** The address of a view for one aircraft: the same elements as for the fleet, but few enough to check quickly. */
async function viewOf(request: APIRequestContext, view: string, rest: string): Promise<string> {
  const { aircraft } = await aStop(request);
  return `/reservations?view=${view}&resource=aircraft:${aircraft.aircraftId}${rest}`;
}

/** The views are buttons side by side, or a list on a phone. */
async function followToView(page: Page, view: string, address: string): Promise<void> {
  await follow(page, address);
  const chosen = page.getByRole('button', {
    name: new RegExp(`^${view === 'lanes' ? 'by status' : view}$`, 'i'),
    pressed: true,
  });
  await expect(
    chosen.or(page.getByLabel('View', { exact: true }).locator(`option[value=${view}]:checked`)),
  ).toHaveCount(1);
}

test('a view of one aircraft keeps its filter, and the agenda with the late list is accessible', async ({
  page,
  request,
  axe,
}) => {
  await page.goto(await viewOf(request, 'list', ''));
  for (const view of ['week', 'month', 'lanes', 'agenda']) {
    await followToView(page, view, await viewOf(request, view, view === 'agenda' ? '&late=shown' : ''));
    await expect(page.getByText(/\d+ of \d+/).first()).toBeVisible();
  }
  await expect(region(page, 'Not back')).toBeVisible();
  for (const { use } of axeLooks) {
    await page.setViewportSize(use.viewport);
    await expectNoSidewaysScroll(page);
    await axe();
  }
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    const isPhone = look.name === 'phone';

    test('the details are accessible, with the dispatch check, beside the page or over it', async ({
      page,
      request,
      axe,
    }) => {
      const { reservationId } = await aStop(request);
      await page.goto(await viewOf(request, 'lanes', `&reservation=${reservationId}`));
      const details = page.getByRole('dialog');
      await expect(details.getByText('Dispatch check')).toBeVisible();
      await expect(details.getByText(/\d+ reminders?$/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expect(details).toHaveAttribute('aria-modal', String(isPhone));
      await axe();
      await page.keyboard.press('Escape');
      await expect(details).toHaveCount(0);
    });
  });
}
