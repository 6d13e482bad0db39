import type { APIRequestContext, Page } from 'playwright/test';
import { instructorsOf, nameOf, overlapping, type Reservation, reservationsOf } from '#e2e/fixtures/records.ts';
import { axeLooks, expect, expectNoSidewaysScroll, follow, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';
import { type Stack, startStack } from '#e2e/servers/stack.ts';

type SchoolLocation = { locationId: string; name: string };
type Placed = Reservation & { aircraft: { location: SchoolLocation | null } | null };
type Aircraft = { aircraftId: string; tailNumber: string; status: { id: number } };

let stack: Stack;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ playwright }) => {
  stack = await startStack(['--locations', '3', '--rate-limit', '0'], { API_RATE_LIMIT: '100000' });
  const request = await playwright.request.newContext();
  const state = async () => (await (await request.get(`${stack.url}/state`)).json()) as State;
  const isFilled = async () => (await state()).replica.sets.every(({ parts, known }) => parts === known);
  await expect.poll(isFilled, { timeout: 120_000, intervals: [500] }).toBe(true);
  await request.dispose();
});
test.afterAll(() => stack.close());

type State = { readonly replica: { readonly sets: readonly { readonly parts: number; readonly known: number }[] } };

/** Tuesday 12 May by the operator's clock. */
const today = overlapping('2026-05-12T00:00:00', '2026-05-13T00:00:00');

const placedOf = async (request: APIRequestContext, filters: string) =>
  (await reservationsOf(request, filters, stack.url)) as Placed[];

/** The locations by name, from the operator's record. */
async function idsOf(request: APIRequestContext): Promise<Readonly<Record<string, string>>> {
  const record = (await (await request.get(`${stack.url}/api/core/v1.0/operators/1001`)).json()) as {
    locations: SchoolLocation[];
  };
  return Object.fromEntries(record.locations.map(({ locationId, name }) => [name, locationId]));
}

/** The location of each aircraft by today's and tomorrow's reservations, worked out independently; null if none names it. */
async function placesOf(request: APIRequestContext): Promise<ReadonlyMap<string, string | null>> {
  const answer = await request.get(`${stack.url}/api/core/v1.0/operators/1001/aircraft`);
  const { items } = (await answer.json()) as { items: Aircraft[] };
  const reservations = await placedOf(request, overlapping('2026-05-12T00:00:00', '2026-05-14T00:00:00'));
  const placeOf = ({ aircraftId }: Aircraft) => {
    const own = reservations
      .filter(({ aircraft }) => aircraft?.aircraftId === aircraftId)
      .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime));
    const begun = own.findLast(({ startTime }) => Date.parse(startTime) <= Date.parse(now));
    return (begun ?? own[0])?.aircraft?.location?.name ?? null;
  };
  return new Map(items.map((item) => [item.tailNumber, placeOf(item)]));
}

const theSwitch = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Location' });
const choices = ['All locations', 'Colorado Springs', 'Meadow Lake', 'Pueblo'];
const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const linksShown = (page: Page, to: string) => rowsOf(page).locator(`a[href^="${to}"]`).allTextContents();
const choose = (page: Page, label: string) => theSwitch(page).selectOption({ label });

test('the fleet is narrowed to a location, shows aircraft without one, and no aircraft is missing at every location', async ({
  page,
  request,
}) => {
  const [places, ids] = await Promise.all([placesOf(request), idsOf(request)]);
  const tailsAt = (name: string | null) => [...places].filter(([, place]) => place === name).map(([tail]) => tail);
  const unknown = tailsAt(null);
  // Counted by hand in the generated school: two inactive aircraft and a deleted one have nothing booked.
  expect(unknown).toHaveLength(3);
  expect(['Colorado Springs', 'Meadow Lake', 'Pueblo'].map((name) => tailsAt(name).length)).toEqual([15, 5, 3]);

  // Works on a page without reservations too, at the first visit.
  await page.goto(`${stack.url}/equipment`);
  await expect(theSwitch(page).getByRole('option')).toHaveText(choices);
  await follow(page, '/fleet');
  await expect(page.getByText('25 in all, 1 deleted')).toBeVisible();
  await expect(theSwitch(page).getByRole('option')).toHaveText(choices);
  const seen: string[] = [];
  for (const [name, count] of [
    ['Colorado Springs', 17],
    ['Meadow Lake', 7],
    ['Pueblo', 5],
  ] as const) {
    await choose(page, name);
    await expect(page).toHaveURL(`${stack.url}/fleet?location=${ids[name]}`);
    await expect(page.getByText(`${count} of 25, 1 deleted · ${name}`)).toBeVisible();
    await expect(page.getByText(`At ${name}; 3 shown with location not known, ${25 - count} at other`)).toBeVisible();
    const shown = await linksShown(page, '/fleet/');
    expect(new Set(shown)).toEqual(new Set([...tailsAt(name), ...unknown]));
    await expect(rowsOf(page).getByText('location not known')).toHaveCount(3);
    seen.push(...shown);
  }
  expect(new Set(seen)).toEqual(new Set(places.keys()));
  await page.goBack();
  await expect(page.getByText('7 of 25, 1 deleted · Meadow Lake')).toBeVisible();
  await choose(page, 'All locations');
  await expect(page).toHaveURL(`${stack.url}/fleet`);
  await expect(page.getByText('25 in all, 1 deleted')).toBeVisible();
});

