import type { CDPSession, Page } from 'playwright/test';
import type { PagePath } from '#contract/pages.ts';
import { drawsAlike } from '#e2e/tools/browser.ts';
import {
  axeLooks,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  followAnew,
  looks,
  test,
  turnTo,
} from '#e2e/fixtures/fixtures.ts';
import { lostMarks } from '#e2e/fixtures/forcedColours.ts';
import { beyondTheEdge, layoutFaults } from '#e2e/fixtures/layoutFaults.ts';
import { demoRecords, everyView } from '#e2e/fixtures/pages.ts';
import { openComponents } from '#e2e/tools/components/serve.ts';
import { sampleHours } from '#e2e/fixtures/samples/sampleHours.ts';
import { sampleLog } from '#e2e/fixtures/samples/sampleLog.ts';

/** Half the size: the pictures compare the layout, and 120 of them stay small. */
test.use({ deviceScaleFactor: 0.5 });

/** After one wrong picture, the test still checks the others. */
const softly = expect.configure({ soft: true });

type Visited = {
  readonly name: string;
  readonly address: string;
  readonly shows: RegExp;
  /**
   * Narrows a long page to one of each kind of row and mark, because the rules are slow for each element; and the text it then
   * shows.
   */
  readonly few?: { readonly query: string; readonly shows: RegExp };
  /** An answer for the page, because with its fixed clock the school has none of its own. */
  readonly given?: { readonly address: string; readonly body: object };
};

const someOfThem = /\d+ of \d+/;
const inAll = /\d+ in all/;
const n512sp = demoRecords['/fleet/:aircraftId'];
const oneAircraft = { query: `&resource=aircraft:${n512sp}`, shows: someOfThem };
const someAircraft = { query: '&limit=8', shows: /^8 of/ };

/** The views of some pages, in place of the page alone. */
const pages: readonly Visited[] = everyView<Visited>({
  '/': [
    { name: 'overview', address: '/', shows: inAll },
    { name: 'moment-overview', address: '/?moment=2026-05-13T18:00Z', shows: inAll },
  ],
  '/fleet': [
    { name: 'fleet', address: '/fleet?view=table', shows: inAll, few: someAircraft },
    { name: 'fleet-cards', address: '/fleet?view=cards', shows: inAll, few: someAircraft },
  ],
  '/maintenance': [
    {
      name: 'maintenance',
      address: '/maintenance',
      shows: inAll,
      few: { query: '?statusId=int:2,3', shows: someOfThem },
    },
    { name: 'maintenance-calendar', address: '/maintenance?view=calendar', shows: /Due calendar/ },
    { name: 'maintenance-squawks', address: '/maintenance?view=squawks', shows: /\d+ in all|\d+ open/ },
  ],
  '/reservations': [
    { name: 'timeline', address: '/reservations?view=timeline', shows: inAll },
    { name: 'week', address: '/reservations?view=week', shows: inAll, few: oneAircraft },
    { name: 'month', address: '/reservations?view=month', shows: /May 2026/, few: oneAircraft },
    { name: 'agenda', address: '/reservations?view=agenda', shows: inAll, few: oneAircraft },
    { name: 'lanes', address: '/reservations?view=lanes', shows: inAll, few: oneAircraft },
    {
      name: 'list',
      address: '/reservations?view=list',
      shows: /\d+ in all|of \d+/,
      few: { query: '&displayTypeId=eq:0&limit=5', shows: /^5 of/ },
    },
    { name: 'moment-timeline', address: '/reservations?view=timeline&moment=2026-05-13T18:00Z', shows: inAll },
  ],
  '/instructors': [
    {
      name: 'instructors',
      address: '/instructors',
      shows: inAll,
      few: { query: '?free=1500&q=ta', shows: someOfThem },
    },
  ],
  '/changes': [
    {
      name: 'changes',
      address: '/changes',
      shows: /1,284/,
      given: { address: '**/replica/log?*', body: sampleLog },
    },
  ],
  '/plan/down': [
    {
      name: 'plan-down',
      address: `/plan/down?aircraft=${n512sp}&until=2026-05-14T1800`,
      shows: /other aircraft; /,
    },
  ],
  '/plan/find': [{ name: 'plan-find', address: '/plan/find?model=172&date=2026-05-13', shows: /possible times/ }],
  '/plan/standby': [{ name: 'plan-standby', address: '/plan/standby', shows: /No freed slots in the next 7 days/ }],
  '/plan/shop': [
    { name: 'plan-shop', address: '/plan/shop', shows: /due by/ },
    { name: 'plan-shop-one', address: `/plan/shop?aircraft=${n512sp}`, shows: /Each day without the work/ },
  ],
  '/plan/hours': [
    {
      name: 'plan-hours',
      address: '/plan/hours',
      shows: /over 241 flights/,
      given: { address: '**/replica/hours?*', body: sampleHours },
    },
  ],
  '/board': [
    { name: 'board', address: '/board?screens=fleet', shows: /N\d+[A-Z]+/ },
    { name: 'board-day', address: '/board?screens=day&names=surname', shows: /N\d+[A-Z]+/ },
  ],
});

