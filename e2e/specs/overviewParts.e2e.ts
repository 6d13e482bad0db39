import type { Locator, Page } from 'playwright/test';
import { guid, type StubSchool } from '#e2e/servers/testCopy.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { annual, flight, smallSchool } from '#e2e/servers/smallSchool.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

let timed: TimedStack;
let school: StubSchool;
test.beforeEach(async () => {
  school = smallSchool();
  timed = await startTimedStack([], school);
});
test.afterEach(async ({ context }) => {
  // A page whose server stops would log an error.
  await Promise.all(context.pages().map((page) => page.close()));
  await timed.close();
});

const list = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });

/** Opens the overview and waits until everything on it has been read. */
async function open(page: Page): Promise<void> {
  await page.goto(timed.url);
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(list(page, 'Attention').getByText('Left brake soft')).toBeVisible();
}

test('late departures, instructors and changes are summaries until opened, and the address keeps that', async ({
  page,
  axe,
}) => {
  await open(page);
  const late = page.getByRole('region', { name: 'Not checked out' });
  await expect(late).toContainText(/N103SP \+0:05\s*N106SP \+2:05/);
  await expect(late.getByRole('list')).toHaveCount(0);
  const duty = page.getByRole('region', { name: 'Instructors now' });
  await expect(duty).toContainText('Nobody is free; next Kim Lee, flight N102SP until 1200L.');
  await expect(duty.getByRole('listitem')).toHaveCount(0);
  await axe();
  const openAll = (name: string) => page.getByRole('button', { name: `All of “${name}”` });
  await openAll('Not checked out').click();
  await expect(list(page, 'Not out yet').locator('> li')).toHaveCount(1);
  await openAll('Instructors now').click();
  await expect(duty.getByRole('listitem')).toHaveCount(3);
  await expect(page).toHaveURL(/open=late,instructors/);

  school.reservations = school.reservations.filter(({ reservationId }) => reservationId !== guid(15));
  school.reminders[guid(6)] = [annual(6, '2026-05-11', 3)];
  timed.pass(75 * 60_000);
  await page.clock.setFixedTime('2026-05-12T18:20:00Z');
  await page.reload();
  // Only the latest.
  await expect(list(page, 'Changes this shift').locator('> li')).toHaveCount(1);
  await openAll('Changes this shift').click();
  await expect(list(page, 'Changes this shift').locator('> li')).toHaveCount(2);
  await expect(openAll('Changes this shift')).toHaveAttribute('aria-pressed', 'true');
});

test('a flight whose status is unclear may be out, in the same words on every screen, until it is shown back', async ({
  page,
}) => {
  const status = { id: 4, name: 'Dispatched' };
  school.reservations = [
    flight(12, 2, '08:00', '10:00', { pilot: 1, instructor: 0, status }),
    flight(13, 3, '10:30', '12:00', { pilot: 0, instructor: 1, status }),
    flight(14, 2, '14:00', '15:30', { pilot: 2 }),
  ];
  await open(page);
  await expect(list(page, 'Attention')).toContainText('N102SP may be out, past its end +1:05, due 1000L, Cruz / Lee');
  await expect(page.getByRole('region', { name: 'Next returns' })).toContainText(/1200L\s*may be out\s*N103SP/);
  await expect(page.getByRole('region', { name: 'Next departures' })).toContainText('Caution: May be out');
  await expect(page.getByRole('region', { name: 'By model' })).toContainText(
    /N102SP\s*may be out, past its end \+1:05/,
  );
  await page.goto(`${timed.url}/fleet`);
  await expect(page.getByRole('row', { name: /N102SP/ })).toContainText('may be out, past its end +1:05');
  await expect(page.getByRole('row', { name: /N103SP/ })).toContainText('may be out: status “Dispatched”');
  await page.goto(`${timed.url}/board`);
  await expect(page.getByText('N102SP may be out +1:05')).toBeVisible();
  await page.goto(`${timed.url}/reservations?view=lanes`);
  await expect(page.getByText('1 may be out')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Pixels of content below the part of the window that the bottom bar leaves free. */
  const hidden = (page: Page) =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      const last = main?.querySelector('section:last-of-type')?.getBoundingClientRect().bottom ?? 0;
      const bars = [...document.querySelectorAll('nav')].map((bar) => bar.getBoundingClientRect());
      const bottom = Math.min(...bars.filter(({ top, height }) => height > 0 && top > 500).map(({ top }) => top));
      return last - bottom;
    });

  test('a figure opens each part, which fits on one screen', async ({ page, axe }) => {
    await open(page);
    const parts = page.getByRole('group', { name: 'Parts of the overview' });
    await expect(parts.getByRole('button')).toHaveText([
      /4\s+Attention/,
      /3\s+Departures/,
      /2\s+Returns/,
      /2\s+Not checked out/,
      /2\s+Aircraft can go/,
      /0\s+Instructors free/,
      /0\s+Changes this shift/,
    ]);
    await axe();
    const place = await parts.boundingBox();
    for (const [figure, part, name, text] of [
      ['Departures', 'departures', 'Next departures', 'N104SP'],
      ['Returns', 'returns', 'Next returns', 'N102SP'],
      ['Not checked out', 'late', 'Not checked out', 'Never checked out'],
      ['Aircraft can go', 'aircraft', 'By model', 'Piper PA-28'],
      ['Instructors free', 'instructors', 'Instructors now', 'Kim Lee'],
      ['Changes this shift', 'changes', 'Changes this shift', 'Nothing has changed since'],
    ] as const) {
      await parts.getByRole('button', { name: figure }).tap();
      await expect(page).toHaveURL(new RegExp(`part=${part}`));
      await expect(page.getByRole('region', { name, exact: true })).toContainText(text);
      await expect(page.getByRole('region', { name: 'Attention' })).toHaveCount(0);
      expect(await hidden(page), name).toBeLessThanOrEqual(0);
      expect(await parts.boundingBox()).toEqual(place);
    }
    await page.goBack();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Instructors now' })).toBeVisible();
    await expect(parts.getByRole('button', { name: 'Instructors free' })).toHaveAttribute('aria-pressed', 'true');
    await parts.getByRole('button', { name: 'Aircraft can go' }).tap();
    await expect(list(page, 'Aircraft by activity')).toBeVisible();
  });

  test('the figures have their space before they are known', async ({ page }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/(api|replica)\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(timed.url);
    const parts = page.getByRole('group', { name: 'Parts of the overview' });
    await expect(parts.getByRole('button', { name: 'Attention' })).toHaveText(/–\s+Attention/);
    const place = await parts.boundingBox();
    answer();
    await expect(parts.getByRole('button', { name: 'Attention' })).toHaveText(/4\s+Attention/);
    expect(await parts.boundingBox()).toEqual(place);
  });
});

test('a long note of what is not loaded yet stays within its panel', async ({ page }) => {
  await open(page);
  const poking = await page.getByRole('main').evaluate((main) => {
    const note =
      ', waiting until 11:05:38L for squawks, 19 reservations without a readable time, 27 days not loaded yet';
    return [...main.querySelectorAll('section > header')].flatMap((header) => {
      const count = header.querySelector('[data-tip$="ago"]');
      if (count) count.textContent += note;
      const [own, ground] = [count, header].map((element) => element?.getBoundingClientRect());
      return own && ground && own.left >= ground.left && own.right <= ground.right ? [] : [header.textContent];
    });
  });
  expect(poking).toEqual([]);
});
