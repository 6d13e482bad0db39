import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { pagesOf } from '#e2e/tools/browsers/pdf.ts';
import {
  expect,
  expectNoSidewaysScroll,
  failUntilPressed,
  follow,
  followAnew,
  looks,
  test,
  turnTo,
} from '#e2e/fixtures/fixtures.ts';
import { type BookedReservation, mayDay, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';
import { startStack } from '#e2e/servers/stack.ts';
import { filled } from '#e2e/fixtures/filled.ts';

/** Closes what a test has opened, even if it fails. */
const opened: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const end of opened.splice(0).toReversed()) await end();
});

async function openSchool(flags: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const stack = await startStack([...flags, '--rate-limit', '0'], { API_RATE_LIMIT: '100000', ...environment });
  opened.push(() => stack.close());
  return stack.url;
}

const papers = ['Letter', 'A4'] as const;
const field = { OPERATOR_LATITUDE: '38.8', OPERATOR_LONGITUDE: '-104.7' };

async function openBrief(page: Page, query = '', base = ''): Promise<Locator> {
  await page.goto(`${base}/brief${query}`);
  const sheet = page.getByRole('article', { name: /^Morning brief of/ });
  await expect(sheet).toBeVisible();
  return sheet;
}

const block = (sheet: Locator, title: string) => sheet.getByRole('region', { name: title });

/** Text drawn below the edge of the paper. */
async function hiddenText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sheet = document.querySelector('.brief-sheet');
    if (!sheet) return ['no sheet'];
    const bottom = sheet.getBoundingClientRect().bottom;
    const below = [...sheet.querySelectorAll('h3, li, .brief-more, footer')].filter(
      (element) => element.getBoundingClientRect().bottom > bottom + 0.5,
    );
    return below.map((element) => element.textContent ?? '');
  });
}

/** The number of pages in print, on each paper and on the paper that the page itself names. */
async function printedPages(page: Page): Promise<number[]> {
  const counts: number[] = [];
  for (const format of papers) counts.push(pagesOf(await page.pdf({ format })));
  counts.push(pagesOf(await page.pdf({ preferCSSPageSize: true })));
  return counts;
}

/** `0700L` of an instant in Denver in summer. */
function local(iso: string | undefined): string {
  const at = new Date(Date.parse(iso ?? '') - 6 * 3_600_000).toISOString();
  return `${at.slice(11, 13)}${at.slice(14, 16)}L`;
}

/** The flights of 12 May by start, found by hand in the service's records. */
async function flightsOfTheDay(request: APIRequestContext): Promise<BookedReservation[]> {
  const [from, to] = mayDay(12);
  const all = await reservationsWithin(request, from, to);
  const flights = all.filter(({ aircraft, reservationType }) => {
    return aircraft && !aircraft.isSimulator && reservationType.displayTypeId === 0;
  });
  return flights.toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
}

test('the figures, the first wave and the lists with their reasons are those of the service', async ({
  page,
  request,
}) => {
  const flights = await flightsOfTheDay(request);
  const [from, to] = mayDay(12).map((instant) => Date.parse(instant)) as [number, number];
  const begun = flights.filter(({ startTime }) => Date.parse(startTime) >= from);
  const hours = flights.reduce((sum, { startTime, endTime }) => {
    return sum + Math.min(Date.parse(endTime), to) - Math.max(Date.parse(startTime), from);
  }, 0);
  const first = new Map(begun.toReversed().map((flight) => [flight.aircraft?.tailNumber, flight]));
  const last = begun.reduce((late, { endTime }) => Math.max(late, Date.parse(endTime)), 0);
  const sheet = await openBrief(page);
  await expect(sheet.getByRole('heading', { name: 'Morning brief, Tue 12 May 2026' })).toBeVisible();
  await expect(sheet).toContainText('Pikes Peak Flying School');
  await expect(sheet).toContainText(/As of 11\d\dL Tue 12 May/);
  const fact = (name: string) => sheet.locator('dl div', { hasText: name }).locator('dd');
  await expect(fact('Flights booked')).toHaveText(String(flights.length));
  await expect(fact('Hours booked')).toHaveText(`${(hours / 3_600_000).toFixed(1)} h`);
  await expect(fact('First departure')).toHaveText(local(begun[0]?.startTime));
  await expect(fact('Last return')).toHaveText(local(new Date(last).toISOString()) + (last > to ? ' +1' : ''));
  const listed: string[] = [];
  for (const part of ['First wave: findings', 'First wave: no findings']) {
    const wave = block(sheet, part);
    const rows = await wave.getByRole('listitem').allTextContents();
    await expect(wave.getByRole('heading')).toContainText(String(rows.length));
    const times = rows.map((row) => row.slice(0, 5));
    expect(times).toEqual(times.toSorted());
    listed.push(...rows);
  }
  // Those that are done are only counted.
  const note = (await block(sheet, 'First wave: findings').getByRole('heading').textContent()) ?? '';
  const done = Number(/(\d+) done$/.exec(note)?.[1] ?? 0);
  expect(done).toBeGreaterThan(0);
  expect(listed).toHaveLength(first.size - done);
  const flown = [...first].filter(
    ([tail, { startTime }]) => !listed.some((row) => row.includes(local(startTime) + tail)),
  );
  expect(flown).toHaveLength(done);
  // One press shows them, apart from the paper; the address keeps it.
  const fold = page.getByRole('button', { name: `First wave: ${done} done` });
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: /Done$/ });
  await expect(rows).toHaveCount(0);
  await fold.click();
  await expect(rows).toHaveCount(done);
  await expect(page).toHaveURL(/done=open/);
  await page.reload();
  await expect(rows).toHaveCount(done);
  await page.emulateMedia({ media: 'print' });
  await expect(rows.first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await test.step('who is off, what is grounded and whose hours run out', () => expectLists(sheet, request));
});