/** The lists and schedules, whose words are the service's. */
const listPages = new Set<string>([
  '/',
  '/fleet',
  '/maintenance',
  '/reservations',
  '/instructors',
  '/changes',
  '/people',
  '/board',
] satisfies PagePath[]);
const pagesOfRecords = pages.filter(({ address }) => listPages.has(address.replace(/\?.*/, '')));

/** The pages per test, opened one after another as by links. */
const atOnce = 4;

for (let from = 0; from < pages.length; from += atOnce) {
  const some = pages.slice(from, from + atOnce);
  const names = some.map(({ name }) => `${name} stands`).join(', ');
  test(`${names} as in its pictures, is accessible, and nothing crosses, is cut or is lost in forced colours`, async ({
    page,
  }) => {
    for (const visited of some) {
      await test.step(visited.name, () => expectAsInPictures(page, visited, visited === some[0]));
    }
  });
}

async function expectAsInPictures(page: Page, visited: Visited, isFirst: boolean): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, visited, isFirst);
  await expectPictures(page, visited);
  if (!visited.few) return;
  await follow(page, visited.address + visited.few.query);
  await expect(page.getByText(visited.few.shows).first()).toBeVisible();
  for (const { name, use } of looks.filter((look) => !look.name.startsWith('wall'))) {
    await page.setViewportSize(use.viewport);
    await setTouch(page, name.startsWith('phone'));
    await turnTo(page, use.colorScheme);
    await expectAccessible(page, use.colorScheme);
  }
}

