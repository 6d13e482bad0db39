import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

/** What a page shows before anybody scrolls or reads: where its first row begins, and how many words are in sight. */

const desktop = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

type Row = {
  readonly of: (page: Page) => Locator;
  readonly address: string;
  readonly size: typeof desktop;
  readonly bound: number;
};

const main = (page: Page) => page.locator('#main');
const timelineRow = (page: Page) =>
  main(page)
    .locator('[role="rowheader"]')
    .filter({ has: page.locator('a[href^="/fleet/"]') });
const tableRow = (link: string) => (page: Page) =>
  main(page)
    .locator('tbody tr')
    .filter({ has: page.locator(`a[href^="${link}"]`) });

const rows: readonly Row[] = [
  { address: '/reservations?view=timeline', size: desktop, of: timelineRow, bound: 220 },
  { address: '/reservations?view=timeline', size: tablet, of: timelineRow, bound: 220 },
  { address: '/fleet', size: desktop, of: tableRow('/fleet/'), bound: 200 },
  { address: '/maintenance', size: desktop, of: tableRow('/fleet/'), bound: 200 },
  { address: '/instructors', size: desktop, of: tableRow('/instructors/'), bound: 200 },
  { address: '/', size: phone, of: (page) => page.getByRole('heading', { name: 'Attention' }), bound: 300 },
];

for (const { address, size, of, bound } of rows) {
  test(`on ${address} at ${size.width} × ${size.height} the first row begins above ${bound} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(address);
    const row = of(page).first();
    await expect(row).toBeInViewport();
    await expect.poll(async () => (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(bound);
  });
}

for (const [address, bound, shows] of [
  ['/', 370, /\d+ in all/],
  ['/maintenance', 350, /\d+ in all/],
  ['/maintenance?view=calendar', 350, /\d+ in all/],
  ['/reservations?view=month', 350, /^[\d,]+ h booked$/],
] as const) {
  test(`at most ${bound} words are in sight on ${address}`, async ({ page }) => {
    await page.setViewportSize(desktop);
    await page.goto(address);
    await expect(main(page).getByText(shows).first()).toBeVisible();
    // The cells of a calendar fill after their count is there.
    await expect.poll(() => wordsInSight(page)).toBeGreaterThan(bound / 2);
    await page.waitForLoadState('networkidle');
    expect(await wordsInSight(page)).toBeLessThanOrEqual(bound);
  });
}

/** The words that are drawn within the window. The parts of a tail number are one word. */
function wordsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const range = document.createRange();
    const isDrawn = (element: Element | null): boolean => {
      for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return false;
      return element?.checkVisibility() ?? false;
    };
    const blockOf = (element: Element | null): Element | null => {
      let block = element;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      return block;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let [seen, last]: [string, Element | null] = ['', null];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      const { width, height, top, bottom, left, right } = range.getBoundingClientRect();
      const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      if (width <= 1 || height <= 1 || !isInWindow || !isDrawn(text.parentElement)) continue;
      const block = blockOf(text.parentElement);
      seen += `${block === last ? '' : ' '}${text.nodeValue ?? ''}`;
      last = block;
    }
    return seen.split(/\s+/).filter(Boolean).length;
  });
}