test('checks, conflicts and aircraft agree with the other pages', async ({ page }) => {
  // The timeline draws only the rows near its window.
  await page.setViewportSize({ width: 1280, height: 2400 });
  const sheet = await openBrief(page);
  const fleet = await sheet.locator('dl div', { hasText: 'Aircraft now' }).locator('dd').textContent();
  const conflicts = await block(sheet, 'Conflicts').getByRole('heading').locator('span').textContent();
  const found = block(sheet, 'First wave')
    .getByRole('listitem')
    .filter({ hasText: /Caution|Do not dispatch/ });
  const checks = await Promise.all((await found.all()).map((row) => row.locator('span').allTextContents()));
  expect(checks.length).toBeGreaterThan(2);
  await follow(page, '/reservations?view=timeline');
  const button = page.getByRole('button', { name: /^\d+ conflicts?/ });
  // Until the forecasts arrive, it says what it waits for.
  await expect
    .poll(async () => {
      const counts = ((await button.locator('.visually-hidden').textContent()) ?? '').match(/\d+/g) ?? [];
      return counts.reduce((sum, count) => sum + Number(count), 0);
    })
    .toBe(Number(conflicts));
  for (const [time = '', , , level, words] of checks) {
    const bar = page.getByRole('gridcell', { name: `${level}: ${words}` });
    await expect(bar.and(page.getByRole('gridcell', { name: `${time.slice(0, 4)}–` })).first()).toBeVisible();
  }
  await follow(page, '/fleet');
  for (const group of (fleet ?? '').split(' · ')) {
    await expect(page.getByRole('button', { name: group, exact: true }).first()).toBeVisible();
  }
});

/** Who is off, what is grounded and whose hours run out, with reasons. */
async function expectLists(sheet: Locator, request: APIRequestContext): Promise<void> {
  const [from, to] = mayDay(12);
  const all = await reservationsWithin(request, from, to);
  const off = all.filter(({ reservationType }) => reservationType.displayTypeId === 10);
  const people = new Set(
    off.map((reservation) => JSON.stringify((reservation as { instructor?: unknown }).instructor)),
  );
  await expect(block(sheet, 'Off').getByRole('listitem')).toHaveCount(people.size);
  for (const reservation of off)
    await expect(block(sheet, 'Off')).toContainText(local(reservation.startTime).slice(0, 4));
  type PerAircraft = {
    aircraft: { aircraftId: string; items: { groundAircraft?: boolean; resolved?: unknown; description: string }[] }[];
  };
  const squawks = (await (await request.get('/replica/squawks')).json()) as PerAircraft;
  const grounding = squawks.aircraft.flatMap(({ items }) => items).filter((one) => one.groundAircraft && !one.resolved);
  expect(grounding.length).toBeGreaterThan(0);
  for (const { description } of grounding)
    await expect(block(sheet, 'Grounded, in the shop or inactive')).toContainText(description);
  const rows = await block(sheet, 'Hours left and booked').getByRole('listitem').allTextContents();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [, left, booked] = /([\d.]+) h left([\d.]+) h booked$/.exec(row) ?? [];
    expect(Number(booked), row).toBeGreaterThanOrEqual(Number(left) / 2);
  }
}

test('day, paper and notice are in the address, and the notice is printed', async ({ page }) => {
  const sheet = await openBrief(page);
  await page.getByRole('textbox', { name: 'Notice' }).fill('Runway 17L closed until 1200L');
  await expect(page).toHaveURL(/notice=Runway/);
  await page.getByRole('button', { name: 'A4' }).click();
  await page.getByRole('button', { name: 'Tomorrow' }).press('Enter');
  await expect(page).toHaveURL(/date=2026-05-13/);
  // The pressed button is disabled, so its neighbour has the focus.
  await expect(page.getByRole('button', { name: 'Choose a day' })).toBeFocused();
  await expect(page).toHaveURL(/paper=a4/);
  await expect(sheet.getByRole('heading', { name: 'Morning brief, Wed 13 May 2026' })).toBeVisible();
  await page.reload();
  await expect(block(sheet, 'Notice')).toContainText('Runway 17L closed until 1200L');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(sheet).toBeVisible();
});

