import { readFileSync } from 'node:fs';
import papaparse from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import type { Route } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import {
  allItemsOf,
  callsOf,
  itemsOf,
  newestItems,
  pageRows,
  rows,
  savedText,
  saveToPrivateFiles,
} from '#e2e/fixtures/reports.ts';

const figure = (count: number) => count.toLocaleString('en');

test('load all continues after a 429 without losing or doubling a row, and all are saved', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 429/);
  const items = await allItemsOf(request, 'flights');
  const total = figure(items.length);
  await saveToPrivateFiles(page);
  let refusals = 0;
  await page.route(callsOf('flights'), (route) => {
    const isMiddle = new URL(route.request().url()).searchParams.get('offset') === '5';
    if (!isMiddle || refusals > 0) return route.continue();
    refusals += 1;
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: [{ code: 429, message: 'slower' }] });
  });
  await page.goto('/reports/flights?sort=-');
  await page.getByText('API details').click();
  await expect(page.getByText('Paging as specified: offset counts pages.')).toBeVisible();
  await expect(page.getByText(`The newest ${figure(newestItems(items).length)} of ${total} rows (`)).toBeVisible();
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page.getByText(/allowance is used up \(“slower”\); resumes at/)).toBeVisible();
  await page.clock.setFixedTime('2026-05-12T17:05:02Z');
  await expect(page.getByText(`All ${total} rows.`)).toBeVisible();
  expect(refusals).toBe(1);
  await page.getByText('Export', { exact: true }).click();
  await page.getByRole('button', { name: `CSV, all ${total} rows` }).click();
  await expect(page.getByText(`Saved ${total} rows.`)).toBeVisible();
  const text = await savedText(page, 'flights-2026-05-12.csv');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data } = papaparse.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true });
  expect(data.map((row) => row['flightId'])).toEqual(items.map((item) => item['flightId']));
});

test('loading is paused, resumed and cancelled, and stops at an error, without losing what was loaded', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const items = await allItemsOf(request, 'flights');
  const total = figure(items.length);
  // The first two pages are requested, and the newest shown; those between load one by one, the newest first.
  const newest = newestItems(items).length;
  const between = (items.length - newest) / pageRows - 1;
  const offsetOf = (route: Route) => Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
  const isBetween = (offset: number) => offset >= 2 && offset <= between;
  let held: (() => void) | null = null;
  await page.route(callsOf('flights'), async (route) => {
    if (isBetween(offsetOf(route))) await new Promise<void>((resolve) => (held = resolve));
    await route.continue().catch(() => undefined);
  });
  await page.goto('/reports/flights');
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  await expect(page.getByText(`${figure(newest + 2 * pageRows)} of ${total} rows`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused. Loaded rows are kept.')).toBeVisible();
  await expect.poll(() => held !== null).toBe(true);
  held!();
  await expect(page.getByText(`${figure(newest + 3 * pageRows)} of ${total} rows`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(`The newest ${figure(newest + pageRows)} of ${total} rows (`)).toBeVisible();
  await page.unroute(callsOf('flights'));
  await page.route(callsOf('flights'), (route) =>
    offsetOf(route) === between - 2
      ? route.fulfill({ status: 403, json: [{ code: 403, message: 'no more', category: 1 }] })
      : route.continue(),
  );
  await page.getByRole('button', { name: `Load all ${total}` }).click();
  const kept = figure(newest + 2 * pageRows);
  await expect(
    page.getByText(new RegExp(`This key has no access \\(“no more”\\)\\. Loading stopped; ${kept} rows kept\\.`)),
  ).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await page.unroute(callsOf('flights'));
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText(`All ${total} rows.`)).toBeVisible();
});

test('what is shown is saved in its order and columns, also for Excel', async ({ page, request }) => {
  const items = await itemsOf(request, 'worklogs');
  const long = items.filter((item) => (item['labourHours'] as number) >= 2.5);
  const [max] = long.toSorted((a, b) => (b['labourHours'] as number) - (a['labourHours'] as number));
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/reports/worklogs?where=labourHours:2.5..&sort=-labourHours&columns=labourHours,note,mechanic:~');
  await page.getByText('Export', { exact: true }).click();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV, ${long.length} rows shown` }).click();
  const { data } = papaparse.parse<string[]>(
    readFileSync(await (await csv).path(), 'utf8')
      .slice(1)
      .trim(),
  );
  expect(data).toHaveLength(long.length + 1);
  expect(data[0]!.slice(0, 2)).toEqual(['labourHours', 'note']);
  expect(data[0]).not.toContain('mechanic');
  expect(data[1]!.slice(0, 2)).toEqual([String(max!['labourHours']), max!['note']]);
  const excel = page.waitForEvent('download');
  await page.getByRole('button', { name: `Excel, all ${items.length} rows` }).click();
  const [{ data: sheet } = { data: [] }] = await readXlsxFile(await (await excel).path());
  expect(sheet).toHaveLength(items.length + 1);
  expect(sheet[1]!.slice(0, 2)).toEqual([items[0]!['labourHours'], items[0]!['note']]);
});

test('reloading keeps the rows on the screen until the new ones arrive', async ({ page }) => {
  await page.goto('/reports/workorders');
  await expect(rows(page).first()).toBeVisible();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(callsOf('workorders'), async (route) => {
    await gate;
    await route.fulfill({
      json: { totalItems: 1, offset: 0, limit: null, items: [{ workOrderDisplayNumber: 'NEW' }] },
    });
  });
  await page.getByRole('button', { name: 'Reload all rows' }).click();
  await expect(rows(page).first()).toContainText('WO-');
  release();
  await expect(rows(page).first()).toContainText('NEW');
});
