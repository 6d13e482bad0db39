import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type axeCore from 'axe-core';
import type { RunOnly } from 'axe-core';
import { test as base, expect, type Page, type Route } from 'playwright/test';
import { timeHeader } from '#contract/gateway/ages.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { now } from './servers.ts';

export { expect } from 'playwright/test';

type Fixtures = {
  /** Whether the gateway's time in its answers comes from the page's clock; false if a test moves the server's clock too. */
  hasPageTime: boolean;
  /** Announces a console line that the test causes (`/404/`); the test fails if it does not appear. */
  expectConsole: (line: RegExp) => void;
  /** Announces a line that may appear, depending on the machine's speed. */
  allowConsole: (line: RegExp) => void;
  /**
   * Fails on any breach of WCAG 2.0 to 2.2, levels A and AA, on the current page: every rule in the light theme, and only the
   * colour rules in the dark one, because the rest is the same.
   */
  axe: () => Promise<void>;
};

export type ColorScheme = 'light' | 'dark';

type Watch = { readonly lines: string[]; readonly expected: RegExp[]; readonly allowed: RegExp[] };

/**
 * Answers an address with a failure until a button requests it again. Pages also retry by themselves, at times that vary on a
 * slow machine.
 */
export async function failUntilPressed(page: Page, address: string | RegExp, fail: (route: Route) => Promise<void>) {
  await page.route(address, (route) =>
    route.request().headers()[refreshHeader] === 'now' ? route.fallback() : fail(route),
  );
}

/**
 * The base of every browser test. The browser's clock is fixed at the operator's. An uncaught error, or an unannounced console
 * error or warning, fails the test.
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
    if (hasPageTime) await page.addInitScript(givePageTime, timeHeader);
    askSingly(page);
    await provide(page);
    // Answers that the test gives for the gateway may be in flight when it ends.
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

/** Once a test answers for the gateway, the combined answer is empty, and the page requests each part separately. */
function askSingly(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (address, ...rest) => {
    const concernsData = typeof address !== 'function' && address !== '**/events';
    if (concernsData) await route(/\/first\?page=/, (one) => one.fulfill({ body: '' }));
    return route(address, ...rest);
  };
}

/**
 * The page follows the gateway's clock, and the tests move the page's, so each answer of the gateway names the page's time. This
 * runs in the page, because a Playwright route would disable the browser's cache for every file.
 */
function givePageTime(name: string): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called for the headers that it was asked of
  const getAsIs = Headers.prototype.get;
  Headers.prototype.get = function get(asked) {
    const value = getAsIs.call(this, asked);
    return asked === name && value !== null ? String(Date.now()) : value;
  };
}

export async function turnTo(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-${colorScheme}]`).waitFor({ state: 'attached' });
}

/** Checks the current page in its current theme: every rule in the light one, only the colour rules in the dark one. */
export async function expectAccessible(page: Page, colorScheme: ColorScheme): Promise<void> {
  // On a scrolled page, targets half covered by the bar would count as too small.
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

/** Routes do not see requests that a service worker answers, so only tests that ask for it have one. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

/** The minified file, less than half of the 1.5 MB of `axeCore.source`. */
const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const rulesOfColour = ['color-contrast', 'link-in-text-block'];

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  wall: { width: 1920, height: 1080 },
} as const;

/**
 * Every size in both themes, first the one in which tests open a page:
 * `for (const look of looks) test.describe(look.name, () => { test.use(look.use); … })`.
 */
export const looks = Object.entries(sizes).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${size}, ${colorScheme}`,
    use: { viewport, colorScheme },
  })),
);

/** The sizes at which every accessibility rule is checked; a wall is a desktop with more space. */
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

/** Goes to another page like `follow`, but first removes the previous one, so that the two cannot be confused. */
export async function followAnew(page: Page, address: string): Promise<void> {
  await follow(page, '/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await follow(page, address);
}