test('every link keeps the choice, the next visit remembers it, and the address overrides it', async ({
  page,
  request,
  context,
}) => {
  const ids = await idsOf(request);
  await page.goto(`${stack.url}/fleet`);
  await choose(page, 'Pueblo');
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await nav.getByRole('link', { name: 'Instructors' }).click();
  await expect(page).toHaveURL(`${stack.url}/instructors?location=${ids['Pueblo']}`);
  await nav.getByRole('link', { name: 'Fleet' }).click();
  await rowsOf(page).getByRole('link', { name: 'N875CD' }).click();
  await expect(page).toHaveURL(/\/fleet\/[-\w]+\?location=/);

  const second = await context.newPage();
  await second.clock.setFixedTime(now);
  await second.goto(`${stack.url}/fleet?q=N28`);
  await expect(second).toHaveURL(`${stack.url}/fleet?q=N28&location=${ids['Pueblo']}`);
  await expect(second.getByText('2 of 25 · Pueblo')).toBeVisible();
  await second.goto(`${stack.url}/fleet?location=${ids['Meadow Lake']}`);
  await expect(second.getByText('7 of 25, 1 deleted · Meadow Lake')).toBeVisible();
  await second.goto(`${stack.url}/fleet`);
  await expect(second.getByText('5 of 25, 1 deleted · Pueblo')).toBeVisible();
  // A page without reservations takes the locations from the last visit.
  await second.goto(`${stack.url}/equipment`);
  await expect(theSwitch(second)).toHaveValue(ids['Pueblo'] ?? '');
  await choose(second, 'All locations');
  await second.goto(`${stack.url}/fleet`);
  await expect(second.getByText('25 in all, 1 deleted')).toBeVisible();
  await expect(second).toHaveURL(`${stack.url}/fleet`);
});

test('an unknown location is reported, and all are shown', async ({ page }) => {
  await page.goto(`${stack.url}/fleet?location=nowhere`);
  await expect(page.getByText('“nowhere” is not a location of this school; showing all locations.')).toBeVisible();
  await expect(page.getByText('25 in all, 1 deleted')).toBeVisible();
  await expect(theSwitch(page)).toHaveValue('');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Instructors' }).click();
  await expect(page).toHaveURL(`${stack.url}/instructors`);
});