/** A phone is touched: its targets are larger, and only then a picture shows what they push apart or cover. */
async function setTouch(page: Page, isTouched: boolean): Promise<void> {
  if (page.context().browser()?.browserType().name() !== 'chromium') return;
  // It lasts as long as its session.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched, maxTouchPoints: 1 });
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(isTouched);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Compares what the page shows with its pictures, and checks it at other widths. */
async function expectPictures(page: Page, visited: Pick<Visited, 'name' | 'few'>): Promise<void> {
  for (const { name, use } of looks) {
    await page.setViewportSize(use.viewport);
    await setTouch(page, name.startsWith('phone'));
    await turnTo(page, use.colorScheme);
    // A theme changes only colours, not the layout.
    if (use.colorScheme === 'light') await expectNoSidewaysScroll(page);
    if (use.colorScheme === 'light') await softly.poll(() => layoutFaults(page), name).toEqual([]);
    await softly(page).toHaveScreenshot(`${visited.name}-${use.viewport.width}-${use.colorScheme}.png`);
    if (!visited.few && !name.startsWith('wall')) await expectAccessible(page, use.colorScheme);
  }
  await setTouch(page, false);
  await turnTo(page, 'light');
  for (const width of otherWidths) {
    await page.setViewportSize({ width, height: 800 });
    await test.step(`${visited.name}, ${width} pixels wide`, () => expectNoSidewaysScroll(page));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  softly(await lostMarks(page), `marks of ${visited.name} lost in forced colours`).toEqual([]);
}

test('the components stand as in their pictures, are accessible, and no mark is lost in forced colours', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await openComponents(page);
  await page.evaluate(async () => void (await document.fonts.ready));
  await expectPictures(page, { name: 'components' });
});

/** Small phones (also 1280 pixels at four times the size), tablets, and small laptops: between the sizes of the pictures. */
const otherWidths = [320, 768, 960, 1024, 1180, 1210];

/** The longest words that services send: double names, German compounds, five-digit hours. */
const longer: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/("firstName":"[^"]+)"/g, '$1 Maximiliana Friederike"'],
  [/("lastName":"[^"]+)"/g, '$1-Hohenlohe-Schillingsfürst-Wittgenstein"'],
  [/("(?:modelId|maintenanceReminderId)":"[^"]+","name":"[^"]+)"/g, '$1 Lufttüchtigkeitsnachprüfung"'],
  [/("activityType":\{"name":"[^"]+)"/g, '$1 Wiederholungsüberprüfungsflug"'],
  [/("description":"[^"]+)"/g, '$1: Kraftstoffvorratsanzeigegerät"'],
  [/("(?:current|expiration)Hours":)(\d)/g, '$11$2'],
  // In an entry of the log.
  [/(?<="(?:what|instructor|pilots)":\[?)"[^"]+/g, '$& Maximiliana Friederike Hohenlohe-Schillingsfürst'],
];

for (let from = 0; from < pagesOfRecords.length; from += atOnce) {
  const some = pagesOfRecords.slice(from, from + atOnce);
  test(`long words neither cross nor are cut: ${some.map(({ name }) => name).join(', ')}`, async ({ page }) => {
    for (const visited of some) {
      await test.step(visited.name, async () => {
        await open(page, visited, visited === some[0], longer);
        for (const { name, use } of axeLooks) {
          await page.setViewportSize(use.viewport);
          await expectNoSidewaysScroll(page);
          await softly.poll(() => layoutFaults(page), `${visited.name} on a ${name}`).toEqual([]);
        }
      });
    }
  });
}

/** 180 letters that cannot be broken, then as many in long words, at the end of whatever the service has named. */
const end = 'Wolkenkratzer'.repeat(14).slice(0, 180) + ' Lufttüchtigkeitsnachprüfungen'.repeat(6);
const endless: typeof longer = [
  [
    /("(?:name|\w*Name|tailNumber|\w*Tail|description|displayName|title|comments?|notes|remarks|lesson|course)":"[^"]+)"/g,
    `$1${end}"`,
  ],
  // In an entry of the log, and in rows of reports.
  [/(?<="(?:what|instructor|pilots)":\[?)"[^"]+/g, `$&${end}`],
];

/** On paper the timeline is as wide as its hours, whatever the names. */
const isTimeline = /timeline$/;

for (let from = 0; from < pages.length; from += atOnce) {
  const some = pages.slice(from, from + atOnce);
  test(`names of 180 letters do not widen ${some.map(({ name }) => name).join(', ')}`, async ({ page }) => {
    for (const visited of some) await test.step(visited.name, () => expectNarrow(page, visited, visited === some[0]));
  });
}

