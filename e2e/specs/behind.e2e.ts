import type { Locator, Page } from 'playwright/test';
import { type BehindAnswer, behindPath, behindShape } from '#contract/gateway/behind.ts';
import { behindOf } from '#domain/people/behind.ts';
import { expect, expectNoSidewaysScroll, failUntilPressed, test } from '#e2e/fixtures/fixtures.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';

const card = (page: Page): Locator => page.getByRole('region', { name: 'Students that fall behind' });
const rows = (page: Page): Locator => card(page).getByRole('listitem');
const duties = (page: Page): Locator => page.getByRole('region', { name: 'Instructors now' });

/** What the gateway tells who is signed in. */
async function told(page: Page, url = ''): Promise<BehindAnswer> {
  const answer = await page.request.get(`${url}${behindPath}`);
  const [, body = ''] = /^[^{]*(\{.*)$/s.exec(await answer.text()) ?? [];
  return behindShape.parse(JSON.parse(body));
}

/** Changes the answer on its way to the screen. */
async function change(page: Page, to: (answer: BehindAnswer) => BehindAnswer): Promise<void> {
  await page.route(`**${behindPath}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: to(await answer.json()) });
  });
}

test('the overview names five students at most, with why and since when, and leads to each', async ({ page, axe }) => {
  await page.goto('/');
  // Closed, the card is a number.
  await expect(card(page)).toContainText(/\d+ in all/);
  await expect(rows(page)).toHaveCount(0);
  await card(page).getByRole('button', { name: 'All of “Students that fall behind”' }).click();
  await expect(page).toHaveURL(/open=students/);
  const behind = behindOf(await told(page));
  expect(behind.length).toBeGreaterThan(0);
  await expect(rows(page)).toHaveCount(Math.min(5, behind.length));
  await expect(card(page).locator('header')).toContainText(`${behind.length} in all`);
  await expect(rows(page).first()).toContainText(behind[0]?.name ?? '-');
  await expect(rows(page).first()).toContainText(/ (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]+/);
  await axe();
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/people/${behind[0]?.userId}`));
});

test('a phone shows them below the instructors, without scrolling sideways', async ({ page, axe }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/?part=instructors');
  await expect(rows(page).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await axe();
  await page.goto('/?part=attention');
  await expect(page.getByRole('list', { name: /^Attention/ })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('the brief lists them by instructor, on screen and on paper, and not for a day that is over', async ({
  page,
  axe,
}) => {
  const list = page.getByRole('article', { name: /^Morning brief of/ }).getByRole('region', {
    name: /^Students that fall behind/,
  });
  await page.goto('/brief');
  await expect(list).toBeVisible();
  const behind = behindOf(await told(page));
  await expect(list.getByRole('heading')).toContainText(String(behind.length));
  const [first] = behind;
  const row = list.getByRole('listitem').filter({ hasText: first?.name ?? '-' });
  await expect(row).toContainText(first?.instructors[0]?.name ?? 'No instructor');
  await axe();
  await page.emulateMedia({ media: 'print' });
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.goto('/brief?date=2026-05-11');
  await expect(page.getByRole('article', { name: /^Morning brief of/ })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('there is no card if nobody falls behind and nothing is unknown', async ({ page }) => {
  const asked = page.waitForResponse(`**${behindPath}`);
  await change(page, ({ students }) => ({
    students: students.map((student) => ({ ...student, reasons: [], areCheckoutsKnown: true })),
    gaps: [],
  }));
  await page.goto('/');
  await asked;
  await expect(duties(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('what the copy does not hold is said to be not known, never to be none', async ({ page }) => {
  await change(page, () => ({ students: [], gaps: ['Lessons of the last 14 days are not all known.'] }));
  await page.goto('/');
  await expect(card(page)).toContainText('Lessons of the last 14 days are not all known.');
  await expect(card(page).locator('header')).toContainText('–');
  await expect(rows(page)).toHaveCount(0);
});

test('a failure stays in its card, and can be tried again', async ({ page, watch }) => {
  watch.allowed.push(/500/);
  await failUntilPressed(page, `**${behindPath}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/');
  await expect(duties(page)).toBeVisible();
  await card(page)
    .getByRole('button', { name: /Try again|Refresh now/ })
    .click();
  await expect(card(page)).toContainText(/\d+ in all/);
});

test.describe('by role', () => {
  let gateway: RoleGateway;
  test.beforeEach(async () => {
    gateway = await startRoleGateway();
  });
  test.afterEach(async ({ page }) => {
    await page.close();
    await gateway.close();
  });

  test('an instructor sees their own students alone, on their own page, without links that they may not open', async ({
    page,
  }) => {
    const own = gateway.instructor.toLowerCase();
    await gateway.signIn(page, 'dispatcher');
    await expect.poll(async () => (await told(page, gateway.url)).gaps).toEqual([]);
    const all = await told(page, gateway.url);
    const isOwn = ({ instructors }: BehindAnswer['students'][number]) =>
      instructors.some(({ userId }) => userId === own);
    const theirs = all.students.filter(isOwn);
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.length).toBeLessThan(all.students.length);
    await page.goto(`${gateway.url}/?open=students`);
    await expect(rows(page)).toHaveCount(Math.min(5, behindOf(all).length));

    await gateway.signIn(page, 'instructor');
    const given = await told(page, gateway.url);
    expect(given.students.map(({ userId }) => userId)).toEqual(theirs.map(({ userId }) => userId));
    expect(given.students.flatMap(({ instructors }) => instructors).every(({ userId }) => userId === own)).toBe(true);
    await page.goto(`${gateway.url}/instructors/${own}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const names = behindOf(given).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    await expect(rows(page)).toHaveCount(names.length);
    for (const name of names) await expect(card(page)).toContainText(name);
    await expect(rows(page).getByRole('link')).toHaveCount(0);
  });

  for (const role of ['maintenance', 'display', 'administrator'] as const) {
    test(`${role} sees no students`, async ({ page }) => {
      await gateway.signIn(page, role);
      expect((await page.request.get(`${gateway.url}${behindPath}`)).status()).toBe(403);
      if (role !== 'maintenance') return;
      await page.goto(`${gateway.url}/`);
      await expect(
        duties(page)
          .or(page.getByRole('list', { name: /^Attention/ }))
          .first(),
      ).toBeVisible();
      await expect(card(page)).toHaveCount(0);
    });
  }
});