test('every view of reservations is narrowed, and includes those without a location', async ({ page, request }) => {
  const [reservations, places, ids] = await Promise.all([placedOf(request, today), placesOf(request), idsOf(request)]);
  const here = reservations.filter(({ aircraft }) => aircraft?.location?.name === 'Pueblo');
  const placeless = reservations.filter(({ aircraft }) => !aircraft?.location);
  // Counted by hand: ten flights, and ten lessons on the ground, classes and times off without an aircraft.
  expect([here.length, placeless.length, reservations.length]).toEqual([10, 10, 94]);
  const at = `location=${ids['Pueblo']}`;
  await page.goto(`${stack.url}/reservations?${at}`);
  await expect(page.getByText('20 of 94 · Pueblo')).toBeVisible();
  await expect(
    page.getByText('At Pueblo; 10 shown with location not known, 74 at other locations not shown.'),
  ).toBeVisible();
  const heads = page.getByRole('rowheader').filter({ hasText: /N\d\d|No aircraft/ });
  const tails = [...places].filter(([, place]) => place === 'Pueblo').map(([tail]) => tail);
  await expect(heads).toHaveCount(tails.length + 1);
  for (const tail of tails) await expect(heads.filter({ hasText: tail })).toBeVisible();
  await expect(heads.filter({ hasText: 'No aircraft' })).toContainText('location not known');

  for (const view of ['agenda', 'lanes'] as const) {
    await followAnew(page, `/reservations?view=${view}&${at}`);
    await expect(page.getByText(/^\d+ of \d+(, \d+ over midnight)? · Pueblo$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /location not known/ }).first()).toBeVisible();
  }
  await followAnew(page, `/reservations?view=month&${at}`);
  await expect(page.getByText(/^\d+ of [\d,]+(, \d+ over midnight)? · Pueblo$/)).toBeVisible();
  await followAnew(page, `/reservations?view=list&${at}`);
  const note = page.getByText(/^This page: At Pueblo; .* The service cannot filter reservations by/);
  const [, marked = ''] = /(\d+) shown with/.exec((await note.textContent()) ?? '') ?? [];
  await expect(rowsOf(page).getByText('location not known')).toHaveCount(Number(marked));

  await followAnew(page, `/reservations?by=instructor&${at}`);
  const staff = await instructorsOf(request, `?locationId=eq:${ids['Pueblo']}`, stack.url);
  for (const instructor of staff.filter(({ instructorStatus }) => instructorStatus.id === 1))
    await expect(page.getByRole('rowheader').filter({ hasText: instructor.lastName })).toBeVisible();
});

test('the roster requests the instructors of the location, and its own filter can request others', async ({
  page,
  request,
}) => {
  const ids = await idsOf(request);
  const [all, here, there] = await Promise.all(
    ['', `?locationId=eq:${ids['Meadow Lake']}`, `?locationId=eq:${ids['Pueblo']}`].map((search) =>
      instructorsOf(request, search, stack.url),
    ),
  );
  const requests: string[] = [];
  page.on('request', (one) => requests.push(new URL(one.url()).search));
  await page.goto(`${stack.url}/instructors?location=${ids['Meadow Lake']}`);
  await expect(page.getByText(`${here?.length} of ${all?.length} · Meadow Lake`)).toBeVisible();
  await page.locator('button[aria-expanded]', { hasText: /not active$/ }).click();
  expect(new Set(await linksShown(page, '/instructors/'))).toEqual(new Set(here?.map(nameOf)));
  expect(requests).toContain(`?locationId=eq:${ids['Meadow Lake']}`);
  await expect(page.getByText(`At Meadow Lake; ${(all?.length ?? 0) - (here?.length ?? 0)} at other`)).toBeVisible();
  await choose(page, 'Pueblo');
  await expect(page.getByText(`${there?.length} of ${all?.length} · Pueblo`)).toBeVisible();
  await followAnew(page, `/instructors?location=${ids['Meadow Lake']}&locationId=any`);
  await expect(page.getByText(`${all?.length} in all`)).toBeVisible();
});

test('maintenance shows only the location’s aircraft', async ({ page, request }) => {
  const ids = await idsOf(request);
  await page.goto(`${stack.url}/maintenance?location=${ids['Pueblo']}`);
  await expect(page.getByText(/^\d+ of \d+ · Pueblo$/)).toBeVisible();
  await expect(page.getByText(/^At Pueblo; /)).toBeVisible();
  const tails = new Set(await page.getByRole('table').getByRole('link', { name: /^N\d/ }).allTextContents());
  expect(tails.size).toBeGreaterThan(0);
  const places = await placesOf(request);
  for (const tail of tails) expect(['Pueblo', null]).toContain(places.get(tail.trim()));
});

