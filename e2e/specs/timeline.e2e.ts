import type { Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { mayDay, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';

const grid = (page: Page) => page.getByRole('grid', { name: /Reservations by/ });
const bars = (page: Page) => grid(page).locator('[data-key]');

test('shows a day to scale, changes days, and has rows for aircraft, instructors and pilots', async ({
  page,
  request,
  axe,
}) => {
  // Several visits in one test, with an accessibility check in between.
  test.slow();
  const booked = await reservationsWithin(request, ...mayDay(12));
  const period = page.getByRole('heading', { level: 1 });
  await page.goto('/reservations?date=tomorrow&days=5&conflicts=shown');
  await expect(period).toHaveText('Tue 12 May 2026');
  await expect(page.getByText('“tomorrow” is not a date such as 2026-05-12; showing today.')).toBeVisible();
  await expect(page.getByText('“5” is not a valid value for days')).toBeVisible();
  await expect(page.getByText(`${booked.length} in all`)).toBeVisible();
  const [start, end] = mayDay(12).map((text) => Date.parse(text)) as [number, number];
  const first = booked.find(
    (reservation) => reservation.aircraft?.tailNumber === 'N512SP' && Date.parse(reservation.startTime) > start,
  )!;
  const bar = grid(page).locator(`[data-key="${first.reservationId}"]`);
  const [body, place] = [
    await grid(page).getByRole('columnheader', { name: 'Tue 12 May' }).boundingBox(),
    await bar.boundingBox(),
  ];
  const perHour = body!.width / ((end - start) / 3_600_000);
  const hours = (Date.parse(first.startTime) - start) / 3_600_000;
  expect(Math.abs(place!.x - body!.x - hours * perHour)).toBeLessThan(2);
  await expect(page.getByRole('button', { name: /\d+ conflicts?/ })).toBeVisible();
  await axe();
  await expectNoSidewaysScroll(page);

  const heads = grid(page).getByRole('rowheader');
  await page.getByLabel('Rows').selectOption('Instructors');
  await expect(heads.nth(1)).toContainText(', ');
  await page.getByLabel('Rows').selectOption('Pilots');
  await expect(page).toHaveURL(/by=pilot/);
  await expect(heads.nth(1)).toContainText(', ');

  await page.getByLabel('Days').selectOption('3 days');
  await expect(period).toHaveText('Tue 12 – Thu 14 May 2026');
  await page.getByRole('button', { name: 'Next period' }).click();
  await expect(page).toHaveURL(/date=2026-05-15/);
  await expect(period).toHaveText('Fri 15 – Sun 17 May 2026');
  await page.getByLabel('Date', { exact: true }).fill('2026-05-20');
  await expect(period).toHaveText('Wed 20 – Fri 22 May 2026');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.goBack();
  await expect(period).toHaveText('Wed 20 – Fri 22 May 2026');
});

test('zooms by wheel, keys and choice; works by keyboard alone, and Enter opens the reservation', async ({ page }) => {
  await page.goto('/reservations');
  await expect(bars(page).first()).toBeVisible();
  const width = () => grid(page).evaluate((element) => element.scrollWidth);
  const opened = await width();
  await grid(page).hover({ position: { x: 600, y: 200 } });
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect(page).toHaveURL(/zoom=\d+/);
  await expect.poll(width).toBeGreaterThan(opened);
  await grid(page).focus();
  await page.keyboard.press('-');
  await expect(page).not.toHaveURL(/zoom=/);
  await page.getByLabel('Zoom').selectOption('15 min');
  await expect(page).toHaveURL(/zoom=15/);
  await expect.poll(width).toBeGreaterThan(3 * opened);

  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  const focused = page.locator('[data-key]:focus');
  await expect(focused).toHaveCount(1);
  const first = (await focused.getAttribute('data-key')) ?? '';
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(focused).not.toHaveAttribute('data-key', first);
  await page.keyboard.press('Control+End');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/reservation=/);
  const dialog = page.getByRole('dialog', { name: /^Reservation/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(focused).toHaveCount(1);
});

const details = (page: Page) => page.getByRole('dialog', { name: /^Reservation/ });

const title = (page: Page) => details(page).getByRole('heading', { level: 2, name: /^Reservation/ });

/** The bar furthest to the right: a panel at the right edge would cover it first. */
async function lastBar(page: Page) {
  await expect(bars(page).first()).toBeVisible();
  const key = await bars(page).evaluateAll((all) => {
    const right = (bar: Element) => bar.getBoundingClientRect().right;
    return all.reduce((a, b) => (right(b) > right(a) ? b : a)).getAttribute('data-key');
  });
  return { key, bar: grid(page).locator(`[data-key="${key}"]`) };
}

for (const { width, height, isPushed } of [
  { width: 1280, height: 800, isPushed: false },
  { width: 1440, height: 900, isPushed: true },
]) {
  test(`open details never cover their own bar, at a width of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/reservations');
    const { key, bar } = await lastBar(page);
    const isClear = async () => {
      const [panel, one] = [await details(page).boundingBox(), await bar.boundingBox()];
      return panel !== null && one !== null && one.x + one.width <= panel.x;
    };
    const isBesideGrid = async () => {
      const [panel, one] = [await details(page).boundingBox(), await grid(page).boundingBox()];
      return panel !== null && one !== null && one.x + one.width <= panel.x;
    };
    await bar.click();
    await expect(title(page)).toBeFocused();
    await expect.poll(isClear).toBe(true);
    await expect.poll(isBesideGrid).toBe(isPushed);
    await expectNoSidewaysScroll(page);
    await expect(bar).toHaveAttribute('aria-selected', 'true');
    // The same when opened from an address.
    await page.goto(`/reservations?reservation=${key}`);
    await expect.poll(isClear).toBe(true);
    // Escape closes it wherever the focus is. The focus goes to the bar, although nobody has pressed it.
    await page
      .getByRole('button', { name: 'Today' })
      .or(page.getByLabel('Date', { exact: true }))
      .last()
      .focus();
    await page.keyboard.press('Escape');
    await expect(details(page)).toHaveCount(0);
    await expect(bar).toBeFocused();
    await expect.poll(async () => (await grid(page).boundingBox())?.width).toBeGreaterThan(width - 80);
  });
}

test('the details are named by their heading, and Escape first closes what is above them', async ({
  page,
  request,
}) => {
  const booked = await reservationsWithin(request, ...mayDay(12));
  const lesson = booked.find(
    ({ pilots, instructor, aircraft, reservationStatus }) =>
      pilots[0] && instructor && aircraft && reservationStatus.id === 0,
  )!;
  await page.goto(`/reservations?reservation=${lesson.reservationId}`);
  const heading = title(page);
  await expect(heading).toContainText(lesson.aircraft!.tailNumber);
  await expect(heading).toContainText(/ · \d{4}–\d{4}L( \+1)? · /);
  await expect(heading).toContainText(lesson.reservationStatus.name);
  await expect(details(page).getByRole('heading', { level: 3 }).first()).toContainText('Dispatch check');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Reservation before, after');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  await expect(details(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details(page)).toHaveCount(0);
});

test('in the rows of people, bars name the aircraft and the others', async ({ page, request }) => {
  const booked = await reservationsWithin(request, ...mayDay(12));
  const lesson = booked.find(({ pilots, instructor, aircraft }) => pilots[0] && instructor && aircraft)!;
  const bar = grid(page).locator(`[data-key="${lesson.reservationId}"]`).first();
  const [tail, pilot, instructor] = [
    lesson.aircraft!.tailNumber,
    lesson.pilots[0]!.lastName,
    lesson.instructor!.lastName,
  ];
  // The page scrolls to an open reservation, wherever its row is.
  await page.goto(`/reservations?by=instructor&reservation=${lesson.reservationId}`);
  await expect(bar).toHaveAttribute('aria-label', new RegExp(`\\d{4}–\\d{4} ${tail} ${pilot}`));
  await followAnew(page, `/reservations?by=pilot&reservation=${lesson.reservationId}`);
  await expect(bar).toHaveAttribute('aria-label', new RegExp(`\\d{4}–\\d{4} ${tail} ${instructor}`));
});

test('rows fill the window, and the legend folds as set in the address', async ({ page }) => {
  for (const height of [900, 1080]) {
    await page.setViewportSize({ width: 1920, height });
    if (height === 900) await page.goto('/reservations');
    else await followAnew(page, '/reservations');
    await expect(bars(page).first()).toBeVisible();
    const panel = (await page.getByRole('region', { name: 'Reservations', exact: true }).boundingBox())!;
    expect(height - panel.y - panel.height).toBeLessThan(24);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThan(2);
  }
  const key = page.getByRole('list', { name: 'Key', exact: true });
  await expect(key).toHaveCount(0);
  await page.getByRole('button', { name: 'Key' }).click();
  await expect(page).toHaveURL(/legend=shown/);
  await expect(key).toBeVisible();
});

test('the first row is near the top, and one toolbar holds every tool, with the rarer ones in a menu', async ({
  page,
}) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    if (size.width === 1440) await page.goto('/reservations');
    else await followAnew(page, '/reservations');
    await expect(bars(page).first()).toBeVisible();
    const [first, last] = [grid(page).locator('[role=rowheader][aria-label]').first(), page.getByText(/^\d+ in all$/)];
    expect((await first.boundingBox())!.y).toBeLessThanOrEqual(220);
    // The count is in the lowest line, beside the key.
    expect((await last.boundingBox())!.y).toBeGreaterThan(size.height - 70);
    await expectNoSidewaysScroll(page);
  }
  const conflicts = page.getByRole('button', { name: /^\d+ conflicts?/ });
  await expect(conflicts.locator('[aria-hidden] > span')).toHaveText(/^\d+$/);
  await page.getByRole('button', { name: 'Other actions' }).click();
  for (const name of ['Print timeline', 'Print day', 'Another time', 'Morning brief'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
});

test('a day is typed in our form, and the browser’s calendar opens from the field', async ({ page }) => {
  await page.goto('/reservations');
  const [field, period] = [page.getByLabel('Date', { exact: true }), page.getByRole('heading', { level: 1 })];
  await expect(field).toHaveValue('Tue 12 May');
  await field.fill('sat 28 nov');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/date=2026-11-28/);
  await expect(field).toHaveValue('Sat 28 Nov');
  await expect(period).toHaveText('Sat 28 Nov 2026');
  await field.fill('11/28/2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A day such as 12 May');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('Sat 28 Nov');
  // The calendar itself belongs to the browser.
  await page.evaluate(() => {
    Object.assign(HTMLInputElement.prototype, { showPicker: () => (document.title = 'A calendar is open') });
  });
  await page.getByRole('button', { name: 'Choose a day' }).click();
  await expect(page).toHaveTitle('A calendar is open');
});

test('six rows are in view at twice the size', async ({ page, axe }) => {
  for (const size of [
    { width: 960, height: 540 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    if (size.width === 960) await page.goto('/reservations?view=timeline');
    else await followAnew(page, '/reservations?view=timeline');
    await expect(bars(page).first()).toBeVisible();
    const seen = () =>
      grid(page).evaluate((element) => {
        const pages = document.querySelector('nav[aria-label="Pages"], nav')?.getBoundingClientRect();
        const end = Math.min(
          element.getBoundingClientRect().bottom,
          pages && pages.top > window.innerHeight / 2 ? pages.top : window.innerHeight,
        );
        const heads = Array.from(element.querySelectorAll('[role=rowheader][aria-label]'));
        return heads.filter((head) => head.getBoundingClientRect().bottom <= end + 1).length;
      });
    await expect.poll(seen).toBeGreaterThanOrEqual(6);
    await expectNoSidewaysScroll(page);
    await axe();
  }
});

type Points = { x: number; y: number }[];

/** Fingers on the screen, one event at a time or as a whole gesture. */
async function touching(page: Page) {
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Points) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  const gesture = async (steps: Points[]) => {
    await send('touchStart', steps[0]!);
    for (const step of steps.slice(1)) {
      await send('touchMove', step);
      // The browser cancels a touch if a busy page does not respond.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await send('touchEnd', []);
  };
  return { send, gesture };
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('one finger pans, two zoom, a tap shows the card, and a long press opens the details', async ({ page }) => {
    await page.goto('/reservations?view=timeline');
    await expect(bars(page).first()).toBeVisible();
    const { send, gesture } = await touching(page);
    const left = () => grid(page).evaluate((element) => element.scrollLeft);
    const width = () => grid(page).evaluate((element) => element.scrollWidth);
    const box = (await grid(page).boundingBox())!;
    const y = box.y + 200;

    const before = await left();
    await gesture([340, 300, 260, 220, 180].map((x) => [{ x, y }]));
    await expect.poll(left).toBeGreaterThan(before + 50);

    // A point of a bar that the row names do not cover.
    const seen = async (right = 380) => {
      for (const bar of await bars(page).all()) {
        const at = await bar.boundingBox();
        if (at && at.x > box.x + 120 && at.x + 8 < right && at.y > box.y + 100 && at.y + 20 < 740) {
          return { x: at.x + 4, y: at.y + at.height / 2 };
        }
      }
      throw new Error('no bar in sight');
    };
    const narrow = await width();
    // One finger is on the words of a bar, which change when the bar grows.
    await page.waitForTimeout(500);
    const held = await seen(230);
    const apart = (d: number) => [held, { x: held.x + 2 * d, y: held.y }];
    // After the first step the element under the fingers is gone, and the gesture must continue.
    await send('touchStart', apart(20));
    await send('touchMove', apart(30));
    await expect(page).toHaveURL(/zoom=30/);
    for (const d of [45, 60, 70]) await send('touchMove', apart(d));
    await expect(page).toHaveURL(/zoom=15/);
    await send('touchEnd', []);
    await expect.poll(width).toBeGreaterThan(2 * narrow);
    await gesture(
      [80, 60, 40, 25, 20].map((d) => [
        { x: 250 - d, y },
        { x: 250 + d, y },
      ]),
    );
    await expect(page).not.toHaveURL(/zoom=15/);

    await page.waitForTimeout(500);
    const point = await seen();
    const more = page.getByRole('button', { name: 'Details' });
    const dialog = page.getByRole('dialog', { name: /^Reservation/ });
    await gesture([[point]]);
    await expect(more).toBeVisible();
    await expect(dialog).toBeHidden();
    await more.tap();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const again = await seen();
    await send('touchStart', [again]);
    await expect(dialog).toBeVisible();
    await send('touchEnd', []);
    await expect(dialog).toBeVisible();
  });
});
