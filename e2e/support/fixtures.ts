import axeCore, { type RunOnly } from 'axe-core';
import { test as base, expect, type Page } from 'playwright/test';
import { now } from './servers.ts';

export { expect } from 'playwright/test';

type Fixtures = {
  /** Whether the server's dates are told by the page's clock; false where a test moves the server's clock too. */
  hasPageTime: boolean;
  /** Announces a console line that the test brings about (`/404/`); the test fails when it does not come. */
  expectConsole: (line: RegExp) => void;
  /**
   * Fails on any breach of WCAG 2.0 to 2.2, levels A and AA, on the page as it stands: every rule in the light theme, and those
   * of colour in the dark one, in which all else is the same.
   */
  axe: () => Promise<void>;
};

type Watch = { readonly lines: string[]; readonly expected: RegExp[] };

/**
 * The test of every browser test: the browser's clock stands at the operator's, and an uncaught error or a console error
 * or warning that was not announced fails the test.
 */
export const test = base.extend<Fixtures & { watch: Watch }>({
  watch: [
    async ({ context }, provide) => {
      const watch: Watch = { lines: [], expected: [] };
      context.on('weberror', (failure) => watch.lines.push(String(failure.error())));
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !message.text().startsWith(blockedWorker))
          watch.lines.push(`${message.text()} (${message.location().url})`);
      });
      await provide(watch);
      const surprises = watch.lines.filter((line) => !watch.expected.some((pattern) => pattern.test(line)));
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
    await provide(page);
  },
  expectConsole: async ({ watch }, provide) => {
    await provide((line) => watch.expected.push(line));
  },
  axe: async ({ page }, provide) => {
    await provide(async () => {
      await page.evaluate(axeCore.source);
      await expectNoBreach(page, { type: 'tag', values: wcag }, 'in the light theme');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html[data-dark]').waitFor({ state: 'attached' });
      await expectNoBreach(page, { type: 'rule', values: rulesOfColour }, 'in the dark theme');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.locator('html[data-light]').waitFor({ state: 'attached' });
    });
  },
});

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

async function expectNoBreach(page: Page, runOnly: RunOnly, where: string): Promise<void> {
  const breaches = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ['violations'], preload: false });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, runOnly);
  expect(breaches, `breaches of WCAG 2.2 AA ${where}`).toEqual([]);
}

/** Routes see no request that a service worker answers, so that there is none but where a test says so. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

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

/** Where every rule is checked by machine, in both themes each; a wall is a desktop with more room. */
export const axeLooks = (['phone', 'desktop'] as const).map((name) => ({ name, use: { viewport: sizes[name] } }));

/** The page as a whole never scrolls sideways; a wide table does so inside its own region. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wanted, given] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
  expect(wanted, 'width of the page').toBeLessThanOrEqual(given);
}

/** Goes to another page as a link does, without loading the application again. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