test('a board of a location is built on the setup page, and says what it shows', async ({ page, request }) => {
  const ids = await idsOf(request);
  await page.goto(`${stack.url}/fleet`);
  await choose(page, 'Pueblo');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Setup' }).click();
  await page.getByRole('link', { name: 'Wall board', exact: true }).click();
  const field = page.getByRole('main').getByRole('combobox', { name: 'Location' });
  await expect(field).toHaveValue(ids['Pueblo'] ?? '');
  const link = page.getByRole('link', { name: /\/board/ });
  await expect(link).toHaveAttribute('href', `${stack.url}/board?location=${ids['Pueblo']}`);
  await field.selectOption({ label: 'Meadow Lake' });
  await expect(link).toHaveAttribute('href', `${stack.url}/board?location=${ids['Meadow Lake']}`);

  await follow(page, `/board?location=${ids['Pueblo']}&screens=fleet`);
  // Three at Pueblo, and the two inactive ones; a board shows no deleted ones.
  await expect(page.getByText('Pueblo · 5 aircraft, 2 with location not known')).toBeVisible();
  await expect(page.getByText('nothing booked, location not known')).toHaveCount(2);
  await followAnew(page, '/board?location=nowhere&screens=fleet');
  await expect(page.getByText('“nowhere” is not a location of this school; showing all locations.')).toBeVisible();
  await expect(page.getByText('25 aircraft')).toBeVisible();
});

test('a school whose reservations name no location has no switch', async ({ page }) => {
  await page.goto('/fleet');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await expect(theSwitch(page)).toHaveCount(0);
});

const longName = 'Northern Colorado Regional Airport, South Ramp and Training C';

/** Renames the school's locations, each to sixty letters. */
async function rename(page: Page): Promise<void> {
  await page.route(/\/replica\/|\/operators\/1001$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('Meadow Lake', longName.slice(0, 60)) });
  });
}

test('a long name fits in the bar at any width, nothing scrolls sideways, and the page is accessible', async ({
  page,
  request,
  axe,
}) => {
  const ids = await idsOf(request);
  await rename(page);
  await page.goto(`${stack.url}/fleet?location=${ids['Meadow Lake']}`);
  for (const width of [390, 834, 1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByText('7 of 25, 1 deleted · Northern Colora…')).toBeVisible();
    await expect(page.getByText(`At ${longName.slice(0, 60)}; 3 shown`)).toBeVisible();
    await expect(theSwitch(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    const isInBar = async () => {
      const bar = await page.getByRole('banner').boundingBox();
      const area = await theSwitch(page).boundingBox();
      if (!area || !bar || area.height < 24 || area.width < 24) return false;
      return area.x >= bar.x && area.x + area.width <= bar.x + bar.width;
    };
    await expect.poll(isInBar, `in the bar at ${width}`).toBe(true);
    const overlaps = () => page.getByRole('banner').evaluate(underTheSwitch);
    await expect.poll(overlaps, `under the switch at ${width}`).toEqual([]);
    if (axeLooks.some(({ use }) => use.viewport.width === width)) await axe();
  }
});

/** Other items of the bar that the switch covers. */
function underTheSwitch(bar: HTMLElement | SVGElement): string[] {
  const ownElement = bar.querySelector('select')?.parentElement;
  const box = ownElement?.getBoundingClientRect();
  if (!ownElement || !box) return ['no switch'];
  const others = [...bar.querySelectorAll('a, button, summary')].filter((element) => element.checkVisibility());
  return others
    .filter((element) => {
      const other = element.getBoundingClientRect();
      return other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom;
    })
    .map((other) => other.textContent);
}

for (const width of [390, 834, 1000, 1280, 1920]) {
  test(`nothing in the bar moves when the locations load, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(watchShifts);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/replica\/(reservations|history)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${stack.url}/equipment`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Equipment');
    await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible();
    await expect(theSwitch(page)).toHaveCount(0);
    // Only the bar and the pages behind "More" count, not the content of the next page.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Fleet' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fleet');
    const places = () =>
      page.getByRole('banner').evaluate((bar) =>
        [...bar.querySelectorAll('a, button, summary')]
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const { x, y } = element.getBoundingClientRect();
            return `${element.className} ${element.textContent.replace(/loading|\d+ (s|min)/, '')} ${x} ${y}`;
          }),
      );
    await page.evaluate(() => Object.assign(window, { shifts: [] }));
    const before = await places();
    answer();
    await expect(theSwitch(page)).toBeVisible();
    expect(await places()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });
}

/** Records what moves in the bar. */
function watchShifts(): void {
  const kept = window as unknown as { shifts: string[] };
  kept.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { sources: { node: Node | null }[] }[]) {
      // The bar is the first header of the page.
      const inBar = entry.sources.filter(({ node }) => node && document.querySelector('header')?.contains(node));
      kept.shifts.push(...inBar.map(({ node }) => node?.textContent ?? ''));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
