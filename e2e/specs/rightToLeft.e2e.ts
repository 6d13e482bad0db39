import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

/** Two people of one flight get names that are written from right to left. */
const names = [
  [/"Turner"/g, '"כהן"'],
  [/"Farah"/g, '"לוי"'],
] as const;

test.beforeEach(async ({ page }) => {
  await page.route(/\/(api|replica|first)/, async (route) => {
    const answer = await route.fetch();
    const body = names.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), await answer.text());
    await route.fulfill({ response: answer, body });
  });
});

/**
 * The left edges of these texts in the smallest visible element that has them all in this order, as the reader sees them.
 * Without isolation a browser draws the second Hebrew name at the left of the first.
 */
function edgesOf(page: Page, texts: readonly string[]): Promise<readonly number[] | null> {
  return page.evaluate((wanted) => {
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
    const isWhole = (element: Element) => {
      const places = wanted.map((text) => plain(element.textContent).indexOf(text));
      return places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? 0)));
    };
    const found = [...document.querySelectorAll('main *')].filter(
      (element) => isWhole(element) && element.getClientRects().length > 0 && element.getBoundingClientRect().width > 2,
    );
    const element = found.find((candidate) => !found.some((other) => other !== candidate && candidate.contains(other)));
    if (!element) return null;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const edges = new Map<string, number>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const text of wanted) {
        const start = node.textContent?.indexOf(text) ?? -1;
        if (start < 0 || edges.has(text)) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + text.length);
        edges.set(text, range.getBoundingClientRect().left);
      }
    }
    return wanted.map((text) => edges.get(text) ?? Number.NaN);
  }, texts);
}

for (const address of ['/', '/reservations', '/reservations?view=lanes', '/fleet'])
  test(`names from right to left keep their place on ${address}`, async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(address);
    await expect(page.getByText(/כהן/).filter({ visible: true }).first()).toBeVisible();
    const edges = await edgesOf(page, ['כהן', 'לוי']);
    expect(edges).not.toBeNull();
    expect(edges).toEqual(edges?.toSorted((a, b) => a - b));
  });
