import type { Page } from 'playwright/test';
import { now } from './servers.ts';

/** The gateway writes the true time, while the browser's clock stands at the operator's: a board would say that it is wrong. */
export async function openBoard(page: Page, address: string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      // The page may be left while its own look at the server is under way.
      const response = await route.fetch({ maxRetries: 3 }).catch(() => null);
      const date = new Date(now).toUTCString();
      if (response) await route.fulfill({ response, headers: { ...response.headers(), date } }).catch(() => undefined);
    },
  );
  await page.goto(address);
}

/** What nobody could read from where he stands, or see at all. */
export type Faults = {
  readonly small: string[];
  readonly outside: string[];
  readonly cut: string[];
  readonly scrolls: boolean;
};

/**
 * Looks at all that is drawn. A capital of B612 is 0.76 of the font size tall; what is seen under less than 17 minutes of arc
 * from `distance` metres on a screen of so many `inches` is too small. Names of simulators may be cut, nothing else that
 * tells aircraft, states and times apart.
 */
export function faultsOf(page: Page, { distance, inches }: { distance: number; inches: number }): Promise<Faults> {
  return page.evaluate(
    ([metres, diagonal]) => {
      const perPixel = (diagonal * 0.0254) / Math.hypot(window.innerWidth, window.innerHeight);
      const arcOf = (size: number) => 60 * (180 / Math.PI) * 2 * Math.atan((size * 0.76 * perPixel) / 2 / metres);
      const seen = [...document.querySelectorAll<HTMLElement>('main, main *')].filter(
        (element) => !element.closest('.visually-hidden') && element.checkVisibility({ checkVisibilityCSS: true }),
      );
      const hasText = (element: Element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const written = seen.filter(hasText);
      const isCut = (element: HTMLElement) =>
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === 'hidden';
      const isVital = (text: string) =>
        /^(N\d\w{1,5}|[↗↙]? ?\d{4}[LZ]?|.*[+−-]\d+:\d\d|until .*|.* left|.* past)$/.test(text);
      const texts = (elements: HTMLElement[]) => elements.map((element) => element.textContent ?? '');
      const { scrollWidth, scrollHeight } = document.documentElement;
      return {
        small: texts(written.filter((element) => arcOf(Number.parseFloat(getComputedStyle(element).fontSize)) < 17)),
        outside: texts(
          written.filter((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            return left < -1 || top < -1 || right > window.innerWidth + 1 || bottom > window.innerHeight + 1;
          }),
        ),
        cut: texts(
          seen.filter(
            (element) =>
              (isVital((element.textContent ?? '').trim()) && isCut(element)) ||
              (element.matches('li') && element.scrollHeight > element.clientHeight + 2),
          ),
        ),
        scrolls: scrollWidth > window.innerWidth || scrollHeight > window.innerHeight,
      };
    },
    [distance, inches] as const,
  );
}

/** How many slides the board has. */
export function slidesOf(page: Page): Promise<number> {
  return page.locator('[data-is-present]').count();
}