test('a day outside the copy is refused in words, and an invalid date falls back to today', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
  await page.goto('/brief?date=2026-12-24');
  await expect(page.getByRole('alert')).toContainText('there is no brief of Thu 24 Dec 2026');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByRole('article', { name: 'Morning brief of Tue 12 May 2026' })).toBeVisible();
  await followAnew(page, '/brief?date=soon');
  await expect(page.getByText('“soon” is not a date')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Morning brief of Tue 12 May 2026' })).toBeVisible();
});

test('the palette and the reservations page open it for the day in view', async ({ page }) => {
  await page.goto('/reservations?view=agenda&date=2026-05-14');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  const [actions, brief] = [
    page.getByRole('button', { name: 'Other actions' }),
    page.getByRole('menuitem', { name: 'Morning brief' }),
  ];
  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Print day' })).toBeVisible();
  await expect(brief).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Timeline' }).click();
  await actions.click();
  await brief.click();
  await expect(page.getByRole('article', { name: 'Morning brief of Thu 14 May 2026' })).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('morning');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/brief$/);
});

test('a failed brief says so, and appears after another try', async ({ page, expectConsole, axe }) => {
  expectConsole(/status of 502/);
  await failUntilPressed(page, /\/replica\/brief/, (route) => route.fulfill({ status: 502, json: [] }));
  await page.goto('/brief');
  await expect(page.getByRole('alert')).toBeVisible();
  await axe();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: /^Morning brief of/ })).toBeVisible();
});

test('a school without aircraft and reservations has none', async ({ page }) => {
  await page.goto(`${await openSchool(['--empty'])}/brief`);
  await expect(page.getByText('No aircraft and no reservations on Tue 12 May.')).toBeVisible();
  await page.close();
});

test('is accessible and fits, on a phone, on a desktop and on one page of paper, in both themes', async ({
  page,
  axe,
}) => {
  for (const date of ['2026-05-13', '2026-05-12']) {
    await openBrief(page, `?date=${date}&notice=${'Runway closed '.repeat(12)}`);
    expect(await hiddenText(page)).toEqual([]);
    expect(await printedPages(page)).toEqual([1, 1, 1]);
  }
  await follow(page, '/brief?notice=Gusts%20to%2025%20kt');
  await expect(page.getByRole('article', { name: 'Morning brief of Tue 12 May 2026' })).toContainText('Gusts to 25 kt');
  for (const { name, use } of looks.filter(({ name: look }) => look.endsWith('light'))) {
    await page.setViewportSize(use.viewport);
    await expectNoSidewaysScroll(page);
    if (!name.startsWith('wall')) await axe();
  }
  // On a phone every word is shown in full: nothing ends in dots.
  await page.setViewportSize({ width: 390, height: 844 });
  await turnTo(page, 'light');
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('.brief-sheet li span')].filter(
        (element) => element.scrollWidth > element.clientWidth + 1,
      ).length,
  );
  expect(cut).toBe(0);
});

/** A page of few aircraft and one whose lists must be shortened; the usual school of the tests is between them. */
for (const size of [6, 150]) {
  test(`a school of ${size} aircraft has its brief on one page, in the browser and in its file`, async ({ page }) => {
    // A large school is slow to start, especially on a busy machine.
    test.slow();
    const directory = mkdtempSync(join(tmpdir(), 'flightline-'));
    opened.push(async () => rmSync(directory, { recursive: true }));
    const school = ['--aircraft', `${size}`, '--reservations-per-day', `${size * 4}`, '--days', '16'];
    const url = await openSchool(school, { DATA_DIR: directory, ...field });
    // Each brief of a large school costs the gateway much, so none is requested while it reads the school.
    await filled(url);
    const sheetText = async () => (await page.request.get(`${url}/replica/brief?date=2026-05-12`)).text();
    await expect.poll(sheetText, { timeout: 60_000 }).toMatch(/"sheet":\{(?!.*Not loaded)/);
    for (const date of ['2026-05-12', '2026-05-13']) {
      const sheet = await openBrief(page, `?date=${date}&notice=${'Runway closed '.repeat(12)}`, url);
      await expect(sheet).toContainText(/sunrise 05\d\dL · sunset 20\d\dL/i);
      expect(await hiddenText(page)).toEqual([]);
      expect(await printedPages(page)).toEqual([1, 1, 1]);
    }
    const folder = join(directory, 'briefs');
    // The gateway's clock is fixed at 1105L: the morning brief is due.
    await expect
      .poll(() => (existsSync(folder) ? readdirSync(folder, { encoding: 'utf8' }) : []), { timeout: 300_000 })
      .toEqual(['2026-05-12.html']);
    await page.goto(pathToFileURL(join(folder, '2026-05-12.html')).href);
    await expect(page.getByRole('heading', { name: 'Morning brief, Tue 12 May 2026' })).toBeVisible();
    expect(await hiddenText(page)).toEqual([]);
    expect(await printedPages(page)).toEqual([1, 1, 1]);
    await page.close();
  });
}
