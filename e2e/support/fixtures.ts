import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type axeCore from 'axe-core';
import type { RunOnly } from 'axe-core';
import { test as base, expect, type Page, type Route } from 'playwright/test';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { now } from './servers.ts';

export { expect } from 'playwright/test';

type Fixtures = {
  /** Whether the server's dates are told by the page's clock; false where a test moves the server's clock too. */
  hasPageTime: boolean;
  /** Announces a console line that the test brings about (`/404/`); the test fails when it does not come. */
  expectConsole: (line: RegExp) => void;
  /** Announces one that comes or not, by how fast the machine is. */
  allowConsole: (line: RegExp) => void;
  /**
   * Fails on any breach of WCAG 2.0 to 2.2, levels A and AA, on the page as it stands: every rule in the light theme, and those
   * of colour in the dark one, in which all else is the same.
   */
  axe: () => Promise<void>;
};

export type ColorScheme = 'light' | 'dark';

type Watch = { readonly lines: string[]; readonly expected: RegExp[]; readonly allowed: RegExp[] };

/**
 * Answers an address with a failure until somebody presses a button that asks for it anew: pages also ask again by themselves, at
 * times that a slow machine moves.
 */
export async function failUntilPressed(page: Page, address: string | RegExp, fail: (route: Route) => Promise<void>) {
  await page.route(address, (route) =>
    route.request().headers()[refreshHeader] === 'now' ? route.fallback() : fail(route),
  );
}

/**
 * The test of every browser test: the browser's clock stands at the operator's, and an uncaught error or a console error
 * or warning that was not announced fails the test.
 */
export const test = base.extend<Fixtures & { watch: Watch }>({
  watch: [
    async ({ context }, provide) => {
      const watch: Watch = { lines: [], expected: [], allowed: [] };
      context.on('weberror', (failure) => watch.lines.push(String(failure.error())));
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !message.text().startsWith(blockedWorker))
          watch.lines.push(`${message.text()} (${message.location().url})`);
      });
      await provide(watch);
      const announced = [...watch.expected, ...watch.allowed];
      const surprises = watch.lines.filter((line) => !announced.some((pattern) => pattern.test(line)));
      const missed = watch.expected.filter((pattern) => !watch.lines.some((line) => pattern.test(line)));
      expect(surprises, 'errors and warnings in the browser').toEqual([]);
      expect(missed.map(String), 'announced console lines that never came').toEqual([]);
    },
    { auto: true },
  ],
  hasPageTime: [true, { option: true }],
  page: async ({ page, hasPageTime }, provide) => {
    await page.clock.setFixedTime(now);
    if (hasPageTime) await page.addInitScript(givePageTime);
    askSingly(page);
    await provide(page);
    // What a test answers in the place of the gateway may be on its way when it ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  expectConsole: async ({ watch }, provide) => {
    await provide((line) => watch.expected.push(line));
  },
  allowConsole: async ({ watch }, provide) => {
    await provide((line) => watch.allowed.push(line));
  },
  axe: async ({ page }, provide) => {
    await provide(async () => {
      await expectAccessible(page, 'light');
      await turnTo(page, 'dark');
      await expectAccessible(page, 'dark');
      await turnTo(page, 'light');
    });
  },
});

/** Once a test answers in the place of the gateway, the page gets nothing in one answer, and asks for each by itself. */
function askSingly(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (address, ...rest) => {
    const concernsData = typeof address !== 'function' && address !== '**/events';
    if (concernsData) await route(/\/first\?page=/, (one) => one.fulfill({ body: '' }));
    return route(address, ...rest);
  };
}

/**
 * The gateway's clock runs while the page's stands still: where the page compares the two, it finds its own time.
 * In the page, because a Playwright route would switch off the browser's cache for every file.
 */
function givePageTime(): void {
  const fetchAsIs = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const answer = await fetchAsIs(input, init);
    if (input !== '/') return answer;
    const headers = new Headers(answer.headers);
    headers.set('date', new Date().toUTCString());
    return new Response(answer.body, { status: answer.status, headers });
  };
}

export async function turnTo(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-${colorScheme}]`).waitFor({ state: 'attached' });
}

/**
 * The page as it stands, in the theme that it stands in: every rule in the light one, those of colour in the dark one.
 */
export async function expectAccessible(page: Page, colorScheme: ColorScheme): Promise<void> {
  // What the bar half covers while the page is scrolled would count as too small to hit.
  await page.evaluate(() => scrollTo(0, 0));
  if (!(await page.evaluate('Boolean(globalThis.axe)'))) await page.evaluate(axeSource);
  const runOnly: RunOnly =
    colorScheme === 'light' ? { type: 'tag', values: wcag } : { type: 'rule', values: rulesOfColour };
  const breaches = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ['violations'], preload: false });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, runOnly);
  expect(breaches, `breaches of WCAG 2.2 AA in the ${colorScheme} theme`).toEqual([]);
}

/** Routes see no request that a service worker answers, so that there is none but where a test says so. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

/** Without spaces and comments: less than half of the megabyte and a half that `axeCore.source` holds. */
const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const rulesOfColour = ['color-contrast', 'link-in-text-block'];

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  wall: { width: 1920, height: 1080 },
} as const;

/** Every size in both themes: `for (const look of looks) test.describe(look.name, () => { test.use(look.use); … })`. */
export const looks = Object.entries(sizes).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${size}, ${colorScheme}`,
    use: { viewport, colorScheme },
  })),
);

/** Where every rule of accessibility is checked; a wall is a desktop with more room. */
export const axeLooks = (['phone', 'desktop'] as const).map((name) => ({ name, use: { viewport: sizes[name] } }));

/** The page as a whole never scrolls sideways, once it has settled; a wide table does so inside its own region. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const hidden = () =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      return {
        ofPage: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        ofMain: main ? main.scrollWidth - main.clientWidth : 0,
      };
    });
  await expect.poll(hidden, 'pixels beyond the right edge').toEqual({ ofPage: 0, ofMain: 0 });
}

/** Goes to another page as a link does, without loading the application again. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Goes to another page as `follow` does, once nothing of the one before is left that could be taken for it. */
export async function followAnew(page: Page, address: string): Promise<void> {
  await follow(page, '/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await follow(page, address);
}
