import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { APIRequestContext, Page } from 'playwright/test';
import { pagesOf } from '#e2e/tools/browsers/pdf.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';

type Reminder = {
  maintenanceReminderId: string;
  name: string;
  status: { id: number; name: string };
  permanentlyComplied: boolean;
};
type Aircraft = { aircraftId: string; tailNumber: string; status: { id: number } };

/** The operator's records of its active aircraft, as the gateway holds them. */
async function remindersOf(request: APIRequestContext): Promise<(Reminder & { tail: string; aircraftId: string })[]> {
  const [fleet, reminders] = await Promise.all([
    request.get('/api/core/v1.0/operators/1001/aircraft?statusId=eq:1').then((answer) => answer.json()),
    request.get('/replica/reminders').then((answer) => answer.json()),
  ]);
  const { items: aircraft } = fleet as { items: Aircraft[] };
  const { aircraft: read } = reminders as { aircraft: { aircraftId: string; items: Reminder[] }[] };
  return aircraft.flatMap(({ aircraftId, tailNumber: tail }) =>
    (read.find((candidate) => candidate.aircraftId === aircraftId)?.items ?? [])
      .filter((item) => !item.permanentlyComplied)
      .map((item) => ({ ...item, tail, aircraftId })),
  );
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });
const counter = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Reminders by status' }).getByRole('button', { name });

async function openComplete(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectComplete(page);
}

/** Some aircraft are loaded, and none is missing. */
async function expectComplete(page: Page): Promise<void> {
  await expect(counter(page, 'OK')).toHaveText(/[1-9]\d* OK/);
  await expect(page.getByText(/\d+ of \d+ aircraft loaded/)).toHaveCount(0);
}

