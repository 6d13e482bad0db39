import type { Locator, Page } from 'playwright/test';
import type { Weather } from '#contract/gateway/weather.ts';
import { faultsOf, slidesOf } from '#e2e/fixtures/board.ts';
import { axeLooks, expect, expectNoSidewaysScroll, follow, looks, test, turnTo } from '#e2e/fixtures/fixtures.ts';
import { layoutFaults } from '#e2e/fixtures/layoutFaults.ts';
import { fairWeather, startWeatherStack, type WeatherStack } from '#e2e/servers/weatherStack.ts';

/** Half the size, like all pictures of pages. */
test.use({ deviceScaleFactor: 0.5 });

/** After one wrong picture, the test still checks the others. */
const softly = expect.configure({ soft: true });

const strip = (page: Page) => page.getByRole('region', { name: 'Weather' });

/** Holds every answer with the weather until the returned function is called. */
async function holdWeather(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/replica/weather', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** A front over one airport, fair weather at the other, and a forecast that lifts the clouds. */
const front = `SPECI XPPF 121654Z 27025G35KT 1/2SM +SN BR OVC004 M01/M02 A2960
METAR XMLF 121655Z AUTO 36004KT 10SM CLR 12/M01 A3002
TAF XPPF 121120Z 1212/1312 27025G35KT 2SM -SN OVC009
  FM121900 27028G38KT P6SM BKN040
`;

test.describe('with the made-up weather', () => {
  /** One worker for all, here and below: otherwise each would start its own school. */
  test.describe.configure({ mode: 'default' });
  let stack: WeatherStack;
  test.beforeAll(async () => {
    stack = await startWeatherStack(fairWeather);
  });
  test.afterAll(() => stack.close());

  test.describe('if something is missing', () => testsOfWhatIsMissing(() => stack.url));

  test('it is on the overview, above the timeline, on the board and in the brief, and says that it is made up', async ({
    page,
    axe,
  }) => {
    await page.goto(stack.url);
    await expect(strip(page)).toContainText(/XPPF.*VFR.*11 min old.*wind 360° 10 kt.*runway 35: 10 kt head/);
    await expect(strip(page)).toContainText('density altitude 6,800 ft');
    await expect(strip(page)).toContainText('forecast: no change of category until tomorrow 0600L');
    await expect(strip(page)).toContainText(/XMLF.*VFR.*Made up/);
    await axe();
    await follow(page, '/reservations');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tue 12 May 2026');
    await expect(strip(page)).toContainText(/XPPF.*VFR/);
    await follow(page, '/reservations?view=week');
    await expect(page.getByRole('region', { name: 'Reservations' })).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    // The weather is current, so another moment shows none.
    await follow(page, '/?moment=2026-05-13T18:00Z');
    await expect(page.getByText('Forecast', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Next departures' })).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    await page.goto(`${stack.url}/board`);
    await expect(strip(page)).toContainText(/XPPF.*VFR.*visibility 10 SM · no ceiling|XPPF.*VFR/);
    await follow(page, '/brief');
    await expect(page.getByText('made up: VFR at 1654Z · wind 360° 10 kt')).toBeVisible();
  });

  test('on paper it is in words with times, because paper does not age', async ({ page }) => {
    await page.goto(stack.url);
    await expect(strip(page)).toContainText(/XPPF.*VFR/);
    await page.emulateMedia({ media: 'print' });
    await expect(strip(page).getByText(/^Weather XPPF: made up: VFR at 1654Z · wind 360° 10 kt/)).toBeVisible();
    await expect(strip(page).getByText('11 min', { exact: true }).first()).toBeHidden();
  });

  test('the reports are shown on request, which the address keeps', async ({ page }) => {
    await page.goto(stack.url);
    await strip(page).getByRole('link', { name: 'Show reports' }).click();
    await expect(strip(page)).toContainText('METAR XPPF 121654Z 36010KT 10SM FEW050 11/02 A3020 RMK AO2 MADE UP');
    await expect(page).toHaveURL(/[?&]weather=reports/);
    await page.reload();
    await expect(strip(page)).toContainText('TAF XPPF 121120Z');
    await strip(page).getByRole('link', { name: 'Hide reports' }).click();
    await expect(strip(page)).not.toContainText('METAR XPPF');
    await expect(page).not.toHaveURL(/weather=/);
  });
});

/** Rain in 50 minutes, and a wind across. */
const soon = `METAR XPPF 121654Z 31012G18KT 6SM -RA BKN035 11/08 A3001
METAR XMLF 121655Z AUTO VRB03KT 10SM CLR 12/M01 A3002
TAF XPPF 121120Z 1212/1312 31012G18KT P6SM BKN040
  FM121755 33018G28KT 2SM RA OVC008
`;

test.describe('with a change that comes soon', () => {
  let stack: WeatherStack;
  test.beforeAll(async () => {
    stack = await startWeatherStack(soon);
  });
  test.afterAll(() => stack.close());

  test('that stands first; the present is a badge, an arrow with the wind, and figures in one line', async ({
    page,
  }) => {
    await page.goto(stack.url);
    const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN;
    for (const [width, high] of [
      [1440, 36],
      [1024, 36],
      [390, 36],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const change = strip(page).locator('[data-category="IFR"]');
      await expect(change).toHaveText(/IFR\s*from\s*1155L/);
      expect(await leftOf(change)).toBeLessThan(await leftOf(strip(page).getByText('XPPF', { exact: true })));
      // The wind from 310° blows to the south-east; it is in sight at every width.
      await expect(strip(page).locator('[data-wind="steady"]')).toHaveCSS('rotate', '130deg');
      expect(await leftOf(strip(page).locator('[data-wind="steady"]'))).toBeLessThan(width - 60);
      await expect(strip(page).locator('[data-wind="variable"]')).toHaveCSS('rotate', 'none');
      expect((await strip(page).boundingBox())?.height).toBe(high);
      await expectNoSidewaysScroll(page);
    }
    await expect(strip(page).getByText('12 G18 kt')).toBeVisible();
    await expect(strip(page)).toContainText(/2 G3 kt\s*31\s*3,500 ft\s*6 SM\s*-RA\s*11 min/);
    await expect(strip(page)).toContainText('up to 3 kt');
  });
});

/** Incomplete and odd groups, a change without a time, and reports that were taken back. */
const odd = `METAR XPPF 121654Z 27015G//KT 2 1/2 SM BKN/// OVC020 M01/M02 A2960 2000FT WIND 25045KT
METAR XMLF 121655Z NIL=
TAF XPPF 121120Z 1212/1312 27015KT P6SM SKC TEMPO 1SM OVC004
TAF AMD XMLF 121600Z 1212/1312 CNL
`;

test.describe('with odd reports', () => {
  let stack: WeatherStack;
  test.beforeAll(async () => {
    stack = await startWeatherStack(odd, { SOLO_CROSSWIND_KT: '25', SOLO_CEILING_FT: '1500' });
  });
  test.afterAll(() => stack.close());

  test('what is known counts, what is not read is named, and a report that was taken back has ended', async ({
    page,
  }) => {
    await page.goto(stack.url);
    await expect(strip(page)).toContainText(
      /XPPF.*IFR or worse.*wind 270° 15 kt or more.*visibility 2 1\/2 SM.*ceiling 2,000 ft or lower/,
    );
    await expect(strip(page).getByText('not all read')).toBeVisible();
    await strip(page).getByRole('link', { name: 'Show reports' }).click();
    await expect(strip(page)).toContainText(
      'XPPF: Not read: 2000FT WIND 25045KT. Not read in the forecast: TEMPO 1SM OVC004.',
    );
    await expect(strip(page)).toContainText(/XMLF.*No report since 1655Z.*forecast: none since 1600Z/);
    await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const { name, use } of looks) {
      await page.setViewportSize(use.viewport);
      await turnTo(page, use.colorScheme);
      await expectNoSidewaysScroll(page);
      await softly.poll(() => layoutFaults(page), name).toEqual([]);
    }
    await follow(page, '/brief');
    await expect(page.getByText('IFR or worse at 1654Z · wind 270° 15 kt or more')).toBeVisible();
    await expect(page.getByText('No report since 1655Z')).toBeVisible();
    await page.goto(`${stack.url}/board`);
    await expect(strip(page)).toContainText(/No report since 1655Z.*forecast: none since 1600Z/);
  });
});

test.describe('with a front and limits of the school', () => {
  test.describe.configure({ mode: 'default' });
  let stack: WeatherStack;
  test.beforeAll(async () => {
    stack = await startWeatherStack(front, { SOLO_CROSSWIND_KT: '8', SOLO_CEILING_FT: '2500' });
  });
  test.afterAll(() => stack.close());

  test('a solo beyond them is a caution with the school’s rule: by the observation now, by the forecast later', async ({
    page,
  }) => {
    await page.goto(`${stack.url}/reservations?reservation=90c24542-9e3b-4669-8bc2-039f87454062`);
    await expect(page.getByText('School’s rule, forecast XPPF of 1120Z: ')).toContainText(
      /Caution: School’s rule, forecast XPPF of 1120Z: \d+ kt across runway 13\/31, limit 8 kt/,
    );
    await follow(page, '/reservations?reservation=14d260d4-8f0f-4fc5-8d2b-d6445895ca96');
    await expect(page.getByText('School’s rule, SPECI XPPF 1654Z: ')).toContainText('ceiling 400 ft, limit 2,500 ft');
  });

  test('the departures have the forecast of the next six hours above them, on the scale of its hours', async ({
    page,
  }) => {
    await page.goto(stack.url);
    const departures = page.getByRole('region', { name: 'Next departures' });
    await expect(
      departures.getByText('Forecast XPPF: LIFR until 1205L, IFR until 1300L, VFR until 1705L.'),
    ).toBeAttached();
    const bars = departures.locator('[data-category]');
    await expect(bars).toHaveCount(3);
    const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN;
    expect(
      Math.abs((await leftOf(bars.last())) - (await leftOf(departures.getByText('13', { exact: true })))),
    ).toBeLessThan(12);
    await follow(page, '/?moment=2026-05-13T18:00Z');
    await expect(departures).toBeVisible();
    await expect(bars).toHaveCount(0);
  });

  test('the timeline has the forecast as a band under its hours, with a key and words, and its space is kept', async ({
    page,
    axe,
  }) => {
    const grid = page.getByRole('grid', { name: 'Reservations by aircraft' });
    const header = grid.getByRole('row').first();
    const height = async () => (await header.boundingBox())?.height;
    const words = page.getByText(/^Forecast XPPF: LIFR until 1205L, IFR until 1300L, VFR until tomorrow 0000L\.$/);
    const send = await holdWeather(page);
    await page.goto(`${stack.url}/reservations?legend=shown`);
    await expect(header).toBeVisible();
    await expect(words).toHaveCount(0);
    const before = await height();
    send();
    await expect(words.last()).toBeAttached();
    expect(await height()).toBe(before);
    const bars = grid.locator('[data-category]');
    await expect(bars).toHaveCount(3);
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('data-category')))).toEqual([
      'LIFR',
      'IFR',
      'VFR',
    ]);
    // It is on the scale of the hours: from 1300L, and now it begins at the line of the present.
    const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN;
    expect(Math.abs((await leftOf(bars.last())) - (await leftOf(grid.getByText('13', { exact: true }))))).toBeLessThan(
      2,
    );
    expect(await bars.first().evaluate((bar) => bar.getBoundingClientRect().height)).toBe(8);
    await expect(page.getByRole('list', { name: 'Key to the forecast' })).toHaveText(/VFR.*MVFR.*IFR.*LIFR.*not known/);
    await axe();
    // Another moment has no band, and no space for it.
    await follow(page, '/reservations?moment=2026-05-13T18:00Z');
    await expect(bars).toHaveCount(0);
    await expect.poll(height).toBe((before ?? 0) - 8);
  });

  test('the overview fits every size, and axe finds no breach in the strip with its reports', async ({ page, axe }) => {
    await page.goto(stack.url);
    await expect(strip(page)).toContainText(/XPPF.*LIFR.*wind 270° 25 kt, gusts 35.*XMLF.*VFR/);
    // The bell loads after the page.
    await expect(page.getByRole('button', { name: /^Alerts/ })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const { name, use } of looks) {
      await page.setViewportSize(use.viewport);
      await turnTo(page, use.colorScheme);
      await expect(strip(page)).toContainText('forecast: VFR from 1300L until tomorrow 0600L');
      // What gets better does not stand before the present.
      await expect(strip(page)).toContainText(/XPPF\s*LIFR\s*VFR\s*from\s*1300L/);
      await expectNoSidewaysScroll(page);
      await softly.poll(() => layoutFaults(page), name).toEqual([]);
      await expect(page.getByText(/not (all )?loaded/)).toHaveCount(0);
      await softly(strip(page)).toHaveScreenshot(`weather-${use.viewport.width}-${use.colorScheme}.png`);
    }
    await turnTo(page, 'light');
    await follow(page, '/?weather=reports');
    for (const { use } of axeLooks) {
      await page.setViewportSize(use.viewport);
      await expect(strip(page)).toContainText('SPECI XPPF 121654Z');
      await axe();
    }
  });

  test('the board is still readable from three metres, in landscape and portrait', async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${stack.url}/board?screens=fleet,movements,maintenance,day`);
    for (const size of [
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
    ]) {
      await page.setViewportSize(size);
      await expect(strip(page)).toContainText(/XPPF.*LIFR.*\+SN BR/);
      await expect(page.getByText(/^\d+ aircraft(,|$)/)).toBeVisible();
      await page.keyboard.press('1');
      const nothing = { small: [], outside: [], cut: [], scrolls: false };
      for (let slide = 0; slide < (await slidesOf(page)); slide++) {
        await expect.poll(() => faultsOf(page, { distance: 3, inches: 55 }), `slide ${slide + 1}`).toEqual(nothing);
        if (slide === 0) await expect(page).toHaveScreenshot(`weather-board-${size.width}.png`);
        await page.keyboard.press('ArrowRight');
      }
    }
  });
});

function testsOfWhatIsMissing(url: () => string): void {
  /** Changes the gateway's answer. */
  const change = (page: Page, changed: (weather: Weather) => Weather) =>
    page.route('**/replica/weather', async (route) => {
      const response = await route.fetch();
      const weather = (await response.json()) as Weather;
      await route.fulfill({ response, json: changed(weather) });
    });

  for (const width of [1440, 390])
    test(`it says that it loads, and nothing moves when it comes, at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const send = await holdWeather(page);
      await page.goto(url());
      await expect(page.getByText('Loading weather…')).toBeVisible();
      const attention = page.getByRole('region', { name: 'Attention' });
      await expect(attention).toBeVisible();
      // What the page says of its own loading comes and goes above it.
      await expect(attention).toContainText(/\d+ in all/);
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      const before = (await attention.boundingBox())?.y;
      send();
      await expect(strip(page).getByRole('link', { name: 'Show reports' })).toBeVisible();
      expect((await attention.boundingBox())?.y).toBe(before);
      expect((await strip(page).boundingBox())?.height).toBe(36);
    });

  test('it says that the gateway does not send it, and the page still works', async ({ page, expectConsole }) => {
    expectConsole(/500/);
    await page.route('**/replica/weather', (route) => route.fulfill({ status: 500, json: [] }));
    await page.goto(url());
    await expect(page.getByText('Weather not known: this server does not send it.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Attention' })).toBeVisible();
  });

  test('a page whose weather cannot be loaded still works', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    await page.route('**/assets/WeatherStrip-*', (route) => route.abort());
    await page.goto(url());
    await expect(page.getByText('Weather not known.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Attention' })).toBeVisible();
  });

  test('a weather service that fails is named, with the last reports', async ({ page }) => {
    await change(page, (weather) => ({ ...weather, failure: 'The weather service cannot be reached.' }));
    await page.goto(url());
    await expect(strip(page)).toContainText('The weather service cannot be reached.');
    await expect(strip(page)).toContainText(/XPPF.*VFR/);
    await expect(strip(page).getByText('No new reports')).toBeVisible();
    await strip(page).getByRole('link', { name: 'Show reports' }).click();
    await expect(strip(page).getByText('The weather service cannot be reached.', { exact: true })).toBeVisible();
  });

  test('weather older than 90 minutes has no category', async ({ page }) => {
    await change(page, (weather) => ({
      ...weather,
      airports: weather.airports.map((airport) => ({
        ...airport,
        metar: airport.metar && { ...airport.metar, observedAt: '2026-05-12T15:30:00.000Z' },
      })),
    }));
    await page.goto(url());
    await expect(strip(page)).toContainText('No current weather: the last report is 1 h 35 old');
    await expect(strip(page)).not.toContainText(/\bVFR\b|wind/);
  });

  test('an airport without a report, and one with a report that cannot be read, say so', async ({ page }) => {
    await change(page, (weather) => ({
      ...weather,
      airports: weather.airports.map((airport, place) =>
        place === 0
          ? { ...airport, metar: null, taf: null, unreadable: ['METAR XPPF odd'] }
          : { ...airport, metar: null, taf: null },
      ),
    }));
    await page.goto(`${url()}/?weather=reports`);
    await expect(strip(page)).toContainText(/XPPF.*No report/);
    await expect(strip(page)).toContainText('XPPF: One report could not be read.');
    await expect(strip(page)).toContainText('METAR XPPF odd');
  });
}

test('without weather nothing is drawn or requested, and no space is reserved', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Attention' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(strip(page)).toHaveCount(0);
  expect(requests.filter((url) => /weather/i.test(url))).toEqual([]);
});
