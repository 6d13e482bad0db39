import { type Browser, chromium, type Page } from 'playwright';
import { findBrowser, howToGetOne, launchArguments } from '#e2e/tools/browser.ts';
import { startStack } from '#e2e/servers/stack.ts';
import { type Outcome, quantile } from './outcome.ts';
import { filled } from '#e2e/fixtures/filled.ts';

/** Milliseconds within which a screen responds to a person. */
const bound = 50;
const rounds = 15;
/** The factor by which the processor is slowed down. */
const slowness = 2;

/** An action on a page, and the element whose text it changes; each is undone before the next round. */
type Act = {
  readonly address: string;
  readonly ready: string;
  readonly act: (page: Page) => Promise<void>;
  readonly changes: string;
  readonly back: (page: Page) => Promise<void>;
};

const search = 'main input[type=search], main [role=searchbox]';
const typing = (address: string, ready: string): Act => ({
  address,
  ready,
  act: (page) => page.keyboard.press('5'),
  changes: 'main tbody',
  back: (page) => page.keyboard.press('Backspace'),
});

const acts: { readonly [name: string]: Act } = {
  'open a menu': {
    address: '/fleet?view=table',
    ready: 'main tbody tr a',
    act: (page) => page.getByRole('button', { name: 'More' }).click(),
    changes: '[role=menu]',
    back: (page) => page.keyboard.press('Escape'),
  },
  'type in the filter of 150 aircraft': typing('/fleet?view=table', 'main tbody tr a'),
  'type in the filter of the due list': typing('/maintenance', 'main tbody tr a'),
  'sort 150 aircraft': {
    address: '/fleet?view=table',
    ready: 'main tbody tr a',
    act: (page) => page.getByRole('button', { name: 'Make and model' }).click(),
    changes: 'main tbody',
    back: async (page) => {
      const header = page.getByRole('button', { name: 'Make and model' });
      while ((await page.locator('th:is([aria-sort=ascending], [aria-sort=descending])').count()) > 0)
        await header.click();
    },
  },
};

/**
 * How long screens of a school of 150 aircraft take to respond, at half the processor speed: from the event to the next paint.
 */
export async function interactionsBench(): Promise<Outcome> {
  const found = findBrowser();
  if (!found) throw new Error(howToGetOne);
  const flags = ['--rate-limit', '0', '--aircraft', '150'];
  const stack = await startStack(flags, { API_RATE_LIMIT: '100000' });
  await filled(stack.url);
  const browser = await chromium.launch({ ...found, args: [...launchArguments] });
  const table = [['interaction', 'median, ms', 'slowest, ms', `to ${bound} ms`]];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const [name, act] of Object.entries(acts)) {
    const times = await timesOf(browser, stack.url, act);
    const median = quantile(times, 0.5);
    figures[`${name}, ms`] = median;
    ratios[`${name}, to the bound`] = median / bound;
    table.push([name, median.toFixed(0), Math.max(...times).toFixed(0), (median / bound).toFixed(2)]);
  }
  await browser.close();
  await stack.close();
  return { table, figures, ratios };
}

async function timesOf(browser: Browser, url: string, { address, ready, act, changes, back }: Act): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url + address);
  await page.locator(ready).first().waitFor();
  // The code for layers loads once the page is idle.
  await page.waitForTimeout(5_000);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.locator(search).first().focus();
    await page.evaluate(watch, changes);
    await act(page);
    const time = await page.evaluate(() => window.answered);
    if (round > 0 && time !== undefined) times.push(time);
    await back(page);
    await page.waitForTimeout(600);
  }
  await context.close();
  return times;
}

/** Runs in the page: sets `answered` to the milliseconds from the next press to the paint that shows its result. */
function watch(selector: string): void {
  const text = () => document.querySelector(selector)?.textContent;
  const before = text();
  window.answered = new Promise((resolve) => {
    const begin = ({ timeStamp }: Event) => {
      for (const kind of kinds) removeEventListener(kind, begin, true);
      const look = () => {
        // A task after a frame's callbacks runs once that frame is painted.
        if (text() !== before) setTimeout(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    const kinds = ['click', 'keydown'];
    for (const kind of kinds) addEventListener(kind, begin, true);
  });
}

declare global {
  interface Window {
    answered: Promise<number> | undefined;
  }
}
