import type { Page } from 'playwright/test';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { demoRecords, everyView } from '#e2e/fixtures/pages.ts';

const n512sp = demoRecords['/fleet/:aircraftId'];

/** A phone: a finger needs 44 px. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** After a page with small targets, the test still checks the others. */
const softly = expect.configure({ soft: true });

/** A page or a view, with the text that it shows once complete. */
type View = { readonly address: string; readonly shows: RegExp };
const inAll = /\d+ in all/;
const plain = (address: string, shows: RegExp): View => ({ address, shows });

/** Every page in the bar; the views of some. */
const opened: readonly View[] = everyView<View>({
  '/': [plain('/', inAll), plain('/?moment=2026-05-13T18:00Z', inAll)],
  '/fleet': [plain('/fleet', inAll), plain('/fleet?view=table', inAll)],
  '/maintenance': [
    plain('/maintenance?statusId=int:2,3', /\d+ of \d+/),
    plain('/maintenance?view=calendar', /Due calendar/),
    plain('/maintenance?view=squawks', /\d+ open/),
  ],
  '/reservations': [
    plain('/reservations?view=timeline', inAll),
    plain('/reservations?view=week', inAll),
    plain('/reservations?view=month', /May 2026/),
    plain('/reservations?view=agenda', inAll),
    plain('/reservations?view=lanes', inAll),
    plain('/reservations?view=list', /of \d+/),
  ],
  '/plan/down': [plain(`/plan/down?aircraft=${n512sp}&until=2026-05-14T1800`, /other aircraft; /)],
  '/setup': [
    plain('/setup', /Operator record/),
    plain('/setup?section=school', /Classes of reminders/),
    plain('/setup?section=board', /Wall board/),
    plain('/setup?section=access', /Access/),
    plain('/setup?section=diagnostics', /Local copy/),
  ],
  // Nobody touches the display.
  '/board': [],
});

/** The pages per test, opened one after another as by links. */
const atOnce = 9;

for (let from = 0; from < opened.length; from += atOnce) {
  const some = opened.slice(from, from + atOnce);
  test(`a finger can hit everything that can be pressed, from ${some[0]?.address} to ${some.at(-1)?.address}`, async ({
    page,
  }) => {
    await page.goto(some[0]?.address ?? '/');
    for (const { address, shows } of some) {
      await test.step(address, async () => {
        await followAnew(page, address);
        await expect(page.getByText(shows).first()).toBeAttached();
        await expect(page.locator('[data-state=loading]')).toHaveCount(0);
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        await softly.poll(() => smallTargets(page), address).toEqual([]);
        softly(await looseLines(page), `lines of one sentence on ${address}`).toEqual([]);
        const options = page.getByRole('button', { name: /^(Options|Filters)( \(\d+\))?$/ });
        if (!(await options.first().isVisible())) return;
        await options.first().click();
        const sheet = page.getByRole('dialog');
        await expect(sheet).toBeVisible();
        softly(await smallTargets(page), `the open sheet of ${address}`).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(sheet).toHaveCount(0);
      });
    }
  });
}

test('the search for small targets finds them, and allows for labels, sentences and borders', async ({ page }) => {
  await page.setContent(`
    <button style="height: 30px">Small</button>
    <button style="height: 44px">Tall</button>
    <p>More in <a href="/a">a sentence</a>.</p>
    <div style="border: 1px solid"><input aria-label="In a border" style="height: 42px; border: none"></div>
    <label style="display: flex; align-items: center; height: 44px"><input type="checkbox">Labelled</label>
    <a href="/b">Alone</a>`);
  expect(await smallTargets(page)).toEqual([
    expect.stringMatching(/^30 px: button “Small”/),
    expect.stringMatching(/^\d\d px: a “Alone”/),
  ]);
});

/**
 * Sentences whose lines are 1.6 times the size of their letters apart or more: a text and its links, in one block, measured from
 * line to line. (Parts in a flex box or a grid are not one sentence.)
 */
function looseLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const isInline = (element: Element | null) => element !== null && getComputedStyle(element).display === 'inline';
    const blockOf = (node: Node): Element | null => {
      let element = node.parentElement;
      while (element && (isInline(element) || element.matches('a'))) element = element.parentElement;
      return element;
    };
    const texts = document.createTreeWalker(document.querySelector('#main') ?? document.body, NodeFilter.SHOW_TEXT);
    const lines = new Map<Element, { top: number; bottom: number; size: number; words: string }[]>();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = (node.textContent ?? '').trim();
      const block = blockOf(node);
      if (!words || !block || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      if (getComputedStyle(block).display.includes('flex') || getComputedStyle(block).display.includes('grid'))
        continue;
      // A sheet as it will be printed has the type of paper.
      if (node.parentElement.closest('.visually-hidden, svg, [data-paper]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Small letters in a line keep the height of the line.
      const sizes = [node.parentElement, block].map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      const size = Math.max(...sizes);
      const own = Array.from(range.getClientRects(), ({ top, bottom }) => ({ top, bottom, size, words }));
      lines.set(block, [...(lines.get(block) ?? []), ...own]);
    }
    for (const [block, own] of lines) {
      const sorted = own.toSorted((a, b) => a.bottom - b.bottom);
      for (const [index, line] of sorted.entries()) {
        const before = sorted[index - 1];
        if (!before || line.top < before.bottom - 2) continue;
        const apart = (line.bottom - before.bottom) / Math.max(line.size, before.size);
        if (apart > 1.6)
          faults.push(
            `${apart.toFixed(2)}: ${block.tagName.toLowerCase()} “${before.words.slice(-20)}” “${line.words.slice(0, 20)}”`,
          );
      }
    }
    return [...new Set(faults)];
  });
}

/**
 * Targets that are less than 44 px tall where a finger lands. The height is measured by the element at each pixel, so that a
 * label or row that acts for the target counts; 42 px inside a border count as 44. Exempt, by name, are links within a sentence;
 * heads and cells of a grid, whose rows are pressed as a whole; reservations and days, which are as tall as their time and their
 * row; and the link past the bar, which appears only for the keyboard.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const open = document.querySelector('dialog:modal, [role="dialog"][aria-modal="true"]');
    const root = open ?? document.body;
    const isInText = (element: Element) => {
      const { parentElement: parent } = element;
      const isInline = getComputedStyle(element).display === 'inline' && element.matches('a, button');
      const words = parent ? [...parent.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE) : [];
      return isInline && words.some(({ textContent }) => /\p{L}{2}/u.test(textContent ?? ''));
    };
    const isLeftOut = (element: Element) =>
      isInText(element) || element.closest('[role="grid"], [data-kind], .visually-hidden, [href="#main"]') !== null;
    const found = root.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input, select, textarea, [role="button"], [role="option"], [role="switch"]',
    );
    const faults: string[] = [];
    for (const element of found) {
      if (!element.checkVisibility({ visibilityProperty: true }) || isLeftOut(element)) continue;
      if (element.matches(':disabled, [tabindex="-1"]')) continue;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width < 3 || height < 3) continue;
      const [x, middle] = [left + width / 2, top + height / 2];
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
      // A slider can be pressed anywhere on its track.
      const owners = [element, element.closest('.MuiSlider-root') ?? element, ...labels];
      const isHit = (y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && owners.some((owner) => owner.contains(hit));
      };
      let [from, to] = [middle, middle];
      while (middle - from < 44 && isHit(from - 1)) from--;
      while (to - middle < 44 && isHit(to + 1)) to++;
      const tall = to - from + 1;
      if (tall < 42) {
        const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
        faults.push(
          `${Math.round(tall)} px: ${element.tagName.toLowerCase()} “${name}” in ${element.parentElement?.className ?? ''}`,
        );
      }
    }
    return [...new Set(faults)];
  });
}