test('counts the fleet’s reminders as the operator does, worst first; filters, groups, and saves a file', async ({
  page,
  request,
}) => {
  const reminders = await remindersOf(request);
  const count = (id: number) => reminders.filter((reminder) => reminder.status.id === id).length;
  await openComplete(page, '/maintenance?density=compact');
  await expect(counter(page, 'Expired').first()).toHaveText(`${count(3)} Expired`);
  await expect(counter(page, 'Warning').first()).toHaveText(`${count(2)} Warning`);
  await expect(counter(page, 'OK')).toHaveText(`${count(1)} OK`);
  await expect(page.getByText(`${reminders.length} in all`)).toBeVisible();
  const worst = async () => (await rowsOf(page).allInnerTexts()).slice(0, count(3));
  await expect.poll(worst).toEqual(Array.from({ length: count(3) }, () => expect.stringMatching(/\bExpired\b/)));
  await expect(page.getByRole('link', { name: /Maintenance/ }).getByText(String(count(3)))).toBeVisible();

  await counter(page, /Warning$/).click();
  await expect(page).toHaveURL(/statusId=eq:2/);
  await expect(page.getByText(`${count(2)} of ${reminders.length}`)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV (${count(2)})` }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?Tail,Model,Reminder,Status/);
  expect(lines).toHaveLength(count(2) + 1);
  await counter(page, /Warning$/).click();
  await expect(page).not.toHaveURL(/statusId/);

  await rowsOf(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/reminder=/);
  const details = page.getByRole('dialog');
  await expect(details.getByText('The service says')).toBeVisible();
  await expect(details.getByText(/^Expired .* ago/).first()).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/reminder=/);

  const hundreds = reminders.filter((reminder) => reminder.name === '100-Hour Inspection').length;
  await page.getByLabel('Group').selectOption('by reminder');
  await page.getByLabel('Search by tail number or reminder').fill('100 hour');
  await expect(page.getByRole('rowheader', { name: `100-Hour Inspection ${hundreds}` })).toBeVisible();
  await expect(page).toHaveURL(/group=reminder/);
});

test('a dense list has every warning of the full one, and none is cut', async ({ page }) => {
  /** The warnings of the first rows, each in its row, and those that reach out of their cell. */
  // In one step: between finding rows and reading them, the windowed body may replace the first one.
  const warnings = () =>
    page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('tr:has(td a)')].slice(0, 10).map((row) =>
        [...row.querySelectorAll<HTMLElement>('td b')]
          .filter(
            (note) => note.checkVisibility() && /after the limit|none booked|reach the limit/.test(note.innerText),
          )
          .map((note) => {
            const right = note.closest('td')?.getBoundingClientRect().right ?? 0;
            return (
              note.innerText.replace(/\s*Plan$/, '') + (note.getBoundingClientRect().right > right ? ' (cut)' : '')
            );
          }),
      ),
    );
  await openComplete(page, '/maintenance?density=comfortable');
  const kinds = ['after the limit', 'likely after the limit', 'none booked'];
  await expect.poll(async () => (await warnings()).flat()).toEqual(expect.arrayContaining(kinds));
  // The measured hours per booked hour come last, and may change a warning.
  await page.waitForLoadState('networkidle');
  const full = await warnings();
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await openComplete(page, '/maintenance');
    await expect.poll(warnings).toEqual(full);
  }
});

/** Runs in the page: the words in sight, without those that only a screen reader hears. */
function wordsInSight(): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const blockOf = (element: Element): Element =>
    element.parentElement && getComputedStyle(element).display === 'inline' ? blockOf(element.parentElement) : element;
  let [text, last] = ['', document.body as Element];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    range.selectNodeContents(node);
    const { top, bottom, width, height } = range.getBoundingClientRect();
    const isSeen = width > 1 && height > 1 && top < window.innerHeight && bottom > 0;
    if (!isSeen || !parent?.checkVisibility() || parent.closest('.visually-hidden')) continue;
    const block = blockOf(parent);
    text += (block === last ? '' : ' ') + (node.textContent ?? '');
    last = block;
  }
  return text.split(/\s+/).filter(Boolean).length;
}

test('is seen at a glance: rows come early, with few words; chips narrow it to what is due soon', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComplete(page, '/maintenance');
  await expect(rowsOf(page).first()).toContainText(/past due/);
  await page.waitForLoadState('networkidle');
  // The rows may be drawn anew as the forecasts arrive.
  const top = async () => (await rowsOf(page).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  await expect.poll(top).toBeLessThanOrEqual(200);
  expect(await page.evaluate(wordsInSight)).toBeLessThanOrEqual(350);
  const bar = rowsOf(page).first().getByRole('img');
  await expect(bar).toHaveAccessibleName('Past the limit');
  // The windowed body may just replace the first one.
  await expect.poll(async () => (await bar.boundingBox())?.width).toBe(120);

  const found = async () => Number(/(\d+) of \d+/.exec(await page.locator('main section').first().innerText())?.[1]);
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Due within' }).getByRole('button', { name, exact: true });
  await chip('7 days').click();
  await expect(page).toHaveURL(/within=7d/);
  const week = await found();
  await chip('30 days').click();
  await expect(page).toHaveURL(/within=30d/);
  await expect.poll(found).toBeGreaterThan(week);
  await chip('10 h').click();
  await expect(page).toHaveURL(/within=10h/);
  const left = await rowsOf(page).locator('[aria-hidden] ~ span, td:nth-child(3)').allInnerTexts();
  for (const text of left) {
    const hours = /(−?)([\d.]+)\s*h/.exec(text);
    if (hours?.[1] === '') expect(Number(hours[2])).toBeLessThanOrEqual(10);
  }
  await chip('10 h').click();
  await expect(page).not.toHaveURL(/within=/);
});

test('has no green tick in a row with a finding', async ({ page }) => {
  await openComplete(page, '/maintenance?statusId=eq:1');
  const withFinding = rowsOf(page).filter({ has: page.locator('td:nth-child(n + 5) [data-tone="warning"]') });
  await expect(withFinding.first()).toBeVisible();
  await expect(withFinding.locator('td:first-child [data-tone="ok"]')).toHaveCount(0);
  await expect(rowsOf(page).locator('td:first-child [data-tone="ok"]').first()).toBeVisible();
});

/** Runs in the page: counts every table row that is made. */
function countNewRows(): void {
  const make = document.createElement.bind(document);
  let rows = 0;
  document.createElement = (name: string, ...rest: [ElementCreationOptions?]) => {
    if (name === 'tr') Reflect.set(window, 'newRows', ++rows);
    return make(name, ...rest);
  };
}

test('draws only the rows near the window, and prints every row without controls', async ({ page, request }) => {
  const expected = (await remindersOf(request)).length;
  await page.addInitScript(countNewRows);
  await openComplete(page, '/maintenance?density=compact');
  expect(await rowsOf(page).count()).toBeLessThan(expected);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.locator('tr[aria-rowindex]').last().getAttribute('aria-rowindex')).toBe(String(expected + 1));
  }).toPass();
  // Nor was any row in between drawn on the way.
  expect(await page.evaluate(() => Number(Reflect.get(window, 'newRows')))).toBeLessThan(expected);
  // Forecasts of another year are the longest, and are whole.
  const far = rowsOf(page).getByText(/^~\w+ \d+ \w+ \d{4}$/);
  await expect(far.first()).toBeVisible();
  expect(await far.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  // Paper has the rows of the screen, and says which they are.
  await expect(rowsOf(page)).toHaveCount(expected);
  await expect(page.getByRole('heading', { name: `Due list: ${expected} in all, worst first` })).toBeVisible();
  await expect(page.getByText(/Printed Tue 12 May 1105L/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Reminders by status' })).toHaveCount(0);
  await expect(page.getByText('Print', { exact: true })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
});

test('the file has the rows of the screen in their order: filtered, sorted and grouped', async ({ page }) => {
  for (const query of [
    'sort=-tail',
    'statusId=int:2,3&sort=name',
    'group=aircraft&q=oil',
    'group=reminder&sort=-tail&q=oil',
  ]) {
    await openComplete(page, `/maintenance?${query}`);
    const shown = await page.getByRole('table').evaluate((table) => {
      // All rows are drawn for paper.
      window.dispatchEvent(new Event('beforeprint'));
      const rows = [...table.querySelectorAll('tr[aria-rowindex]')].filter((row) => row.querySelector('a'));
      const texts = rows.map((row) => [...row.querySelectorAll('a')].slice(0, 2).map((link) => link.textContent));
      window.dispatchEvent(new Event('afterprint'));
      return texts.map(([name, tail]) => `${tail} ${name}`);
    });
    expect(shown.length).toBeGreaterThan(10);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^CSV/ }).click(),
    ]);
    const [, ...lines] = Papa.parse<string[]>((await readFile(await download.path(), 'utf8')).trim()).data;
    expect(lines.map(([tail, , name]) => `${tail} ${name}`)).toEqual(shown);
  }
});

/** Presses Print, and gives the title and the number of rows of the sheet. */
async function printed(page: Page): Promise<{ title: string; rows: number }> {
  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      const title = document.querySelector('main section h2')?.textContent ?? '';
      Reflect.set(window, 'sheet', { title, rows: document.querySelectorAll('tr[aria-rowindex]').length });
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  return page.evaluate(() => Reflect.get(window, 'sheet'));
}

test('prints the rows of each filter, and names the filter, the order and the number', async ({ page }) => {
  for (const [query, title] of [
    ['within=7d', 'Due within 7 days'],
    ['within=10h&sort=-next', '10 h left or less'],
    ['statusId=int:2,3&group=aircraft', 'Due list, Expired or Warning'],
    ['q=oil', 'Due list, with “oil”'],
  ] as const) {
    await openComplete(page, `/maintenance?${query}`);
    const count = await page.getByText(/^\d+ of \d+$/).innerText();
    const sheet = await printed(page);
    const order = query.includes('sort')
      ? 'sorted by next reservation, last first'
      : query.includes('group')
        ? 'by aircraft'
        : 'worst first';
    expect(sheet.title, query).toBe(`${title}: ${count}, ${order}`);
    // A group's heading is a row as well.
    if (!query.includes('group')) expect(sheet.rows, query).toBe(Number(count.split(' ')[0]));
  }
});

test('prints every row even before the windowing part is loaded', async ({ page, request }) => {
  let pass = () => {};
  const held = new Promise<void>((resolve) => (pass = resolve));
  await page.route('**/VirtualBody-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/maintenance?density=compact&statusId=int:1');
  const fitting = Math.ceil(800 / 36);
  await expect(rowsOf(page)).toHaveCount(fitting);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const good = (await remindersOf(request)).filter(({ status }) => status.id === 1).length;
  expect(good).toBeGreaterThan(fitting);
  await expect(rowsOf(page)).toHaveCount(good);
  pass();
});

test('prints the due list as a table, from a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openComplete(page, '/maintenance?statusId=int:2,3');
  expect(pagesOf(await page.pdf({ format: 'Letter' })), 'the sheets of the work list').toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('table', { name: 'Maintenance reminders of the fleet, worst first' })).toBeVisible();
});

test('shows a month, forecasts by the factor in the address, and reports what is not valid in it', async ({ page }) => {
  await openComplete(page, '/maintenance?view=calendar&statusId=eq:8&factor=7&hide=colour');
  await expect(page.getByText('“eq:8” is not a status filter; showing all.')).toBeVisible();
  await expect(page.getByText('“7” is not a number from 0.3 to 1 for factor')).toBeVisible();
  await expect(page.getByText('“colour” is not a valid value for hide')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'May 2026' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Key' }).getByText('No shop visit before it')).toBeVisible();
  await expect(page.getByText('Bars show')).toHaveCount(0);
  const today = page.getByRole('listitem').filter({ hasText: 'Tue 12 May, today' });
  await expect(today).toBeInViewport();
  const opened = page.locator('main ol button[aria-expanded="true"]');
  await page
    .getByRole('button', { name: /\d may come due/ })
    .first()
    .click();
  await expect(page).toHaveURL(/more=2026-05-\d\d/);
  await page.reload();
  await expect(opened).toHaveCount(1);
  await opened.click();
  await expect(page).not.toHaveURL(/more=/);
  await expect(page.getByText('Mon 4 May', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /^14 earlier days/ }).click();
  await expect(page).toHaveURL(/weeks=all/);
  await expect(page.getByText('Mon 4 May', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/month=2026-06/);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByText('Forecasts use 0.69 meter hours per booked hour')).toBeVisible();
  const hours = rowsOf(page).filter({ hasText: /~\w+ \d+ \w+/ });
  await hours.first().getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByText(/h booked before .*run(s out| out) on .* flight/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Meter hours per booked hour').selectOption('1');
  await expect(page).toHaveURL(/factor=1/);
  await expect(page.getByText('Forecasts use 1 meter hours per booked hour')).toBeVisible();
});

/** The kinds of answers stored in the browser. */
async function storedAnswers(page: Page): Promise<string> {
  const keys = await page.evaluate(
    () =>
      new Promise<IDBValidKey[]>((resolve, reject) => {
        const opening = indexedDB.open('flightline');
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened.')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys();
          reading.addEventListener('success', () => resolve(reading.result));
        });
      }),
  );
  return keys.map(String).join('\n');
}

test('shows the stored data at once if the service cannot be reached', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to load/);
  await openComplete(page, '/maintenance');
  await expect.poll(() => storedAnswers(page)).toMatch(/listAircraft[^]*"reminders"|"reminders"[^]*listAircraft/);
  await page.route(/\/(api|replica)\/|\/events$/, (route) => route.abort());
  await page.reload();
  await expect(counter(page, 'OK')).toHaveText(/[1-9]\d* OK/);
  await expect(rowsOf(page).first()).toBeVisible();
});

test('says what changed since the last visit, until it is dismissed', async ({ page, request }) => {
  const reminder = (await remindersOf(request)).find(({ status }) => status.id === 1);
  if (!reminder) throw new Error('no reminder is OK');
  await openComplete(page, '/maintenance');
  const lookedAt = () => page.evaluate(() => localStorage.getItem('flightline seen reminders, operator 1001'));
  await expect.poll(lookedAt).not.toBeNull();
  const { tail, aircraftId: scope, ...before } = reminder;
  const after = { ...before, status: { id: 2, name: 'Warning' } };
  const change = { seq: 1, set: 'reminders', scope, id: before.maintenanceReminderId, kind: 'changed', before, after };
  const at = '2026-05-12T17:25:00Z';
  const changes = [{ ...change, at: '2026-05-12T17:20:00Z' }];
  await page.clock.setFixedTime(at);
  await page.route(/\/replica\/changes\?.*set=reminders/, (route) =>
    route.fulfill({ json: { changes, next: 1, hasMore: false, from: now, at } }),
  );
  await page.reload();
  const heading = page.getByRole('heading', { name: /^Changed since you last looked/ });
  await expect(heading).toHaveText('Changed since you last looked: 1');
  await expect(page.getByText(`${tail} ${before.name} OK → Warning, seen 1120L`)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(heading).toHaveCount(0);
  await page.reload();
  await expectComplete(page);
  await expect(heading).toHaveCount(0);
});

test('a click anywhere in a row opens the reminder; columns sort, and each view has its own order', async ({
  page,
}) => {
  await page.goto('/maintenance');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.getByRole('button', { name: 'Aircraft', exact: true }).click();
  await expect(page).toHaveURL('/maintenance?sort=tail');
  await expect(page.getByRole('columnheader', { name: 'Aircraft' })).toHaveAttribute('aria-sort', 'ascending');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const ground = () => rows.first().evaluate((row) => getComputedStyle(row).backgroundColor);
  const before = await ground();
  await rows.first().hover();
  await expect.poll(ground).not.toBe(before);
  await rows.first().click({ position: { x: 600, y: 20 } });
  await expect(page).toHaveURL(/reminder=/);
  await page.goBack();
  await page.getByRole('button', { name: 'Squawks' }).click();
  await expect(page).toHaveURL('/maintenance?view=squawks');
  await page.getByLabel('Search by tail number or words').fill('zzz');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL('/maintenance?view=squawks');
});
