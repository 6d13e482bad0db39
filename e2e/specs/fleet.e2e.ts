import type { APIRequestContext, Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';
import { startStack } from '#e2e/servers/stack.ts';

type Aircraft = { aircraftId: string; tailNumber: string; isSimulator: boolean; status: { id: number; name: string } };
type Reminder = { status: { id: number }; permanentlyComplied: boolean };

async function fleetOf(request: APIRequestContext, search = ''): Promise<Aircraft[]> {
  const answer = await request.get(`/api/core/v1.0/operators/1001/aircraft${search}`);
  return ((await answer.json()) as { items: Aircraft[] }).items;
}

/** The worst status of each aircraft's reminders, by its id. */
async function worstReminders(request: APIRequestContext): Promise<ReadonlyMap<string, number>> {
  const answer = await request.get('/replica/reminders');
  const { aircraft } = (await answer.json()) as { aircraft: { aircraftId: string; items: Reminder[] }[] };
  return new Map(
    aircraft.map(({ aircraftId, items }) => {
      const counted = items.filter(({ permanentlyComplied }) => !permanentlyComplied);
      return [aircraftId, Math.max(1, ...counted.map(({ status }) => status.id))];
    }),
  );
}

/** The tail numbers of aircraft that are checked out. */
async function tailsOut(request: APIRequestContext): Promise<ReadonlySet<string>> {
  const window = 'startTime=lt:2026-05-12T17:05:00&endTime=gt:2026-05-12T00:00:00&limit=250';
  const answer = await request.get(`/api/scheduling/v1.0/operators/1001/reservations?${window}`);
  const { items } = (await answer.json()) as {
    items: { aircraft: { tailNumber: string; isSimulator: boolean } | null; reservationStatus: { id: number } }[];
  };
  const out = items.filter((item) => item.reservationStatus.id === 1 && item.aircraft && !item.aircraft.isSimulator);
  return new Set(out.map((one) => one.aircraft?.tailNumber ?? ''));
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const link = (page: Page, tail: string) => page.getByRole('link', { name: tail, exact: true });

test('lists every aircraft of the operator, with its state by reservations and reminders', async ({
  page,
  request,
}) => {
  const [fleet, worst, out] = await Promise.all([fleetOf(request), worstReminders(request), tailsOut(request)]);
  expect(out.size).toBeGreaterThan(0);
  await page.goto('/fleet');
  const { length: gone } = fleet.filter(({ status }) => status.id === 2);
  await expect(page.getByText(`${fleet.length - gone} in all, ${gone} deleted`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(fleet.length);
  await expect(rowsOf(page).filter({ hasText: 'not loaded yet' })).toHaveCount(0);
  const texts = new Map<string, string>();
  for (const row of await rowsOf(page).all()) {
    texts.set(await row.getByRole('link').first().innerText(), await row.innerText());
  }
  expect(new Set(texts.keys())).toEqual(new Set(fleet.map(({ tailNumber }) => tailNumber)));
  // Simulators come last, followed only by aircraft that are no longer in the fleet.
  const tailsOf = (some: Aircraft[]) => some.map(({ tailNumber }) => tailNumber);
  const deleted = tailsOf(fleet.filter(({ status }) => status.id === 2));
  const simulators = tailsOf(fleet.filter(({ status, isSimulator }) => isSimulator && status.id !== 2));
  const last = [...texts.keys()].slice(-simulators.length - deleted.length);
  expect(new Set(last.slice(0, simulators.length))).toEqual(new Set(simulators));
  expect(new Set(last.slice(simulators.length))).toEqual(new Set(deleted));
  for (const tail of out) expect(texts.get(tail)).toMatch(/flying until|not back \+|in the shop until/);
  for (const { aircraftId, tailNumber, status } of fleet) {
    const text = texts.get(tailNumber) ?? '';
    const worstStatus = worst.get(aircraftId) ?? 1;
    if (status.id === 2) expect(text, tailNumber).not.toMatch(/Move reservations|Shop planner/);
    if (status.id !== 1) continue;
    if (worstStatus === 3) expect(text, tailNumber).toMatch(/Grounded/);
    if (worstStatus === 3) expect(text, tailNumber).not.toContain('can go');
    if (worstStatus === 2) expect(text, tailNumber).toMatch(/Warning|Maintenance due soon|Grounded/);
    if (worstStatus === 1) expect(text, tailNumber).toMatch(/Fit|Maintenance due soon|Grounded/);
  }
  const expired = fleet.find(({ aircraftId, status }) => status.id === 1 && worst.get(aircraftId) === 3);
  await link(page, expired?.tailNumber ?? '').click();
  const band = page
    .locator('main p')
    .filter({ has: page.locator('b') })
    .first();
  await expect(band).toContainText(/^Grounded.*(expired|past due)/);
  const move = page.getByRole('main').getByRole('link', { name: 'Move reservations' });
  await expect(move).toHaveCount(2);
  // What the band says is not said again: the other findings are below it.
  const said = ((await band.locator('span').textContent()) ?? '').split(' · ')[0] ?? '';
  await expect(page.getByRole('region', { name: 'Findings' }).getByText(said)).toHaveCount(0);
  // A deleted aircraft has no reservations to move.
  await page.goBack();
  await link(page, deleted[0] ?? '').click();
  await expect(band).toContainText('No longer in the fleet');
  await expect(move).toHaveCount(0);
});

test('filters by the service, searches, counts and sorts; all of it is in the address', async ({ page, request }) => {
  const inactive = await fleetOf(request, '?statusId=eq:0');
  await page.goto('/fleet?limit=25&offset=1');
  await page.getByLabel('Status').selectOption('inactive');
  await expect(page).toHaveURL(/statusId=eq:0/);
  await expect(page).not.toHaveURL(/offset/);
  await expect(rowsOf(page)).toHaveCount(inactive.length);
  await page.getByText('API details').click();
  await expect(page).toHaveURL(/api=listAircraft/);
  await expect(page.getByText('Query: Status is inactive')).toBeVisible();
  await expect(page.getByText('GET /core/v1.0/operators/1001/aircraft?statusId=eq:0&limit=25')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Status')).toHaveValue('');

  await page.getByLabel('Rows per page').selectOption('all');
  const count = page.getByRole('button', { name: /\d+ can go/ });
  await expect(count).toHaveText(/[1-9]/);
  const expected = Number(((await count.textContent()) ?? '').match(/\d+/)?.[0]);
  await count.click();
  await expect(page).toHaveURL(/now=available/);
  await expect(rowsOf(page)).toHaveCount(expected);
  await page.getByRole('button', { name: 'Tail', exact: true }).click();
  await expect(page).toHaveURL(/sort=tail/);
  const row = await rowsOf(page).first().boundingBox();
  expect(row?.height, 'a row has two lines at most').toBeLessThan(54);
  const tails = await rowsOf(page).getByRole('link').allTextContents();
  expect(tails).toEqual(tails.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  await count.click();
  await expect(page).not.toHaveURL(/now=/);

  const [tail = ''] = tails;
  await page.getByLabel('Search by tail number or model').pressSequentially(tail.slice(-3).toLowerCase());
  await expect(page).toHaveURL(new RegExp(`q=${tail.slice(-3)}`, 'i'));
  await expect(link(page, tail)).toBeVisible();
  await page.getByLabel('Search by tail number or model').fill('no such tail');
  await expect(page.getByText('No aircraft match these filters.')).toBeVisible();
});

test('pages through the server, and never shows the answer to another filter', async ({ page, request }) => {
  const total = (await fleetOf(request)).length;
  await page.goto('/fleet?limit=25&group=none&sort=tail&view=pie&offset=98');
  await expect(page.getByText('There is no page 99; this is the last, page 2.')).toBeVisible();
  await expect(page.getByText('“pie” is not a valid value for view')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(total - 25);
  // An aircraft that is grounded has links to plans too.
  const second = await rowsOf(page).locator('a.row-link').allTextContents();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText(`1–25 of ${total}`)).toBeVisible();
  await expect(page.getByText(`cover the 25 loaded of ${total}`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(25);
  // One page of several is never sorted.
  await expect(page.getByRole('columnheader', { name: 'Tail' }).getByRole('button')).toHaveCount(0);
  const first = await rowsOf(page).locator('a.row-link').allTextContents();
  expect(new Set([...first, ...second]).size).toBe(total);

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/aircraft\?statusId=eq:0/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Status').selectOption('inactive');
  await expect(page.getByRole('region', { name: 'Aircraft' }).getByText('Not known yet')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  release();
  await expect(rowsOf(page).first()).toContainText('inactive');
});

test('says first who can go, and for how long; a chip and the Status field are one filter', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/fleet');
  const parts = page.getByRole('table').locator('th[scope=rowgroup]');
  await expect(parts.first()).toHaveText(/^Can go [1-9]/);
  expect(await parts.allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Out \d/), expect.stringMatching(/^Cannot go/)]),
  );
  expect((await rowsOf(page).first().boundingBox())?.y).toBeLessThanOrEqual(200);
  const rows = page.getByRole('row');
  const canGo = async () => {
    const texts = await rows.allInnerTexts();
    const first = texts.findIndex((text) => text.startsWith('Can go'));
    const next = texts.findIndex((text, index) => index > first && /^(Due out|Out)/.test(text));
    return texts.slice(first + 1, next);
  };
  const all = await canGo();
  await page.getByLabel('Free for at least').selectOption('2 h');
  await expect(page).toHaveURL(/free=120/);
  // It is 1105L.
  const long = all.filter((text) => !/can go until (11|12|130[0-4])/.test(text));
  expect(long.length).toBeLessThan(all.length);
  await expect(parts.first()).toHaveText(`Can go ${long.length} of ${all.length}`);
  expect(await canGo()).toEqual(long);

  const fleet = await fleetOf(request);
  const { length: inactive } = fleet.filter(({ status }) => status.id === 0);
  await page.goto('/fleet');
  const chip = page.getByRole('button', { name: `${inactive} inactive` });
  await chip.click();
  await expect(page.getByLabel('Status').locator('option:checked')).toHaveText('inactive');
  await expect(page.getByText(`${inactive} of ${fleet.length}`, { exact: true })).toBeVisible();
  await page.getByLabel('Status').selectOption('all');
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await expect(rowsOf(page)).toHaveCount(fleet.length);
  await page.getByLabel('Status').selectOption('inactive');
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await chip.click();
  await expect(page).not.toHaveURL(/statusId|now=/);
  await expect(rowsOf(page)).toHaveCount(fleet.length);
});

test('works by keyboard alone, to an aircraft and back', async ({ page }) => {
  await page.clock.install({ time: now });
  await page.goto('/fleet?limit=25');
  const first = rowsOf(page).getByRole('link').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  for (let steps = 0; steps < 60 && !(await first.evaluate((node) => node === document.activeElement)); steps++) {
    await page.keyboard.press('Tab');
  }
  const tail = (await first.textContent()) ?? '';
  // Rows show the time, and a new minute must not move the keyboard focus.
  await page.clock.fastForward('01:00');
  await expect(page.getByText('1106L').first()).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fleet\/[0-9a-f-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tail);
  await page.goBack();
  await expect(first).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the filters open as a sheet, and the button says how many are in use', async ({ page, request, axe }) => {
    const inactive = await fleetOf(request, '?statusId=eq:0');
    await page.goto('/fleet');
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Options' });
    await sheet.getByLabel('Status').selectOption('inactive');
    await axe();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Options (1)' })).toBeFocused();
    await expect(page.getByRole('main').getByRole('list').getByRole('listitem')).toHaveCount(inactive.length);
    await expectNoSidewaysScroll(page);
  });
});

test('for a large school models and matters are counts that open, and the address says which', async ({
  page,
  axe,
}) => {
  const flags = ['--aircraft', '64', '--reservations-per-day', '100', '--days', '14', '--rate-limit', '0'];
  const stack = await startStack(flags, { API_RATE_LIMIT: '100000' });
  await page.goto(`${stack.url}/fleet?group=model&view=table`);
  const models = page.getByRole('rowheader').or(page.getByRole('row').locator('th[scope=rowgroup]'));
  await expect(models.first()).toContainText(/\d+ can go/);
  await expect(rowsOf(page)).toHaveCount(0);
  const model = page.getByRole('button', { name: /^Cessna C172S.* \d+$/ });
  const count = Number(/\d+$/.exec((await model.textContent()) ?? '')?.[0]);
  await model.click();
  await expect(page).toHaveURL(/open=Cessna/);
  await expect(rowsOf(page)).toHaveCount(count);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(count);
  await axe();
  await model.click();
  await expect(rowsOf(page)).toHaveCount(0);

  // As one list it draws only the rows near the window, in any order; on paper it draws all of them.
  await followAnew(page, '/fleet?view=table&sort=-tail');
  const drawn = page.locator('main tr[aria-rowindex]');
  await expect(drawn.first()).toHaveAttribute('aria-rowindex', '2');
  await expect.poll(() => drawn.count()).toBeLessThan(45);
  const all = Number(await page.getByRole('table').getAttribute('aria-rowcount'));
  expect(all).toBeGreaterThan(60);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(drawn).toHaveCount(all - 1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => drawn.count()).toBeLessThan(45);
  // The rows that come into view may be taller than those left out were taken to be.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(drawn.last()).toHaveAttribute('aria-rowindex', String(all), { timeout: 1_000 });
  }).toPass();

  await followAnew(page, '/');
  const attention = page.getByRole('region', { name: 'Attention', exact: true });
  const groups = attention.locator('h3 > button');
  await expect(groups.first()).toBeVisible();
  // The most severe groups are open; the others show their number.
  await expect(attention.getByRole('list', { name: /^Attention: / }).first()).toBeVisible();
  await expect(groups.first()).toHaveText(/^\d+ /);
  await groups.first().click();
  await expect(page).toHaveURL(/groups=/);
  await page.reload();
  await expect(attention.locator('h3 + [role=region] li').first()).toBeVisible();
  await axe();
  // Opening a group adds no step to Back.
  await page.goBack();
  await expect(page).toHaveURL(/no-such-page/);
  await page.close();
  await stack.close();
});
