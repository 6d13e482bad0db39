import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { operatorAddress } from '#e2e/servers/servers.ts';
import { startGatewayProcess, type Started } from '#e2e/servers/stack.ts';

/** The first in the operator's list. */
const tanaka = '01907105-00cc-478c-8346-71c3db48c783';
/** Of one list, or in the banner if several wait. */
const resumes = /loading resumes at \d\d:\d\d:\d\dL/i;
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page) =>
  panel(page, 'Reservations')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

let gateway: Started | null = null;
test.afterEach(async ({ page }) => {
  // The page sends requests until it is closed.
  await page.goto('about:blank');
  await gateway?.stop();
  gateway = null;
});

/** Starts a gateway that reads the school within this allowance. */
async function begin(allowance: number): Promise<string> {
  gateway = await startGatewayProcess(operatorAddress, { API_RATE_LIMIT: String(allowance) });
  return gateway.url;
}

type State = {
  readonly allowance: { readonly used: number };
  readonly replica: { readonly sets: readonly { readonly parts: number; readonly known: number }[] };
};

async function stateOf(page: Page, url: string): Promise<State> {
  return (await (await page.request.get(`${url}/state`)).json()) as State;
}

async function isFilled(page: Page, url: string): Promise<boolean> {
  const { replica } = await stateOf(page, url);
  return replica.sets.every(({ parts, known }) => parts === known);
}

/** From now on records each panel that shows grey bars in place of rows it had shown. */
async function watchForBars(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    const shown = new Set<string>();
    const look = () => {
      for (const section of document.querySelectorAll('section[data-state]')) {
        const name = section.querySelector('h2')?.textContent ?? '';
        const isLoading = section.querySelector('[aria-label="Loading"]') !== null;
        if (isLoading && shown.has(name)) lost.push(name);
        if (!isLoading && section.querySelector('tbody tr, li') !== null) shown.add(name);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { lostRows: lost });
  });
  return () => page.evaluate(() => (globalThis as unknown as { lostRows: string[] }).lostRows);
}

test('a list that is opened while the school is being read shows its rows, and keeps them', async ({ page }) => {
  const url = await begin(60);
  await page.goto(`${url}/reservations?view=list`);
  await expect(rows(page)).toHaveCount(50);
  expect(await isFilled(page, url)).toBe(false);
  const lost = await watchForBars(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^page 2 of /)).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  // The gateway announces each day that it has read, and the page requests the list again.
  await page.waitForTimeout(5_000);
  expect(await isFilled(page, url)).toBe(false);
  await expect(rows(page)).toHaveCount(50);
  expect(await lost()).toEqual([]);
});

test('an instructor’s reservations and time off also keep their rows', async ({ page }) => {
  const url = await begin(60);
  await page.goto(`${url}/instructors/${tanaka}`);
  await expect(panel(page, 'Time off').getByText(/(\d+|none) in six weeks/)).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
  expect(await isFilled(page, url)).toBe(false);
  const lost = await watchForBars(page);
  await page.waitForTimeout(5_000);
  expect(await lost()).toEqual([]);
});

test('a request that waits for the allowance says why and until when, and shown data stays', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503/);
  const url = await begin(9);
  // The first fill uses six calls, and three are reserved for people.
  await expect.poll(async () => (await stateOf(page, url)).allowance.used).toBe(6);
  await page.goto(`${url}/reservations?view=list`);
  await expect(rows(page)).toHaveCount(50);
  const lost = await watchForBars(page);
  const wait = page.getByText(resumes);
  for (let at = 2; (await wait.count()) === 0; at++) {
    await page.getByRole('button', { name: 'Next page' }).click();
    const isNext = page.getByText(new RegExp(`^page ${at} of `));
    await expect(isNext.or(wait).first()).toBeVisible();
    await expect(rows(page).nth(49).or(wait).first()).toBeVisible();
  }
  await page.goBack();
  await expect(rows(page)).toHaveCount(50);
  expect(await lost()).toEqual([]);
});

test('a list that waits for the allowance opens on what is kept here, and says so', async ({ page, expectConsole }) => {
  expectConsole(/503/);
  const url = await begin(4);
  // Today and tomorrow are read first; these requests use up the calls reserved for people.
  await expect.poll(async () => (await stateOf(page, url)).allowance.used).toBe(2);
  for (const id of [1, 2]) {
    const unknown = `00000000-0000-4000-8000-00000000000${id}`;
    expect((await page.request.get(`${url}/api/core/v1.0/operators/1001/users/${unknown}`)).status()).toBe(404);
  }
  await page.goto(`${url}/reservations?view=list`);
  await expect(page.getByText(resumes)).toBeVisible();
  await expect(
    page.getByText(/^Until then: reservations kept here for Tue 12 May to Mon 18 May, not all loaded/),
  ).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Tue 12 May' }).first()).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await page.goto(`${url}/instructors/${tanaka}`);
  await expect(page.getByText(resumes)).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Tue 12 May' })).toHaveCount(5);
});

test('older reservations are loaded by a choice in the address', async ({ page }) => {
  await page.goto('/reservations?view=list');
  await page.getByRole('button', { name: 'Two weeks before' }).click();
  await expect(page).toHaveURL(/startTime=lt:2026-05-12T00:00:00&endTime=gt:2026-04-28T00:00:00/);
  await expect(rows(page).filter({ hasText: 'Tue 28 Apr' }).first()).toBeVisible();
  await expect(page.getByText(/^Some of these days are not kept/)).toHaveCount(0);
  await page.reload();
  await expect(rows(page).filter({ hasText: 'Tue 28 Apr' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Two weeks before' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByText(/^Some of these days are not kept here: each page loads from/)).toBeVisible();
});
