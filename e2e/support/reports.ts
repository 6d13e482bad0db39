import type { APIRequestContext, Page } from 'playwright/test';

/** The items of a data set, as the service sends them. */
export type Items = readonly { readonly [member: string]: unknown }[];

const base = '/api/reports/v1.0/operators/1001';

/** The address of all calls for a data set. */
export const callsOf = (dataSet: string) => new RegExp(`/reports/v1\\.0/operators/1001/${dataSet}(\\?|$)`);

/** A page of a data set, straight from the service. */
export async function itemsOf(request: APIRequestContext, dataSet: string, query = 'limit=500'): Promise<Items> {
  const answer = await request.get(`${base}/${dataSet}?${query}`);
  return ((await answer.json()) as { items: Items }).items;
}

/** The number of items as the page writes it: `4,726`. */
export async function totalOf(request: APIRequestContext, dataSet: string): Promise<string> {
  const answer = await request.get(`${base}/${dataSet}?limit=1`);
  return ((await answer.json()) as { totalItems: number }).totalItems.toLocaleString('en');
}

/** Every item. */
export async function allItemsOf(request: APIRequestContext, dataSet: string): Promise<Items> {
  const items: Items[number][] = [];
  for (let page = 0; ; page++) {
    const next = await itemsOf(request, dataSet, `limit=1000&offset=${page}`);
    items.push(...next);
    if (next.length < 1000) return items;
  }
}

/** The rows per call that the page requests. */
export const pageRows = 500;

/** The rows with which a report opens if its list grows at the end: the last pages, up to at least two full pages of rows. */
export function newestItems(items: Items): Items {
  const last = Math.ceil(items.length / pageRows) - 1;
  const isFull = items.length - last * pageRows === pageRows;
  return items.slice((isFull ? last - 1 : last - 2) * pageRows);
}

/** Answers a data set with these items, all at once. */
export async function answerWith(page: Page, dataSet: string, items: readonly unknown[]): Promise<void> {
  await page.route(callsOf(dataSet), (route) =>
    route.fulfill({ json: { totalItems: items.length, offset: 0, limit: null, items } }),
  );
}

export const grid = (page: Page) => page.getByRole('grid');
/** The visible rows, without head and totals. */
export const rows = (page: Page) => grid(page).locator('[aria-rowindex]:not([aria-rowindex="1"])');
/**
 * Lets the browser save without a dialog, to its private files. The handles are the same as those from a dialog, so that writing
 * is real.
 */
export async function saveToPrivateFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
}

/** The text saved under a name. */
export async function savedText(page: Page, name: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(wanted);
    const bytes = await (await handle.getFile()).arrayBuffer();
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }, name);
}

/** Runs in the page: everything that the browser stores for the reports. */
export function storedText(): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('keyval-store');
    opening.addEventListener('success', () => {
      const stored = opening.result.transaction('keyval').objectStore('keyval').getAll();
      stored.addEventListener('success', () => resolve(JSON.stringify(stored.result)));
    });
  });
}
