import type { APIRequestContext, Page } from 'playwright/test';

type Aircraft = { readonly aircraftId: string; readonly tailNumber: string };
type AircraftRecord = {
  readonly aircraftId?: string;
  readonly aircraft?: Partial<Aircraft> | null;
  readonly reservationId?: string;
};

/** Gives the school behind the page so many aircraft: the first of the real ones, or several copies of each. */
export async function resizeFleet(page: Page, request: APIRequestContext, count: number): Promise<void> {
  const answer = await request.get('/api/core/v1.0/operators/1001/aircraft?statusId=eq:1');
  const { items } = (await answer.json()) as { items: Aircraft[] };
  const copies = new Map(
    items.map((aircraft): [string, (Aircraft & { place: number })[]] => [aircraft.aircraftId, []]),
  );
  for (let place = 0; place < count; place++) {
    const aircraft = items[place % items.length]!;
    const isFirst = place < items.length;
    const tailNumber = isFirst ? aircraft.tailNumber : aircraft.tailNumber.replace(/^N\d+/, `N${100 + place}`);
    copies.get(aircraft.aircraftId)?.push({ aircraftId: copiedId(aircraft.aircraftId, place), tailNumber, place });
  }

  /** The record for each copy of its aircraft; unchanged if it has no aircraft. */
  const spread = <Item extends AircraftRecord>(record: Item): Item[] => {
    const id = record.aircraft?.aircraftId ?? record.aircraftId;
    if (id === undefined) return [record];
    return (copies.get(id) ?? []).map(({ place, ...own }) => ({
      ...record,
      ...(record.reservationId ? { reservationId: copiedId(record.reservationId, place) } : {}),
      ...(record.aircraft ? { aircraft: { ...record.aircraft, ...own } } : own),
    }));
  };
  // Without events nothing is refreshed during the checks.
  await page.route('**/events', () => undefined);
  await page.route(
    /\/replica\/(reminders|squawks|reservations|history)|\/operators\/1001\/aircraft$/,
    async (route) => {
      const { 'if-none-match': _, ...headers } = route.request().headers();
      try {
        const response = await route.fetch({ headers });
        const body = (await response.json()) as { items?: AircraftRecord[]; aircraft?: AircraftRecord[] };
        const ages = response.headers()['flightline-ages']?.split(',') ?? [];
        const spreadAges =
          body.aircraft?.flatMap((record, index) => spread(record).map(() => ages[index] ?? '-')) ?? [];
        const own = { ...response.headers(), ...(ages.length > 0 ? { 'flightline-ages': spreadAges.join(',') } : {}) };
        const json = {
          ...body,
          ...(body.items ? { items: body.items.flatMap(spread), totalItems: count } : {}),
          ...(body.aircraft ? { aircraft: body.aircraft.flatMap(spread) } : {}),
        };
        await route.fulfill({ response, headers: own, json });
      } catch {
        // The page was closed while it loaded.
      }
    },
  );
}

/** Active aircraft of the tests' usual school; any more are copies. */
const originals = 24;

/** The id of a copy; the first copy is the record itself. */
function copiedId(id: string, place: number): string {
  return place < originals ? id : id.slice(0, -3) + place.toString(16).padStart(3, '0');
}

/** Texts that are unreadable from the viewing distance, or not visible. */
export type Faults = {
  readonly small: string[];
  readonly outside: string[];
  readonly cut: string[];
  readonly scrolls: boolean;
};

/**
 * Checks everything drawn. A capital of B612 is 0.76 of the font size tall. Text of less than 17 minutes of arc from `distance`
 * metres, on a screen of so many `inches`, is too small. Names of simulators may be cut, but nothing else that identifies
 * aircraft, states and times.
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

/** The number of slides of the board. */
export function slidesOf(page: Page): Promise<number> {
  return page.locator('[data-is-present]').count();
}