async function expectNarrow(page: Page, visited: Visited, isFirst: boolean): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize({ width: 1280, height: 800 });
  const address = visited.address + (visited.few?.query ?? '');
  await open(page, { ...visited, address, shows: /\S/ }, isFirst, endless);
  // Names arrive after the page; a page that is narrow without them says nothing.
  await expectStill(page);
  for (const width of [390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const message = `${visited.name} at ${width}`;
    await softly.poll(() => beyondTheEdge(page), { message, timeout: 60_000 }).toEqual([]);
  }
  if (isTimeline.test(visited.name)) return;
  await page.emulateMedia({ media: 'print' });
  // A4 in both directions.
  for (const width of [794, 1123]) {
    await page.setViewportSize({ width, height: 800 });
    const message = `${visited.name} on paper at ${width}`;
    await softly.poll(() => beyondTheEdge(page), { message, timeout: 60_000 }).toEqual([]);
  }
  await page.emulateMedia({ media: 'screen' });
}

test('text is drawn only with the fonts of the tests, so pictures can be compared', async ({ page }) => {
  test.skip(!drawsAlike, 'This system draws text differently: pictures are compared only on Linux.');
  const fonts = ['DejaVu Sans', 'system-ui', 'serif', 'Arial', 'Liberation Sans', 'Noto Sans', 'monospace'];
  await page.setContent(
    fonts.map((font) => `<p style="font: 13px ${font}"><span>N512SP → 18 in all</span></p>`).join(''),
  );
  const boxes = await page.locator('span').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  // Widths in DejaVu Sans and DejaVu Sans Mono, not rounded to whole pixels for each letter.
  const [sans, mono] = ['121.6', '140.9'];
  expect(boxes.map(({ width }) => width.toFixed(1))).toEqual([sans, sans, sans, sans, sans, sans, mono]);
});

test('the search for layout faults finds overlapping words and cut figures, and accepts dots', async ({ page }) => {
  await page.setContent(`
    <p style="position: absolute; margin: 0; left: 20px; top: 20px">Cessna Skyhawk</p>
    <p style="position: absolute; margin: 0; left: 60px; top: 22px">Wilson</p>
    <code style="display: block; margin-top: 90px; width: 30px; overflow: hidden; font-family: monospace">N512SP</code>
    <p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Oil and Filter Change</p>`);
  expect(await layoutFaults(page)).toEqual([
    expect.stringMatching(/“Cessna Skyhawk” crosses “Wilson”/),
    expect.stringMatching(/“N512SP” lacks \d+ px/),
  ]);
});

/** The first page loads the application; the others open as by a link. */
async function open(page: Page, visited: Visited, isFirst: boolean, changes: typeof longer = []): Promise<void> {
  await answerAs(page, visited, changes);
  if (isFirst) await page.goto(visited.address);
  else await followAnew(page, visited.address);
  await expectWhole(page, visited);
}

/** Gives the page the answers for its pictures, with some words changed. */
async function answerAs(page: Page, { given }: Visited, changes: typeof longer): Promise<void> {
  const changed = (text: string) => changes.reduce((body, [pattern, by]) => body.replace(pattern, by), text);
  if (changes.length > 0) {
    await page.route(/\/(api|replica)\//, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: changed(await answer.text()) });
    });
  }
  if (given) {
    const body = changed(JSON.stringify(given.body));
    await page.route(given.address, (route) => route.fulfill({ contentType: 'application/json', body }));
  }
}

/** The page has had the same number of elements for half a second: after a link within the page the network tells nothing. */
async function expectStill(page: Page): Promise<void> {
  const count = () => page.locator('*').count();
  const grown = async () => {
    const before = await count();
    await page.waitForTimeout(500);
    return (await count()) - before;
  };
  // With such names a page takes long to draw, beside many tests more than a minute.
  await expect.poll(grown, { timeout: 180_000 }).toBe(0);
}

async function expectWhole(page: Page, { address, shows }: Visited): Promise<void> {
  await expect(page.getByText(shows).first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.evaluate(async () => void (await document.fonts.ready));
  // The bell loads after the page; the board has none.
  const bell = page.getByRole('button', { name: /^Alerts/ });
  if (!address.startsWith('/board')) await expect(bell).toBeVisible();
  await page.waitForLoadState('networkidle');
}
